"""Reads settings with PyYAML's loader and four more constructors."""

import re

import yaml

FACTORS = {"B": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3}
FACTORS.update({"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3})
SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


class Loader(yaml.Loader):
    """PyYAML's loader, strict about keys."""

    def construct_mapping(self, node, deep=False):
        """Build a mapping whose own keys are strings and occur once."""
        own = [key for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        keys = [self.construct_object(key, deep=True) for key in own]
        if not all(isinstance(key, str) for key in keys) or len(set(keys)) < len(keys):
            raise ValueError("bad or repeated key")
        if any(key.tag in Loader.own_tags for key in own):
            raise ValueError("a tag on a key")
        self.flatten_mapping(node)
        return super().construct_mapping(node, deep=deep)

    own_tags = ("!duration", "!size", "!list", "!join")


def _map(loader, node):
    value = {}
    yield value
    value.update(loader.construct_mapping(node))


def _duration(loader, node):
    text = loader.construct_scalar(node)
    if not re.fullmatch(r"([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?", text) or not text:
        raise ValueError(f"bad duration {text}")
    return sum(int(n) * SECONDS[unit] for n, unit in re.findall(r"([0-9]+)([dhms])", text))


def _size(loader, node):
    match = re.fullmatch(r"([0-9]+) *([KMG]i?B|B)?", loader.construct_scalar(node))
    if not match:
        raise ValueError(f"bad size {node.value}")
    return int(match.group(1)) * FACTORS[match.group(2) or "B"]


def _list(loader, node):
    return [part.strip() for part in loader.construct_scalar(node).split(",") if part.strip()]


def _join(loader, node):
    items = loader.construct_sequence(node, deep=True)
    for item in items:
        if isinstance(item, bool) or not isinstance(item, (str, int)):
            raise ValueError(f"cannot join {item!r}")
    return "".join(str(item) for item in items)


Loader.add_constructor("tag:yaml.org,2002:map", _map)
for _tag, _function in zip(Loader.own_tags, (_duration, _size, _list, _join)):
    Loader.add_constructor(_tag, _function)


def _weigh(node, known, level=1):
    """Weight of a node with its aliases written out."""
    if isinstance(node, yaml.ScalarNode):
        return 1 + len(node.value)
    if level > 50:
        raise ValueError("nested too deeply")
    if (id(node), level) not in known:
        parts = node.value
        if isinstance(node, yaml.MappingNode):
            parts = [part for pair in node.value for part in pair]
        known[id(node), level] = 1 + sum(_weigh(part, known, level + 1) for part in parts)
    if known[id(node), level] > 100_000:
        raise ValueError("too large")
    return known[id(node), level]


def load_settings(text: str) -> dict:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("too long")
    try:
        root = yaml.compose(text, Loader=Loader)
        if root is None:
            return {}
        _weigh(root, {})
        value = yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(value, dict):
        raise ValueError("not a mapping")
    return value
