"""Classic algorithms without a security side. Each rollout is one submission to one challenge."""

from inspect_ai import Task, task

from codebench.suite import K, Names, build

VERSION = "2-A"


@task
def algorithmic(
    k: int = K, challenges: str | None = None, only: Names = None, grading: str | None = None
) -> Task:
    """Algorithmic challenges, judged by property tests.

    Args:
        k: Rollouts drawn for reliability@k and reliability^k; at most the number of epochs.
        challenges: A folder of challenges to use instead of the suite's.
        only: Slugs to keep, separated by commas.
        grading: `docker`, the default, or `local`, which isolates nothing.
    """
    return build(
        "algorithmic",
        version=VERSION,
        k=k,
        challenges=challenges,
        only=only,
        cwe=None,
        grading=grading,
    )
