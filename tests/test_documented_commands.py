"""Every command that a document shows is run, and prints what is shown.

`FORMS` says of each how. A command that is not in it fails a test that says what to do.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import documented
import inspect_ai._cli.eval
import inspect_ai._cli.view
import pytest
from checkout import Checkout, Ended
from documented import PAGES, ROOT, Shown, files, options, shown, spelled
from inspect_ai.log import read_eval_log
from making import MORE, make_challenge
from model_apis import serving

from codebench.catalogue import lookup
from codebench.challenge import Expectation
from codebench.cli import main


@dataclass(frozen=True)
class Form:
    """How a documented command is tried."""

    command: str = ""
    """What is run instead, a smaller form; empty: the command as it stands, with its output."""

    docker: bool = False
    needs: tuple[str, ...] = ()
    """Documented commands that are run before, for what they leave."""

    run_by: tuple[str, str] = ("", "")
    """A file of CI or of the tests that runs it already, and the line in which it does."""

    port: str = ""
    """For a server: its option for a port. It must answer a browser."""


def whole(**options: Any) -> Form:
    """As it stands."""
    return Form(**options)


def smaller(command: str, **options: Any) -> Form:
    """Another command that tries the same in less time."""
    return Form(command, **options)


def elsewhere(file: str, line: str) -> Form:
    """Run by CI itself, or by another test."""
    return Form(run_by=(file, line))


def helped(command: str) -> Form:
    """A name in a sentence, which needs arguments to be run."""
    return Form(f"{command} --help")


ONE = "-T only=sheet-cell --epochs 1 -T k=1"
ASKED = f"{ONE} -T grading=local"
SECURITY = "inspect eval tasks/security.py --model"
SONNET = f"{SECURITY} anthropic/claude-sonnet-4-5"
GPT = f"{SECURITY} openai/gpt-5"
MIXED = f"{SECURITY} replay/mixed"
PAIR = [
    f"{MIXED} -M success={s} -M seed=1 -T only=discount-rules,plugin-loader,sheet-export "
    "--epochs 4 -T k=2 --log-dir logs/pair"
    for s in (0.9, 0.4)
]
TRIAL = f"{SONNET} --epochs 1 -T k=1 --log-dir logs/trial"
PROMPTS = [f"{GPT}{variant} --log-dir logs/prompts" for variant in ("", " -T prompt=reminder")]
KNOWN = f"{MIXED} -M success=0.6 -M security=0.5 -M seed=7 --log-dir logs/known"
MODELS = f"{SONNET} --log-dir logs/models"
WHOLE = f"{SECURITY} replay/secure -T only=sheet-cell --epochs 2 -T k=1 --log-dir logs/whole"
LONG_RUNS = "tests/test_long_runs.py"
VALIDATE = "codebench validate --challenges private --grading local --repeats 1"

FORMS: dict[str, Form] = {
    # make
    "make": whole(),
    "make demo": smaller(f'make demo ARGS="{ONE}"'),
    "make test": elsewhere(".ci/run", "\nmake test\n"),
    "pytest": elsewhere("Makefile", "$(RUN) pytest"),
    # evaluations
    "export ANTHROPIC_API_KEY=...": elsewhere("tests/model_apis.py", '"ANTHROPIC_API_KEY": '),
    "inspect eval": helped("inspect eval"),
    f"{SECURITY} replay/secure": smaller(WHOLE),
    SONNET: smaller(f"{MODELS} {ASKED}"),
    GPT: smaller(f"{PROMPTS[0]} {ASKED}"),
    TRIAL: smaller(f"{TRIAL} -T only=sheet-cell,order-search -T grading=local"),
    MODELS: smaller(f"{MODELS} {ASKED}"),
    **{each: smaller(f"{each} {ASKED}") for each in PROMPTS},
    **{each: whole() for each in PAIR},
    KNOWN: smaller(f"{KNOWN} {ONE}"),
    f"{SONNET} --solver my_solver.py --log-dir logs/models": smaller(
        f"{SONNET} --solver my_solver.py --log-dir logs/models {ASKED}"
    ),
    f"{SONNET} -T challenges=mine --log-dir logs/mine": smaller(
        f"{SONNET} -T challenges=private --log-dir logs/mine --epochs 1 -T k=1 -T grading=local"
    ),
    "inspect eval-retry": helped("inspect eval-retry"),
    "inspect eval-retry LOG": smaller("inspect eval-retry logs/killed.eval"),
    "inspect eval-retry logs/2026-11-29T12-00-00_security_abc.eval": smaller(
        "inspect eval-retry logs/killed.eval"
    ),
    # looking at logs
    "inspect view --log-dir logs": Form(port="--port"),
    "inspect view bundle --log-dir logs/models --output-dir site": whole(needs=(MODELS,)),
    "codebench report": helped("codebench report"),
    "codebench report logs/example.eval": whole(),
    "codebench report logs/models": whole(needs=(MODELS,)),
    "codebench report logs/prompts": whole(needs=tuple(PROMPTS)),
    "codebench report logs/pair --html pair.html": whole(needs=tuple(PAIR)),
    "codebench report logs/known": whole(needs=(KNOWN,)),
    "codebench report logs/models --html site/report.html --bundle .": whole(
        needs=("inspect view bundle --log-dir logs/models --output-dir site",)
    ),
    "codebench report logs/*security*.eval --html report.html --figures figures": smaller(
        "codebench report logs/*security*.eval --html report.html --figures figures",
        needs=("make demo",),
    ),
    "codebench audit": smaller("codebench audit logs/example.eval"),
    "codebench audit PATH...": smaller("codebench audit logs/example.eval"),
    "codebench export": helped("codebench export"),
    "codebench export LOG --to FOLDER": smaller(
        "codebench export logs/short.eval --to dataset -k 1"
    ),
    "codebench rescore": helped("codebench rescore"),
    "codebench rescore LOG": smaller("codebench rescore logs/example.eval"),
    "codebench regrade": helped("codebench regrade"),
    "codebench regrade LOG": smaller("codebench regrade logs/short.eval", docker=True),
    # planning, machine, challenges
    "codebench plan": helped("codebench plan"),
    "codebench plan --challenges 24 --rollouts 8 -k 5 --mix bell": whole(),
    "codebench plan --rollouts 8 -k 5 --pilot logs/trial": whole(needs=(TRIAL,)),
    "codebench doctor": elsewhere("tests/test_doctor.py", "\n    result = doctor()\n"),
    "codebench doctor --full": elsewhere("tests/test_doctor.py", "\n    result = doctor()\n"),
    "codebench validate": helped("codebench validate"),
    "codebench validate --all --mutants": smaller(f"{VALIDATE} --mutants --most 1"),
    "codebench validate --all --mutants --record": smaller(
        f"{VALIDATE} --mutants --most 1 --record"
    ),
    "codebench validate --only order-list --mutants": smaller(
        f"{VALIDATE} --only doubling --mutants --most 1"
    ),
    "codebench validate --only SLUG --mutants": smaller(
        f"{VALIDATE} --only doubling --mutants --most 1"
    ),
    "codebench validate --challenges mine --mutants": smaller(f"{VALIDATE} --mutants --most 1"),
    "codebench new-challenge": helped("codebench new-challenge"),
    "codebench new-challenge order-list --folder tasks/security --cwe 89": whole(),
    "codebench new-challenge ticket-sale --folder mine --cwe 362": whole(),
    "codebench new-challenge SLUG --folder tasks/security --cwe NUMBER": smaller(
        "codebench new-challenge another --folder tasks/security --cwe 22"
    ),
    "codebench --version": whole(),
    # experiments
    "codebench reproduce": helped("codebench reproduce"),
    "codebench reproduce h1": whole(),
    "codebench reproduce all": elsewhere("tests/test_reproduce.py", '"all"'),
    "codebench reproduce all --findings docs/findings.md --figures docs/images/findings": smaller(
        "codebench reproduce baseline --findings docs/findings.md --figures docs/images/findings"
    ),
    "python benchmarks/coverage.py": smaller("python benchmarks/coverage.py --repetitions 2"),
    "python benchmarks/coverage.py --method wilson --method t --repetitions 200": smaller(
        "python benchmarks/coverage.py --method wilson --method t --repetitions 2"
    ),
    "python benchmarks/statistics.py": smaller(
        "python benchmarks/statistics.py --rollouts 1000 --repeats 1 --logged 40"
    ),
    "python benchmarks/grading.py": smaller(
        "python benchmarks/grading.py --rollouts 1 --turns 1", docker=True
    ),
    "python benchmarks/known_agents.py": smaller("python benchmarks/known_agents.py --check"),
    **{
        f"python benchmarks/{name}.py": elsewhere(LONG_RUNS, f'run("{name}"')
        for name in ("calibration", "limits", "soak", "resume")
    },
}


def by_command() -> dict[str, list[Shown]]:
    found: dict[str, list[Shown]] = {}
    for each in shown():
        found.setdefault(each.command, []).append(each)
    return found


SHOWN = by_command()


def _parameter(command: str) -> Any:
    docker = any(form.docker for form in (FORMS[command], *_needed(command)))
    return pytest.param(command, marks=[pytest.mark.docker] if docker else [], id=command)


def _needed(command: str) -> Iterator[Form]:
    for need in FORMS[command].needs:
        yield FORMS[need]
        yield from _needed(need)


RUN = [_parameter(each) for each in SHOWN if each in FORMS and not FORMS[each].run_by[0]]
OURS = [each for each in SHOWN if each.startswith(("codebench ", "python benchmarks/"))]
ELSEWHERE = [each for each in SHOWN if each in FORMS and FORMS[each].run_by[0]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    (code, *_) = lookup("sheet-cell").expected(Expectation.SECURE)[0].files.values()
    with serving(f"```python\n{code.decode()}\n```") as environ:
        made = Checkout(tmp_path_factory.mktemp("documented"), environ)
        try:
            prepare(made)
            yield made
        finally:
            made.close()


def prepare(checkout: Checkout) -> None:
    """What the documents take for granted: files that they show, logs and private challenges."""
    for page in PAGES:
        for name, text in files(page).items():
            (checkout.folder / name).write_text(text, encoding="utf-8")
    make_challenge(checkout.folder / "private" / "doubling", MORE)
    checkout.change("logs/example.eval", "logs/short.eval", lambda log: keep(log, 2))
    run(checkout, WHOLE)
    (log,) = (checkout.folder / "logs" / "whole").glob("*.eval")
    checkout.change(str(log), "logs/killed.eval", break_off)


def keep(log: Any, rollouts: int) -> None:
    log.samples = log.samples[:rollouts]


def break_off(log: Any) -> None:
    keep(log, 1)
    log.status = "cancelled"


def test_every_command_is_declared() -> None:
    unknown = [each for command in SHOWN if command not in FORMS for each in SHOWN[command]]
    told = [f"{each.page.relative_to(ROOT)}: {each.command}" for each in unknown]
    assert not told, (
        "Say in FORMS how these commands of documents are tried, as they stand with whole(), in a "
        f"form that takes less time with smaller(...), or where they are run: {told}"
    )


def test_every_declaration_is_of_a_document() -> None:
    gone = [command for command in FORMS if command not in SHOWN]
    assert not gone, f"No document shows these commands any more; take them out of FORMS: {gone}"


@pytest.mark.parametrize("command", RUN)
def test_a_command_does_what_its_document_says(
    command: str, checkout: Checkout, request: pytest.FixtureRequest
) -> None:
    form = FORMS[command]
    if form.docker:
        request.getfixturevalue("docker_runner")
    if form.port:
        assert checkout.serves(command, form.port)
        return
    run_with_needs(checkout, command)
    if not form.command:
        printed = " ".join(run(checkout, command, docker=form.docker).output.split())
        missing = [line for each in SHOWN[command] for line in each.output if line not in printed]
        assert not missing, f"{command} prints no longer: {missing}"


def run_with_needs(checkout: Checkout, command: str) -> None:
    form = FORMS[command]
    for need in form.needs:
        run_with_needs(checkout, need)
    run(checkout, form.command or command, docker=form.docker)


def run(checkout: Checkout, command: str, *, docker: bool = False) -> Ended:
    """Run, and see that all went well: `inspect eval` exits with 0 where every rollout failed."""
    ended = checkout.run(command, docker=docker)
    assert ended.code == 0, f"{command}: exit {ended.code}: {ended.output}"
    for log in ended.logs:
        read = read_eval_log(str(log))
        errors = [sample.error for sample in read.samples or [] if sample.error]
        assert (read.status, errors) == ("success", []), f"{command}: {ended.output}"
    evaluates = "inspect eval" in command and "--help" not in command
    assert ended.logs or not (evaluates or "make demo" in command)
    return ended


@pytest.mark.parametrize("command", ELSEWHERE)
def test_a_command_that_others_run_is_really_run_there(command: str) -> None:
    file, line = FORMS[command].run_by
    assert line in (ROOT / file).read_text(encoding="utf-8")


def known_options() -> set[str]:
    """Of every subcommand of `codebench`, the benchmarks, and what documents show of Inspect."""
    theirs = [
        inspect_ai._cli.eval.eval_command,
        inspect_ai._cli.eval.eval_retry_command,
        inspect_ai._cli.view.view_command,
    ]
    groups = [*main.commands.values(), *theirs]
    found = {name for command in groups for name in of_command(command)} | {"--version", "--help"}
    return found.union(*map(of_script, (ROOT / "benchmarks").glob("*.py")))


def of_script(script: Path) -> set[str]:
    return set(re.findall(r'option\(\s*"(--[a-z-]+)"', script.read_text(encoding="utf-8")))


def of_command(command: click.Command) -> set[str]:
    own = {name for parameter in command.params for name in parameter.opts}
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return own.union(*map(of_command, below))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_option_that_is_named_exists(page: Path) -> None:
    assert options(spelled(page)) - known_options() == set()


@pytest.mark.parametrize("command", OURS)
def test_every_option_of_a_command_is_its_own(command: str) -> None:
    program, name, *_ = command.split()
    if program == "python":
        own = of_script(ROOT / name)
    else:
        own = of_command(main.commands[name]) if name in main.commands else {"--version"}
    assert options(command) - own - {"--help"} == set()


PAGE = """\
Try `uv run codebench plan
--json` or `make`, as `codebench` does, with `codebench/security` or `--json`.

```console
$ uv run codebench report a.eval   # a comment
agent   0.5
...
took 1.5 s
$ make \\
    demo
```

```bash
export KEY=1   # first

inspect eval x.py
```

```python
# mine.py
x = "codebench no-command"
```

    uv run inspect view --log-dir logs
    some/ folder
"""


def test_what_is_taken_for_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    monkeypatch.setattr(documented, "PAGES", [page])
    assert shown() == [
        Shown("codebench report a.eval", page, ("agent 0.5",)),
        Shown("make demo", page),
        Shown("export KEY=1", page),
        Shown("inspect eval x.py", page),
        Shown("inspect view --log-dir logs", page),
        Shown("codebench plan --json", page),
        Shown("make", page),
    ]
    assert files(page) == {"mine.py": '# mine.py\nx = "codebench no-command"\n'}
    assert options(spelled(page)) == {"--json", "--log-dir"}
