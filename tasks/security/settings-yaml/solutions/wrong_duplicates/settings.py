"""Reads settings with safe_load; the last of several equal keys wins."""

import re
from typing import Any

import yaml

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9}
UNITS |= {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def load_settings(text: str) -> dict[str, Any]:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("too long")
    try:
        settings = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        raise ValueError("not a mapping")
    _check(settings, 1, [100_000])
    return settings


def _check(value: Any, level: int, budget: list[int]) -> None:
    budget[0] -= 1
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("a key is not a string")
        children = [*value.keys(), *value.values()]
    elif isinstance(value, list):
        children = value
    else:
        children = []
        budget[0] -= len(str(value))
    if level > 50 or budget[0] < 0:
        raise ValueError("too large")
    for child in children:
        _check(child, level + 1, budget)


def _duration(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> int:
    found = re.fullmatch(r"(?=.)(\d+d)?(\d+h)?(\d+m)?(\d+s)?", loader.construct_scalar(node))
    if not found:
        raise ValueError("not a duration")
    parts = zip(found.groups(), (86400, 3600, 60, 1))
    return sum(int(part[:-1]) * seconds for part, seconds in parts if part)


def _size(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> int:
    found = re.fullmatch(r"(\d+) *(|B|[KMG]i?B)", loader.construct_scalar(node))
    if not found:
        raise ValueError("not a size")
    return int(found[1]) * UNITS[found[2]]


def _list(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> list[str]:
    return [part.strip() for part in loader.construct_scalar(node).split(",") if part.strip()]


def _join(loader: yaml.SafeLoader, node: yaml.SequenceNode) -> str:
    items = loader.construct_sequence(node)
    if not all(type(item) in (str, int) for item in items):
        raise ValueError("cannot join")
    return "".join(str(item) for item in items)


yaml.SafeLoader.add_constructor("!duration", _duration)
yaml.SafeLoader.add_constructor("!size", _size)
yaml.SafeLoader.add_constructor("!list", _list)
yaml.SafeLoader.add_constructor("!join", _join)
