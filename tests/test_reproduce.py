"""The original report's figures to the last printed digit, and exact values beside them."""

import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from scipy.stats import betabinom, hypergeom, spearmanr

from codebench.cli import main
from codebench.reproduce import EXPERIMENTS, Experiment
from codebench.reproduce.ceiling import attainable, ceiling
from codebench.reproduce.exchangeable import all_pass, expected_broken, mean_for
from codebench.reproduce.h4 import COUNTS, passing
from codebench.reproduce.page import page
from codebench.reproduce.simulator import AGENTS, many_rollouts, one_rollout
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import any_of_k
from codebench.statistics.partial_credit import Broken, broken_pass_at_k_each

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def experiments() -> dict[str, Experiment]:
    return {name: make() for name, make in EXPERIMENTS.items()}


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["reproduce", *arguments])


def _values(experiment: Experiment) -> dict[str, float]:
    return {each.name: each.value for each in (*experiment.published, *experiment.corrected)}


def test_every_printed_figure_is_met(experiments: dict[str, Experiment]) -> None:
    printed = [n for each in experiments.values() for n in each.published if n.printed]
    assert len(printed) == 35
    assert [n.name for n in printed if not n.agrees] == []


def test_names_are_unique_and_values_finite(experiments: dict[str, Experiment]) -> None:
    for each in experiments.values():
        for numbers in (each.published, each.corrected):
            names = [number.name for number in numbers]
            assert len(names) == len(set(names)), each.name
            assert all(math.isfinite(number.value) for number in numbers), each.name


def test_the_simulator_draws_the_published_rollouts() -> None:
    rollouts = many_rollouts()
    first = [r for r in rollouts if (r.task, r.agent) == (0, "anote-code")]
    assert [(r.passed, r.regressions, r.tool_calls) for r in first] == [
        (4, 5, 2),
        (6, 0, 5),
        (2, 6, 9),
        (4, 2, 7),
        (5, 0, 7),
        (3, 5, 2),
        (3, 5, 3),
        (5, 0, 6),
    ]
    own = {agent: [r for r in rollouts if r.agent == agent] for agent in AGENTS}
    assert [sum(r.passed for r in each) for each in own.values()] == [454, 385, 398]
    assert [sum(r.regressions for r in each) for each in own.values()] == [194, 208, 235]
    assert {(r.task, r.agent) for r in rollouts if r.success} == {
        (2, "anote-code"),
        (8, "anote-code"),
    }
    latencies = [r.milliseconds for r in one_rollout() if r.agent == "codex"]
    assert np.mean(latencies) == pytest.approx(2675.1625913)


@pytest.mark.parametrize("tests", range(5, 13))
@pytest.mark.parametrize("rho", [0.1, 0.5, 0.9])
def test_the_expected_score_is_that_of_all_outcomes(tests: int, rho: float) -> None:
    """By enumeration of how many tests pass."""
    size = (1 - rho) / rho
    passed = np.arange(tests + 1)
    mass = betabinom.pmf(passed, tests, 0.55 * size, 0.45 * size)
    each = broken_pass_at_k_each(passed, np.full(tests + 1, tests), 5, Broken.CLAMP)
    assert expected_broken(0.55, rho, tests, 5) == pytest.approx(float(mass @ each))
    assert all_pass(0.55, rho, tests) == pytest.approx(float(mass[-1]))
    none = hypergeom.pmf(0, tests, 2, 5)  # no pass among five drawn, where two of the tests pass
    assert each[2] == pytest.approx(1 - none)


@pytest.mark.parametrize(
    ("rho", "expected"),
    [(0.0, 0.9815), (0.1, 0.9545), (0.3, 0.8821), (0.6, 0.7489), (0.9, 0.6012)],
)
def test_published_values_of_the_model(rho: float, expected: float) -> None:
    for tests in (5, 8, 20, 100):
        assert round(expected_broken(0.55, rho, tests, 5), 4) == expected
    for tests in (2, 4):
        assert expected_broken(0.55, rho, tests, 5) == 1.0
    for tests in (5, 20):
        assert all_pass(mean_for(0.4, rho, tests), rho, tests) == pytest.approx(0.4)


