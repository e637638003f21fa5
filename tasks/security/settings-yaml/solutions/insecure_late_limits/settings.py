"""Reads settings with the safe loader and weighs what came out of it."""

import re

import yaml

UNITS = {None: 1, "B": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3}
UNITS |= {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}


class Loader(yaml.SafeLoader):
    """The safe loader; keys are strings and occur once."""

    def construct_mapping(self, node, deep=False):
        """Build a mapping."""
        seen = set()
        for key, _ in node.value:
            if not key.tag.endswith((":str", ":merge")) or key.value in seen:
                raise ValueError("a key is not a string or occurs twice")
            seen.add(key.value)
        self.flatten_mapping(node)
        return {
            self.construct_object(key): self.construct_object(value, deep=deep)
            for key, value in node.value
        }

    def construct_settings(self, node):
        """Build a mapping in two steps, as PyYAML likes it."""
        value = {}
        yield value
        value.update(self.construct_mapping(node))


def _duration(loader, node):
    text = loader.construct_scalar(node)
    found = re.fullmatch(r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?", text)
    if not found or not text:
        raise ValueError("bad duration")
    total = 0
    for part, factor in zip(found.groups(), (1, 24, 60, 60)):
        total = total * factor + int(part or 0)
    return total


def _size(loader, node):
    found = re.fullmatch(r"(\d+) *(B|KB|MB|GB|KiB|MiB|GiB)?", loader.construct_scalar(node))
    if not found:
        raise ValueError("bad size")
    return int(found[1]) * UNITS[found[2]]


def _list(loader, node):
    return [part.strip() for part in loader.construct_scalar(node).split(",") if part.strip()]


def _join(loader, node):
    items = loader.construct_sequence(node)
    if any(isinstance(item, bool) or not isinstance(item, (int, str)) for item in items):
        raise ValueError("cannot join")
    return "".join(str(item) for item in items)


Loader.add_constructor("tag:yaml.org,2002:map", Loader.construct_settings)
Loader.add_constructor("!duration", _duration)
Loader.add_constructor("!size", _size)
Loader.add_constructor("!list", _list)
Loader.add_constructor("!join", _join)


def _weigh(value, budget, level):
    budget[0] -= 1
    if isinstance(value, (dict, list)):
        if level > 50:
            raise ValueError("nested too deeply")
        items = value
        if isinstance(value, dict):
            items = [part for pair in value.items() for part in pair]
        for item in items:
            _weigh(item, budget, level + 1)
    else:
        budget[0] -= len(str(value))
    if budget[0] < 0:
        raise ValueError("too large")


def load_settings(text: str) -> dict:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("too long")
    try:
        value = yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError("not a mapping")
    _weigh(value, [100_000], 1)
    return value
