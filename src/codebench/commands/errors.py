"""How a command tells that it cannot do what was asked."""

import click

from codebench.words import printable

__all__ = ["CommandError"]


class CommandError(click.ClickException):
    """Ends a command with exit code 1 and one sentence, which may quote files of any origin."""

    def __init__(self, error: Exception) -> None:
        """Keep the error's message, without what could steer a terminal."""
        super().__init__(printable(str(error)))
