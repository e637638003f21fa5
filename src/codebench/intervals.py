"""How sure we are of a reliability: one call for every kind of interval.

An interval answers one of two questions. *Population*: what would this agent score on challenges
like these? *Suite*: what would it score on these very challenges, were it to try forever? The first
is two to five times wider. A result always says which it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from codebench.statistics.beta_binomial import population_bounds, posterior
from codebench.statistics.counts import Counts, Mask
from codebench.statistics.estimands import Estimand, Interval, Method, default_method
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.resampling import bootstrap, dirichlet
from codebench.statistics.suite_intervals import challenge_posteriors, delta
from codebench.statistics.wilson import check_level, spread, student, wilson

__all__ = [
    "Estimand",
    "Interval",
    "Method",
    "default_method",
    "reliability_interval",
]

_CLUSTERED = (Method.ENVELOPE, Method.WILSON, Method.T)


def reliability_interval(  # noqa: PLR0913 -- each has a default and is passed by name
    counts: Counts,
    k: int,
    *,
    quantity: Quantity = Quantity.ANY,
    estimand: Estimand = Estimand.POPULATION,
    method: Method | None = None,
    level: float = 0.95,
    clusters: Sequence[str] | None = None,
    seed: int = 0,
) -> Interval:
    """Reliability of one agent with an interval.

    Args:
        counts: Challenges; they may differ in n. Those with n < k are missing.
        k: Rollouts drawn, at least 1.
        quantity: At least one of k, or all of k.
        estimand: A population of challenges, or this suite.
        method: Of that estimand; None for the default.
        level: Nominal coverage, between 0 and 1.
        clusters: What each challenge belongs to, such as its repository; it widens `wilson`, `t`
            and the `wilson` part of `envelope`.
        seed: Of the methods that draw; the same seed gives the same bounds.

    Raises:
        ValueError: k is below 1 or above n for every challenge, the method is of the other
            estimand, or it knows no clusters.
    """
    check_level(level)
    enough = counts.drawable(k)
    used = counts.where(enough)
    method = method or default_method(estimand, len(used))
    _check(method, estimand, clusters)
    asked = _Request(k, quantity, level, _chosen(clusters, enough), seed)
    return _interval(used, asked, method, missing=len(counts) - len(used))


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """What every method is told beside the counts."""

    k: int
    quantity: Quantity
    level: float
    clusters: Sequence[str] | None
    seed: int


def _interval(counts: Counts, asked: _Request, method: Method, missing: int) -> Interval:
    lower, upper = _METHODS[method](counts, asked)
    return Interval(
        estimate=float(per_challenge(counts, asked.k, asked.quantity).mean()),
        lower=min(max(lower, 0.0), 1.0),
        upper=min(max(upper, 0.0), 1.0),
        level=asked.level,
        method=method,
        estimand=method.estimand,
        quantity=asked.quantity,
        k=asked.k,
        challenges=len(counts),
        missing=missing,
    )


_Bounds = tuple[float, float]


def _wilson(counts: Counts, asked: _Request) -> _Bounds:
    values = per_challenge(counts, asked.k, asked.quantity)
    return wilson(spread(values, asked.clusters), asked.level)


def _student(counts: Counts, asked: _Request) -> _Bounds:
    values = per_challenge(counts, asked.k, asked.quantity)
    return student(spread(values, asked.clusters), asked.level)


def _beta_binomial(counts: Counts, asked: _Request) -> _Bounds:
    return population_bounds(posterior(counts), asked.k, asked.quantity, asked.level)


def _envelope(counts: Counts, asked: _Request) -> _Bounds:
    lower, upper = zip(_wilson(counts, asked), _beta_binomial(counts, asked), strict=True)
    return min(lower), max(upper)


def _bootstrap(counts: Counts, asked: _Request) -> _Bounds:
    return bootstrap(counts, asked.k, asked.quantity, asked.level, asked.seed)


def _dirichlet(counts: Counts, asked: _Request) -> _Bounds:
    return dirichlet(counts, asked.k, asked.quantity, asked.level, asked.seed)


def _challenge_posteriors(counts: Counts, asked: _Request) -> _Bounds:
    return challenge_posteriors(counts, asked.k, asked.quantity, asked.level, asked.seed)


def _delta(counts: Counts, asked: _Request) -> _Bounds:
    return delta(counts, asked.k, asked.quantity, asked.level)


_METHODS: Mapping[Method, Callable[[Counts, _Request], _Bounds]] = {
    Method.ENVELOPE: _envelope,
    Method.WILSON: _wilson,
    Method.T: _student,
    Method.BOOTSTRAP: _bootstrap,
    Method.DIRICHLET: _dirichlet,
    Method.BETA_BINOMIAL: _beta_binomial,
    Method.CHALLENGE_POSTERIORS: _challenge_posteriors,
    Method.DELTA: _delta,
}


def _check(method: Method, estimand: Estimand, clusters: Sequence[str] | None) -> None:
    if method.estimand is not estimand:
        fitting = ", ".join(other for other in Method if other.estimand is estimand)
        raise ValueError(
            f"{method} is no interval for a {estimand}: take one of {fitting}, or ask for a "
            f"{method.estimand}"
        )
    if clusters is not None and method not in _CLUSTERED:
        raise ValueError(f"{method} knows no clusters: take one of {', '.join(_CLUSTERED)}")


def _chosen(clusters: Sequence[str] | None, enough: Mask) -> Sequence[str] | None:
    """Clusters of the challenges that are used."""
    if clusters is None:
        return None
    if len(clusters) != enough.size:
        raise ValueError(
            f"{len(clusters)} clusters for {enough.size} challenges: name one for each"
        )
    return [name for name, used in zip(clusters, enough.tolist(), strict=True) if used]
