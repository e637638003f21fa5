"""Every figure of a report, against the whole logs and plain arithmetic."""

import json
from collections import Counter
from math import comb, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from by_hand import Hand, by_hand, each_of, envelope, holm, mean_of, value_of, verdict_of
from click.testing import CliRunner
from inspect_ai.log import read_eval_log, write_eval_log
from run_logs import Values, foreign_log, suite_log
from scipy.stats import t as student

from codebench.cli import main
from codebench.logs import LogError
from codebench.report.leaderboard import IntervalChoice
from codebench.report.model import report_on
from codebench.report.reading import read

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"
CWE = {"a": [89, 78], "b": [89], "c": [22], "d": []}
FIRST: Values = {
    "a": ["SW", "W", "S", "-", "SW", "SW"],
    "b": ["SW", "SW", "?", "-", "W", "?"],
    "c": ["-", "-", "-", "S", "-", "-"],
    "d": ["SW", "SW", "SW", "SW", "SW", "SW"],
}
SECOND: Values = {
    "a": ["W", "W", "-", "-", "S", "?"],
    "b": ["-", "-", "?", "?", "?", "?"],
    "c": ["-", "S", "SW", "S", "-", "-"],
    "d": ["W", "SW", "SW", "W", "SW", "SW"],
}

MEASURES = {"success": "", "secure_success": "secure_"}


