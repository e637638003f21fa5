"""A file of any size takes little memory, in every format, whatever it was made for."""

import tracemalloc
from pathlib import Path

import pytest
from audit.big_files import BIG, HOSTILE, SIZE
from audit.helpers import SOUND, refusal, run, write

from codebench import long_json
from codebench.audit import rollouts

ALLOWED = SIZE * 5 // 8
"""Bytes that an audit may hold at once. A file that is read as a whole takes more than its size."""


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is loaded once is no memory of a file."""
    folder = tmp_path_factory.mktemp("small")
    for name, make in SOUND.values():
        run(make(folder / name))


def peak_of(path: Path, expected: str = "") -> int:
    """Bytes that an audit held at most."""
    tracemalloc.start()
    try:
        result = run(path, "--json")
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (result.exit_code == 1) == bool(expected), result.output
    assert expected in result.output
    path.unlink()
    return held


@pytest.mark.parametrize("name", BIG)
def test_a_large_file_is_not_held(tmp_path: Path, name: str) -> None:
    path = BIG[name](tmp_path / name)
    assert path.stat().st_size >= SIZE or name == "t.parquet"
    assert peak_of(path) < ALLOWED


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_made_to_take_much_memory_does_not(tmp_path: Path, name: str) -> None:
    """Row by row it would be a gigabyte and more."""
    make, sentence = HOSTILE[name]
    assert peak_of(make(tmp_path / name), sentence) < 8 * ALLOWED


@pytest.mark.parametrize(
    ("name", "start", "sentence"),
    [
        ("m.json", '{"eval": {"a": "', "a text is cut short at character 134217729"),
        ("m.json", '{"resolved_ids": ["', "a text is cut short at character 134217729"),
        ("t.json", '[{"a": "', "the value at character 2 is too long"),
        ("t.jsonl", '{"a": "', "line 1 is longer than 32 MB"),
        ("t.csv", "task,success\n", "line 2 is longer than 32 MB"),
        ("t.csv", 'task,success\n"\n', "line 3 is longer than 32 MB"),
        ("t.csv", "task", "line 1 is longer than 32 MB"),
    ],
)
def test_one_very_long_value(tmp_path: Path, name: str, start: str, sentence: str) -> None:
    path = write(tmp_path / name, start)
    with path.open("ab") as file:
        file.truncate(2**27)  # a hole, which takes no space: zeros
    assert sentence in refusal(path)


@pytest.mark.parametrize(
    ("start", "piece", "end", "sentence"),
    [
        ('{"eval": {"a": [', '"aaa", ', "3]}}", "the value at character 16 is too long"),
        ('{"a": {"b": {', '"%d": 1, ', '"c": 1}}}', "neither results of a known benchmark"),
        ('{"a": ["', "a" * 1000, '"]}', "neither results of a known benchmark"),
        ('{"a": "', "a" * 1000, '"}', "neither results of a known benchmark"),
        ('{"', "a" * 1000, '": 1}', "the value at character 2 is too long"),
    ],
)
def test_one_part_that_is_long(
    tmp_path: Path, start: str, piece: str, end: str, sentence: str
) -> None:
    with (tmp_path / "m.json").open("w") as file:
        file.write(start)
        number = 0
        while file.tell() < 2**21:
            file.write(piece % number if "%" in piece else piece)
            number += 1
        file.write(end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_json, "MAX_VALUE", 2**20)
        assert sentence in refusal(tmp_path / "m.json")


def test_a_list_of_instances_is_no_longer_than_a_data_set_is(tmp_path: Path) -> None:
    path = write(tmp_path / "m.json", {"resolved_ids": ["a" * 2**10] * 2**13})
    assert "the value at character 18 is too long" in refusal(path)


def test_a_field_of_many_lines_is_bounded(tmp_path: Path) -> None:
    with (tmp_path / "t.csv").open("w") as file:
        file.write('task,success\n"')
        file.writelines("a" * 2**20 + "\n" for _ in range(40))
    assert "is not as CSV has it: field larger than field limit" in refusal(tmp_path / "t.csv")


def test_more_rollouts_than_can_be_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = SOUND["jsonl"][1](tmp_path / "t.jsonl")
    monkeypatch.setattr(rollouts, "MAX_ROLLOUTS", 4)
    assert run(path).exit_code == 0
    monkeypatch.setattr(rollouts, "MAX_ROLLOUTS", 3)
    assert "More than 3 rollouts: audit the files in parts" in refusal(path)
