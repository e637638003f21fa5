"""A model that needs no key: it answers with the suite's reference solutions."""

import os
import random
from pathlib import Path
from typing import Any

import click
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import store_as

from codebench.catalogue import lookup
from codebench.challenge import Challenge, Expectation, Solution
from codebench.rollout import Rollout

__all__ = ["ReplayAPI"]

_POLICIES = {
    "secure": (Expectation.SECURE, Expectation.CORRECT),
    "insecure": (Expectation.INSECURE, Expectation.CORRECT),
    "wrong": (Expectation.WRONG,),
    "empty": (),
}
"""Solutions a policy answers with. Where there is no security side, insecure is correct."""


_ARGUMENTS: dict[str, set[str]] = {"mixed": {"success", "security", "seed"}, "log": {"log"}}
"""Policies that take arguments."""


class ReplayAPI(ModelAPI):
    """`replay/secure`, `insecure`, `wrong`, `empty`, `mixed` and `log`.

    Rollout e answers with solution (e - 1) mod count, so that all are shown. `mixed` takes `-M
    success=`, the chance that a rollout works, `-M security=`, the chance that a working one is
    secure, and `-M seed=`. `log` gives the answers of an earlier run, which `-M log=FILE` names.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 -- the signature Inspect calls
        **model_args: Any,
    ) -> None:
        """Check the policy and its arguments.

        Raises:
            click.ClickException: One is unknown or out of range.
        """
        super().__init__(model_name, base_url, api_key, [], config)
        if model_name not in {*_POLICIES, *_ARGUMENTS}:
            raise click.ClickException(
                f"replay/{model_name}: there are {', '.join([*_POLICIES, *_ARGUMENTS])}."
            )
        for name in set(model_args) - _ARGUMENTS.get(model_name, set()):
            raise click.ClickException(f"replay/{model_name} takes no argument -M {name}=.")
        self._answers = _logged(model_args.get("log")) if model_name == "log" else {}
        self._success = _probability(model_args, "success")
        self._security = _probability(model_args, "security")
        self._seed = model_args.get("seed", 0)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Answer with a reference solution for the rollout that is running."""
        rollout = store_as(Rollout)
        if self.model_name == "log":
            return self._logged_answer(rollout)
        solution = self._solution(lookup(rollout.sample_id), rollout.epoch)
        text = "I have no answer." if solution is None else _answer(solution)
        output = ModelOutput.from_content(f"replay/{self.model_name}", text)
        asked = sum(len(message.text) for message in input)
        output.usage = _usage(asked, len(text))
        return output

    async def count_text_tokens(self, text: str) -> int:
        """A rough count: the real tokenizers are not local."""
        return len(text) // 4 + 1

    def max_connections(self) -> int:
        """Answers cost nothing."""
        return 100

    def _logged_answer(self, rollout: Rollout) -> ModelOutput:
        try:
            return self._answers[rollout.sample_id, rollout.epoch].model_copy(deep=True)
        except KeyError:
            raise ValueError(
                f"The log holds no rollout {rollout.epoch} of {rollout.sample_id}."
            ) from None

    def _solution(self, challenge: Challenge, epoch: int) -> Solution | None:
        policy = self._drawn(challenge, epoch) if self.model_name == "mixed" else self.model_name
        solutions = challenge.expected(*_POLICIES[policy])
        return solutions[(epoch - 1) % len(solutions)] if solutions else None

    def _drawn(self, challenge: Challenge, epoch: int) -> str:
        draw = random.Random(f"{self._seed} {challenge.slug} {epoch}")  # noqa: S311 -- reproducible
        works, secure = draw.random() < self._success, draw.random() < self._security
        return ("secure" if secure else "insecure") if works else "wrong"


def _logged(path: object) -> dict[tuple[str, int], ModelOutput]:
    """The last answer of each rollout of a log, under the name of the model that gave it."""
    from codebench.logs import LogError, read_log  # noqa: PLC0415 -- scorers read this module's user

    if not isinstance(path, str):
        raise click.ClickException("replay/log needs the log whose answers it gives: -M log=FILE.")
    start = Path(os.environ.get("PWD", "."))  # Inspect has moved since the command was typed
    try:
        log = read_log(start / Path(path).expanduser())
    except LogError as error:
        raise click.ClickException(str(error)) from error
    samples = [sample for sample in log.samples or [] if sample.error is None]
    return {(str(sample.id), sample.epoch): sample.output for sample in samples}


def _probability(model_args: dict[str, Any], name: str) -> float:
    value = model_args.get(name, 0.5)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise click.ClickException(f"-M {name}={value}: must be a probability from 0 to 1.")
    return float(value)


def _answer(solution: Solution) -> str:
    """The solution as a model would write it down."""
    blocks = [
        f"```python {name}\n{data.decode('utf-8').rstrip()}\n```"
        for name, data in solution.files.items()
    ]
    return "\n\n".join(blocks)


def _usage(asked: int, answered: int) -> ModelUsage:
    incoming, outgoing = asked // 4 + 1, answered // 4 + 1
    return ModelUsage(
        input_tokens=incoming, output_tokens=outgoing, total_tokens=incoming + outgoing
    )
