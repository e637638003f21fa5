"""Random weights on challenges, against what their means and variances must be."""

import numpy as np
import pytest
from published import SUCCESSES, N
from scipy import stats

from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity, per_challenge
from codebench.statistics.resampling import bootstrap, dirichlet, quantiles

UNEQUAL = Counts(np.array([0, 2, 3, 9, 1, 4]), np.array([4, 4, 4, 10, 10, 10]))


def middle(bounds: tuple[float, float]) -> float:
    return sum(bounds) / 2


@pytest.mark.parametrize("quantity", Quantity)
@pytest.mark.parametrize("counts", [Counts.common(SUCCESSES["claude"], N), UNEQUAL])
def test_the_bootstrap_spreads_like_a_mean(counts: Counts, quantity: Quantity) -> None:
    """Many challenges: the bounds are those of a normal distribution."""
    many = Counts(np.tile(counts.successes, 60), np.tile(counts.rollouts, 60))
    values = per_challenge(many, 3, quantity)
    error = values.std() / len(many) ** 0.5
    expected = stats.norm.interval(0.95, values.mean(), error)
    assert bootstrap(many, 3, quantity, 0.95, 0) == pytest.approx(expected, abs=0.15 * error)


@pytest.mark.parametrize("quantity", Quantity)
def test_the_dirichlet_posterior_has_the_moments_of_its_definition(quantity: Quantity) -> None:
    """Weights of Dirichlet(h + 2/(n+1)) have a mean and a variance in closed form."""
    successes = np.tile(SUCCESSES["claude"], 40)
    counts = Counts.common(successes, N)
    masses = np.bincount(successes, minlength=N + 1) + 2 / (N + 1)
    table = per_challenge(Counts.common(np.arange(N + 1), N), 5, quantity)
    shares = masses / masses.sum()
    mean = shares @ table
    variance = (shares @ table**2 - mean**2) / (masses.sum() + 1)
    expected = stats.norm.interval(0.95, mean, variance**0.5)
    found = dirichlet(counts, 5, quantity, 0.95, 0)
    assert found == pytest.approx(expected, abs=0.15 * variance**0.5)


@pytest.mark.parametrize(("challenges", "solved"), [(1, 1), (10, 3), (98, 98), (50, 0)])
def test_with_one_rollout_each_it_is_the_beta_posterior(challenges: int, solved: int) -> None:
    """The prior, worth two challenges, is then flat: Beta(1, 1)."""
    counts = Counts.common([1] * solved + [0] * (challenges - solved), 1)
    expected = stats.beta.interval(0.9, 1 + solved, 1 + challenges - solved)
    assert dirichlet(counts, 1, Quantity.ANY, 0.9, 0) == pytest.approx(expected, abs=0.01)


def test_unequal_challenges_keep_their_own_histogram() -> None:
    """A prior spread over each n in proportion leaves the mean between data and one half."""
    many = Counts(np.tile(UNEQUAL.successes, 50), np.tile(UNEQUAL.rollouts, 50))
    rate = float((UNEQUAL.successes / UNEQUAL.rollouts).mean())
    expected = (300 * rate + 2 * 0.5) / 302
    assert middle(dirichlet(many, 1, Quantity.ANY, 0.02, 0)) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize("method", [bootstrap, dirichlet])
def test_the_order_of_the_challenges_does_not_matter(method: object) -> None:
    back = Counts(UNEQUAL.successes[::-1], UNEQUAL.rollouts[::-1])
    args = (2, Quantity.ALL, 0.9, 3)
    assert method(UNEQUAL, *args) == method(back, *args)  # type: ignore[operator]


def test_quantiles_leave_equal_shares_on_both_sides() -> None:
    assert quantiles(np.arange(101.0), 0.9) == pytest.approx((5, 95))
    assert quantiles(np.arange(101.0), 0.5) == pytest.approx((25, 75))
