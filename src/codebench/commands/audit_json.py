"""`codebench audit --json`: an audit as plain data."""

from typing import Any

from codebench.audit.measures import LEVEL, Agent, Share
from codebench.audit.model import Source
from codebench.audit.ranks import Order
from codebench.audit.result import Audit
from codebench.statistics.estimands import Estimand, Interval, Method

__all__ = ["audit_json"]


def audit_json(audit: Audit) -> dict[str, Any]:
    """One object with everything that is printed."""
    return {
        "k": audit.k,
        "level": LEVEL,
        "files": [_file(source) for source in audit.sources],
        "passed_over": [str(path) for path in audit.passed_over],
        "agents": [_agent(agent) for agent in audit.agents],
        "rank_changes": {name: _order(order) for name, order in audit.orders.items()},
        "notes": list(audit.notes),
        "limits": list(audit.limits),
        "warnings": list(audit.warnings),
    }


def _file(source: Source) -> dict[str, Any]:
    return {
        "path": str(source.path),
        "format": source.format,
        "rollouts": source.rollouts,
        "columns": dict(source.columns),
    }


def _agent(agent: Agent) -> dict[str, Any]:
    tests = agent.tests
    return {
        "agent": agent.name,
        "tasks": agent.tasks,
        "rollouts": agent.rollouts,
        "unscored": agent.unscored,
        "n": [agent.fewest, agent.most],
        "success": _interval(agent.success),
        "success_if_unscored_fail": agent.success_at_worst,
        "reliability_at_k": _interval(agent.at_k),
        "reliability_all_k": _interval(agent.all_k),
        "secure_success": _interval(agent.secure),
        "secure_at_k": _interval(agent.secure_at_k),
        "secure_all_k": _interval(agent.secure_all_k),
        "rollouts_with_tests": tests.rollouts if tests else 0,
        "success_of_these": _interval(tests.success) if tests else None,
        "test_fraction": _share(tests.fraction) if tests else None,
        "broken_pass_at_k": {v: _share(s) for v, s in tests.broken.items()} if tests else {},
        "fewer_tests_than_k": tests.few if tests else None,
    }


def _interval(found: Interval | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "estimate": found.estimate,
        "lower": found.lower,
        "upper": found.upper,
        "k": found.k,
        "tasks": found.challenges,
        "missing": found.missing,
        "method": str(found.method),
        "estimand": str(found.estimand),
    }


def _share(found: Share) -> dict[str, Any]:
    return {
        "estimate": found.estimate,
        "lower": found.lower,
        "upper": found.upper,
        "tasks": found.tasks,
        "method": str(Method.WILSON),
        "estimand": str(Estimand.POPULATION),
    }


def _order(order: Order) -> dict[str, Any]:
    return {
        "agents": order.agents,
        "tau": order.tau,
        "swapped": list(map(list, order.swapped)),
        "merged": list(map(list, order.merged)),
        "parted": list(map(list, order.parted)),
    }
