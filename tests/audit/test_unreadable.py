"""Files that are empty, cut short, malformed, of another kind: one sentence, or passed over."""

import gzip
import json
import os
import re
import zipfile
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from audit.helpers import (
    EXAMPLE,
    SOUND,
    audit,
    lm_record,
    log_in_json,
    refusal,
    run,
    table_csv,
    tb_trial,
    write,
)

NAMES = {kind: name for kind, (name, _) in SOUND.items() if "swe" not in kind}
NAMES |= {"swe-bench reports": "report.json", "swe-bench summaries": "m.run.json"}
NAMES |= {"log in JSON": "log.json", "log": "log.eval"}

LINES = {"human-eval", "lm-eval", "jsonl"}
PACKED = {"parquet", "log"}


def sound(kind: str, folder: Path) -> Path:
    """One sound file of a kind."""
    path = folder / NAMES[kind]
    if kind == "log":
        return write(path, EXAMPLE.read_bytes())
    if kind == "log in JSON":
        return log_in_json(path)
    made = SOUND[kind][1](folder / "made" / SOUND[kind][0] if "swe" in kind else path)
    if "swe" in kind:
        first = min(made.rglob("*.json"))
        return write(path, first.read_bytes())
    return made


@pytest.mark.parametrize("kind", NAMES)
def test_the_sound_file_is_read(tmp_path: Path, kind: str) -> None:
    assert audit(sound(kind, tmp_path))["agents"]


@pytest.mark.parametrize("text", ["", " \n\n\t", "\ufeff\n"])
@pytest.mark.parametrize("kind", NAMES)
def test_an_empty_file(tmp_path: Path, kind: str, text: str) -> None:
    path = write(tmp_path / NAMES[kind], text)
    told = refusal(path)
    assert str(path) in told.replace("\n", "")
    if not text.strip():
        assert "the file is empty" in told


@pytest.mark.parametrize("share", [0.02, 0.47, 0.98])
@pytest.mark.parametrize("kind", sorted(NAMES.keys() - {"csv"}))
def test_a_file_that_is_cut_short(tmp_path: Path, kind: str, share: float) -> None:
    path = sound(kind, tmp_path)
    data = path.read_bytes()
    told = refusal(write(path, data[: int(len(data) * share)]))
    assert str(path) in told


@pytest.mark.parametrize("kind", sorted(NAMES.keys() - PACKED))
@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe\xfd\xfc",
        b"\x00" * 1000,
        b"{",
        b"{]",
        b'{"a": tru}',
        b'{"a" 1}',
        b"{1: 2}",
        b'"text"',
        b"17",
        b"null",
        b"1e999",
        b"[]",
        b"[[1]]",
        b"{}",
        b'{"some": "thing"}\n',
        b'{"a": ' + b"9" * 5001 + b"}",
        b'{"eval": 3}',
        b'{"a": "\\ud800", "a": 1}',
        b'{"a": "\x01"}',
        "Grüße\n".encode("latin-1"),
        b"\x89PNG\r\n\x1a\n" + b"\x00" * 50,
    ],
    ids=lambda data: repr(data[:12]),
)
def test_something_else_under_the_name(tmp_path: Path, kind: str, data: bytes) -> None:
    path = write(tmp_path / NAMES[kind], data)
    assert str(path) in refusal(path)


@pytest.mark.parametrize("kind", ["evalplus", "terminal-bench", "json", "harbor"])
def test_what_is_wrong_with_a_document(tmp_path: Path, kind: str) -> None:
    path = sound(kind, tmp_path)
    text = path.read_text()
    for changed, sentence in (
        (text[:-1], "not JSON: no"),
        (text + "{}", f"more follows after its end at character {len(text) + 1}"),
        (text.replace(":", ": " + "[" * 100_000, 1), "nested too deep"),
        (text.replace(": ", f": {'9' * 5001}, ", 1), "a number in it has thousands of digits"),
        (text.replace('"id"', '"x": 1, "x": 2, "id"', 1), "has the key 'x' twice"),
    ):
        if changed != text:
            assert sentence in refusal(write(path, changed))


