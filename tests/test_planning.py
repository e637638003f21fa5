"""Plans: the published tables, and advice that a person can act on."""

from typing import Any

import numpy as np
import pytest
from published import SUCCESSES, N

from codebench.intervals import reliability_interval
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity, reliability
from codebench.statistics.planning import MIXES, Mix, Plan, plan

ANY, ALL = Quantity.ANY, Quantity.ALL

ROLLOUTS = (5, 8, 16, 32)

TABLE: dict[tuple[str, Quantity, int], tuple[float, list[float], list[int], list[float]]] = {
    ("u-shaped", ANY, 1): (
        0.354,
        [0.0387, 0.0375, 0.0364, 0.0359],
        [231, 217, 205, 199],
        [0.063, 0.049, 0.035, 0.025],
    ),
    ("u-shaped", ANY, 5): (
        0.340,
        [0.0431, 0.0389, 0.0363, 0.0351],
        [286, 234, 203, 190],
        [0.105, 0.075, 0.050, 0.034],
    ),
    ("u-shaped", ALL, 5): (
        0.340,
        [0.0431, 0.0389, 0.0363, 0.0351],
        [286, 234, 203, 190],
        [0.105, 0.075, 0.050, 0.034],
    ),
    ("bell", ANY, 1): (
        0.224,
        [0.0300, 0.0274, 0.0250, 0.0237],
        [139, 116, 97, 87],
        [0.079, 0.063, 0.044, 0.031],
    ),
    ("bell", ANY, 5): (
        0.164,
        [0.0309, 0.0241, 0.0200, 0.0181],
        [148, 90, 62, 51],
        [0.104, 0.070, 0.045, 0.030],
    ),
    ("bell", ALL, 5): (
        0.164,
        [0.0309, 0.0241, 0.0200, 0.0181],
        [148, 90, 62, 51],
        [0.104, 0.070, 0.045, 0.030],
    ),
    ("hard", ANY, 1): (
        0.223,
        [0.0260, 0.0247, 0.0235, 0.0229],
        [104, 94, 85, 81],
        [0.053, 0.042, 0.030, 0.021],
    ),
    ("hard", ANY, 5): (
        0.372,
        [0.0488, 0.0438, 0.0404, 0.0388],
        [367, 296, 251, 232],
        [0.125, 0.092, 0.062, 0.043],
    ),
    ("hard", ALL, 5): (
        0.092,
        [0.0153, 0.0123, 0.0106, 0.0099],
        [36, 24, 18, 16],
        [0.048, 0.032, 0.021, 0.014],
    ),
}
"""At 100 challenges: spread between challenges; then for each number of rollouts the standard
error, challenges for +-0.05, and the smallest detectable difference."""


def made(challenges: int, rollouts: int, k: int, mix: str = "flat", **more: Any) -> Plan:
    return plan(challenges, rollouts, k, MIXES[mix], **more)


@pytest.mark.parametrize(("name", "quantity", "k"), TABLE)
def test_plans_have_the_tabulated_values(name: str, quantity: Quantity, k: int) -> None:
    between, errors, needed, detectable = TABLE[name, quantity, k]
    for place, rollouts in enumerate(ROLLOUTS):
        found = made(100, rollouts, k, name, quantity=quantity)
        assert found.moments.between**0.5 == pytest.approx(between, abs=5.1e-4)
        assert found.error == pytest.approx(errors[place], abs=5.1e-5)
        assert found.challenges_needed == pytest.approx(needed[place], abs=1)
        assert found.detectable == pytest.approx(detectable[place], abs=1e-3)


@pytest.mark.parametrize(("mix", "least"), [("u-shaped", 0.22), ("bell", 0.22), ("hard", 0.28)])
def test_ten_challenges_cannot_separate_two_agents(mix: str, least: float) -> None:
    found = made(10, 8, 5, mix)
    assert least < found.detectable < 0.31
    start = "10 challenges x 8 rollouts cannot separate two agents closer than about"
    closest = f"{start} {found.detectable:.2f} on reliability@5"
    assert any(sentence.startswith(closest) for sentence in found.advice)


def test_many_challenges_can_separate_two_agents() -> None:
    (advice,) = made(100, 32, 5, "bell").advice
    assert advice == (
        "100 challenges x 32 rollouts can separate two agents 0.03 apart on reliability@5, if both "
        "find the same challenges hard."
    )


def test_one_challenge_separates_nobody() -> None:
    assert (
        "1 challenge x 10 rollouts cannot separate two agents: what holds for one challenge may "
        "for no other."
    ) in made(1, 10, 5).advice


@pytest.mark.parametrize(
    ("rollouts", "k", "start"),
    [
        (5, 5, "5 rollouts for k = 5 score each challenge 0 or 1: plan at least 10, twice k."),
        (8, 5, "8 rollouts for k = 5 leave much to chance: plan at least 10, twice k."),
    ],
)
def test_rollouts_should_be_twice_k(rollouts: int, k: int, start: str) -> None:
    assert made(50, rollouts, k).advice[0] == start


