"""Reads settings by walking the composed nodes; only scalars are left to PyYAML."""

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

STANDARD = "tag:yaml.org,2002:"
SCALARS = {STANDARD + kind for kind in ("null", "bool", "int", "float", "str", "timestamp")}
STEPS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}


class SettingsError(ValueError):
    """The document cannot be used."""


def load_settings(text: str) -> dict[str, Any]:
    """Read one settings document."""
    if len(text) > 50_000:
        raise SettingsError("too long")
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise SettingsError(str(error)) from error
    if root is None:
        return {}
    value = _Builder().build(root, 1)
    if not isinstance(value, dict):
        raise SettingsError("not a mapping")
    return value


class _Builder:
    """Turns nodes into values; each use of an alias is built, and paid for, again."""

    def __init__(self) -> None:
        self._budget = 100_000
        self._scalars = SafeConstructor()

    def build(self, node: yaml.Node, level: int) -> Any:
        """The value of a node at a level of nesting."""
        self._budget -= 1 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
        if self._budget < 0:
            raise SettingsError("too large")
        if level > 50 and not isinstance(node, yaml.ScalarNode):
            raise SettingsError("nested too deeply")
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, level)
        return self._mapping(node, level)

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        if node.tag in OWN:
            return OWN[node.tag](node.value)
        if node.tag not in SCALARS:
            raise SettingsError(f"unknown tag {node.tag}")
        try:
            return self._scalars.construct_object(node)
        except (ValueError, ArithmeticError, LookupError, AttributeError) as error:
            raise SettingsError(f"not a {node.tag}: {node.value!r}") from error

    def _sequence(self, node: yaml.SequenceNode, level: int) -> Any:
        if node.tag not in (STANDARD + "seq", "!join"):
            raise SettingsError(f"unknown tag {node.tag}")
        items = [self.build(item, level + 1) for item in node.value]
        if node.tag == "!join":
            if any(isinstance(item, bool) or not isinstance(item, str | int) for item in items):
                raise SettingsError("only strings and ints can be joined")
            return "".join(str(item) for item in items)
        return items

    def _mapping(self, node: yaml.MappingNode, level: int) -> dict[str, Any]:
        if node.tag != STANDARD + "map":
            raise SettingsError(f"unknown tag {node.tag}")
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if key_node.tag == STANDARD + "merge":
                merged = self._merged(value_node, level) | merged
                continue
            key = self.build(key_node, level + 1)
            if key_node.tag != STANDARD + "str" or key in own:
                raise SettingsError("a key is not a string, or occurs twice")
            own[key] = self.build(value_node, level + 1)
        return merged | own

    def _merged(self, node: yaml.Node, level: int) -> dict[str, Any]:
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        values: dict[str, Any] = {}
        for part in parts:
            if not isinstance(part, yaml.MappingNode):
                raise SettingsError("only mappings can be merged")
            values = self.build(part, level + 1) | values
        return values


def _duration(text: str) -> int:
    found = re.fullmatch(r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?", text)
    if not found or not text:
        raise SettingsError(f"not a duration: {text!r}")
    return sum(int(n or 0) * unit for n, unit in zip(found.groups(), (86400, 3600, 60, 1)))


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]+) *(?:B|([KMG]i?)B)?", text)
    if not found:
        raise SettingsError(f"not a size: {text!r}")
    return int(found[1]) * STEPS[found[2] or ""]


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


OWN: dict[str, Callable[[str], Any]] = {"!duration": _duration, "!size": _size, "!list": _list}