def test_a_key_of_a_long_object_that_is_there_twice(tmp_path: Path) -> None:
    sample = '[{"base_status": "pass"}]'
    path = write(
        tmp_path / "m.json", f'{{"eval": {{"a": {sample}, "b": {sample}, "a": {sample}}}}}'
    )
    assert "an object in it has the key 'a' twice" in refusal(path)


@pytest.mark.parametrize("kind", sorted(LINES))
def test_what_is_wrong_with_a_line(tmp_path: Path, kind: str) -> None:
    path = sound(kind, tmp_path)
    text = path.read_text()
    count = text.count("\n")
    for line, sentence in (
        ("[1]", "is no JSON object"),
        ("{", "is not JSON: expecting property name"),
        ("[" * 100_000, "is not JSON: nested too deep"),
        ('{"a": 1, "a": 2}', "is not JSON: an object in it has the key 'a' twice"),
        ('{"a": 1} {"a": 2}', "is not JSON: more follows after its end"),
        (f'{{"a": {"9" * 5001}}}', "is not JSON: a number in it has thousands of digits"),
    ):
        told = refusal(write(path, f"{text}\n{line}\n"))
        assert f"line {count + 2} {sentence}" in told


@pytest.mark.parametrize(("one", "two"), sorted(permutations(LINES, 2)))
def test_two_formats_in_one_file(tmp_path: Path, one: str, two: str) -> None:
    first, second = (sound(kind, tmp_path / kind) for kind in (one, two))
    count = len(first.read_text().splitlines())
    told = refusal(write(first, first.read_text() + second.read_text()))
    assert re.search(rf"(line|row) {count + 1} ", told)


# Fields of the wrong kind

WRONG: tuple[Any, ...] = (None, True, -1, 1.5, "text", [], [1], {}, {"a": 1}, [None], [[]])


