"""Figures of a report: which there are, and what stands in them."""

import struct
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log
from inspect_ai.scorer import Score

from codebench.cli import main
from codebench.report.leaderboard import IntervalChoice
from codebench.report.model import Report, report_on
from codebench.report.reading import read
from codebench.statistics.estimands import Method

pytest.importorskip("matplotlib")
from codebench.report.figures import draw

EXAMPLE = Path(__file__).parents[1] / "logs" / "example.eval"
KINDS = ("leaderboard", "curves", "scatter", "cwe", "strips")
BINARY = ("success", "security", "secure_success")


def log_of(agent: str) -> EvalLog:
    """The example as another agent's run."""
    log = read_eval_log(str(EXAMPLE))
    log.eval.model = agent
    log.eval.eval_id = log.eval.run_id = log.eval.task_id = agent
    for sample in log.samples or []:
        sample.uuid = f"{agent} {sample.uuid}"
    return log


def unscore(log: EvalLog, slug: str, epochs: Iterable[int]) -> None:
    for sample in log.samples or []:
        if sample.id == slug and sample.epoch in epochs:
            sample.scores = {name: Score.unscored(reason="engine") for name in BINARY}


def report(folder: Path, *logs: EvalLog, k: int | None = None) -> Report:
    folder.mkdir(exist_ok=True)
    for number, log in enumerate(logs):
        write_eval_log(log, str(folder / f"{number}.eval"))
    return report_on(read([folder]), k=k)


def words(path: Path) -> str:
    """All text of an SVG, in which text is kept as text."""
    return " ".join(" ".join(ET.parse(path).getroot().itertext()).split())


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The figures of two agents, one of them with a rollout that is not scored."""
    other = log_of("some/agent-of-$ome-length-with-a-long-name")
    unscore(other, "sheet-cell", [3])
    folder = tmp_path_factory.mktemp("figures") / "new" / "folder"
    made = report(tmp_path_factory.mktemp("logs"), log_of("replay/mixed"), other)
    files = draw(made, folder)
    assert [file.name for file in files] == [
        f"security-{kind}.{suffix}" for kind in KINDS for suffix in ("png", "svg")
    ]
    assert set(folder.iterdir()) == set(files)
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_each_figure_is_1200_pixels_wide(drawn: Path, kind: str) -> None:
    head = (drawn / f"security-{kind}.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", head[16:])
    assert width == 1200
    assert 300 < height < 1400


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("leaderboard", ["k=5", "95%, method envelope, estimand population"]),
        ("curves", ["k=5", "without intervals", "at least one of k", "all of k"]),
        ("scatter", ["k=1", "95%, method envelope, estimand population"]),
        ("cwe", ["k=1", "shares without intervals", "CWE-95 (2 challenges)"]),
        ("strips", ["k=5", "there is no interval", "unscored (1)"]),
    ],
)
def test_each_figure_says_k_n_and_the_interval(drawn: Path, kind: str, said: list[str]) -> None:
    text = words(drawn / f"security-{kind}.svg")
    common = ["n=7 to 8 scored rollouts of a challenge", "replay/mixed", "$ome"]
    for each in [*said, *common, "5 challenges, 80 rollouts, 1 of them unscored."]:
        assert each in text


def test_the_heat_map_holds_what_the_log_does(drawn: Path) -> None:
    samples = read_eval_log(str(EXAMPLE)).samples or []
    about = [each for each in samples if 95 in each.metadata["cwe"]]
    both = sum((each.scores or {})["secure_success"].value == "C" for each in about)
    assert f"{both / 16:.2f} {both}/16" in words(drawn / "security-cwe.svg")


def test_the_same_report_gives_the_same_drawing(tmp_path: Path) -> None:
    made = report(tmp_path / "logs", log_of("replay/mixed"))
    once, twice = (
        [file.read_bytes() for file in draw(made, tmp_path / name) if file.suffix == ".svg"]
        for name in ("once", "twice")
    )
    assert once == twice


def test_without_a_security_side_there_is_no_scatter_and_without_weaknesses_no_map(
    tmp_path: Path,
) -> None:
    log = log_of("some/model")
    log.eval.task, log.eval.scorers = "codebench/algorithmic", (log.eval.scorers or [])[:1]
    for sample in log.samples or []:
        sample.metadata = {**sample.metadata, "cwe": []}
        sample.scores = {"success": (sample.scores or {})["success"]}
    files = draw(report(tmp_path / "logs", log), tmp_path)
    kinds = ("leaderboard", "curves", "strips")
    assert [file.stem for file in files] == [
        f"algorithmic-{kind}" for kind in kinds for _ in ("png", "svg")
    ]
    text = words(tmp_path / "algorithmic-leaderboard.svg")
    assert "reliability@5, works" in text
    assert "secure" not in text
    assert "failed (" in words(tmp_path / "algorithmic-strips.svg")


def test_one_rollout_drawn_has_one_reading(tmp_path: Path) -> None:
    draw(report(tmp_path / "logs", log_of("some/model"), k=1), tmp_path)
    text = words(tmp_path / "security-leaderboard.svg")
    assert "reliability@1" in text
    assert "how often a rollout succeeds" in text
    assert "reliability^1" not in text


def test_an_agent_with_too_few_rollouts_is_named_and_has_no_dots(tmp_path: Path) -> None:
    short = log_of("short/run")
    for slug in {str(sample.id) for sample in short.samples or []}:
        unscore(short, slug, range(1, 6))
    draw(report(tmp_path / "logs", log_of("replay/mixed"), short), tmp_path)
    text = words(tmp_path / "security-leaderboard.svg")
    assert "short/run" in text
    assert text.count("fewer than k scored") == 4
    assert "with fewer than k=5 scored rollouts, in no reliability: 5." in text
    assert "short/run" not in words(tmp_path / "security-curves.svg")
    cells = words(tmp_path / "security-cwe.svg")
    assert "/3" in cells  # too few to be coloured, and told all the same


def test_many_agents_are_all_there(tmp_path: Path) -> None:
    agents = [f"maker/model-{number}" for number in range(6)]
    draw(report(tmp_path / "logs", *map(log_of, agents)), tmp_path)
    for kind in KINDS:
        text = words(tmp_path / f"security-{kind}.svg")
        assert all(agent in text.replace("/ ", "/") for agent in agents), kind


def test_the_interval_that_was_asked_for_is_named(tmp_path: Path) -> None:
    made = report_on(
        read([EXAMPLE]), choice=IntervalChoice(Method.DELTA.estimand, Method.DELTA, 0.9)
    )
    draw(made, tmp_path)
    said = "90%, method delta, estimand suite (these very challenges)"
    for kind in ("leaderboard", "scatter"):
        assert said in words(tmp_path / f"security-{kind}.svg")


def test_tasks_of_like_names_keep_files_of_their_own(tmp_path: Path) -> None:
    logs = [log_of("one"), log_of("two")]
    for log, task in zip(logs, ("mine/tests", "mine tests"), strict=True):
        log.eval.task = task
    files = draw(report(tmp_path / "logs", *logs), tmp_path)
    assert len(set(files)) == len(files) == 20
    assert {file.name.split("-leader")[0] for file in files if "leader" in file.name} == {
        "mine-tests",
        "mine-tests-2",
    }


def test_the_command_draws(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["report", str(EXAMPLE), "--figures", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert f"Written to {tmp_path / 'security-leaderboard.png'}" in result.output


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    arguments = ["report", str(EXAMPLE), "--figures", str(tmp_path / "file" / "inside")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
