"""What several test files share: the ways to grade, and small challenges made on the spot."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from codebench.environment import Grading, runner_for
from codebench.sandbox.faults import EngineFault
from codebench.sandbox.runner import Runner

FIXTURES = Path(__file__).parent / "fixtures"

# The first example of a test may be the one that imports scipy, and CI shares its cores.
settings.register_profile("codebench", deadline=None)
settings.load_profile("codebench")


@pytest.fixture(scope="session")
def docker_runner() -> Runner:
    """The real Docker runner; a test that asks for it is marked `docker`."""
    try:
        return runner_for(Grading.DOCKER)
    except EngineFault as fault:
        if os.environ.get("CODEBENCH_REQUIRE_DOCKER"):
            pytest.fail(f"Docker is required here: {fault}")
        pytest.skip(f"needs Docker: {fault}")


@pytest.fixture(scope="session")
def local_runner() -> Runner:
    """The judge as a plain process."""
    return runner_for(Grading.LOCAL)