def variants(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every copy of a document in which one value is of another kind, or is not there."""
    for key in data if isinstance(data, dict) else ():
        yield path, {each: value for each, value in data.items() if each != key}
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            for place, changed in variants(value, (*path, key)):
                copied: Any = dict(data) if isinstance(data, dict) else list(data)
                copied[key] = changed
                yield place, copied
    for wrong in WRONG:
        yield path, wrong


DOCUMENTS = {"swe-bench reports", "swe-bench summaries", "evalplus", "evalplus before 0.2"}
DOCUMENTS |= {"bigcodebench", "terminal-bench", "harbor"}


@pytest.mark.parametrize("kind", sorted(DOCUMENTS))
def test_any_field_of_the_wrong_kind(tmp_path: Path, kind: str) -> None:
    path = sound(kind, tmp_path)
    data = json.loads(path.read_text())
    refused = 0
    for _, changed in variants(data):
        refused += acceptable(write(path, changed))
    assert refused


@pytest.mark.parametrize("kind", sorted(LINES))
def test_any_field_of_a_line_of_the_wrong_kind(tmp_path: Path, kind: str) -> None:
    path = sound(kind, tmp_path)
    text = path.read_text()
    refused = 0
    for _, changed in variants(json.loads(text.splitlines()[-1])):
        refused += acceptable(write(path, text + json.dumps(changed) + "\n"))
    assert refused


def acceptable(path: Path) -> bool:
    """Whether a file is refused in a sentence; else its figures must be shares."""
    result = run(path, "--json")
    if result.exit_code:
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        return True
    for agent in json.loads(result.stdout, parse_constant=pytest.fail)["agents"]:
        assert agent["success"] is None or 0 <= agent["success"]["estimate"] <= 1
    return False


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("m.json", {"resolved_ids": []}, "a summary of SWE-bench without a submitted instance"),
        ("m.json", {"resolved_ids": [1]}, "resolved_ids is no list of instance ids"),
        ("m.json", {"resolved_ids": [], "submitted_ids": "a"}, "submitted_ids is no list"),
        ("m.json", {"resolved": [], "no_generation": [], "generated": []}, "without an instance"),
        ("m.json", {"a": {"resolved": True, "tests_status": 3}}, "tests_status is not that of"),
        (
            "m.json",
            {
                "resolved": True,
                "tests_status": {
                    "FAIL_TO_PASS": {"success": "abc", "failure": []},
                    "PASS_TO_PASS": {"success": [], "failure": []},
                },
            },
            "tests_status is not that of",
        ),
        ("m.json", {"eval": {}}, "no task has a sample"),
        ("m.json", {"eval": {"a": []}}, "no task has a sample"),
        ("m.json", {"eval": {"a": [3]}}, "sample 1 of a has no status"),
        ("m.json", {"eval": {"a": [{"base_status": 3}]}}, "sample 1 of a has no status"),
        ("m.json", {"eval": {"a": [], "b": {}}}, "b has no list of samples"),
        ("m.json", {"eval": {"a": {"base": 3}}}, "a is not as EvalPlus has it"),
        ("m.json", {"eval": {"a": {"base": []}}}, "no task has a sample"),
        ("m.json", {"eval": {"a": {"base": [["failed", [2]]]}}}, "a is not as EvalPlus has it"),
        ("results.json", {"results": [], "n_resolved": 0}, "Terminal-Bench without a trial"),
        ("results.json", {"results": [3], "n_resolved": 0}, "not that of a trial"),
        (
            "results.json",
            {"results": [tb_trial("x", resolved=True, tests=None) | {"parser_results": [1]}]},
            "the results of x are not those of single tests",
        ),
        ("result.json", {"stats": {"evals": {"a": 3}}}, "stats are not those of a job of Harbor"),
        (
            "result.json",
            {"stats": {"evals": {"a": {"reward_stats": {"reward": {"much": ["t"]}}}}}},
            "stats are not those of a job of Harbor",
        ),
        ("result.json", {"trial_name": "a", "verifier_result": 3}, "not that of Harbor"),
        ("result.json", {"trial_name": "a", "verifier_result": None}, "not that of Harbor"),
        ("t.json", [{"a": 1}, 3], "neither results of a known benchmark nor a list of objects"),
    ],
)
def test_documents_that_lack_something(
    tmp_path: Path, name: str, data: object, sentence: str
) -> None:
    assert sentence in refusal(write(tmp_path / name, data))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("t.csv", "agent,success\n", "the table is empty"),
        ("t.csv", "agent,success\na,1,2\n", "line 2 has another number of columns"),
        ("t.csv", "agent,success\na\n", "line 2 has another number of columns"),
        ("t.csv", 'agent,success\n"a,1\n', "line 2 is not as CSV has it: unexpected end of data"),
        ("t.csv", 'agent,success\n"a"b,1\n', "line 2 is not as CSV has it"),
        ("t.csv", "success,success\n1,0\n", "several columns have the name success"),
        ("t.csv", "name,text\na,some\n", "no column says yes or no"),
        ("t.json", '[{"a": 1}', "not JSON: no ] at character 10"),
        ("t.json", '{"a": 1}\n{"a": 2}\n', "JSON Lines has a name that ends in .jsonl"),
        ("t.jsonl", "{}\n", "no column says yes or no"),
    ],
)
def test_tables_that_are_none(tmp_path: Path, name: str, text: str, sentence: str) -> None:
    assert sentence in refusal(write(tmp_path / name, text))


def test_a_bad_field_of_lm_eval_in_a_later_line(tmp_path: Path) -> None:
    records = [lm_record(0, 0.5), lm_record(1, 0.5) | {"pass@1": None}]
    path = write(tmp_path / "s.jsonl", "\n".join(map(json.dumps, records)))
    assert "line 2 has pass@1=None, which is no number within 0 and 1" in refusal(path)


# Paths


def test_paths_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    for path, sentence in (
        (tmp_path / "none.csv", "there is no such file or folder"),
        (tmp_path / "loop.json", "there is no such file or folder"),
        (tmp_path / "empty", "no file of results in it"),
        (tmp_path / ("x" * 300), "File name too long"),
        (tmp_path / "none.csv" / "more", "there is no such file or folder"),
    ):
        assert sentence in refusal(path)


@pytest.mark.parametrize(
    ("kind", "other"), [("csv", "evalplus"), ("evalplus", "harbor"), ("jsonl", "lm-eval")]
)
def test_a_format_that_a_file_is_not_of(tmp_path: Path, kind: str, other: str) -> None:
    path = sound(kind, tmp_path)
    assert f"not a file of {other}" in refusal(path, "--format", other)
    assert "No results in the files given, which are others" in refusal(tmp_path, "--format", other)


def test_a_format_that_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "log.eval", EXAMPLE.read_bytes())
    for kind in ("csv", "evalplus", "harbor"):
        sound(kind, tmp_path)
    for form in ("table", "evalplus", "harbor", "inspect"):
        told = audit(tmp_path, "--format", form)
        assert {source["format"] for source in told["files"]} == {form}, form
    table = sound("csv", tmp_path)
    assert "cannot be read as an Inspect log" in refusal(table, "--format", "inspect")
    assert "not a file of evalplus" in refusal(sound("json", tmp_path), "--format", "evalplus")


def test_packed_files_are_named(tmp_path: Path) -> None:
    data = table_csv(tmp_path / "t.csv").read_bytes()
    write(tmp_path / "t.csv.gz", gzip.compress(data))
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        archive.writestr("t.csv", data)
    assert "is packed with gzip: unpack it first" in refusal(tmp_path / "t.csv.gz")
    assert "is packed with zip: unpack it first" in refusal(tmp_path / "t.zip")


def test_a_damaged_file_in_a_folder_is_not_passed_over(tmp_path: Path) -> None:
    """Figures that silently lack a part would be wrong."""
    sound("csv", tmp_path)
    path = write(tmp_path / "b.json", "{")
    assert str(path) in refusal(tmp_path)


def test_a_list_that_turns_into_something_else_is_not_passed_over(tmp_path: Path) -> None:
    rows = [{"task": "x", "success": True}] * 300
    path = write(tmp_path / "a.json", [*rows, 3])
    assert f"{path}: neither results of a known benchmark" in refusal(tmp_path)
    sound("csv", tmp_path)
    write(path, [3, *rows])
    assert audit(tmp_path)["passed_over"] == [str(path)]


def test_a_device_and_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "is no regular file" in refusal(tmp_path / "pipe.json")
    assert "is no regular file" in refusal("/dev/zero")
    (tmp_path / "zero.csv").symlink_to("/dev/zero")
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    (tmp_path / "again").symlink_to(tmp_path)
    table_csv(tmp_path / "t.csv")
    told = audit(tmp_path)
    assert [source["path"] for source in told["files"]] == [str(tmp_path / "t.csv")]


def test_pipes_beside_a_job_and_a_run(tmp_path: Path) -> None:
    for name in ("harbor", "terminal-bench"):
        sound(name, tmp_path)
    job = json.loads((tmp_path / "result.json").read_text()) | {"trial_results": None}
    job["stats"]["evals"]["claude__m__data"]["reward_stats"] = {"reward": {"1": ["t__a"]}}
    write(tmp_path / "result.json", job)
    (tmp_path / "trial").mkdir()
    os.mkfifo(tmp_path / "trial" / "result.json")
    os.mkfifo(tmp_path / "run_metadata.json")
    assert len(audit(tmp_path)["agents"]) == 2


def unreadable(path: Path) -> Path:
    """A regular file that nobody can read, whoever runs the tests."""
    path.symlink_to("/proc/self/mem")
    return path


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs Linux")
@pytest.mark.parametrize("name", ["a.json", "a.csv", "a.jsonl", "a.parquet", "a.eval"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    path = unreadable(tmp_path / name)
    for given in (path, tmp_path):
        assert f"{path}: cannot be read: Input/output error" in refusal(given)


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose path is longer than the system allows, which stops root as well."""
    table_csv(tmp_path / "t.csv")
    monkeypatch.chdir(tmp_path)
    for _ in range(20):
        Path("x" * 250).mkdir()
        monkeypatch.chdir("x" * 250)
    assert "cannot be read: File name too long" in refusal(tmp_path).replace("x" * 250, "")
