"""What can go wrong in grading that is not the verdict on a test."""

__all__ = [
    "Cancelled",
    "ChallengeFault",
    "EngineFault",
    "GradingFault",
    "JudgeFault",
    "MachineFault",
]


class Cancelled(Exception):
    """Grading was ended from outside: there is nobody left who wants the verdict."""


class GradingFault(Exception):
    """There is no report. The message is one sentence for the person who runs the evaluation."""


class EngineFault(GradingFault):
    """The container engine is missing, too old, or failed while it was needed."""


class JudgeFault(GradingFault):
    """The judge ended without a report, or with one that cannot be believed."""

    def __init__(self, message: str, *, out_of_memory: bool = False) -> None:
        super().__init__(message)
        self.out_of_memory = out_of_memory
        """The kernel ended the container for its memory, as the engine says."""


class ChallengeFault(JudgeFault):
    """The judge works, but the hidden tests cannot be run."""


class MachineFault(JudgeFault):
    """The machine lacks the memory that the container may use: no submission is to blame for it."""
