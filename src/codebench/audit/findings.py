"""Warnings: what in the files cannot be, or makes their figures say less than they seem to."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from codebench.audit.measures import Agent
from codebench.audit.model import Source
from codebench.audit.rollouts import Copies, Part
from codebench.words import number

__all__ = ["limits", "notes", "warnings"]

_MANY_COPIES = 0.05
"""Share of repeated answers from which rollouts are not what they seem."""

_SHOWN = 5
"""Agents that a sentence names."""


def warnings(
    sources: Sequence[Source], parts: Sequence[Part], agents: Sequence[Agent], copies: Copies
) -> list[str]:
    """Sentences without full stops on what was read."""
    remarks = [remark for source in sources for remark in source.remarks]
    return [
        *dict.fromkeys(remark.text for remark in remarks if remark.doubtful),
        *_repeated(copies),
        *(told for agent in agents for told in _strictness(agent)),
        *(told for agent in agents for told in _unscored(agent)),
        *(told for part in parts for told in _alike(part)),
        *_tasks(parts),
    ]


def _repeated(copies: Copies) -> Iterator[str]:
    if copies.within:
        told = number(copies.within, "repeated rollout")
        yield (
            f"{told} in the same file left out: each counts once (in a table, --rollout names the "
            "column that tells different ones apart)"
        )
    if copies.contradicting:
        yield (
            f"{number(copies.contradicting, 'rollout')} told twice, once as a success and once as "
            "a failure: the fuller telling counts, or the first"
        )


def _strictness(agent: Agent) -> Iterator[str]:
    if agent.tests and agent.tests.lenient:
        yield (
            f"{agent.name}: {number(agent.tests.lenient, 'rollout')} counted as a success although "
            "a test failed: success is not strict there"
        )
    if agent.tests and agent.tests.strict:
        yield (
            f"{agent.name}: {number(agent.tests.strict, 'rollout')} counted as a failure although "
            "every test passed: something else decided as well"
        )


def _unscored(agent: Agent) -> Iterator[str]:
    if agent.unscored and agent.success:
        told = f"{agent.name}: {number(agent.unscored, 'rollout')} unscored and in no figure"
        found, worst = agent.success.estimate, agent.success_at_worst
        change = f"take success from {found:.3f} to {worst:.3f}"
        yield f"{told}; as failures they would {change if found > worst else 'change nothing'}"
    elif agent.unscored:
        yield f"{agent.name}: none of its {number(agent.unscored, 'rollout')} is scored"
    if agent.secure_unknown:
        yield (
            f"{agent.name}: {number(agent.secure_unknown, 'rollout')} in no figure of security, "
            "as it is not known of some successes"
        )


def _alike(part: Part) -> Iterator[str]:
    """Answers that repeat one of the same task: at temperature 0 every rollout is the same."""
    given = part.answer != 0
    task, answer = part.task[given], part.answer[given]
    several = np.bincount(task, minlength=1)[task] > 1
    pairs = np.stack([task[several], answer[several]])
    made = pairs.shape[1]
    order = np.lexsort(pairs)
    copied = int((np.diff(pairs[:, order]) == 0).all(axis=0).sum())
    if made and copied / made > _MANY_COPIES:
        yield (
            f"{part.agent}: {copied} of {made} answers repeat another one of the same task to the "
            "letter: rollouts that are not independent say less than their number"
        )


def _tasks(parts: Sequence[Part]) -> Iterator[str]:
    everything = np.unique(np.concatenate([part.tasks for part in parts])).size
    lacking = {part.agent: everything - part.tasks.size for part in parts}
    told = [f"{agent} lacks {count}" for agent, count in sorted(lacking.items()) if count]
    if told:
        yield (
            f"agents were not given the same {everything} tasks ({_some(told)}): their figures "
            "and order are not of the same thing"
        )


def notes(sources: Sequence[Source], copies: Copies) -> list[str]:
    """What was guessed, computed or left out, as sentences without full stops."""
    remarks = [remark for source in sources for remark in source.remarks]
    told = dict.fromkeys(remark.text for remark in remarks if not remark.doubtful)
    return [*told, *_twice(copies)]


def limits(agents: Sequence[Agent], k: int) -> list[str]:
    """What the files do not allow to be said, as sentences without full stops."""
    return [*_draws(agents, k), *_partial(agents)]


def _draws(agents: Sequence[Agent], k: int) -> Iterator[str]:
    most = max(agent.most for agent in agents)
    if not most:
        return
    none = [agent.name for agent in agents if agent.most < k]
    some = [
        f"{agent.at_k.missing} of {agent.name}"
        for agent in agents
        if agent.at_k and agent.at_k.missing
    ]
    if most == 1 < k:
        yield "there is one attempt at each task, so nothing can be said of k > 1"
    elif len(none) == len(agents):
        yield f"no task has {k} scored rollouts, so nothing can be said of k = {k}: try -k {most}"
    elif none:
        yield f"no figure at k = {k}, as no task has so many scored rollouts: {_some(none)}"
    if some:
        short = f"tasks with fewer than {k} scored rollouts are in no figure at k = {k}"
        yield f"{short}: {_some(some)}"


def _partial(agents: Sequence[Agent]) -> Iterator[str]:
    without = [agent for agent in agents if agent.rollouts and not agent.tests]
    if len(without) == len(agents):
        yield "no counts of tests, so nothing can be said of partial credit"
    elif without:
        yield f"no counts of tests: {_some([agent.name for agent in without])}"
    for agent in agents:
        if agent.tests and agent.tests.rollouts < agent.rollouts:
            yield (
                f"{agent.name}: {agent.rollouts - agent.tests.rollouts} of {agent.rollouts} scored "
                "rollouts have no counts of tests, and are in no figure of partial credit"
            )


def _twice(copies: Copies) -> Iterator[str]:
    if copies.across:
        told = number(copies.across, "rollout")
        yield f"{told} told of in a second file as well: each counts once"


def _some(told: Iterable[str]) -> str:
    every = list(told)
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(every[:_SHOWN]) + more
