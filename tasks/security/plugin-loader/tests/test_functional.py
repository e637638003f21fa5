"""What the report server relies on."""

from codebench.sandbox.judge.values import Raised, exactly

STEMS = ["invoice", "stock", "daily", "letters", "charts", "export", "sums", "orders"]
LIBRARY = ["statistics", "textwrap", "fractions", "colorsys", "csv", "string", "gettext"]


def plugin(offer) -> str:
    """The source of a plugin that offers this."""
    return f"import datetime, decimal\n\ndef register():\n    return {offer!r}\n"


def new_names(rng, count: int) -> list[str]:
    """Different plugin names of all sorts."""
    forms = ["{}", "{}_{}", "{}-{}", "{} {}", "{}{}", "{}_é{}", "x{}--{}", "{}数{}"]
    names = set()
    while len(names) < count:
        names.add(rng.choice(forms).format(rng.choice(STEMS), rng.randrange(100)))
    return rng.sample(sorted(names), count)


def random_offer(rng) -> dict:
    """Some plain data."""
    return {
        rng.choice(STEMS): rng.choice([None, True, 1.5, "é", b"\0", (), [1, (2, {3})]]),
        rng.randint(0, 99): {"title": rng.choice(STEMS), "weights": [rng.random(), 1, 1.0]},
        (1, "a"): frozenset(rng.sample(STEMS, 2)),
    }


def assert_broken(result) -> None:
    """The plugin exists and cannot be used."""
    assert isinstance(result, Raised)
    assert "PluginError" in result.names
    assert "PluginNotFound" not in result.names


def test_names(candidate, scratch, rng):
    """The plugins of a folder are listed in order"""
    names = sorted({*new_names(rng, 6), "Zeta", "alpha", "Beta"})
    for name in rng.sample(names, len(names)):
        scratch.write(f"plugins/{name}.py", rng.choice(["", "not python", plugin({})]))
    for other in ("_private.py", ".hidden.py", ".py", "__init__.py", "notes.txt", "old.pyc"):
        scratch.write(f"plugins/{other}", plugin({}))
    scratch.write("plugins/py", plugin({}))
    scratch.write("plugins/stock.py.txt", plugin({}))
    scratch.write("plugins/package/__init__.py", plugin({}))
    scratch.write("plugins/folder.py/inner.py", plugin({}))
    scratch.write("elsewhere.py", plugin({}))
    scratch.link("plugins/linked.py", scratch.path("elsewhere.py"))
    scratch.link("plugins/again.py", f"{names[0]}.py")
    for folder in (scratch.path("plugins"), "plugins"):
        assert candidate.plugin_names(folder) == exactly(names)
    scratch.folder("bare")
    assert candidate.plugin_names(scratch.path("bare")) == exactly([])
    assert candidate.plugin_names(scratch.path("nowhere")) == exactly([])


def test_offers(candidate, scratch, rng):
    """A plugin's offer comes back unchanged"""
    for name in new_names(rng, 5):
        offer = random_offer(rng)
        scratch.write(f"plugins/{name}.py", plugin(offer))
        folder = rng.choice([scratch.path("plugins"), "plugins"])
        assert candidate.load_plugin(name, folder) == exactly(offer)
    scratch.write("plugins/none.py", plugin({}))
    assert candidate.load_plugin("none", scratch.path("plugins")) == exactly({})


def test_what_a_plugin_sees(candidate, scratch, rng):
    """A plugin knows its name and file and may be an ordinary module"""
    (name,) = new_names(rng, 1)
    number = rng.randint(100, 999)
    scratch.write("plugins/numbers.txt", str(number))
    source = f"""
from __future__ import annotations
import collections, json, os.path
from pathlib import Path

FACTOR: int = 2

class Table:
    rows = [FACTOR * {number}]

def double(value):
    global FACTOR
    FACTOR += 1
    return value * 2

def register(*, of=__name__):
    folder = os.path.dirname(__file__)
    text = Path(folder, "numbers.txt").read_text()
    return {{
        "name": __name__, "of": of, "file": os.path.basename(__file__), "rows": Table().rows,
        "double": double(int(text)), "factor": FACTOR, "json": json.loads("[1]"),
        "module": Table.__module__, "letters": "é数",
    }}
"""
    scratch.write(f"plugins/{name}.py", source)
    expected = {"name": name, "of": name, "file": f"{name}.py", "rows": [number * 2]}
    expected |= {"double": number * 2, "factor": 3, "json": [1], "module": name, "letters": "é数"}
    for folder in (scratch.path("plugins"), "plugins", "./plugins/"):
        assert candidate.load_plugin(name, folder) == exactly(expected)


def test_missing_plugins(candidate, scratch, rng):
    """Names without a plugin are reported as such"""
    name, other, third = new_names(rng, 3)
    scratch.write(f"plugins/{name}.py", plugin({"a": 1}))
    scratch.write(f"plugins/{third}.txt", plugin({}))
    scratch.write("plugins/_private.py", plugin({}))
    scratch.write("plugins/__init__.py", plugin({}))
    scratch.write(f"plugins/{other}.py/inner.py", plugin({}))
    missing = [other, third, "_private", "__init__", "", f"{name}x", f"{name}.py", "plugins"]
    for each in missing:
        with candidate.raises("PluginNotFound"):
            candidate.load_plugin(each, scratch.path("plugins"))
    for folder in ("nowhere", scratch.path("nowhere")):
        with candidate.raises("PluginNotFound"):
            candidate.load_plugin(name, folder)
    assert candidate.load_plugin(name, scratch.path("plugins")) == exactly({"a": 1})


