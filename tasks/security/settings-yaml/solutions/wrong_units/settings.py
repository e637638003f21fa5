"""Reads settings; a KB is taken for 1024 bytes."""

import re
from typing import Any

import yaml

MAX_TEXT = 50_000
MAX_DEPTH = 50
MAX_WEIGHT = 100_000
STANDARD = "tag:yaml.org,2002:"
KINDS = ("str", "int", "float", "bool", "null", "timestamp", "seq", "map")
DURATION = re.compile(r"(?=.)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", re.ASCII)
SIZE = re.compile(r"(\d+) *(B|KB|MB|GB|KiB|MiB|GiB)?", re.ASCII)
UNITS = {
    **{None: 1, "B": 1, "KB": 1024, "MB": 1024**2, "GB": 1024**3},
    **{"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3},
}


def load_settings(text: str) -> dict[str, Any]:
    """Read one settings document; anything wrong with it is a ValueError."""
    if len(text) > MAX_TEXT:
        raise ValueError("the document is too long")
    try:
        return _load(text)
    except ValueError:
        raise
    except Exception as error:  # PyYAML ends in many ways on values that do not fit their tag
        raise ValueError(f"bad settings: {error}") from error


def _load(text: str) -> dict[str, Any]:
    loader = SettingsLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise ValueError("the document is not a mapping")
        _Measure().check(node)
        value = loader.construct_document(node)
    finally:
        loader.dispose()
    if not isinstance(value, dict):
        raise ValueError("the document has a tag that is not for mappings")
    return value


class _Measure:
    """Checks keys, depth and weight of a node graph before anything is built from it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, int]] = {}
        self._open: set[int] = set()

    def check(self, node: yaml.Node) -> tuple[int, int]:
        """Weight and height of a node with all that hangs on it."""
        if id(node) in self._open:
            raise ValueError("an anchor holds itself")
        if id(node) not in self._known:
            self._open.add(id(node))
            self._known[id(node)] = self._measured(node)
            self._open.remove(id(node))
        return self._known[id(node)]

    def _measured(self, node: yaml.Node) -> tuple[int, int]:
        if isinstance(node, yaml.ScalarNode):
            return 1 + len(node.value), 0
        if isinstance(node, yaml.MappingNode):
            _check_keys(node)
        children = [self.check(child) for child in _children(node)]
        weight = 1 + sum(weight for weight, _ in children)
        height = 1 + max((height for _, height in children), default=0)
        if weight > MAX_WEIGHT or height > MAX_DEPTH:
            raise ValueError("the document is too large")
        return weight, height


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [child for pair in node.value for child in pair]
    return list(node.value)


def _check_keys(node: yaml.MappingNode) -> None:
    seen = set()
    for key, _ in node.value:
        if key.tag not in (STANDARD + "str", STANDARD + "merge"):
            raise ValueError("a key is not a string")
        if key.value in seen:
            raise ValueError(f"the key {key.value!r} occurs twice")
        seen.add(key.value)


class SettingsLoader(yaml.SafeLoader):
    """The safe loader, with our tags and no more of the standard ones than we use."""

    yaml_constructors = {
        STANDARD + kind: yaml.SafeLoader.yaml_constructors[STANDARD + kind] for kind in KINDS
    } | {None: yaml.SafeLoader.yaml_constructors[None]}


def _duration(loader: SettingsLoader, node: yaml.ScalarNode) -> int:
    found = DURATION.fullmatch(loader.construct_scalar(node))
    if not found:
        raise ValueError(f"not a duration: {node.value!r}")
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _size(loader: SettingsLoader, node: yaml.ScalarNode) -> int:
    found = SIZE.fullmatch(loader.construct_scalar(node))
    if not found:
        raise ValueError(f"not a size: {node.value!r}")
    return int(found[1]) * UNITS[found[2]]


def _list(loader: SettingsLoader, node: yaml.ScalarNode) -> list[str]:
    parts = (part.strip() for part in loader.construct_scalar(node).split(","))
    return [part for part in parts if part]


def _join(loader: SettingsLoader, node: yaml.SequenceNode) -> str:
    items = loader.construct_sequence(node)
    if not all(type(item) in (str, int) for item in items):
        raise ValueError("only strings and ints can be joined")
    return "".join(map(str, items))


SettingsLoader.add_constructor("!duration", _duration)
SettingsLoader.add_constructor("!size", _size)
SettingsLoader.add_constructor("!list", _list)
SettingsLoader.add_constructor("!join", _join)
