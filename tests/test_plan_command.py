"""`codebench plan`: what it promises, from guesses and from pilots."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.scorer import Score

from codebench.cli import main
from codebench.statistics.counts import Counts
from codebench.statistics.estimators import Quantity
from codebench.statistics.mix import MIXES, Mix
from codebench.statistics.planning import plan

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["plan", *map(str, arguments)])


def told(*arguments: object) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    assert len(result.stdout.splitlines()) == 1
    return answer


def test_a_guess_gives_both_readings_as_the_library_does() -> None:
    answer = told("--challenges", 10, "--rollouts", 8, "-k", 5, "--mix", "hard")
    for quantity in Quantity:
        made = plan(10, 8, 5, MIXES["hard"], quantity=quantity)
        assert answer["readings"][str(quantity)] == {
            "expected": pytest.approx(made.moments.mean),
            "width_population": pytest.approx(made.width),
            "width_suite": pytest.approx(made.suite_width),
            "detectable": pytest.approx(made.detectable),
            "challenges_needed": made.challenges_needed,
        }
        assert set(made.advice) <= set(answer["advice"])
    assert (answer["agent_rollouts"], answer["level"], answer["k"]) == (80, 0.95, 5)
    assert (answer["cost_usd"], answer["tokens"], answer["pilot"]) == (None, None, None)
    advice = " ".join(answer["advice"])
    assert "plan at least 10, twice k" in advice
    assert "10 challenges x 8 rollouts cannot separate two agents closer than about 0.2" in advice
    assert len(answer["advice"]) == len(set(answer["advice"]))


def test_a_mix_of_ones_own_is_two_numbers() -> None:
    assert told("--challenges", 3, "--mix", "2,0.5")["mix"] == {"a": 2, "b": 0.5}


def test_one_rollout_drawn_has_one_reading() -> None:
    assert list(told("--challenges", 3, "--mix", "flat", "-k", 1)["readings"]) == ["any"]


def test_a_pilot_gives_what_was_not_said() -> None:
    answer = told("--pilot", EXAMPLE)
    assert (answer["challenges"], answer["rollouts"], answer["k"]) == (5, 8, 5)
    log = read_eval_log(str(EXAMPLE))
    samples = log.samples or []
    tokens = [sum(u.total_tokens for u in sample.model_usage.values()) for sample in samples]
    succeeded: dict[str, int] = {}
    for sample in samples:
        value = (sample.scores or {})["secure_success"].value
        succeeded[str(sample.id)] = succeeded.get(str(sample.id), 0) + (value == "C")
    mix = Mix.of_pilot(Counts.common(list(succeeded.values()), 8))
    assert answer["mix"] == pytest.approx({"a": mix.a, "b": mix.b})
    assert answer["tokens"] == sum(tokens)
    assert answer["pilot"] == {
        "task": "security",
        "agent": "replay/mixed",
        "measure": "secure_success",
        "challenges": 5,
        "scored": 40,
        "unscored": 0,
        "cost_per_rollout_usd": None,
        "tokens_per_rollout": pytest.approx(sum(tokens) / 40),
    }


def test_what_was_said_goes_before_the_pilot() -> None:
    answer = told("--pilot", EXAMPLE, "--challenges", 50, "--rollouts", 6, "-k", 3)
    assert (answer["challenges"], answer["rollouts"], answer["k"]) == (50, 6, 3)
    assert answer["tokens"] == pytest.approx(answer["pilot"]["tokens_per_rollout"] * 300, abs=1)


def priced(folder: Path) -> Path:
    """The example with a price on each rollout, and one rollout unscored."""
    log = read_eval_log(str(EXAMPLE))
    assert log.samples
    for sample in log.samples:
        for usage in sample.model_usage.values():
            usage.total_cost = 0.25
    for name in ("success", "security", "secure_success"):
        assert log.samples[0].scores
        log.samples[0].scores[name] = Score.unscored(reason="engine_failed")
    path = folder / "priced.eval"
    write_eval_log(log, str(path))
    return path


def test_the_run_costs_what_the_pilot_did(tmp_path: Path) -> None:
    path = priced(tmp_path)
    answer = told("--pilot", path, "--challenges", 10)
    assert answer["cost_usd"] == pytest.approx(0.25 * 80)
    assert (answer["pilot"]["scored"], answer["pilot"]["unscored"]) == (39, 1)
    shown = run("--pilot", path, "--challenges", 10).stdout
    assert "The run: 80 rollouts, about 20.00 US dollars and " in shown
    assert "39 scored rollouts of 5 challenges (1 unscored)." in shown


def test_people_get_a_table_and_advice() -> None:
    shown = run("--challenges", 1, "--mix", "bell").stdout
    assert "1 challenge x 8 rollouts, k=5" in shown
    assert "reliability@5" in shown
    assert "reliability^5" in shown
    assert "The run: 8 rollouts, cost unknown." in shown
    assert "cannot separate two agents" in shown


def test_no_number_of_challenges_is_promised_that_the_interval_contradicts() -> None:
    """Nearly all challenges are at 0 here, where the normal formula is content with few."""
    shown = run("--challenges", 5, "--mix", "1.8,5.5").stdout
    assert "> 5" in shown
    assert "wide for reliability^5; more challenges narrow it" in shown
    assert "apart on reliability^5" not in shown


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--challenges", 3], "Say what to expect, by --pilot LOG or by --mix (one of flat, "),
        (["--mix", "flat"], "Say how many challenges the suite has: --challenges M."),
        (["--mix", "flat", "--pilot", EXAMPLE], "Say what to expect, by --pilot LOG or by --mix"),
        (["--challenges", 3, "--mix", "odd"], "odd is none: give flat, u-shaped, bell, easy, hard"),
        (["--challenges", 3, "--mix", "1,-1"], "1,-1 is none: give flat"),
        (["--challenges", 3, "--mix", "1,2,3"], "1,2,3 is none: give flat"),
        (["--challenges", 0, "--mix", "flat"], "0 is not in the range x>=1"),
        (["--challenges", 3, "--mix", "flat", "--rollouts", 4], "k=5 is more than 4 rollouts"),
        (["--pilot", "/no/such.eval"], "/no/such.eval: there is no such file"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[object], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert complaint in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output


def test_a_pilot_is_of_one_agent_and_one_task(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    write_eval_log(log, str(tmp_path / "one.eval"))
    log.eval.model, log.eval.eval_id, log.eval.run_id = "replay/other", "other", "other"
    log.eval.task_id = "other"
    for sample in log.samples or []:
        sample.uuid = f"other-{sample.uuid}"
    write_eval_log(log, str(tmp_path / "two.eval"))
    complaint = f"{tmp_path}: holds several agents ("
    assert complaint in run("--pilot", tmp_path).stderr
    log.eval.task = "codebench/other"
    write_eval_log(log, str(tmp_path / "two.eval"))
    assert f"{tmp_path}: holds several tasks (other, security)" in run("--pilot", tmp_path).stderr


def test_a_pilot_without_a_scored_rollout_says_nothing(tmp_path: Path) -> None:
    log = read_eval_log(str(EXAMPLE))
    for sample in log.samples or []:
        for name in sample.scores or {}:
            (sample.scores or {})[name] = Score.unscored(reason="engine_failed")
    write_eval_log(log, str(tmp_path / "unscored.eval"))
    result = run("--pilot", tmp_path / "unscored.eval")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert "unscored.eval" in result.stderr
