"""What the tests of `codebench audit` share: running it, and small sound files of every format."""

import csv
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from codebench.audit.detection import format_of
from codebench.audit.model import Choice, Claim, Found, Remark, Row
from codebench.cli import main

DATA = next(
    (each / "shared" / "data" for each in Path(__file__).parents if (each / "shared").exists()),
    Path("shared", "data"),
)
"""Real files of others, beside a checkout and never in it."""

EXAMPLE = Path(__file__).parents[2] / "logs" / "example.eval"


def run(*arguments: str | Path) -> Result:
    """The command's result. An exception that it does not turn into a sentence is one of ours."""
    result = CliRunner().invoke(main, ["audit", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def audit(*arguments: str | Path) -> dict[str, Any]:
    """What the command says as JSON."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout, parse_constant=pytest.fail)
    return told


def refusal(*arguments: str | Path) -> str:
    """The one sentence with which the command refuses."""
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 6000
    return result.stderr


def found(path: Path, **choice: Any) -> list[Found]:
    """What the reader of a file yields."""
    told = Choice(**choice)
    return list(format_of(path, told).read(path))


def rows(path: Path, **choice: Any) -> list[Row]:
    return [each for each in found(path, **choice) if isinstance(each, Row)]


def claims(path: Path) -> dict[str, float]:
    return {each.name: each.value for each in found(path) if isinstance(each, Claim)}


def remarks(path: Path) -> list[str]:
    return [each.text for each in found(path) if isinstance(each, Remark)]


def write(path: Path, data: object) -> Path:
    """Write a document, or a text as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        text = data if isinstance(data, str) else json.dumps(data)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def lines(path: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    return write(path, "".join(json.dumps(record) + "\n" for record in records))


def any_of(n: int, c: int, k: int) -> float:
    """Reliability@k of one task, from its definition."""
    return 1 - comb(n - c, k) / comb(n, k)


def all_of(n: int, c: int, k: int) -> float:
    return comb(c, k) / comb(n, k)


# Sound files of two tasks with two rollouts each: solved once, and never


def swe_report(folder: Path) -> Path:
    for run_id, resolved in (("one", True), ("two", False)):
        for task, fine in (("a-1", resolved), ("b-2", False)):
            status = {
                "FAIL_TO_PASS": {"success": ["x"] * fine, "failure": ["x"] * (not fine)},
                "PASS_TO_PASS": {"success": ["y"] * 9, "failure": []},
            }
            report = {task: {"resolved": fine, "tests_status": status}}
            where = folder / "logs" / "run_evaluation" / run_id / "agent-x" / task
            write(where / "report.json", report)
    return folder


def swe_summary(folder: Path) -> Path:
    for run_id, resolved in (("one", ["a-1"]), ("two", [])):
        data = {"submitted_ids": ["a-1", "b-2"], "resolved_ids": resolved, "schema_version": 2}
        write(folder / f"agent-x.{run_id}.json", data)
    return folder


def evalplus(path: Path) -> Path:
    data = {
        "date": "2026-01-02",
        "eval": {
            task: [
                {"task_id": task, "solution": f"{task}{n}", "base_status": end, "plus_status": end}
                for n, end in enumerate(ends)
            ]
            for task, ends in (("T/0", ["pass", "fail"]), ("T/1", ["fail", "timeout"]))
        },
        "pass_at_k": {"base": {"pass@1": 0.25}, "plus": {"pass@1": 0.25}},
    }
    return write(path, data)


def old_evalplus(path: Path) -> Path:
    ends = {"T/0": [["success", [1, 1]], ["failed", [1, 0]]], "T/1": [["failed", [0, 0]]] * 2}
    data = {task: {"nfiles": 2, "base": base, "plus": []} for task, base in ends.items()}
    return write(path, {"eval": data})


def bigcodebench(path: Path) -> Path:
    ends = {"B/0": ["pass", "fail"], "B/1": ["fail", "timeout"]}
    data = {
        task: [{"solution": f"{task}{n}", "status": end} for n, end in enumerate(own)]
        for task, own in ends.items()
    }
    return write(path, {"eval": data})


def human_eval(path: Path) -> Path:
    records = [
        {"task_id": task, "completion": f"{task} {n}", "result": "?", "passed": fine}
        for task, own in (("H/0", [True, False]), ("H/1", [False, False]))
        for n, fine in enumerate(own)
    ]
    return lines(path, records)


def lm_eval(path: Path) -> Path:
    return lines(path, [lm_record(0, 0.5), lm_record(1, 0.0)])


def lm_record(doc: int, score: float, answers: int = 2, **more: Any) -> dict[str, Any]:
    texts = [f"{doc} {n}" for n in range(answers)]
    return {
        "doc_id": doc,
        "target": "t",
        "resps": [texts],
        "filtered_resps": [texts],
        "filter": "create_test",
        "metrics": ["pass@1"],
        "pass@1": score,
    } | more


def terminal_bench(path: Path) -> Path:
    data = {
        "id": "1",
        "results": [
            tb_trial("x.1-of-2", resolved=True, tests={"a": "passed", "b": "passed"}),
            tb_trial("x.2-of-2", resolved=False, tests={"a": "passed", "b": "failed"}),
            tb_trial("y.1-of-2", resolved=False, tests={"a": "failed", "b": "failed"}),
            tb_trial("y.2-of-2", resolved=False, tests={"a": "failed", "b": "failed"}),
        ],
        "accuracy": 0.25,
        "n_resolved": 1,
        "pass_at_k": {"2": 0.5},
    }
    return write(path, data)


def tb_trial(
    name: str, *, resolved: bool | None, tests: dict[str, str] | None, mode: str = "unset"
) -> dict[str, Any]:
    return {
        "trial_name": name,
        "task_id": name.partition(".")[0],
        "is_resolved": resolved,
        "failure_mode": mode,
        "parser_results": tests,
    }


def harbor_trial(name: str, reward: float | None, **more: Any) -> dict[str, Any]:
    return {
        "task_name": name.partition("__")[0],
        "trial_name": name,
        "agent_info": {"name": "claude", "version": "1", "model_info": {"name": "m"}},
        "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
    } | more


def harbor(path: Path) -> Path:
    trials = {"t1__a": 1.0, "t1__b": 0.0, "t2__a": 0.5, "t2__b": 0.0}
    data = {
        "id": "j",
        "stats": {"evals": {"claude__m__data": {"n_trials": 4}}},
        "trial_results": [harbor_trial(name, reward) for name, reward in trials.items()],
    }
    return write(path, data)


RECORDS = [
    {"model": "m", "task_id": task, "attempt": n, "resolved": fine, "tests_passed": 1 + fine}
    | {"tests_total": 2}
    for task, own in (("x", [True, False]), ("y", [False, False]))
    for n, fine in enumerate(own)
]


def table_csv(path: Path) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(RECORDS[0]))
        writer.writeheader()
        writer.writerows(RECORDS)
    return path


def table_jsonl(path: Path) -> Path:
    return lines(path, RECORDS)


def table_json(path: Path) -> Path:
    return write(path, RECORDS)


def table_parquet(path: Path, records: Sequence[Mapping[str, Any]] = RECORDS) -> Path:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.Table.from_pylist(records), path)
    return path


def log_in_json(path: Path, samples: int = 4) -> Path:
    with zipfile.ZipFile(EXAMPLE) as log:
        header = json.loads(log.read("header.json"))
        names = [name for name in log.namelist() if name.startswith("samples/")][:samples]
        header["samples"] = [json.loads(log.read(name)) for name in names]
    header["eval"]["dataset"]["sample_ids"] = None
    ordered = {key: header[key] for key in ("version", "status", "eval", "plan", "samples")}
    return write(path, ordered)


SOUND: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "swe-bench reports": ("runs", swe_report),
    "swe-bench summaries": ("summaries", swe_summary),
    "evalplus": ("m_eval_results.json", evalplus),
    "evalplus before 0.2": ("old_eval_results.json", old_evalplus),
    "bigcodebench": ("big_eval_results.json", bigcodebench),
    "human-eval": ("m_samples.jsonl_results.jsonl", human_eval),
    "lm-eval": ("samples_humaneval_2026-01-02T03-04-05.jsonl", lm_eval),
    "terminal-bench": ("results.json", terminal_bench),
    "harbor": ("result.json", harbor),
    "csv": ("t.csv", table_csv),
    "jsonl": ("t.jsonl", table_jsonl),
    "json": ("t.json", table_json),
    "parquet": ("t.parquet", table_parquet),
}
"""Format to the name of a file or folder, and what makes it. All tell of the same outcomes."""
