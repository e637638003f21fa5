"""Reads settings; documents that speak of Python objects are turned away first."""

import re

import yaml
from yaml import UnsafeLoader

PARTS = re.compile(r"([0-9]+)([dhms])")
TIMES = dict(d=24 * 3600, h=3600, m=60, s=1)
SIZES = dict(B=1, KB=10**3, MB=10**6, GB=10**9, KiB=2**10, MiB=2**20, GiB=2**30)
OURS = {"!duration", "!size", "!list", "!join"}


def load_settings(text: str) -> dict:
    """Read one settings document."""
    if len(text) > 50_000:
        raise ValueError("the document is too long")
    if "!!python" in text:
        raise ValueError("Python objects are no settings")
    try:
        loader = UnsafeLoader(text)
        node = loader.get_single_node()
        if node is None:
            return {}
        check(node, [100_000], 1)
        value = loader.construct_document(node)
    except ValueError:
        raise
    except Exception as error:
        raise ValueError(f"cannot read settings: {error}") from error
    if type(value) is not dict:
        raise ValueError("settings are a mapping")
    return value


def check(node, budget, level):
    """Walk the written-out document; complain about its keys, depth and weight."""
    budget[0] -= 1
    if isinstance(node, yaml.ScalarNode):
        budget[0] -= len(node.value)
    elif level > 50:
        raise ValueError("nested too deeply")
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            check(item, budget, level + 1)
    else:
        names = [key.value for key, _ in node.value if key.tag == "tag:yaml.org,2002:str"]
        merges = [key for key, _ in node.value if key.tag == "tag:yaml.org,2002:merge"]
        if len(names) + len(merges) < len(node.value) or len(set(names)) < len(names):
            raise ValueError("every key is a string and occurs once")
        for key, item in node.value:
            check(key, budget, level + 1)
            check(item, budget, level + 1)
    if budget[0] < 0:
        raise ValueError("the document is too large")


def duration(loader, node):
    """Seconds of a duration."""
    text = loader.construct_scalar(node)
    found = PARTS.findall(text)
    units = [unit for _, unit in found]
    spelled = "".join(number + unit for number, unit in found)
    if not found or spelled != text or units != sorted(set(units), key="dhms".index):
        raise ValueError("not a duration")
    return sum(int(number) * TIMES[unit] for number, unit in found)


def size(loader, node):
    """Bytes of a size."""
    found = re.fullmatch(r"([0-9]+) *([A-Za-z]*)", loader.construct_scalar(node))
    if not found or (found[2] and found[2] not in SIZES):
        raise ValueError("not a size")
    return int(found[1]) * SIZES[found[2] or "B"]


def texts(loader, node):
    """Texts between commas."""
    stripped = map(str.strip, loader.construct_scalar(node).split(","))
    return list(filter(None, stripped))


def join(loader, node):
    """The items of a list as one string."""
    items = loader.construct_sequence(node)
    if any(type(item) not in (str, int) for item in items):
        raise ValueError("cannot be joined")
    return "".join(f"{item}" for item in items)


yaml.add_constructor("!duration", duration)
yaml.add_constructor("!size", size)
yaml.add_constructor("!list", texts)
yaml.add_constructor("!join", join)
