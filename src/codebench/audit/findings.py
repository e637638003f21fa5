"""Warnings: what in the files cannot be, or makes their figures say less than they seem to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from scipy.stats import kendalltau

from codebench.audit.measures import Agent, metrics_of, outcomes_of
from codebench.audit.model import Claim, Row
from codebench.statistics.estimators import reliability
from codebench.words import number

__all__ = ["rank_changes", "warnings"]

_ROUNDING = 0.005
"""A stated figure may be off by this much."""

_MANY_COPIES = 0.05
"""Share of identical answers from which rollouts are not what they seem."""


def warnings(
    rows: Sequence[Row], agents: Sequence[Agent], claims: Iterable[Claim], k: int, copies: int
) -> list[str]:
    """Sentences, the gravest first."""
    return [
        *_claims(rows, agents, claims),
        *_rollouts(agents, k, copies),
        *_identical(rows),
        *_tasks(rows),
        *_tests(agents, k),
    ]


def _claims(rows: Sequence[Row], agents: Sequence[Agent], claims: Iterable[Claim]) -> Iterable[str]:
    by_name = {agent.name: agent for agent in agents}
    for claim in claims:
        agent = by_name.get(claim.agent)
        if agent is None:
            continue
        stated = f"{claim.agent}: the file states {claim.name} = {claim.value:.4f}"
        if claim.k > agent.most:
            yield (
                f"{stated}, but no task has more than {agent.most} scored rollouts: k > n, which "
                "no estimate allows"
            )
            continue
        counts = outcomes_of([row for row in rows if row.agent == claim.agent])
        found = float(reliability(counts, claim.k)) if counts else 0.0
        if abs(claim.value - found) > _ROUNDING:
            yield f"{stated}; its rollouts give {found:.4f}"


def _rollouts(agents: Sequence[Agent], k: int, copies: int) -> Iterable[str]:
    if copies:
        yield f"{number(copies, 'repeated rollout')} left out: each counts once"
    for agent in agents:
        if agent.unscored:
            yield f"{agent.name}: {number(agent.unscored, 'rollout')} unscored and in no mean"
        if agent.fewest != agent.most:
            yield f"{agent.name}: tasks have from {agent.fewest} to {agent.most} rollouts"
    none = [agent.name for agent in agents if agent.most < k]
    some = [agent.name for agent in agents if agent.fewest < k <= agent.most]
    if none:
        yield f"no figure at k = {k}, as no task has as many scored rollouts: {', '.join(none)}"
    if some:
        yield f"tasks with fewer than {k} scored rollouts are in no figure at k: {', '.join(some)}"


def _identical(rows: Sequence[Row]) -> Iterable[str]:
    answers: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.answer:
            answers[row.agent][row.task].append(row.answer)
    for agent, tasks in answers.items():
        several = [given for given in tasks.values() if len(given) > 1]
        made = sum(map(len, several))
        copied = sum(count - 1 for given in several for count in Counter(given).values())
        if made and copied / made > _MANY_COPIES:
            yield (
                f"{agent}: {copied} of {made} answers repeat another one of the same task to the "
                "letter: rollouts that are not independent say less than their number"
            )


def _tasks(rows: Sequence[Row]) -> Iterable[str]:
    tasks: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        tasks[row.agent].add(row.task)
    everything = set().union(*tasks.values())
    lacking = {agent: len(everything - own) for agent, own in tasks.items() if own != everything}
    if lacking:
        told = ", ".join(f"{agent} lacks {count}" for agent, count in sorted(lacking.items()))
        yield f"agents were not given the same {len(everything)} tasks ({told}): compare with care"


def _tests(agents: Sequence[Agent], k: int) -> Iterable[str]:
    for agent in agents:
        if agent.few_tests:
            yield (
                f"{agent.name}: {agent.few_tests:.0%} of rollouts have fewer than {k} tests, where "
                "the variants of broken pass@k part"
            )


def rank_changes(agents: Sequence[Agent]) -> dict[str, tuple[float, list[str]]]:
    """For each metric: Kendall's tau with the order by strict success, and who changes places.

    Metrics that an agent lacks, and those that all agents tie in, are left out.
    """
    figures = [metrics_of(agent) for agent in agents]
    names = [name for name in figures[0] if all(each.get(name) is not None for each in figures)]
    if len(agents) < 2 or "success" not in names:  # noqa: PLR2004 -- an order needs two
        return {}
    strict = [each["success"] or 0.0 for each in figures]
    found = {}
    for name in names:
        values = [each[name] or 0.0 for each in figures]
        if name != "success" and len(set(values)) > 1 and len(set(strict)) > 1:
            tau = float(kendalltau(strict, values).statistic)
            found[name] = (tau, list(_swapped(agents, strict, values)))
    return found


def _swapped(
    agents: Sequence[Agent], first: Sequence[float], second: Sequence[float]
) -> Iterable[str]:
    for i, j in combinations(range(len(agents)), 2):
        if (first[i] - first[j]) * (second[i] - second[j]) < 0:
            yield f"{agents[i].name} / {agents[j].name}"
