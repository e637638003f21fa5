"""What is printed: understandable without knowing the code, and harmless for a terminal."""

import json
import re
from pathlib import Path

import pytest
from audit.helpers import (
    EXAMPLE,
    SOUND,
    audit,
    evalplus,
    human_eval,
    lines,
    run,
    swe_report,
    table_csv,
    terminal_bench,
    write,
)

from codebench.words import printable


def test_everything_is_printed_and_explained() -> None:
    text = run(EXAMPLE).stdout
    for head in (
        "success",
        "reliability@5",
        "reliability^5",
        "secure@5",
        "tests passed",
        "clamp@5",
    ):
        assert head in text
    assert "at least one of 5 rollouts solves a task, the field's pass@5" in text
    assert "the chance that all 5 do" in text
    assert "95% interval for other tasks like these" in text
    assert "only a rollout that solves its task and is secure counts as a success" in text
    assert "It is no chance of success" in text
    assert "1 file read as inspect." in text
    assert "The three differ" not in text  # every rollout has five tests


def test_at_k_1_nothing_is_printed_twice() -> None:
    text = run(EXAMPLE, "-k", "1").stdout
    assert "reliability" not in text
    assert "secure@1" not in text
    assert "clamp@1" in text


def test_where_the_variants_part_it_is_told(tmp_path: Path) -> None:
    text = run(terminal_bench(tmp_path / "results.json"), "-k", "3").stdout
    assert "a rollout has fewer than 3 tests (up to 100% of an agent's here)" in text
    assert re.search(r"clamp@3 +pad@3 +skip@3", text)
    assert "Limit: no task has 3 scored rollouts, so nothing can be said of k = 3" in text
    assert "try -k 2." in text


def test_one_attempt_says_nothing_of_more(tmp_path: Path) -> None:
    path = write(tmp_path / "t.csv", "agent,task,success\na,x,1\na,y,0\n")
    text = run(path).stdout
    assert "reliability" not in text
    assert "Limit: there is one attempt at each task, so nothing can be said of k > 1." in (text)


def test_agents_with_too_few_rollouts_are_named(tmp_path: Path) -> None:
    text = (
        "agent,task,success\n" + "a,x,1\na,x,0\nb,x,1\n" + "".join(f"c{n},x,1\n" for n in range(7))
    )
    told = audit(write(tmp_path / "t.csv", text), "-k", "2")
    assert told["limits"][0] == (
        "no figure at k = 2, as no task has so many scored rollouts: b, c0, c1, c2, c3 and 3 more"
    )


def test_agents_without_counts_of_tests_are_named(tmp_path: Path) -> None:
    terminal_bench(write(tmp_path / "run" / "results.json", ""))
    human_eval(tmp_path / "m.jsonl")
    result = run(tmp_path)
    assert "Limit: no counts of tests: m." in result.stdout
    assert "2 files read: 1 as human-eval, 1 as terminal-bench." in result.stdout
    assert "Warning: agents were not given the same 4 tasks" in result.stdout


def test_rank_changes_are_printed(tmp_path: Path) -> None:
    text = "agent,task,success,tests_passed,tests_total\n"
    text += "a,x,1,10,10\na,y,0,0,10\nb,x,0,9,10\nb,y,0,9,10\nc,x,0,0,10\nc,y,0,0,10\n"
    printed = run(write(tmp_path / "t.csv", text), "-k", "2").stdout
    assert "Against the order of 3 agents by strict success" in printed
    assert (
        "by share of tests: Kendall's tau 0.00; places change in 1 pair (b is ahead of a); "
        "success has them equal in 1 pair (b is ahead of c)." in printed
    )


def test_an_order_that_does_not_change_is_told(tmp_path: Path) -> None:
    text = "agent,task,success\na,x,1\na,x,1\nb,x,0\nb,x,0\n"
    printed = run(write(tmp_path / "t.csv", text), "-k", "2").stdout
    assert "by reliability@2: Kendall's tau 1.00; no places change." in printed


def test_many_changes_are_counted(tmp_path: Path) -> None:
    text = "agent,task,success,tests_passed,tests_total\n" + "".join(
        f"a{n},x,1,9,10\na{n},y,{n % 2},{n},10\n" for n in range(8)
    )
    printed = run(write(tmp_path / "t.csv", text)).stdout
    assert re.search(r"places change in 6 pairs \(.*, .*, .*, .*, .* and 1 more\)", printed)