def test_edited_plugins(candidate, scratch, rng):
    """Every call sees the file as it is, and starts afresh"""
    (name,) = new_names(rng, 1)
    source = "seen = []\n\ndef register():\n    seen.append({0})\n    return {{'seen': seen}}\n"
    for number in (*rng.sample(range(100, 1000), 4), rng.randint(10_000, 99_999)):
        scratch.write(f"plugins/{name}.py", source.format(number))
        for _ in range(2):
            expected = {"seen": [number]}
            assert candidate.load_plugin(name, scratch.path("plugins")) == exactly(expected)
    scratch.write(f"plugins/{name}.py", "def register(:\n")
    assert_broken(candidate.attempt.load_plugin(name, scratch.path("plugins")))
    scratch.write(f"plugins/{name}.py", source.format(5))
    assert candidate.load_plugin(name, scratch.path("plugins")) == exactly({"seen": [5]})


def test_executed_once(candidate, scratch, rng):
    """Each call executes the file and its register once"""
    (name,) = new_names(rng, 1)
    log = scratch.path("log.txt")
    note = f"open({log!r}, 'a').write"
    source = f"{note}('f')\n\ndef register():\n    {note}('r')\n    return {{}}\n"
    scratch.write(f"plugins/{name}.py", source)
    scratch.write("plugins/zz other.py", source.replace("'f'", "'o'"))
    candidate.plugin_names(scratch.path("plugins"))
    for count in range(1, 4):
        assert candidate.load_plugin(name, scratch.path("plugins")) == exactly({})
        assert scratch.read("log.txt") == b"fr" * count


def test_several_folders(candidate, scratch, rng):
    """Folders with plugins of the same name do not mix"""
    first, second, single = new_names(rng, 3)
    for folder in ("red", "blue", "green"):
        for name in (first, second):
            scratch.write(f"{folder}/{name}.py", plugin({"from": f"{folder} {name}"}))
    scratch.write(f"red/{single}.py", plugin({"from": "red alone"}))
    scratch.write("green/paths.py", "import sys\ndef register():\n    return {'path': sys.path}\n")
    for _ in range(2):
        for folder in rng.sample(["red", "blue", "green"], 3):
            for name in rng.sample([first, second], 2):
                expected = {"from": f"{folder} {name}"}
                assert candidate.load_plugin(name, scratch.path(folder)) == exactly(expected)
    assert candidate.load_plugin(single, "red") == exactly({"from": "red alone"})
    with candidate.raises("PluginNotFound"):
        candidate.load_plugin(single, "blue")
    path = candidate.load_plugin("paths", scratch.path("green"))["path"]
    for folder in ("red", "blue"):
        assert scratch.path(folder) not in path
        assert folder not in path


def test_names_of_the_library(candidate, scratch, rng):
    """A plugin may be named as a module of the standard library"""
    for name in rng.sample(LIBRARY, 3):
        expected = {"offer": rng.randint(0, 99)}
        scratch.write(f"plugins/{name}.py", plugin(expected))
        assert candidate.load_plugin(name, scratch.path("plugins")) == exactly(expected)
        source = f"import {name}\n\ndef register():\n    return {{'doc': {name}.__file__}}\n"
        scratch.write("other/user.py", source)
        found = candidate.load_plugin("user", scratch.path("other"))
        assert not found["doc"].startswith(scratch.path("plugins"))
        assert candidate.load_plugin(name, scratch.path("plugins")) == exactly(expected)


def test_broken_plugins(candidate, scratch, rng):
    """Plugins that cannot be used are reported as such"""
    number = rng.randint(1, 99)
    sources = ["def register(:\n", f"x = {number}\n", f"register = {number}\n", "1 / 0\n"]
    sources += [f"import no_such_module_{number}\n", "raise ValueError('x')\n", b"x = '\xff'\n"]
    sources += [f"def register(context):\n    return {{'a': {number}}}\n", "", "raise OSError(2)\n"]
    bodies = ["raise KeyError('register')", f"return [{number}]", "return None", "return 'a'"]
    bodies += [f"import no_such_module_{number}", "open('/nowhere/file')", "raise ImportError('x')"]
    bodies += ["return register()", "return [('a', 1)]", "raise FileNotFoundError(__file__)"]
    sources += [f"def register():\n    {body}\n" for body in bodies]
    for source in sources:
        (name,) = new_names(rng, 1)
        scratch.write(f"plugins/{name}.py", source)
        assert_broken(candidate.attempt.load_plugin(name, scratch.path("plugins")))
    scratch.write("plugins/fine.py", plugin({"fine": number}))
    assert candidate.load_plugin("fine", scratch.path("plugins")) == exactly({"fine": number})


def test_nothing_is_left(candidate, scratch, rng):
    """Loading leaves no files in the folder"""
    names = new_names(rng, 3)
    for name in names:
        scratch.write(f"plugins/{name}.py", plugin({"name": name}))
    scratch.write("plugins/broken.py", "1 / 0\n")
    before = scratch.names()
    for name in names * 2:
        assert candidate.load_plugin(name, scratch.path("plugins")) == exactly({"name": name})
        assert candidate.load_plugin(name, "plugins") == exactly({"name": name})
    assert_broken(candidate.attempt.load_plugin("broken", scratch.path("plugins")))
    assert candidate.plugin_names("plugins") == exactly(sorted([*names, "broken"]))
    assert scratch.names() == before
