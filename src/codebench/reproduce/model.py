"""What an experiment of the original report says, and what is found instead."""

from dataclasses import dataclass

__all__ = ["Experiment", "Number"]


@dataclass(frozen=True, slots=True)
class Number:
    """One figure, unrounded."""

    name: str
    """Unique within the experiment, in dotted words."""
    value: float
    about: str
    """What it is, in a few words with its k and n."""
    printed: str | None = None
    """As the original report prints it; None for what it does not say."""

    @property
    def agrees(self) -> bool | None:
        """Whether the value rounds to what was printed; None where nothing was."""
        if self.printed is None:
            return None
        digits = len(self.printed.partition(".")[2])
        return f"{self.value:.{digits}f}" == self.printed


@dataclass(frozen=True, slots=True)
class Experiment:
    """A claim, the figures behind it, and the figures that were needed."""

    name: str
    title: str
    claim: str
    """What the original report concludes."""
    published: tuple[Number, ...]
    """Its figures, computed again."""
    corrected: tuple[Number, ...]
    verdict: str
    """What holds and what does not, in plain words."""
