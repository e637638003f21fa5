"""Parquet: read by columns, in a process that a bad file may break."""

import io
import json
import resource
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from audit.helpers import audit, refusal, rows, table_parquet, write
from pyarrow.parquet import write_table

from codebench.audit.formats import parquet, parquet_process


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table_parquet(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "parquet needs pyarrow: install `codebench[data]`" in refusal(path)


def test_columns_of_the_same_name(tmp_path: Path) -> None:
    columns = [pa.array([True]), pa.array([False])]
    write_table(pa.Table.from_arrays(columns, ["success", "success"]), tmp_path / "t.parquet")
    sentence = "several columns have the name success"
    assert sentence in refusal(tmp_path / "t.parquet")
    assert printed(tmp_path / "t.parquet") == (1, [sentence])


def test_nested_columns_are_left_alone(tmp_path: Path) -> None:
    records = [{"success": True, "steps": {"deep": [{"er": n}]}} for n in range(3)]
    assert len(rows(table_parquet(tmp_path / "t.parquet", records))) == 3
    only = [{"steps": {"success": True}}]
    assert "the table is empty" in refusal(table_parquet(tmp_path / "t.parquet", only))


def test_an_empty_table(tmp_path: Path) -> None:
    write_table(pa.table({"success": pa.array([], pa.bool_())}), tmp_path / "t.parquet")
    assert "the table is empty" in refusal(tmp_path / "t.parquet")


def test_rows_of_several_groups_are_counted_on(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    values = [n % 3 == 0 for n in range(2500)]
    write_table(pa.table({"success": values}), path, row_group_size=700)
    found = rows(path)
    assert [row.success for row in found] == values
    assert [row.task for row in found] == [str(n + 1) for n in range(2500)]


def test_answers_are_compared(tmp_path: Path) -> None:
    records = [{"task": "x", "success": True, "patch": f"p{n % 2}"} for n in range(4)]
    path = table_parquet(tmp_path / "t.parquet", records)
    (warning,) = audit(path)["warnings"]
    assert "2 of 4 answers repeat another one" in warning


def test_text_that_is_none(tmp_path: Path) -> None:
    bad = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff"))
    write_table(pa.table({"success": [True], "task": bad}), tmp_path / "t.parquet")
    assert "not a sound parquet file: 'utf-8' codec can't decode" in refusal(tmp_path / "t.parquet")


# The process


def printed(path: Path, *only: str) -> tuple[int, list[Any]]:
    output = io.StringIO()
    code = parquet_process.main(str(path), only, output)
    return code, [json.loads(line) for line in output.getvalue().splitlines()]


def test_it_prints_columns_and_rows(tmp_path: Path) -> None:
    records = [{"a": n, "b": f"{n}", "c": [n]} for n in range(3)]
    path = table_parquet(tmp_path / "t.parquet", records)
    assert printed(path) == (0, [["a", "b"], [0, "0"], [1, "1"], [2, "2"]])
    assert printed(path, "b", "none") == (0, [["b"], ["0"], ["1"], ["2"]])


def test_it_says_what_is_wrong(tmp_path: Path) -> None:
    code, (told,) = printed(write(tmp_path / "t.parquet", "PAR1, or is it?"))
    assert code == 1
    assert "Parquet" in told
    assert parquet_process._told(ValueError()) == "ValueError"
    assert parquet_process._told(pa.ArrowMemoryError("no")) == "its rows take too much memory"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_it_allows_itself_a_gigabyte_more_than_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda what, most: limits.append((what, most)))
    parquet_process._limit()
    ((what, (soft, hard)),) = limits
    assert what == resource.RLIMIT_AS
    assert soft == hard > 2**30


def test_where_the_system_does_not_say_what_it_has_there_is_no_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    monkeypatch.setattr(resource, "setrlimit", pytest.fail)
    parquet_process._limit()


def test_a_file_at_which_pyarrow_breaks_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table_parquet(tmp_path / "t.parquet")
    text = """import os\nprint('["success"]\\n[tr', end='', flush=True)\nos.abort()\n"""
    monkeypatch.setattr(parquet, "_SCRIPT", write(tmp_path / "script.py", text))
    assert "not a sound parquet file: pyarrow breaks off at it" in refusal(path)


def test_it_is_ended_when_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table_parquet(tmp_path / "t.parquet")
    text = """print('["success"]')\nwhile True: print('[1]', flush=True)\n"""
    monkeypatch.setattr(parquet, "_SCRIPT", write(tmp_path / "script.py", text))
    found = parquet.parquet_records(path, ())
    assert [next(found) for _ in range(3)] == [{"success": 1}] * 3
    del found  # and no process is left, which pytest would tell


def test_names_of_columns_of_any_kind(tmp_path: Path) -> None:
    names = ["-c", "\0", "\n", "[red]", "a" * 200_000, "success"]
    path = table_parquet(tmp_path / "t.parquet", [dict.fromkeys(names, True)])
    assert len(rows(path)) == 1
    told = audit(path, "--task", "-c", "--rollout", "a" * 200_000)
    assert told["agents"][0]["tasks"] == 1
