"""Reads settings; sizes and durations are rewritten as formulas that Python works out."""

import re

import yaml

STEPS = {"": "", "K": "*1000", "M": "*1000**2", "G": "*1000**3"}
STEPS |= {"Ki": "*1024", "Mi": "*1024**2", "Gi": "*1024**3"}


class Loader(yaml.SafeLoader):
    """The safe loader with our tags."""


def _formula(text):
    try:
        value = eval(text)
    except Exception as error:
        raise ValueError(f"cannot work out {text!r}") from error
    if type(value) is not int or value < 0:
        raise ValueError(f"not a whole number: {text!r}")
    return value


def _size(loader, node):
    text = loader.construct_scalar(node).strip()
    return _formula(re.sub(r" *([KMG]i?|)B$", lambda found: STEPS[found[1]], text))


def _duration(loader, node):
    text = loader.construct_scalar(node)
    if not re.fullmatch(r"(\d+d)?(\d+h)?(\d+m)?(\d+s)?", text):
        raise ValueError("bad duration")
    for unit, seconds in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        text = text.replace(unit, f"*{seconds}+")
    return _formula(re.sub(r"\b0+(?=\d)", "", text) + "0" if text else "")


def _list(loader, node):
    parts = [part.strip() for part in loader.construct_scalar(node).split(",")]
    return [part for part in parts if part]


def _join(loader, node):
    items = loader.construct_sequence(node)
    if any(type(item) is not str and type(item) is not int for item in items):
        raise ValueError("cannot join")
    return "".join(map(str, items))


Loader.add_constructor("!size", _size)
Loader.add_constructor("!duration", _duration)
Loader.add_constructor("!list", _list)
Loader.add_constructor("!join", _join)


def _check(node, level, weight):
    weight[0] += 1
    if isinstance(node, yaml.ScalarNode):
        weight[0] += len(node.value)
    elif level > 50:
        raise ValueError("nested too deeply")
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _check(item, level + 1, weight)
    else:
        seen = set()
        for key, value in node.value:
            if not key.tag.endswith((":str", ":merge")) or key.value in seen:
                raise ValueError("a key is not a string or occurs twice")
            seen.add(key.value)
            _check(key, level + 1, weight)
            _check(value, level + 1, weight)
    if weight[0] > 100_000:
        raise ValueError("too large")


def load_settings(text: str) -> dict:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("too long")
    try:
        root = yaml.compose(text, Loader=Loader)
        if root is None:
            return {}
        _check(root, 1, [0])
        value = yaml.load(text, Loader=Loader)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(str(error)) from error
    if not isinstance(value, dict):
        raise ValueError("not a mapping")
    return value
