"""Working and secure together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codebench.statistics.joint import JointTable, joint_counts, joint_table, secure_successes

NAN = float("nan")

pairs = st.lists(
    st.tuples(st.sampled_from([0.0, 1.0, NAN]), st.sampled_from([0.0, 1.0, NAN])),
    min_size=1,
    max_size=30,
)


def test_counts_each_rollout_in_one_cell() -> None:
    success = np.array([[1, 1, 0, 0, 1], [NAN, 1, 0, NAN, 1]])
    security = np.array([[1, 0, 1, 0, 1], [1, NAN, 0, NAN, 1]])
    assert joint_counts(success, security).tolist() == [[2, 1, 1, 1, 0], [1, 0, 0, 1, 3]]
    assert joint_table(success, security) == JointTable(3, 1, 1, 2, 3)


def test_shares_are_of_the_scored_rollouts_in_question() -> None:
    table = JointTable(secure_and_working=6, working_only=2, secure_only=3, neither=1, missing=100)
    assert table.scored == 12
    assert table.false_security_rate == 0.25


def test_a_share_of_nothing_is_none() -> None:
    assert JointTable(0, 0, 3, 1, 0).false_security_rate is None
    assert JointTable(3, 0, 1, 1, 0).false_security_rate == 0.0
    assert JointTable(0, 0, 0, 0, 5).scored == 0


@given(pairs)
def test_cells_add_up_to_the_margins(outcomes: list[tuple[float, float]]) -> None:
    success, security = np.array(outcomes).T
    table = joint_table([success], [security])
    both = ~np.isnan(success) & ~np.isnan(security)
    assert table.scored + table.missing == len(outcomes)
    assert table.secure_and_working + table.working_only == np.sum(success[both])
    assert table.secure_and_working + table.secure_only == np.sum(security[both])


@given(pairs)
def test_swapping_success_and_security_transposes_the_table(
    outcomes: list[tuple[float, float]],
) -> None:
    success, security = np.array(outcomes).T
    table, swapped = joint_table([success], [security]), joint_table([security], [success])
    assert (table.working_only, table.secure_only) == (swapped.secure_only, swapped.working_only)
    assert table.secure_and_working == swapped.secure_and_working
    assert (table.neither, table.missing) == (swapped.neither, swapped.missing)


@given(pairs)
def test_secure_successes_are_the_first_cell(outcomes: list[tuple[float, float]]) -> None:
    success, security = np.array(outcomes).T
    both = secure_successes([success], [security])
    table = joint_table([success], [security])
    assert np.count_nonzero(both == 1) == table.secure_and_working
    assert np.count_nonzero(np.isnan(both)) == table.missing


def test_refuses_outcomes_of_different_rollouts() -> None:
    with pytest.raises(ValueError, match=r"success has shape .* give both for the same rollouts"):
        joint_table([[1, 0]], [[1, 0, 1]])
    with pytest.raises(ValueError, match=r"success has shape .* give both for the same rollouts"):
        secure_successes([[1, 0]], [[1]])


def test_refuses_what_is_no_outcome() -> None:
    with pytest.raises(ValueError, match="nothing else"):
        joint_table([[1, 0.5]], [[1, 0]])
