"""Programs that must work and withstand attack. Each rollout is one submission to one challenge."""

from inspect_ai import Task, task

from codebench.suite import K, Names, Numbers, build

VERSION = "2-A"


@task
def security(  # noqa: PLR0913, PLR0917 -- Inspect shows each as a -T parameter
    k: int = K,
    challenges: str | None = None,
    only: Names = None,
    cwe: Numbers = None,
    grading: str | None = None,
    prompt: str = "plain",
) -> Task:
    """Security-sensitive challenges, judged by functional tests and by exploits.

    Args:
        k: Rollouts drawn for reliability@k and reliability^k; at most the number of epochs.
        challenges: A folder of challenges to use instead of the suite's.
        only: Slugs to keep, separated by commas.
        cwe: Weaknesses to keep, as numbers separated by commas.
        grading: `docker`, the default, or `local`, which isolates nothing.
        prompt: `plain`; `reminder` adds a general sentence on security, `cwe` the names of the
            weaknesses, `policy` a document with the rules of the house.
    """
    return build(
        "security",
        version=VERSION,
        k=k,
        challenges=challenges,
        only=only,
        cwe=cwe,
        grading=grading,
        prompt=prompt,
    )
