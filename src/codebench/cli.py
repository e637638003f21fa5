"""The command `codebench`: what Inspect does not do itself."""

import click

from codebench.commands.audit import audit_command
from codebench.commands.doctor import doctor_command
from codebench.commands.export import export_command
from codebench.commands.new_challenge import new_challenge_command
from codebench.commands.plan import plan_command
from codebench.commands.regrade import regrade_command
from codebench.commands.report import report_command
from codebench.commands.reproduce import reproduce_command
from codebench.commands.rescore import rescore_command
from codebench.commands.validate import validate_command

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="codebench")
def main() -> None:
    """Measure how often coding agents deliver code that works and is secure.

    Evaluations are run with `inspect eval codebench/security --model ...`.
    """


for command in (
    audit_command,
    doctor_command,
    export_command,
    new_challenge_command,
    plan_command,
    regrade_command,
    report_command,
    reproduce_command,
    rescore_command,
    validate_command,
):
    main.add_command(command)
