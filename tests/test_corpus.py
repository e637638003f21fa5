"""The corpus against the real judge: what cheats or is malformed fails, what is honest passes."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from codebench.challenge import ChallengeError
from codebench.commands.doctor import HANDFUL, WORKERS
from codebench.corpus import Kind, Trial, challenges, committed_trials, trials_in
from codebench.sandbox.docker_runner import DockerRunner
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.runner import Runner
from codebench.strange_files import strange_trials
from codebench.trials import Ended, run_trials
from codebench.verdict import Failure

COMMITTED = {
    f"{trial.kind} {trial.title}": trial for kind in Kind for trial in committed_trials(kind)
}
SLOWEST = 105.0
"""The budget of all tests of these challenges on the clock, and the work around them."""


def of_kind(kind: Kind) -> list[Trial]:
    return [trial for trial in COMMITTED.values() if trial.kind is kind]


def test_the_corpus_is_as_large_as_promised() -> None:
    assert len(of_kind(Kind.ATTACK)) >= 45
    assert len(of_kind(Kind.HOSTILE)) >= 30
    assert len(of_kind(Kind.HONEST)) >= 10
    assert {trial.challenge.slug for trial in of_kind(Kind.ATTACK)} == {
        "ledger",
        "notes-service",
        "order-desk",
    }


@pytest.mark.parametrize("name", COMMITTED)
def test_a_trial_says_what_it_does_and_how_it_ends(name: str) -> None:
    trial = COMMITTED[name]
    assert trial.about[:1].isupper()
    assert not trial.about.endswith(".")
    expected = {"passes"} if trial.kind is Kind.HONEST else {*Reason, *Failure}
    assert trial.ends
    assert trial.ends <= expected


def test_the_handful_is_there_and_of_every_kind() -> None:
    chosen = [trial for trial in COMMITTED.values() if trial.name in HANDFUL]
    assert {trial.name for trial in chosen} == HANDFUL
    assert {trial.kind for trial in chosen} == set(Kind)


@pytest.fixture(scope="module")
def ended(
    docker_runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Future[Ended]]]:
    """How every trial ended, several at a time."""
    strange = strange_trials(challenges()["ledger"], tmp_path_factory.mktemp("strange"))
    trials = [*COMMITTED.values(), *strange]
    with ThreadPoolExecutor(WORKERS) as pool:
        yield {
            f"{trial.kind} {trial.title}": pool.submit(_run, trial, docker_runner)
            for trial in trials
        }
        pool.shutdown(cancel_futures=True)
    assert isinstance(docker_runner, DockerRunner)
    assert docker_runner.containers() == []


def _run(trial: Trial, runner: Runner) -> Ended:
    (result,) = run_trials([trial], runner, workers=1)
    return result


@pytest.mark.docker
@pytest.mark.parametrize("name", COMMITTED)
def test_a_trial_ends_as_it_must(ended: Mapping[str, Future[Ended]], name: str) -> None:
    result = ended[name].result()
    assert result.as_expected, (result.outcome, result.reasons, result.verdict.detail)
    assert result.seconds < SLOWEST
    if result.outcome == "failed":
        assert not result.verdict.security or not result.verdict.success
        assert set(result.reasons) <= result.trial.ends


@pytest.mark.docker
def test_strange_files_end_as_they_must(ended: Mapping[str, Future[Ended]]) -> None:
    strange = [each.result() for name, each in ended.items() if name not in COMMITTED]
    assert len(strange) > 20
    for result in strange:
        assert (result.outcome, result.reasons) == ("failed", ("invalid_submission",))


# A user's own attacks


def test_own_attacks_are_read_from_folders_and_archives(tmp_path: Path) -> None:
    (tmp_path / "ledger" / "mine").mkdir(parents=True)
    (tmp_path / "ledger" / "mine" / "ledger.py").write_text("x = 1\n")
    (tmp_path / "ledger" / "mine" / "notes.txt").write_text("not taken")
    (tmp_path / "ledger" / "packed.tar").write_bytes(bytes(10240))
    (tmp_path / "ledger" / "README.md").write_text("left alone")
    (tmp_path / "README.md").write_text("left alone")
    mine, packed = trials_in(tmp_path, challenges())
    assert (mine.title, mine.kind, mine.about) == ("ledger/mine", Kind.ATTACK, "")
    assert mine.submission.files == {"ledger.py": b"x = 1\n"}
    assert (packed.title, packed.submission.files) == ("ledger/packed", {})


@pytest.mark.parametrize(
    ("slug", "complaint"),
    [
        (None, "no submissions in it"),
        ("no-such-challenge", "there is no challenge of this name"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named(
    tmp_path: Path, slug: str | None, complaint: str
) -> None:
    if slug:
        (tmp_path / slug / "mine").mkdir(parents=True)
    with pytest.raises(ChallengeError, match=complaint):
        trials_in(tmp_path, challenges())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ChallengeError, match="no such folder of submissions"):
        trials_in(tmp_path / "none", challenges())