def test_h1_depends_on_the_size_of_the_suite(experiments: dict[str, Experiment]) -> None:
    values = _values(experiments["h1"])
    for rho, expected in {0.2: [0.9845, 0.9984], 0.5: [0.8641, 0.9519]}.items():
        scores = [values[f"broken_at_5.rho_{rho}.tests_{size}"] for size in (5, 10, 20, 50, 100)]
        assert [round(scores[0], 4), round(scores[-1], 4)] == expected
        assert all(low < high for low, high in pairwise(scores))
    assert values["reliability_at_5"] == pytest.approx(1 - 0.6**5)


def test_h2_over_many_seeds(experiments: dict[str, Experiment]) -> None:
    values = _values(experiments["h2"])
    assert round(values["gap.over_seeds.mean"], 3) == 0.757
    assert round(values["gap.over_seeds.smallest"], 3) == 0.550
    assert values["gap.over_seeds.largest"] == values["gap.mean"]
    assert values["gap.above_one_half"] == 1.0
    assert (values["successes.over_seeds.fewest"], values["successes.over_seeds.most"]) == (2, 46)
    assert round(values["reliability_at_5.over_seeds"], 3) == 0.219
    assert (values["reordered"], values["tied"]) == (0.69, 0.08)
    assert round(values["exact.reliability_at_5.rho_0.6"], 4) == 0.7373


def test_h3_aligned_and_its_ceiling(experiments: dict[str, Experiment]) -> None:
    values = _values(experiments["h3"])
    assert round(values["spearman"], 6) == 0.417083
    assert round(values["pearson"], 4) == 0.6496
    assert round(values["aligned.spearman"], 6) == 0.308778
    assert round(values["attainable"], 6) == 0.432290
    assert round(values["over_seeds.unattainable"], 3) == 0.325
    assert round(values["over_seeds.published.below_0.70"], 3) == 0.975
    assert values["published.lower"] == pytest.approx(0.27, abs=0.01)
    assert values["published.upper"] == pytest.approx(0.65, abs=0.01)


CEILINGS = {
    (0.5, 0.5): (0.622, 0.799),
    (1, 1): (0.471, 0.690),
    (2, 2): (0.326, 0.543),
    (4, 1): (0.213, 0.313),  # 0.2135: the last digit is a matter of rounding
    (0.3, 1.5): (0.483, 0.711),
}


@pytest.mark.parametrize(("mix", "expected"), CEILINGS.items())
def test_ceilings(mix: tuple[float, float], expected: tuple[float, float]) -> None:
    for seen, value in zip((1, 5), expected, strict=True):
        assert ceiling(*mix, seen, 8, 5) == pytest.approx(value, abs=0.0006)


def test_a_ceiling_is_what_a_simulation_reaches() -> None:
    rng = np.random.default_rng(7)
    chances = rng.beta(2, 2, size=200_000)
    reliable = any_of_k(Counts.common(rng.binomial(8, chances), 8), 5)
    found = spearmanr(rng.binomial(3, chances), reliable).statistic
    assert ceiling(2, 2, 3, 8, 5) == pytest.approx(found, abs=0.01)


def test_what_is_attainable_is_the_best_of_all_orders() -> None:
    target = np.array([0.0, 0.0, 1.0, 0.5])
    orders = [np.random.default_rng(seed).permutation(4) for seed in range(200)]
    best = max(spearmanr(order, target).statistic for order in orders)
    assert attainable(target) == pytest.approx(best)


