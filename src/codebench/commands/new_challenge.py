"""`codebench new-challenge`: the folder of a challenge, with blanks to be filled."""

from pathlib import Path

import click

from codebench.blanks import BLANK, lay_out
from codebench.challenge import ChallengeError, Kind
from codebench.cwe import title

__all__ = ["new_challenge_command"]

_KINDS = [Kind.FUNCTION, Kind.MODULE, Kind.SERVICE]


@click.command("new-challenge")
@click.argument("slug")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where the challenge's folder goes.  [default: the current folder]",
)
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in _KINDS]),
    default=Kind.FUNCTION.value,
    show_default=True,
    help="What the agent is asked for.",
)
@click.option(
    "--cwe",
    type=click.IntRange(1),
    multiple=True,
    help="A weakness, the main one first; none for a challenge without a security side.",
)
def new_challenge_command(slug: str, folder: Path, kind: str, cwe: tuple[int, ...]) -> None:
    """Lay out the folder of a new challenge named SLUG.

    It is sound, as `codebench validate` says, once all its blanks are filled.
    """
    try:
        files = lay_out(folder, slug, Kind(kind), cwe)
    except (ChallengeError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for number in cwe:
        click.echo(f"CWE-{number}: {title(number)}")
    click.echo(f"Fill in every {BLANK}, in this order:")
    for path in files:
        click.echo(f"  {path}")
    click.echo(f"Then: codebench validate --challenges {folder} --only {slug} --mutants")
