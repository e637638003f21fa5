"""Reads settings; values with Python tags are refused before PyYAML builds anything."""

import re

import yaml

UNIT = {"B": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3}
UNIT |= {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}


class SettingsLoader(yaml.UnsafeLoader):
    """Knows our tags."""


def load_settings(text: str) -> dict:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("too long")
    try:
        root = yaml.compose(text, Loader=SettingsLoader)
        if root is None:
            return {}
        _inspect(root, 1, [0])
        value = yaml.load(text, Loader=SettingsLoader)
        _check_repeats(root)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(str(error)) from error
    if not isinstance(value, dict):
        raise ValueError("not a mapping")
    _check_keys(value)
    return value


def _inspect(node, level, weight):
    if "python/" in node.tag:
        raise ValueError(f"unknown tag {node.tag}")
    weight[0] += 1 + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
    if weight[0] > 100_000 or (level > 50 and not isinstance(node, yaml.ScalarNode)):
        raise ValueError("too large")
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _inspect(item, level + 1, weight)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            weight[0] += 1 + len(key.value)
            _inspect(value, level + 1, weight)


def _check_repeats(node):
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check_repeats(item)
    elif isinstance(node, yaml.MappingNode):
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) < len(keys) or any(key.tag.startswith("!") for key, _ in node.value):
            raise ValueError("a key occurs twice or has a tag")
        for _, value in node.value:
            _check_repeats(value)


def _check_keys(value):
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("a key is not a string")
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _check_keys(item)


def _duration(loader, node):
    text = loader.construct_scalar(node)
    found = re.match(r"^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$", text)
    if not text or not found:
        raise ValueError("bad duration")
    days, hours, minutes, seconds = [int(part or "0") for part in found.groups()]
    return days * 86400 + hours * 3600 + minutes * 60 + seconds


def _size(loader, node):
    found = re.match(r"^(\d+) *(B|KB|MB|GB|KiB|MiB|GiB)?$", loader.construct_scalar(node))
    if found is None:
        raise ValueError("bad size")
    return int(found.group(1)) * UNIT[found.group(2) or "B"]


def _list(loader, node):
    parts = loader.construct_scalar(node).split(",")
    return [part.strip() for part in parts if part.strip() != ""]


def _join(loader, node):
    items = loader.construct_sequence(node)
    if not all(isinstance(item, (str, int)) and item not in (True, False) for item in items):
        if any(isinstance(item, bool) or not isinstance(item, (str, int)) for item in items):
            raise ValueError("cannot join")
    return "".join(str(item) for item in items)


SettingsLoader.add_constructor("!duration", _duration)
SettingsLoader.add_constructor("!size", _size)
SettingsLoader.add_constructor("!list", _list)
SettingsLoader.add_constructor("!join", _join)
