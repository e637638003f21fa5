"""From records to arrays: every rollout in its row, gaps as NaN, agents side by side."""

import numpy as np
import pytest
from published import CHALLENGES, SUCCESSES, N, rollouts

from codebench.statistics.grouping import by_agent, group
from codebench.statistics.records import RolloutRecord

NAN = float("nan")


def record(challenge: str, agent: str, rollout: int, *, success: bool | None) -> RolloutRecord:
    return RolloutRecord(
        challenge=challenge,
        agent=agent,
        rollout=rollout,
        tests_passed=0,
        tests_total=1,
        success=success,
        security=None,
    )


UNEVEN = [
    record("b", "ann", 3, success=True),
    record("a", "ann", 1, success=False),
    record("b", "ben", 9, success=None),
    record("b", "ann", 1, success=False),
    record("b", "ann", 2, success=None),
    record("c", "ben", 1, success=True),
]


def test_rows_are_sorted_and_hold_outcomes_in_the_order_of_their_numbers() -> None:
    groups = group(UNEVEN, lambda found: found.success)
    assert groups.names == (("a", "ann"), ("b", "ann"), ("b", "ben"), ("c", "ben"))
    expected = [[0, NAN, NAN], [0, NAN, 1], [NAN, NAN, NAN], [1, NAN, NAN]]
    np.testing.assert_array_equal(groups.outcomes, expected)


def test_counts_leave_out_what_is_unscored() -> None:
    counts = group(UNEVEN, lambda found: found.success).counts
    assert counts.rollouts.tolist() == [1, 2, 0, 1]
    assert counts.successes.tolist() == [0, 1, 0, 1]


def test_the_order_of_the_records_does_not_matter() -> None:
    there = group(UNEVEN, lambda found: found.success)
    back = group(reversed(UNEVEN), lambda found: found.success)
    assert there.names == back.names
    np.testing.assert_array_equal(there.outcomes, back.outcomes)


def test_agents_stand_on_the_same_challenges() -> None:
    agents = by_agent(UNEVEN, lambda found: found.success)
    assert agents.challenges == ("a", "b", "c")
    assert list(agents.counts) == ["ann", "ben"]
    assert agents.counts["ann"].rollouts.tolist() == [1, 2, 0]
    assert agents.counts["ann"].successes.tolist() == [0, 1, 0]
    assert agents.counts["ben"].rollouts.tolist() == [0, 0, 1]
    assert agents.counts["ben"].successes.tolist() == [0, 0, 1]


def test_published_runs_come_out_as_their_counts() -> None:
    records = [made for agent in SUCCESSES for made in rollouts(agent)]
    agents = by_agent(records, lambda found: found.success)
    assert agents.challenges == tuple(sorted(CHALLENGES))
    order = [CHALLENGES.index(challenge) for challenge in agents.challenges]
    for agent, successes in SUCCESSES.items():
        assert agents.counts[agent].successes.tolist() == [successes[place] for place in order]
        assert set(agents.counts[agent].rollouts.tolist()) == {N}


@pytest.mark.parametrize("make", [group, by_agent])
def test_no_records_are_refused(make: object) -> None:
    with pytest.raises(ValueError, match="no rollouts to estimate anything from"):
        make([], lambda found: found.success)  # type: ignore[operator]


@pytest.mark.parametrize("make", [group, by_agent])
def test_the_same_rollout_twice_is_refused(make: object) -> None:
    with pytest.raises(ValueError, match="rollout 3 of ann at b is there twice"):
        make([*UNEVEN, record("b", "ann", 3, success=False)], lambda found: found.success)  # type: ignore[operator]