def test_h4_gates_each_rollout(experiments: dict[str, Experiment]) -> None:
    values = _values(experiments["h4"])
    expected = {
        "anote-code": {1: 0.675, 3: 0.8393, 5: 0.8875, 8: 0.9},
        "claude-code": {1: 0.425, 3: 0.6036, 5: 0.7036, 8: 0.8},
        "codex": dict.fromkeys((1, 3, 5, 8), 0.7),
    }
    for agent, by_k in expected.items():
        for k, value in by_k.items():
            assert round(values[f"secure_at_{k}.{agent}"], 4) == value
        assert values[f"secure_at_5.{agent}.lower"] < by_k[5] < values[f"secure_at_5.{agent}.upper"]
    assert values["sweep.0.857.tau"] == pytest.approx(1)
    assert values["sweep.0.900.tau"] == pytest.approx(-1 / 3)
    assert [sum(c for c, _, _ in tasks) for tasks in COUNTS.values()] == [59, 36, 80]
    assert [sum(s for _, _, s in tasks) for tasks in COUNTS.values()] == [54, 34, 56]
    assert passing("codex", 0.8).successes.sum() == 80


def test_the_pilot_beside_doing_nothing(experiments: dict[str, Experiment]) -> None:
    values = _values(experiments["pilot"])
    assert round(values["no_op.pass_rate"], 3) == 0.932
    assert round(values["broken_at_5"], 4) == 0.9556
    assert round(values["regression_rate.of_passing"], 4) == 0.1703
    assert round(values["pass_rate.pooled"], 3) == 0.974
    assert (round(values["resolved.lower"], 4), round(values["resolved.upper"], 4)) == (
        0.0362,
        0.6245,
    )
    assert (values["fixed"], values["broken_tests"]) == (0.2, 12)


def test_json_has_every_number_unrounded(experiments: dict[str, Experiment]) -> None:
    result = _run("all", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert list(told) == list(EXPERIMENTS)
    for name, experiment in experiments.items():
        found = {**told[name]["published"], **told[name]["corrected"]}
        assert found == pytest.approx(_values(experiment))


def test_the_terminal_shows_a_claim_its_figures_and_the_verdict(
    experiments: dict[str, Experiment],
) -> None:
    result = _run("h1", "pilot")
    text = " ".join(result.stdout.split())
    assert result.exit_code == 0
    assert "h1: Broken pass@k and the number of tests" in text
    assert "pilot: Five tasks" in text
    assert "h2:" not in text
    assert experiments["pilot"].verdict[:40] in text


def test_figures_and_findings_are_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    page_file = tmp_path / "findings.md"
    result = _run("all", "--figures", str(tmp_path / "figures"), "--findings", str(page_file))
    assert result.exit_code == 0, result.output
    drawn = sorted(path.name for path in (tmp_path / "figures").glob("*.png"))
    assert drawn == [
        "fig1-baseline.png",
        "fig2-h1.png",
        "fig3-h2.png",
        "fig4-h3.png",
        "fig5-h4.png",
        "fig6-pilot.png",
    ]
    assert all(path.stat().st_size > 10_000 for path in (tmp_path / "figures").iterdir())
    assert page_file.read_text().startswith("# Findings\n")


def test_the_committed_findings_are_those_of_the_code(experiments: dict[str, Experiment]) -> None:
    text = (DOCS / "findings.md").read_text(encoding="utf-8")
    assert text == page(list(experiments.values())), (
        "`codebench reproduce all --findings docs/findings.md` writes it anew"
    )
    for line in text.splitlines():
        if line.startswith("!["):
            assert (DOCS / line.partition("(")[2].rstrip(")")).is_file()


def test_a_mistake_is_answered_in_one_sentence(tmp_path: Path) -> None:
    for arguments, sentence in {
        ("h5",): "h5: no such experiment; there are baseline, h1, h2, h3, h4, pilot, and all.",
        (): "Say which: there are baseline, h1,",
        ("h1", "--findings", str(tmp_path / "no" / "such.md")): "such.md: cannot be written: ",
    }.items():
        result = _run(*arguments)
        assert result.exit_code != 0
        assert sentence in result.output
        assert "Traceback" not in result.output