def told(*arguments: str | Path) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["report", "--json", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two agents of a synthetic suite, with unscored rollouts, and costs in one of the logs."""
    folder = tmp_path_factory.mktemp("logs")
    paths = [
        suite_log(folder, FIRST, model="mockllm/one", cwe=CWE),
        suite_log(folder, SECOND, model="mockllm/two", cwe=CWE),
    ]
    log = read_eval_log(str(paths[0]))
    for place, sample in enumerate(log.samples or []):
        usage = {"input_tokens": place, "output_tokens": 1, "total_tokens": place + 1}
        cost = None if place == 3 else place / 100
        sample.model_usage = {"mockllm/one": _usage(**usage, total_cost=cost)}
    write_eval_log(log, str(paths[0]))
    return paths


def _usage(**fields: Any) -> Any:
    from inspect_ai.model import ModelUsage  # noqa: PLC0415 -- only here

    return ModelUsage(**fields)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_leaderboard(made: list[Path], k: int) -> None:
    (task,) = told(*made, "-k", str(k))["tasks"]
    hands = by_hand(made)
    assert [row["agent"] for row in task["rows"]] == ["mockllm/one", "mockllm/two"]
    for row in task["rows"]:
        hand = hands["security", row["agent"]]
        for measure, prefix in MEASURES.items():
            counts = hand.held(measure)
            for reading in ("any", "all"):
                check_interval(row[f"{prefix}{reading}_of_k"], counts, k, reading)
        for rate in ("success", "security", "secure_success"):
            check_interval(row[rate], hand.held(rate), 1, "any")
        check_numbers(row, hand, k)


def check_interval(
    shown: dict[str, Any], counts: dict[str, tuple[int, int]], k: int, reading: str
) -> None:
    lower, upper = envelope(counts, k, reading)
    assert shown["estimate"] == pytest.approx(mean_of(counts, k, reading), abs=1e-12)
    assert shown["lower"] == pytest.approx(lower, abs=1e-6)
    assert shown["upper"] == pytest.approx(upper, abs=1e-6)
    assert (shown["k"], shown["quantity"], shown["level"]) == (k, reading, 0.95)
    assert (shown["method"], shown["estimand"]) == ("envelope", "population")
    assert shown["challenges"] == sum(n >= k for n, _ in counts.values())
    assert shown["missing"] == sum(n < k for n, _ in counts.values())


def check_numbers(row: dict[str, Any], hand: Hand, k: int) -> None:
    samples = [sample for each in hand.samples.values() for sample in each]
    scored = [n for n, _ in hand.held("secure_success").values()]
    assert row["rollouts"] == len(samples) == 24
    assert row["unscored"] == sum(value_of(each, "success") is None for each in samples)
    assert row["not_run"] == 0
    assert (row["fewest"], row["most"]) == (min(scored), max(scored))
    assert (row["challenges"], row["missing"]) == (4, sum(n < k for n in scored))


def test_what_it_took(made: list[Path]) -> None:
    (task,) = told(*made)["tasks"]
    for row in task["rows"]:
        hand = by_hand(made)["security", row["agent"]]
        samples = [sample for each in hand.samples.values() for sample in each]
        won = [value_of(sample, "secure_success") is True for sample in samples]
        usage = [next(iter(sample.model_usage.values()), None) for sample in samples]
        diagnostics = [(sample.scores or {})["diagnostics"].value for sample in samples]
        amounts: dict[str, list[float | None]] = {
            "seconds": [sample.working_time for sample in samples],
            "tokens": [each.total_tokens if each else None for each in usage],
            "cost": [each.total_cost if each else None for each in usage],
            "tool_calls": [
                float(each["tool_calls"]) if isinstance(each, dict) else None
                for each in diagnostics
            ],
        }
        for name, values in amounts.items():
            check_spending(row[name], values, won)


def check_spending(shown: dict[str, Any], values: list[float | None], won: list[bool]) -> None:
    known = [(value, held) for value, held in zip(values, won, strict=True) if value is not None]
    spent, successes = sum(value for value, _ in known), sum(held for _, held in known)
    assert shown["rollouts"] == len(known)
    if not known:
        assert (shown["per_rollout"], shown["per_success"]) == (None, None)
        return
    assert shown["per_rollout"] == pytest.approx(spent / len(known))
    assert shown["per_success"] == pytest.approx(spent / successes)


def test_ranks_are_by_the_challenges_that_all_agents_share(made: list[Path]) -> None:
    (task,) = told(*made, "-k", "3")["tasks"]
    hands = {row["agent"]: by_hand(made)["security", row["agent"]] for row in task["rows"]}
    values = {
        agent: each_of(hand.held("secure_success"), 3, "any") for agent, hand in hands.items()
    }
    shared = set.intersection(*(set(each) for each in values.values()))
    means = {agent: fmean(each[c] for c in shared) for agent, each in values.items()}
    for row in task["rows"]:
        rank = row["rank"]
        assert rank["estimate"] == pytest.approx(means[row["agent"]])
        assert rank["rank"] == 1 + sum(each > means[row["agent"]] for each in means.values())
        assert 1 <= rank["lower"] <= rank["rank"] <= rank["upper"] <= 2
        assert (rank["challenges"], rank["missing"]) == (len(shared), 1)


def test_a_comparison_for_one_rollout_is_a_paired_t(made: list[Path]) -> None:
    (task,) = told(*made, "-k", "1")["tasks"]
    (pair,) = task["any_pairs"]
    one, two = (by_hand(made)["security", pair[side]] for side in ("first", "second"))
    first, second = (each_of(each.held("secure_success"), 1, "any") for each in (one, two))
    differences = [first[c] - second[c] for c in first]
    error = stdev(differences) / sqrt(len(differences))
    half = float(student.ppf(0.975, len(differences) - 1)) * error
    mean = fmean(differences)
    assert pair["method"] == "paired-t"
    assert pair["difference"] == pytest.approx(mean)
    assert pair["lower"] == pytest.approx(mean - half)
    assert pair["upper"] == pytest.approx(mean + half)
    p_value = 2 * float(student.sf(abs(mean) / error, len(differences) - 1))
    assert pair["p_value"] == pair["adjusted"] == pytest.approx(p_value)
    assert task["all_pairs"] == []


def test_other_comparisons_are_of_shared_challenges_and_adjusted_after_holm(
    made: list[Path], tmp_path: Path
) -> None:
    third = suite_log(
        tmp_path,
        {"a": ["SW", "SW", *"----"], "b": ["S"] * 6, "c": ["SW"] * 6, "d": ["SW", *"-----"]},
        model="mockllm/three",
    )
    paths = [*made, third]
    (task,) = told(*paths, "-k", "2")["tasks"]
    for pairs, reading in ((task["any_pairs"], "any"), (task["all_pairs"], "all")):
        assert len(pairs) == 3
        for pair in pairs:
            check_difference(pair, paths, reading)
        adjusted = holm([pair["p_value"] for pair in pairs])
        assert [pair["adjusted"] for pair in pairs] == pytest.approx(adjusted)


def check_difference(pair: dict[str, Any], paths: list[Path], reading: str) -> None:
    hands = [by_hand(paths)["security", pair[side]] for side in ("first", "second")]
    first, second = (each_of(hand.held("secure_success"), 2, reading) for hand in hands)
    shared = sorted(set(first) & set(second))
    assert pair["difference"] == pytest.approx(fmean(first[c] - second[c] for c in shared))
    assert (pair["challenges"], pair["missing"]) == (len(shared), 4 - len(shared))
    draws = [posterior(hand, shared, reading, seed) for seed, hand in enumerate(hands)]
    weights = np.random.default_rng(9).dirichlet(np.ones(len(shared)), 20_000)
    differences = (weights * (draws[0] - draws[1])).sum(axis=1)
    lower, upper = np.quantile(differences, [0.025, 0.975])
    # an independent simulation; the tool widens its own by Student's t for few challenges
    assert pair["lower"] <= lower + 0.04
    assert pair["upper"] >= upper - 0.04
    assert pair["lower"] <= pair["difference"] <= pair["upper"]


def posterior(hand: Hand, challenges: list[str], reading: str, seed: int) -> Any:
    """Draws of each challenge's value, shape (20000, challenges), from a flat grid of Betas."""
    rng = np.random.default_rng(seed)
    held = hand.held("secure_success")
    pairs = [held[c] for c in held if held[c][0] >= 2]
    from scipy.special import betaln  # noqa: PLC0415 -- slow to import

    mean, rho = np.meshgrid((np.arange(80) + 0.5) / 80, (np.arange(50) + 0.5) / 50)
    a, b = (mean * (1 / rho - 1)).ravel(), ((1 - mean) * (1 / rho - 1)).ravel()
    logs = sum(betaln(a + c, b + n - c) - betaln(a, b) for n, c in pairs)
    weights = np.exp(logs - np.max(logs))
    chosen = rng.choice(a.size, 20_000, p=weights / weights.sum())
    chances = np.stack(
        [rng.beta(a[chosen] + held[c][1], b[chosen] + held[c][0] - held[c][1]) for c in challenges],
        axis=1,
    )
    return 1 - (1 - chances) ** 2 if reading == "any" else chances**2


def test_strips_hold_every_rollout(made: list[Path]) -> None:
    (task,) = told(*made)["tasks"]
    words = {"SW": "secure and working", "W": "working only", "S": "secure only"}
    words |= {"-": "neither", "?": "unscored"}
    for strip in task["strips"]:
        values = {"mockllm/one": FIRST, "mockllm/two": SECOND}[strip["agent"]]
        expected = [words[word] for word in values[strip["challenge"]]]
        assert [cell["outcome"] for cell in strip["cells"]] == expected
        assert [cell["epoch"] for cell in strip["cells"]] == [1, 2, 3, 4, 5, 6]
        assert {cell["log"] for cell in strip["cells"]} <= {path.name for path in made}
    everything = [*FIRST.values(), *SECOND.values()]
    counted = Counter(words[word] for each in everything for word in each)
    assert task["outcomes"] == counted
    assert len(task["strips"]) == 8


def test_curves_are_of_one_set_of_challenges(made: list[Path]) -> None:
    (task,) = told(*made, "-k", "3")["tasks"]
    assert len(task["curves"]) == 4
    for curve in task["curves"]:
        counts = by_hand(made)["security", curve["agent"]].held(curve["measure"])
        common = {c: pair for c, pair in counts.items() if pair[0] >= 3}
        last = min(n for n, _ in common.values())
        assert [point["k"] for point in curve["points"]] == list(range(1, last + 1))
        for point in curve["points"]:
            for reading in ("any", "all"):
                expected = mean_of(common, point["k"], reading)
                assert point[f"{reading}_of_k"] == pytest.approx(expected, abs=1e-12)
        assert (curve["challenges"], curve["missing"]) == (len(common), 4 - len(common))


def test_weaknesses(made: list[Path]) -> None:
    (task,) = told(*made)["tasks"]
    assert [row["cwe"] for row in task["cwe"]] == [22, 78, 89]
    for row in task["cwe"]:
        about = [challenge for challenge, listed in CWE.items() if row["cwe"] in listed]
        assert row["challenges"] == len(about)
        for cell in row["cells"]:
            counts = by_hand(made)["security", cell["agent"]].held("secure_success")
            assert cell["rollouts"] == sum(counts[c][0] for c in about)
            assert cell["successes"] == sum(counts[c][1] for c in about)


def test_a_task_without_verdicts_of_the_suite_has_no_details(made: list[Path]) -> None:
    (task,) = told(*made)["tasks"]
    assert task["details"] is None


# The example in the repository, which holds verdicts


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    (task,) = told(EXAMPLE)["tasks"]
    assert isinstance(task, dict)
    return task


def working() -> list[dict[str, Any]]:
    log = read_eval_log(str(EXAMPLE))
    verdicts = [verdict_of(sample) for sample in log.samples or []]
    return [
        each
        for each in verdicts
        if all(test["passed"] for test in each["tests"] if test["kind"] == "functional")
    ]


def test_the_example_is_drawn_as_its_log_asks(example: dict[str, Any]) -> None:
    (row,) = example["rows"]
    hand = by_hand([EXAMPLE])["security", "replay/mixed"]
    assert (example["k"], example["headline"]) == (5, "secure_success")
    for measure, prefix in MEASURES.items():
        for reading in ("any", "all"):
            counts = hand.held(measure)
            check_interval(row[f"{prefix}{reading}_of_k"], counts, 5, reading)
    log = read_eval_log(str(EXAMPLE))
    assert log.results
    headline = [
        score.metrics["accuracy"].value
        for score in log.results.scores
        if (score.name, score.reducer) == ("secure_success", "codebench/reliability_at_5")
    ]
    assert [row["secure_any_of_k"]["estimate"]] == pytest.approx(headline)


def test_exploits_are_counted_over_working_rollouts(example: dict[str, Any]) -> None:
    tried, fell = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for verdict in working():
        for test in verdict["tests"]:
            if test["kind"] == "exploit":
                tried[verdict["challenge"], test["id"]] += 1
                fell[verdict["challenge"], test["id"]] += not test["passed"]
    shown = example["details"]["exploits"]
    assert {(e["challenge"], e["id"]): (e["times"], e["of"]) for e in shown} == {
        key: (times, tried[key]) for key, times in fell.items() if times
    }
    assert example["details"]["tried"] == len(tried)
    shares = [each["times"] / each["of"] for each in shown]
    assert shares == sorted(shares, reverse=True)
    assert all(each["label"] for each in shown)


def test_static_analysis_against_exploits(example: dict[str, Any]) -> None:
    cells = Counter(
        (
            any(finding["severity"] in {"MEDIUM", "HIGH"} for finding in verdict["findings"]),
            any(not t["passed"] for t in verdict["tests"] if t["kind"] == "exploit"),
        )
        for verdict in working()
    )
    agreement = example["details"]["agreement"]
    assert agreement["both"] == cells[True, True]
    assert agreement["static_only"] == cells[True, False]
    assert agreement["exploit_only"] == cells[False, True]
    assert agreement["neither"] == cells[False, False]
    assert agreement["left_out"] == 40 - len(working()) == 40 - cells.total()


def test_verdicts_of_another_version_are_left_out(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    for sample in (log.samples or [])[:10]:
        sample.store["Rollout:verdict"] = {"schema_version": 99}
    write_eval_log(log, str(tmp_path / "log.json"))
    (task,) = told(tmp_path / "log.json")["tasks"]
    cells = task["details"]["agreement"]
    assert sum(cells.values()) == 40
    assert cells["left_out"] >= 10


# Ends of the range


@pytest.mark.parametrize(("word", "share"), [("SW", 1.0), ("-", 0.0)])
def test_all_alike(tmp_path: Path, word: str, share: float) -> None:
    for model in ("mockllm/one", "mockllm/two"):
        suite_log(tmp_path, {c: [word] * 4 for c in "abc"}, model=model)
    (task,) = told(tmp_path)["tasks"]
    for row in task["rows"]:
        for name in ("any_of_k", "all_of_k", "secure_any_of_k", "secure_all_of_k"):
            assert row[name]["estimate"] == share
            assert row[name]["upper"] - row[name]["lower"] > 0.4
        assert (row["tool_calls"]["per_success"] is None) == (share == 0)
        assert (row["rank"]["lower"], row["rank"]["upper"]) == (1, 2)
    for pair in (*task["any_pairs"], *task["all_pairs"]):
        assert "saturated" in pair["reason"]


def test_one_challenge_says_nothing_of_others(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"only": [1, 0, 1, 1]})
    (task,) = told(path, "-k", "2")["tasks"]
    (row,) = task["rows"]
    assert row["any_of_k"]["estimate"] == 1 - comb(1, 2) / comb(4, 2)
    assert row["all_of_k"]["estimate"] == comb(3, 2) / comb(4, 2)
    assert (row["any_of_k"]["lower"], row["any_of_k"]["upper"]) == (0, 1)
    assert task["any_pairs"] == []


def test_one_challenge_has_its_own_interval(tmp_path: Path) -> None:
    path = foreign_log(tmp_path, {"only": [1, 0, 1, 1]})
    (task,) = told(path, "-k", "2", "--estimand", "suite")["tasks"]
    assert 0 < task["rows"][0]["all_of_k"]["lower"] < task["rows"][0]["all_of_k"]["upper"] < 1


def test_an_agent_without_enough_rollouts_keeps_its_row(tmp_path: Path) -> None:
    suite_log(tmp_path, {"a": ["SW"] * 4, "b": ["W"] * 4}, model="mockllm/many")
    suite_log(tmp_path, {"a": ["SW"], "b": ["-"]}, model="mockllm/few")
    (task,) = told(tmp_path)["tasks"]
    many, few = task["rows"]
    assert (many["agent"], few["agent"]) == ("mockllm/many", "mockllm/few")
    assert (few["any_of_k"], few["rank"], few["missing"]) == (None, None, 2)
    assert few["success"]["estimate"] == 0.5
    assert (many["rank"]["lower"], many["rank"]["upper"]) == (1, 1)
    assert "no challenge has 2 scored rollouts of both" in task["any_pairs"][0]["reason"]
    too_few, no_rank = task["notes"]
    assert too_few.startswith("mockllm/few: 2 of 2 challenges have fewer than k=2 scored rollouts")
    assert no_rank == "mockllm/few: has no rank; no challenge has k=2 rollouts of every agent."


def test_a_challenge_that_was_never_tried_is_missing(tmp_path: Path) -> None:
    log = read_eval_log(str(suite_log(tmp_path, {"a": ["SW"] * 2, "b": ["W"] * 2})))
    log.samples = [sample for sample in log.samples or [] if sample.id == "a"]
    write_eval_log(log, str(tmp_path / "part.json"))
    (task,) = told(tmp_path / "part.json")["tasks"]
    (row,) = task["rows"]
    assert (row["challenges"], row["missing"], row["not_run"], row["rollouts"]) == (2, 1, 2, 2)
    assert row["any_of_k"]["missing"] == 1


def test_k_is_never_lowered(tmp_path: Path) -> None:
    path = suite_log(tmp_path, {"a": ["SW", "W", "?"], "b": ["?", "-", "-"]}, k=3)
    with pytest.raises(LogError, match="security: k=3 is more than the 2 scored rollouts of any"):
        report_on(read([path]))
    assert report_on(read([path]), k=2).tasks[0].k == 2


def test_logs_that_ask_for_different_k_need_a_choice(tmp_path: Path) -> None:
    suite_log(tmp_path, {"a": ["SW", "W", "-"]}, k=2)
    suite_log(tmp_path, {"a": ["SW", "W", "-"]}, k=3, model="mockllm/other")
    with pytest.raises(LogError, match=r"the logs ask for k=\d .* and k=\d .*: choose one with -k"):
        report_on(read([tmp_path]))
    assert report_on(read([tmp_path]), k=1).tasks[0].k == 1


def test_logs_that_ask_for_nothing_get_one(tmp_path: Path) -> None:
    path = suite_log(tmp_path, {"a": ["SW", "W", "-"]}, k=0)
    assert report_on(read([path])).tasks[0].k == 1


def test_several_tasks_are_reported_apart(tmp_path: Path) -> None:
    suite_log(tmp_path, FIRST)
    foreign_log(tmp_path, {"x": [1, 0], "y": [0, 0]})
    report = told(tmp_path)
    assert [task["task"] for task in report["tasks"]] == ["security", "theirs"]
    theirs = report["tasks"][1]
    assert (theirs["k"], theirs["headline"], theirs["details"]) == (1, "success", None)
    assert theirs["rows"][0]["secure_any_of_k"] is None
    assert {cell["outcome"] for s in theirs["strips"] for cell in s["cells"]} == {
        "working",
        "failed",
    }
    assert len(report["logs"]) == 2


def test_details_are_read_only_when_asked(tmp_path: Path) -> None:
    suite_log(tmp_path, FIRST)
    assert report_on(read([tmp_path])).tasks[0].details is None


def test_another_level(tmp_path: Path) -> None:
    suite_log(tmp_path, FIRST)
    wide, narrow = (
        report_on(read([tmp_path]), choice=IntervalChoice(level=level)).tasks[0].rows[0]
        for level in (0.95, 0.5)
    )
    assert wide.any_of_k
    assert narrow.any_of_k
    assert wide.any_of_k.lower < narrow.any_of_k.lower
