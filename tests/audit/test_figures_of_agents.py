"""What each figure is a mean of, and over what: worked out by hand, and by definition."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from audit.helpers import all_of, any_of, audit, lines, refusal, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codebench.audit.measures import audited, metrics_of
from codebench.audit.model import Row
from codebench.audit.ranks import Order, orders
from codebench.audit.rollouts import UNKNOWN, Rollouts
from codebench.intervals import reliability_interval
from codebench.statistics.counts import Counts
from codebench.statistics.wilson import spread, wilson


def taken(rows: Sequence[Row]) -> Rollouts:
    rollouts = Rollouts()
    rollouts.begin("table")
    for row in rows:
        rollouts.add(row)
    return rollouts


def agent_of(rows: Sequence[Row], k: int = 2) -> Any:
    (agent,) = audited(taken(rows).parts()[0], k)
    return agent


def row(task: str, run: int, success: bool | None, **more: Any) -> Row:  # noqa: FBT001
    return Row("a", task, str(run), success, **more)


def test_every_task_counts_the_same_however_often_it_was_tried() -> None:
    rows = [row("x", n, success=True) for n in range(8)] + [row("y", 0, success=False)]
    agent = agent_of(rows)
    assert agent.success.estimate == 0.5
    assert (agent.fewest, agent.most, agent.tasks, agent.rollouts) == (1, 8, 2, 9)
    assert agent.at_k.estimate == 1.0  # y has no two rollouts
    assert (agent.at_k.challenges, agent.at_k.missing) == (1, 1)


def test_intervals_are_those_of_the_suite() -> None:
    rows = [row(f"t{task}", n, success=n < task) for task in range(5) for n in range(4)]
    agent, counts = agent_of(rows), Counts.common(np.arange(5), 4)
    assert agent.success == reliability_interval(counts, 1)
    assert agent.at_k == reliability_interval(counts, 2)


def test_shares_of_tests_are_means_over_tasks_with_wilsons_interval() -> None:
    rows = [
        row("x", 0, success=False, passed=1, total=2),
        row("x", 1, success=True, passed=2, total=2),
        row("y", 0, success=False, passed=0, total=10),
    ]
    tests = agent_of(rows).tests
    assert tests.fraction.estimate == (0.75 + 0) / 2
    assert tests.success.estimate == (0.5 + 0) / 2
    bounds = tests.fraction.lower, tests.fraction.upper
    assert bounds == pytest.approx(wilson(spread([0.75, 0.0]), 0.95))
    assert tests.rollouts == 3
    assert tests.fraction.tasks == 2


def test_the_three_variants_of_broken_pass_at_k() -> None:
    rows = [
        row("x", 0, success=False, passed=1, total=1),
        row("x", 1, success=False, passed=1, total=4),
        row("y", 0, success=False, passed=0, total=1),
    ]
    broken = agent_of(rows, k=2).tests.broken
    assert broken["clamp"].estimate == ((1 + any_of(4, 1, 2)) / 2 + 1) / 2
    assert broken["pad"].estimate == ((any_of(2, 1, 2) + any_of(4, 1, 2)) / 2 + 0) / 2
    assert broken["skip"].estimate == any_of(4, 1, 2)
    assert broken["skip"].tasks == 1
    tests = agent_of(rows, k=5).tests
    assert set(tests.broken) == {"clamp", "pad"}  # nothing is left for skip
    assert tests.few == 1.0


def test_very_many_tests_are_counted_right() -> None:
    rows = [
        row("x", 0, success=False, passed=500_000_000, total=1_000_000_000),
        row("x", 1, success=False, passed=5_963_772, total=5_963_773),
    ]
    tests = agent_of(rows).tests
    assert tests.broken["pad"].estimate == pytest.approx((0.75 + 1) / 2)
    assert tests.fraction.estimate == pytest.approx((0.5 + 1) / 2)


def test_rollouts_without_counts_are_in_no_figure_of_partial_credit() -> None:
    rows = [
        row("x", 0, success=True, passed=2, total=2),
        row("x", 1, success=False),
        row("x", 2, success=None, passed=0, total=2),
        row("y", 0, success=False, passed=0, total=0),
    ]
    tests = agent_of(rows).tests
    assert (tests.rollouts, tests.fraction.estimate, tests.success.estimate) == (1, 1.0, 1.0)
    assert (tests.fraction.lower, tests.fraction.upper) == (0.0, 1.0)  # one task tells nothing


def test_a_failure_of_unknown_security_is_no_secure_success() -> None:
    """Many files judge security of working code alone."""
    rows = [
        row("x", 0, success=True, secure=True),
        row("x", 1, success=True, secure=False),
        row("x", 2, success=False),
        row("x", 3, success=False, secure=True),
    ]
    agent = agent_of(rows)
    assert agent.secure.estimate == 0.25
    assert agent.secure_unknown == 0


def test_a_success_of_unknown_security_takes_failures_like_it_along() -> None:
    rows = [
        row("x", 0, success=True, secure=True),
        row("x", 1, success=True),
        row("x", 2, success=False),
        row("x", 3, success=False, secure=True),
    ]
    agent = agent_of(rows)
    assert agent.secure.estimate == 0.5
    assert agent.secure_unknown == 2


def test_nothing_scored_gives_no_figure() -> None:
    agent = agent_of([row("x", n, success=None) for n in range(3)])
    assert (agent.tasks, agent.rollouts, agent.unscored, agent.most) == (1, 0, 3, 0)
    assert metrics_of(agent) == {}
    assert agent.success_at_worst == 0.0


OUTCOMES = st.fixed_dictionaries(
    {
        "task": st.sampled_from("xyz"),
        "success": st.sampled_from([True, False, None]),
        "tests": st.none() | st.tuples(st.integers(0, 6), st.integers(0, 6)).map(sorted),
        "secure": st.sampled_from([True, False]),
    }
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(OUTCOMES, min_size=1, max_size=25), st.integers(1, 4))
def test_all_figures_by_their_definitions(found: list[Mapping[str, Any]], k: int) -> None:
    rows = [
        row(
            each["task"],
            n,
            each["success"],
            passed=each["tests"] and each["tests"][0],
            total=each["tests"] and each["tests"][1],
            secure=each["secure"],
        )
        for n, each in enumerate(found)
    ]
    agent = agent_of(rows, k)
    scored = [each for each in rows if each.success is not None]
    counts = [
        (len(own), sum(bool(each.success) for each in own), sum(both))
        for task in "xyz"
        if (own := [each for each in scored if each.task == task])
        for both in [[bool(each.success and each.secure) for each in own]]
    ]
    drawn = [each for each in counts if each[0] >= k]
    for figure, value in (
        (agent.success, [c / n for n, c, _ in counts]),
        (agent.at_k, [any_of(n, c, k) for n, c, _ in drawn]),
        (agent.all_k, [all_of(n, c, k) for n, c, _ in drawn]),
        (agent.secure_at_k, [any_of(n, s, k) for n, _, s in drawn]),
        (agent.secure_all_k, [all_of(n, s, k) for n, _, s in drawn]),
    ):
        assert (figure is None) == (not value)
        if figure:
            assert figure.estimate == pytest.approx(sum(value) / len(value))
    tested = [each for each in scored if each.total]
    assert (agent.tests is None) == (not tested)
    if tested:
        shares = [
            [(each.passed or 0) / (each.total or 1) for each in tested if each.task == task]
            for task in sorted({each.task for each in tested})
        ]
        expected = np.mean([np.mean(each) for each in shares])
        assert agent.tests.fraction.estimate == pytest.approx(expected)


def test_tasks_come_in_the_order_in_which_they_are_told() -> None:
    """Else sums would differ in their last digit from one process to the next."""
    rows = [row(f"t{n % 7}", n, success=n % 7 < 3) for n in range(50)]
    (part,), _ = taken(rows).parts()
    assert part.task.tolist() == [n % 7 for n in range(50)]
    assert part.tasks.tolist() == [hash(f"t{n}") for n in range(7)]


# Copies


def test_of_two_tellings_the_fuller_one_counts() -> None:
    rollouts = taken([row("x", 0, success=None), row("x", 0, success=True)])
    rollouts.begin("table")
    for each in (row("x", 0, success=True, passed=1, total=1), row("x", 0, success=False)):
        rollouts.add(each)
    rollouts.add(row("y", 0, success=False))
    (part,), copies = rollouts.parts()
    assert sorted(zip(part.success.tolist(), part.total.tolist(), strict=True)) == [
        (0, UNKNOWN),
        (1, 1),
    ]
    assert (copies.within, copies.across, copies.contradicting) == (2, 1, 1)


def test_the_same_name_in_two_formats_is_two_agents() -> None:
    rollouts = taken([row("x", 0, success=True)])
    rollouts.begin("harbor")
    rollouts.add(row("x", 0, success=False))
    parts, copies = rollouts.parts()
    assert [part.agent for part in parts] == ["a (table)", "a (harbor)"]
    assert copies.across == 0


def test_too_many_agents(tmp_path: Path) -> None:
    records = [{"agent": f"a{n}", "success": 1} for n in range(1001)]
    told = audit(lines(tmp_path / "t.jsonl", records[:1000]))
    assert len(told["agents"]) == 1000
    with pytest.raises(AssertionError, match=r"More than 1,000 agents, such as a1000: --agent"):
        audit(lines(tmp_path / "t.jsonl", records))


def test_a_name_that_is_no_name(tmp_path: Path) -> None:
    path = lines(tmp_path / "t.jsonl", [{"agent": "a" * 10_001, "success": 1}])
    assert "An agent has a name of 10,001 letters: --agent names the column" in refusal(path)


# Ranks


def order_of(tmp_path: Path, shares: Mapping[str, tuple[int, int]]) -> dict[str, Order]:
    """Agents with two tasks: how many they solve, and tests passed of 10 in each failure."""
    rows = [
        Row(agent, task, "1", success, 10 if success else passed, 10)
        for agent, (solved, passed) in shares.items()
        for task, success in (("x", solved > 0), ("y", solved > 1))
    ]
    assert tmp_path.exists()
    return orders(audited(taken(rows).parts()[0], 2))


def test_agents_that_change_places(tmp_path: Path) -> None:
    found = order_of(tmp_path, {"a": (1, 0), "b": (0, 9)})["share of tests"]
    assert found.agents == 2
    assert found.tau == pytest.approx(-1)
    assert found.swapped == (("a", "b"),)
    assert found.merged == found.parted == ()


def test_ties_are_no_change_of_places(tmp_path: Path) -> None:
    found = order_of(tmp_path, {"a": (1, 0), "b": (0, 5), "c": (0, 4)})["share of tests"]
    assert found.swapped == ()
    assert found.merged == (("a", "b"),)  # (1 + 0) / 2 and (0.5 + 0.5) / 2
    assert found.parted == (("b", "c"),)
    assert found.tau == pytest.approx(0.5)  # one pair agrees, each order has a tie


def test_an_order_needs_two_agents_that_differ(tmp_path: Path) -> None:
    assert order_of(tmp_path, {"a": (1, 0)}) == {}
    assert order_of(tmp_path, {"a": (1, 0), "b": (1, 0)}) == {}
    assert order_of(tmp_path, {"a": (1, 0), "b": (1, 5)}) == {}  # equal by success


def test_only_agents_that_have_a_figure_are_ordered(tmp_path: Path) -> None:
    text = "agent,task,success,tests_passed,tests_total\n"
    text += "a,x,1,10,10\na,y,0,0,10\nb,x,0,9,10\nb,y,0,9,10\nc,x,1,,\nc,y,1,,\n"
    told = audit(write(tmp_path / "t.csv", text), "-k", "2")
    assert told["rank_changes"]["share of tests"] == {
        "agents": 2,
        "tau": pytest.approx(-1),
        "swapped": [["a", "b"]],
        "merged": [],
        "parted": [],
    }
    assert [agent["agent"] for agent in told["agents"]] == ["c", "a", "b"]


def test_figures_that_differ_by_rounding_are_equal() -> None:
    """0.1 + 0.2 is not 0.3 in floats; two agents with the same shares must not change places."""
    rows = [
        Row(agent, f"t{n}", "1", success=agent == "b" or n > 0, passed=passed, total=10)
        for agent, order in (("a", (1, 2, 7)), ("b", (7, 2, 1)))
        for n, passed in enumerate(order)
    ]
    assert orders(audited(taken(rows).parts()[0], 2)).get("share of tests") is None
