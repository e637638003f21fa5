"""The findings as a page."""

from collections.abc import Iterable, Sequence

from codebench.reproduce.model import Experiment, Number

__all__ = ["page"]

_TOP = """\
# Findings

CodeBench began with a report that claims four things of how coding agents are measured, and a
pilot. Here each claim is computed again, to the digit, and beside it stands what the data can
really say. `codebench reproduce all` prints every figure; `--findings` writes this page.

The original is the public repository anote-ai/Research-CodeBench, revision 6fdca80. Its simulator
is written anew and draws the same rollouts; counts of its recorded runs are carried over as facts.
"""


def page(experiments: Sequence[Experiment]) -> str:
    """The page as Markdown."""
    parts = [_TOP]
    for number, each in enumerate(experiments, start=1):
        parts.append(
            f"## {each.name}: {each.title}\n\n"
            f"**Claim.** {each.claim}\n\n**Finding.** {each.verdict}\n\n"
            f"![{each.title}](images/findings/fig{number}-{each.name}.png)\n\n"
            f"As published:\n\n{_table(each.published, printed=True)}\n"
            f"Instead:\n\n{_table(each.corrected, printed=False)}"
        )
    return "\n".join(parts)


def _table(numbers: Iterable[Number], *, printed: bool) -> str:
    head = ("figure", "what", "computed again", *["printed"] * printed)
    rows = [
        (f"`{n.name}`", n.about, f"{n.value:.4g}", *[n.printed or "-"] * printed) for n in numbers
    ]
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