@pytest.mark.parametrize(("rollouts", "k"), [(10, 5), (1, 1), (2, 1)])
def test_enough_rollouts_need_no_advice(rollouts: int, k: int) -> None:
    assert not any("twice k" in sentence for sentence in made(50, rollouts, k).advice)


def test_wide_intervals_name_the_challenges_that_narrow_them() -> None:
    hopeless = made(20, 32, 1, "u-shaped")
    assert any(
        "about 199 challenges narrow it to +-0.05; more rollouts hardly do." in sentence
        for sentence in hopeless.advice
    )
    noisy = made(20, 5, 5, "bell")
    assert any("more rollouts help as well." in sentence for sentence in noisy.advice)


@pytest.mark.parametrize(
    ("mix", "quantity", "text"),
    [
        ("easy", ANY, "will be at 1 and say little of which agent is better: take another k or ha"),
        ("hard", ALL, "will be at 0 and say little of which agent is better: take another k or ea"),
    ],
)
def test_saturated_suites_are_announced(mix: str, quantity: Quantity, text: str) -> None:
    found = made(50, 10, 5, mix, quantity=quantity)
    assert text in found.advice[-1]
    share = found.moments.at_one if quantity is ANY else found.moments.at_zero
    assert found.advice[-1].startswith(f"About {share:.0%} of the challenges")


def test_the_name_says_which_reading_is_meant() -> None:
    assert any("reliability^3" in sentence for sentence in made(10, 6, 3, quantity=ALL).advice)
    assert any("reliability@3" in sentence for sentence in made(10, 6, 3, quantity=ANY).advice)


@pytest.mark.parametrize("quantity", Quantity)
@pytest.mark.parametrize("challenges", [10, 100])
def test_the_width_is_that_of_real_suites(challenges: int, quantity: Quantity) -> None:
    rng = np.random.default_rng(9)
    widths = []
    for _ in range(100):
        counts = Counts.common(rng.binomial(N, rng.beta(0.5, 0.5, size=challenges)), N)
        found = reliability_interval(counts, 5, quantity=quantity)
        widths.append(found.upper - found.lower)
    expected = made(challenges, N, 5, "u-shaped", quantity=quantity).width
    assert expected == pytest.approx(np.mean(widths), rel=0.05)


def test_the_error_is_that_of_real_suites() -> None:
    rng = np.random.default_rng(9)
    estimates = [
        float(reliability(Counts.common(rng.binomial(N, rng.beta(2, 2, size=20)), N), 5))
        for _ in range(2000)
    ]
    found = made(20, N, 5, "bell")
    assert np.mean(estimates) == pytest.approx(found.moments.mean, abs=0.005)
    assert np.std(estimates) == pytest.approx(found.error, rel=0.06)


def test_a_suite_is_known_better_than_its_population() -> None:
    for mix in MIXES:
        found = made(40, 10, 5, mix)
        assert found.suite_width < found.width


def test_more_of_everything_narrows_everything() -> None:
    few, challenges, rollouts = made(20, 10, 5), made(80, 10, 5), made(20, 40, 5)
    for more in (challenges, rollouts):
        assert more.error < few.error
        assert more.width < few.width
        assert more.detectable < few.detectable
    assert challenges.error == pytest.approx(few.error / 2)


@pytest.mark.parametrize(("cost", "total"), [(0.05, 4.0), (0, 0), (None, None)])
def test_the_cost_is_that_of_all_rollouts(cost: float | None, total: float | None) -> None:
    assert made(10, 8, 1, cost_per_rollout=cost).cost == total


def test_a_pilot_may_give_the_mix() -> None:
    pilot = Counts.common(SUCCESSES["claude"], N)
    found = plan(50, N, 5, Mix.of_pilot(pilot), cost_per_rollout=1.019 / 80)
    assert found.moments.mean == pytest.approx(reliability(pilot, 5), abs=0.1)
    assert found.cost == pytest.approx(5 * 1.019)


def test_the_same_seed_gives_the_same_plan() -> None:
    assert made(10, 8, 5, seed=1) == made(10, 8, 5, seed=1)
    assert made(10, 8, 5, seed=1).width != made(10, 8, 5, seed=2).width


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"challenges": 0}, "0 challenges: plan with at least 1"),
        ({"k": 9}, "k=9 is more than 8 rollouts: plan at least k of each challenge, better 18"),
        ({"k": 0}, "k=0: draw a whole number"),
        ({"level": 95}, "nominal coverage lies between 0 and 1"),
        ({"cost_per_rollout": -1}, "a rollout cannot cost -1"),
        ({"cost_per_rollout": float("nan")}, "a rollout cannot cost nan"),
    ],
)
def test_refuses_plans_that_cannot_be(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        made(**({"challenges": 10, "rollouts": 8, "k": 5} | values))
