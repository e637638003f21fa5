"""Means of several agents under the same random weights on the challenges they share.

Every agent meets the same weights, so that a challenge that is hard for all moves all alike and
leaves their differences alone.
"""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from codebench.statistics.beta_binomial import posterior
from codebench.statistics.counts import Counts, Floats, Mask
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.suite_intervals import chance_of

__all__ = ["FEW", "bootstrap_means", "posterior_means", "shared"]

FEW = 100
"""Challenges below which the rollouts of each need a model."""

_DRAWS = 4_000
_FEWEST = 400
"""Draws that are made even of the largest suites."""

_BLOCK = 4_000_000
"""Weights that are held in memory at a time."""

_WORK = 100_000_000
"""Weights beyond which fewer draws are made, so that a large suite takes seconds at most."""

_AGENT, _WEIGHTS = 0, 1
"""First number of the seeds, so that no two streams are alike."""


def shared(agents: Sequence[Counts], k: int) -> Mask:
    """Challenges for which every agent has k scored rollouts, shape (challenges,).

    Raises:
        ValueError: Fewer than one agent, or agents with different numbers of challenges.
    """
    if not agents:
        raise ValueError("there is no agent: give at least one")
    if len({len(counts) for counts in agents}) > 1:
        raise ValueError(
            "agents have different numbers of challenges: give counts of the same challenges in "
            "the same order, with n = 0 where an agent was not tried"
        )
    return np.asarray(np.all([counts.rollouts >= k for counts in agents], axis=0))


def posterior_means(counts: Counts, k: int, quantity: Quantity, agent: str, seed: int) -> Floats:
    """Draws of one agent's mean: chances from their posterior, challenges weighted at random.

    Args:
        counts: The shared challenges.
        k: Rollouts drawn.
        quantity: At least one of k, or all of k.
        agent: Its name chooses the stream of random numbers; the weights depend on the seed and the
            number of challenges alone, and so are the same for all agents.
        seed: The same seed gives the same draws.

    Returns:
        Shape (draws,).

    Source: the Bayesian bootstrap, Rubin 1981, doi 10.1214/aos/1176345338, over the posteriors of
    `codebench.statistics.beta_binomial`.
    """
    draws = min(_DRAWS, max(_BLOCK // len(counts), _FEWEST))
    rng = np.random.default_rng([seed, _AGENT, crc32(agent.encode())])
    chances = posterior(counts).draw_chances(counts, draws, rng)
    weights = _weights(np.random.default_rng([seed, _WEIGHTS]), draws, len(counts))
    return np.asarray((weights * chance_of(chances, k, quantity)).sum(axis=1))


def bootstrap_means(agents: Sequence[Counts], k: int, quantity: Quantity, seed: int) -> Floats:
    """Draws of the agents' mean estimates under shared random weights, shape (draws, agents).

    Args:
        agents: Counts of the shared challenges, in the same order.
        k: Rollouts drawn.
        quantity: At least one of k, or all of k.
        seed: The same seed gives the same draws.

    Source: as for `posterior_means`; with many challenges, estimates need no model.
    """
    values = np.stack([per_challenge(counts, k, quantity) for counts in agents], axis=1)
    rng = np.random.default_rng([seed, _WEIGHTS])
    block = max(_BLOCK // len(values), 1)
    draws = min(_DRAWS, max(_WORK // len(values), _FEWEST))
    sizes = [min(block, draws - start) for start in range(0, draws, block)]
    return np.concatenate([_weights(rng, size, len(values)) @ values for size in sizes])


def _weights(rng: np.random.Generator, draws: int, challenges: int) -> Floats:
    """Dirichlet(1, ..., 1) weights, shape (draws, challenges), each row of sum 1."""
    weights = rng.standard_exponential((draws, challenges))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))
