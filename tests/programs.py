"""Runs `codebench`, `inspect` and Python scripts, each in a process of its own, without the wait.

Importing what they need takes seconds each time. This program does it once, and then forks for
each request that it reads from its standard input: a line of JSON with arguments, folder,
environment and a file for the output. Its answer is a line with the exit code.

    python tests/programs.py
"""

import contextlib
import importlib
import json
import os
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

import inspect_ai._cli.main

import codebench.cli

LATER = (
    "codebench.replay",
    "codebench.report.html.page",
    "codebench.sandbox.docker_runner",
    "codebench.sandbox.local_runner",
    "codebench.tasks",
    "inspect_ai.agent._acp.server",
    "inspect_ai.hooks",
    "inspect_ai.model._providers.anthropic",
    "inspect_ai.model._providers.openai",
    "rich.markdown",
    "scipy.stats",
    "uvicorn.main",
)
"""What the programs import while they run."""


def main() -> None:
    """Answer until there is nothing to read."""
    for name in LATER:
        with contextlib.suppress(ImportError):  # it is for time only
            importlib.import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_run(json.loads(line)))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _run(asked: dict[str, Any]) -> int:
    """Become the program, and tell its exit code."""
    _take_over(asked["cwd"], asked["environ"], asked["output"])
    sys.argv = asked["argv"]
    try:
        _start(asked["argv"])
    except SystemExit as end:
        return _code(end.code)
    except BaseException:  # noqa: BLE001 -- as Python would
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


def _take_over(cwd: str, environ: dict[str, str], output: str) -> None:
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for here, there in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(here, there)


def _start(argv: list[str]) -> None:
    match Path(argv[0]).name:
        case "codebench":
            codebench.cli.main()
        case "inspect":
            inspect_ai._cli.main.main()
        case _:
            sys.path.insert(0, str(Path(argv[0]).resolve().parent))
            runpy.run_path(argv[0], run_name="__main__")


def _code(code: object) -> int:
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    main()
