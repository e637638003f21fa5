"""The suite's tasks, each beside the folder of its challenges."""

from codebench.tasks.algorithmic import algorithmic
from codebench.tasks.security import security

__all__ = ["algorithmic", "security"]
