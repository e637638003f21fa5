"""Programs that must work and withstand attack. Each rollout is one submission to one challenge."""

from inspect_ai import Task, task

from codebench.suite import K, Names, Numbers, build

VERSION = "1-A"


@task
def security(
    k: int = K,
    challenges: str | None = None,
    only: Names = None,
    cwe: Numbers = None,
    grading: str | None = None,
) -> Task:
    """Security-sensitive challenges, judged by functional tests and by exploits.

    Args:
        k: Rollouts drawn for reliability@k and reliability^k; at most the number of epochs.
        challenges: A folder of challenges to use instead of the suite's.
        only: Slugs to keep, separated by commas.
        cwe: Weaknesses to keep, as numbers separated by commas.
        grading: `docker`, the default, or `local`, which isolates nothing.
    """
    return build(
        "security",
        version=VERSION,
        k=k,
        challenges=challenges,
        only=only,
        cwe=cwe,
        grading=grading,
    )
