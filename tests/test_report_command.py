"""`codebench report`: what it prints and writes, and its one sentence for each mistake."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import read_eval_log, write_eval_log
from run_logs import Values, foreign_log, suite_log

from codebench.cli import main
from codebench.words import printable

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"
VALUES: Values = {"a": ["SW", "W", "S", "-"], "b": ["SW", "SW", "?", "W"]}


def report(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


def refusal(*arguments: str | Path) -> str:
    """The one sentence."""
    result = report(*arguments)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert "Traceback" not in result.output
    (line,) = result.stderr.splitlines()
    return line.removeprefix("Error: ")


def test_tables_and_a_foot_for_people(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, model="mockllm/one")
    suite_log(tmp_path, {"a": ["-"] * 4, "b": ["W", "W", "-", "-"]}, model="mockllm/two")
    result = report(tmp_path)
    assert result.exit_code == 0, result.output
    for word in ("secure@2", "secure^2", "works@2", "works^2", "missing", "mockllm/one"):
        assert word in result.stdout
    assert "Differences of secure@2; p after Holm for 1 of 1 pairs" in result.stdout
    assert (
        "k=2, n=3 to 4 scored rollouts of a challenge, 2 challenges. reliability@k: at least one "
        "of k rollouts succeeds; reliability^k: all k do."
    ) in result.stdout
    assert "16 rollouts, 1 of them unscored. Sorted by secure reliability@k." in result.stdout
    assert (
        "Intervals: 95%, method envelope, estimand population (challenges like these)."
    ) in result.stdout
    assert max(map(len, result.stdout.split("k=2, n=3", 1)[0].splitlines())) <= 80


def test_a_task_of_others_speaks_of_success(tmp_path: Path) -> None:
    for model in ("mockllm/one", "mockllm/two"):
        foreign_log(tmp_path, {"a": [0.2, 0.8], "b": [0.9, 0.9]}, model=model)
    result = report(tmp_path, "--threshold", "0.5", "-k", "2", "--scorer", "looked_up")
    assert "success@2" in result.stdout
    assert "secure" not in result.stdout
    assert "Success is what the scorer looked_up >= 0.5 says." in result.stdout
    assert "saturated" in result.stdout


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    html = tmp_path / "out.html"
    result = report(EXAMPLE, "--json", "--html", html)
    told = json.loads(result.stdout)
    assert list(told) == ["tasks", "estimand", "method", "level", "logs", "notes"]
    assert result.stderr == f"Written to {html}\n"
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_html_is_written_beside_the_tables(tmp_path: Path) -> None:
    html = tmp_path / "out.html"
    result = report(EXAMPLE, "--html", html, "--bundle", "../bundle")
    assert f"Written to {html}" in result.stdout
    assert 'href="../bundle/index.html#/logs/example.eval/' in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("method", "estimand"),
    [("wilson", "population"), ("bootstrap", "population"), ("delta", "suite")],
)
def test_a_method_says_what_it_is_about(method: str, estimand: str) -> None:
    told = json.loads(report(EXAMPLE, "--json", "--interval", method).stdout)
    interval = told["tasks"][0]["rows"][0]["any_of_k"]
    assert (interval["method"], interval["estimand"]) == (method, estimand)
    assert (told["method"], told["estimand"]) == (method, estimand)
    shown = report(EXAMPLE, "--interval", method).stdout
    assert f"method {method}, estimand {estimand}" in shown


def test_the_suite_has_a_default_of_its_own() -> None:
    shown = report(EXAMPLE, "--estimand", "suite").stdout
    assert "method challenge-posteriors, estimand suite (these very challenges)" in shown


def test_mistakes_get_one_sentence(tmp_path: Path) -> None:
    odd = foreign_log(tmp_path, {"a": [0.5, 1]})
    assert refusal("/nowhere") == "/nowhere: there is no such file or folder."
    assert refusal(tmp_path / "none.eval").endswith("there is no such file or folder.")
    assert "say with --threshold from which score on" in refusal(odd)
    assert refusal(EXAMPLE, "-k", "9") == (
        "security: k=9 is more than the 8 scored rollouts of any challenge: run more rollouts, or "
        "ask for less with -k."
    )
    assert refusal(EXAMPLE, "--interval", "delta", "--estimand", "population").startswith(
        "delta is no interval for a population: take one of"
    )
    assert refusal(EXAMPLE, "--bundle", "javascript:alert(1)").startswith("javascript:alert(1): gi")
    assert refusal(EXAMPLE, "--html", tmp_path / "no" / "x.html").endswith("no such folder.")


def test_nothing_scored_is_one_sentence(tmp_path: Path) -> None:
    path = suite_log(tmp_path, {"a": ["?", "?"], "b": ["?", "?"]}, k=1)
    assert refusal(path).startswith("security: k=1 is more than the 0 scored rollouts of any")


@pytest.mark.parametrize(
    "hostile", ["\x1b[31mred", "\x1b]0;title\x07", "\u202eevil", "[/]", "a\nb"]
)
def test_names_in_a_log_cannot_steer_the_terminal(tmp_path: Path, hostile: str) -> None:
    paths = [suite_log(tmp_path, VALUES), suite_log(tmp_path, VALUES)]
    for path, suffix in zip(paths, "xy", strict=True):
        log = read_eval_log(str(path))
        log.eval.model = hostile + suffix
        log.eval.task_args = {"challenges": hostile}
        write_eval_log(log, str(path))
    result = report(*paths)
    assert result.exit_code == 0
    assert printable(hostile)[:8] in result.stdout
    assert all(each == "\n" or each.isprintable() for each in result.output)
    assert refusal(*paths, "--scorer", hostile).isprintable()
    planned = CliRunner().invoke(
        main, ["plan", "--pilot", str(paths[0]), "--rollouts", "4", "-k", "2"]
    )
    assert planned.exit_code == 0
    assert all(each == "\n" or each.isprintable() for each in planned.output)


def test_no_rollouts_is_one_sentence(tmp_path: Path) -> None:
    log = read_eval_log(str(suite_log(tmp_path / "made", {"a": ["SW"]})))
    log.samples = []
    log.eval.dataset.sample_ids = []
    write_eval_log(log, str(tmp_path / "empty.json"))
    assert refusal(tmp_path / "empty.json").endswith("empty.json: holds no rollouts.")


def test_figures_need_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert refusal(EXAMPLE, "--figures", tmp_path) == (
        "Figures need matplotlib: install codebench[plots]."
    )


def test_a_run_that_was_cancelled_says_so(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    log.status = "cancelled"
    log.samples = (log.samples or [])[:30]
    write_eval_log(log, str(tmp_path / "cancelled.eval"))
    shown = report(tmp_path, "-k", "1").stdout
    assert "cancelled.eval: the run did not finish (cancelled); it holds 30 of 40" in shown
    assert "30 rollouts, 0 of them unscored, 10 more never run." in shown


def test_what_is_not_known_is_a_dash(tmp_path: Path) -> None:
    suite_log(tmp_path, VALUES, model="mockllm/one")
    suite_log(tmp_path, {"a": ["SW"], "b": ["W"]}, model="mockllm/few")
    suite_log(tmp_path, {"a": ["?"], "b": ["?"]}, model="mockllm/none")
    html = tmp_path / "out.html"
    result = report(tmp_path, "--html", html)
    assert result.exit_code == 0, result.output
    (few,) = [line for line in result.stdout.splitlines() if line.split()[:1] == ["mockllm/few"]][
        :1
    ]
    assert few.split()[1:] == ["-", "-", "-", "-", "-"]
    assert html.read_text(encoding="utf-8").count("\N{EN DASH}") > 20


def test_many_pairs_are_counted_and_folded_away(tmp_path: Path) -> None:
    for place in range(7):
        suite_log(tmp_path, VALUES if place else {"a": ["-"] * 4}, model=f"mockllm/{place}")
    html = tmp_path / "out.html"
    shown = report(tmp_path, "--html", html).stdout
    assert "secure@2: 0 of 21 pairs of agents differ after Holm; --html and --json list" in shown
    page = html.read_text(encoding="utf-8")
    assert page.count("<details>") == 2
    assert "Differences of secure reliability@2: 0 of 21 pairs of agents differ" in page


def test_what_takes_long_is_said_on_standard_error(tmp_path: Path) -> None:
    foreign_log(tmp_path, {str(place): [1] * 10 for place in range(100)})
    result = report(tmp_path, "--json")
    assert result.stderr == "Reading 1000 rollouts as a whole, for their exploits.\n"
    assert json.loads(result.stdout)["tasks"][0]["rows"][0]["rollouts"] == 1000