def test_files_that_are_passed_over_are_told(tmp_path: Path) -> None:
    swe_report(tmp_path)
    write(tmp_path / "config.json", {"temperature": 0})
    write(tmp_path / "tools.json", [{"name": "bash", "enabled": True}])
    write(tmp_path / "more.jsonl", '{"seen": true}\n')
    write(tmp_path / "preds.jsonl", '{"instance_id": "a-1", "model_patch": "x"}\n')
    table_csv(tmp_path / "t.csv")
    result = run(tmp_path)
    assert f"4 other files passed over, such as {tmp_path}/config.json." in (
        result.stdout.replace("\n", "")
    )


@pytest.mark.parametrize(
    "name",
    [
        "[red]a[/red]",
        "[/]",
        "[bold",
        "\x1b[31mred\x1b[0m",
        "\x1b]0;title\x07",
        "\x9b31m",
        "a\r\nb",
        "a\tb",
        "\x00",
        "\ud800",
        "\u202eevil\u2066",
        "\ufeff",
        "中文 😀 é",
        "a" * 5000,
        "{0} {braces} %s",
    ],
)
def test_names_cannot_steer_the_terminal(tmp_path: Path, name: str) -> None:
    records = [
        {"agent": agent, "task": name, "rollout": n, "success": n % 2}
        for agent in (name, f"{name}b")
        for n in (0, 1, 1)
    ] + [{"agent": "c", "task": "x", "rollout": 0, "success": 0}]
    path = lines(tmp_path / "t.jsonl", records)
    result = run(path, "-k", "1")
    assert result.exit_code == 0
    shown = printable(name.strip())
    assert shown[:20] in result.stdout or shown == ""
    for each in result.stdout:
        assert each == "\n" or each.isprintable()
    told = audit(path)
    assert name.strip() in {agent["agent"] for agent in told["agents"]} | {""}


def test_names_of_files_and_columns_cannot_either(tmp_path: Path) -> None:
    bad = "\x1b[31m[/]"
    path = write(tmp_path / f"{bad.replace('/', '')}.csv", f"{bad},task,success\n1,x,1\n")
    result = run(path, "--agent", bad)
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    result = run(path, "--agent", "other")
    assert result.exit_code == 1
    assert "\x1b" not in result.stderr
    assert r"\x1b" in result.stderr


def test_a_figure_in_a_warning_cannot_either(tmp_path: Path) -> None:
    path = evalplus(tmp_path / "\x1b[2J_eval_results.json")
    data = json.loads(path.read_text())
    data["pass_at_k"] = {"pass@1": 0.9}
    result = run(write(path, data))
    assert "Warning: " in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("kind", SOUND)
def test_the_output_of_every_format_fits_a_narrow_terminal(tmp_path: Path, kind: str) -> None:
    name, make = SOUND[kind]
    result = run(make(tmp_path / name), "-k", "2")
    tables = [line for line in result.stdout.splitlines() if line.startswith(("  ", " ─"))]
    assert tables
    assert max(map(len, tables)) <= 80
    assert "0.250" in result.stdout


def test_json_holds_what_is_printed(tmp_path: Path) -> None:
    told = audit(table_csv(tmp_path / "t.csv"), "-k", "2")
    assert set(told) == {
        "k",
        "level",
        "files",
        "passed_over",
        "agents",
        "rank_changes",
        "notes",
        "limits",
        "warnings",
    }
    assert told["level"] == 0.95
    (agent,) = told["agents"]
    assert agent["fewer_tests_than_k"] == 0.0
    assert agent["success"]["method"] == "envelope"
    assert agent["test_fraction"]["method"] == "wilson"
    assert agent["success"]["estimand"] == agent["test_fraction"]["estimand"] == "population"


@pytest.mark.parametrize("k", ["0", "10001", "x"])
def test_k_is_within_limits(tmp_path: Path, k: str) -> None:
    assert run(table_csv(tmp_path / "t.csv"), "-k", k).exit_code == 2


def test_a_large_k_takes_no_time(tmp_path: Path) -> None:
    (agent,) = audit(table_csv(tmp_path / "t.csv"), "-k", "10000")["agents"]
    assert agent["broken_pass_at_k"]["clamp"]["estimate"] == 1.0
