"""Every format: the same four rollouts, told in its own way, give the same figures."""

from pathlib import Path

import pytest
from audit.helpers import EXAMPLE, SOUND, all_of, any_of, audit, write

COUNTED = {"swe-bench reports", "evalplus before 0.2", "terminal-bench"}
COUNTED |= {"csv", "jsonl", "json", "parquet"}


@pytest.mark.parametrize("kind", SOUND)
def test_the_same_rollouts_give_the_same_figures(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    told = audit(make(tmp_path / name), "-k", "2")
    (agent,) = told["agents"]
    assert (agent["tasks"], agent["rollouts"], agent["n"]) == (2, 4, [2, 2])
    assert agent["success"]["estimate"] == 0.25
    assert agent["reliability_at_k"]["estimate"] == any_of(2, 1, 2) / 2
    assert agent["reliability_all_k"]["estimate"] == all_of(2, 1, 2) / 2
    assert agent["secure_success"] is None
    assert agent["rollouts_with_tests"] == (4 if kind in COUNTED else 0)
    assert told["warnings"] == []
    assert told["passed_over"] == []


@pytest.mark.parametrize("kind", SOUND)
def test_every_figure_has_an_interval_around_it(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    (agent,) = audit(make(tmp_path / name), "-k", "2")["agents"]
    shown = ["success", "reliability_at_k", "reliability_all_k"]
    figures = [agent[each] for each in shown] + list(agent["broken_pass_at_k"].values())
    figures += [agent[each] for each in ("test_fraction", "success_of_these") if agent[each]]
    assert len(figures) == (8 if kind in COUNTED else 3)
    for figure in figures:
        assert 0 <= figure["lower"] <= figure["estimate"] <= figure["upper"] <= 1
        assert figure["lower"] < figure["upper"]
        assert figure["tasks"] == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("kind", ["evalplus", "human-eval", "terminal-bench", "csv", "jsonl"])
def test_marks_and_wide_encodings_change_nothing(tmp_path: Path, kind: str, encoding: str) -> None:
    name, make = SOUND[kind]
    path = make(tmp_path / name)
    plain = audit(path)["agents"]
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    assert audit(path)["agents"] == plain


def test_formats_in_one_folder_are_read_together(tmp_path: Path) -> None:
    for kind in ("swe-bench reports", "evalplus", "human-eval", "harbor", "csv"):
        name, make = SOUND[kind]
        make(tmp_path / name)
    write(tmp_path / "log.eval", EXAMPLE.read_bytes())
    told = audit(tmp_path, "-k", "2")
    kinds = {source["format"] for source in told["files"]}
    assert kinds == {"swe-bench", "evalplus", "human-eval", "harbor", "table", "inspect"}
    assert {agent["agent"] for agent in told["agents"]} == {
        "agent-x",
        "claude__m",
        "m (evalplus)",
        "m (human-eval)",
        "m (table)",
        "replay/mixed",
    }
    assert all(agent["reliability_at_k"] for agent in told["agents"])
    assert "agents were not given the same" in told["warnings"][-1]


@pytest.mark.parametrize("kind", ["evalplus", "human-eval", "lm-eval", "jsonl", "csv"])
def test_a_copy_of_a_file_is_left_out(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    first, second = (tmp_path / each / "m" / name for each in "ab")
    for path in (first, second):
        path.parent.mkdir(parents=True)
        make(path)
    told = audit(tmp_path, "-k", "2")
    assert told["agents"][0]["n"] == [2, 2]
    assert told["files"][1]["rollouts"] == 0
    assert f"{second} is a copy of {first} and left out" in told["notes"]


@pytest.mark.parametrize("kind", ["evalplus", "human-eval", "lm-eval"])
def test_a_second_file_of_the_same_agent_holds_further_rollouts(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    first, second = (tmp_path / each / "m" / name for each in "ab")
    for path in (first, second):
        path.parent.mkdir(parents=True)
        make(path)
    second.write_bytes(second.read_bytes() + b"\n")  # no copy any more
    told = audit(tmp_path, "-k", "4")
    (agent,) = told["agents"]
    assert agent["n"] == [4, 4]
    assert agent["reliability_at_k"]["estimate"] == any_of(4, 2, 4) / 2


def test_a_file_that_is_given_twice_counts_once(tmp_path: Path) -> None:
    path = SOUND["csv"][1](tmp_path / "t.csv")
    told = audit(path, tmp_path, tmp_path / "." / "t.csv")
    assert (len(told["files"]), told["agents"][0]["rollouts"]) == (1, 4)


@pytest.mark.parametrize("kind", sorted(SOUND.keys() - COUNTED))
def test_formats_without_counts_of_tests_say_so(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    told = audit(make(tmp_path / name))
    assert "no counts of tests, so nothing can be said of partial credit" in told["limits"]
