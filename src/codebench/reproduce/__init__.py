"""The experiments of the original report: its figures, computed again, and those that were needed.

The original is the public repository anote-ai/Research-CodeBench at revision 6fdca80. Its
simulator is written anew here and gives the same draws; counts of its recorded runs are carried
over as facts.
"""

from collections.abc import Callable

from codebench.reproduce import baseline, h1, h2, h3, h4, pilot
from codebench.reproduce.model import Experiment, Number

__all__ = ["EXPERIMENTS", "Experiment", "Number"]

EXPERIMENTS: dict[str, Callable[[], Experiment]] = {
    "baseline": baseline.experiment,
    "h1": h1.experiment,
    "h2": h2.experiment,
    "h3": h3.experiment,
    "h4": h4.experiment,
    "pilot": pilot.experiment,
}
"""Each by its name."""
