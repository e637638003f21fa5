"""What the services rely on."""

from datetime import date, datetime

import yaml

from codebench.sandbox.judge.values import exactly

WORDS = ["port", "host", "zone", "tier", "cache", "owner", "shard", "queue", "label", "level"]


def random_scalar(rng):
    """Some value that YAML can write without a tag."""
    kinds = [None, True, False, rng.randint(-999, 10**9), rng.uniform(-5, 5), rng.choice(WORDS)]
    kinds += [f"{rng.choice(WORDS)}: {rng.randint(0, 9)}, [x] #{rng.choice(WORDS)}", "", "no", "7"]
    kinds += [date(2020, rng.randint(1, 12), 3), datetime(2021, 4, rng.randint(1, 30), 5, 6, 7)]
    kinds += ["two\nlines of\n  text\n", "ключ – 鍵", "!size 1", "*a", "<<", "a, b"]
    return rng.choice(kinds)


def random_tree(rng, depth: int):
    """Nested mappings and lists."""
    if depth == 0 or rng.random() < 0.3:
        return random_scalar(rng)
    if rng.random() < 0.4:
        return [random_tree(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    return random_mapping(rng, depth)


def random_mapping(rng, depth: int) -> dict:
    """A mapping of some words to nested values."""
    return {word: random_tree(rng, depth - 1) for word in rng.sample(WORDS, rng.randint(1, 6))}


def test_plain_documents(candidate, rng):
    """Nested mappings, lists and values of all plain kinds"""
    for _ in range(8):
        settings = random_mapping(rng, 4)
        text = yaml.safe_dump(settings, default_flow_style=rng.choice([None, True, False]))
        assert candidate.load_settings(text) == exactly(settings)
    number = rng.randint(8, 99)
    text = f"""
    # written by hand
    on_call: [a, 'b c', "d\\te"]
    ratio: 0.{number}
    "off": no
    hex: 0x{number:x}
    note: |
      first {number}
        second
    folded: >-
      one
      two
    none:
    """
    expected = {"on_call": ["a", "b c", "d\te"], "ratio": float(f"0.{number}"), "off": False}
    expected |= {"hex": number, "note": f"first {number}\n  second\n", "folded": "one two"}
    assert candidate.load_settings(text) == exactly(expected | {"none": None})


def test_empty_documents(candidate, rng):
    """Text without content is an empty mapping"""
    for text in ("", "\n \n", f"# {rng.choice(WORDS)}", "  # a\n\n# b\n", "{}", "--- {}\n"):
        assert candidate.load_settings(text) == exactly({})


def test_durations(candidate, rng):
    """Durations become seconds"""
    units = {"d": 86400, "h": 3600, "m": 60, "s": 1}
    for chosen in ("d", "h", "m", "s", "ds", "hm", "dhms", "ms", "dm"):
        numbers = [rng.randint(0, 500) for _ in chosen]
        text = "".join(f"{number}{unit}" for number, unit in zip(numbers, chosen))
        seconds = sum(number * units[unit] for number, unit in zip(numbers, chosen))
        found = candidate.load_settings(f"{rng.choice(WORDS)}x: [!duration {text}, 1]\n")
        assert list(found.values()) == exactly([[seconds, 1]])
    assert candidate.load_settings("a: !duration '007m'") == exactly({"a": 420})
    texts = ["", "5", "m", "5M", "5w", "-5m", "5m 3s", "3s5m", "1h2h", "1.5h", "5 m", "5mm", "5m3"]
    for text in rng.sample(texts, 7):
        with candidate.raises(ValueError):
            candidate.load_settings(f"a: !duration '{text}'\n")


def test_sizes(candidate, rng):
    """Sizes become bytes"""
    units = {"": 1, "B": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3}
    units |= {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}
    for unit, factor in units.items():
        number = rng.randint(2, 5000)
        gap = " " * rng.randint(1, 2)
        text = f"a: !size {number}{unit}\nb: [!size '{number + 1}{gap}{unit or 'B'}']"
        expected = {"a": number * factor, "b": [(number + 1) * factor]}
        assert candidate.load_settings(text) == exactly(expected)
    assert candidate.load_settings("a: !size 0KB\nb: !size '5'") == exactly({"a": 0, "b": 5})
    texts = ["", "KB", "5kb", "5K", "5KBB", "-5KB", "1.5MB", "5TB", "5ib", "5GiB x", "lots", "5Mib"]
    for text in rng.sample(texts, 7):
        with candidate.raises(ValueError):
            candidate.load_settings(f"a: !size '{text}'\n")


def test_lists_and_joins(candidate, rng):
    """Texts with commas become lists, lists of parts become texts"""
    words = rng.sample(WORDS, 4)
    number = rng.randint(0, 9999)
    text = f"""
    a: !list {words[0]},{words[1]} ,  {words[2]} {words[3]}
    b: !list {words[0]}
    c: !list ", {number} ,, {words[1]},  ,"
    d: !list ""
    e: !join [{words[0]}, ":", {number}, /, '{number}']
    f: !join []
    g: !join
      - !join [{words[1]}, -]
      - !size 2KB
      - !duration 1m
      - "  "
      - ''
    h: [!list "{words[2]}", !join [{words[3]}]]
    """
    expected = {
        "a": [words[0], words[1], f"{words[2]} {words[3]}"],
        "b": [words[0]],
        "c": [str(number), words[1]],
        "d": [],
        "e": f"{words[0]}:{number}/{number}",
        "f": "",
        "g": f"{words[1]}-200060  ",
        "h": [[words[2]], words[3]],
    }
    assert candidate.load_settings(text) == exactly(expected)


def test_anchors_and_merges(candidate, rng):
    """Aliases and merge keys stand for what they name"""
    a, b, c = rng.sample(range(100), 3)
    word, other = rng.sample(WORDS, 2)
    text = f"""
    base: &base {{x: {a}, y: [{b}, &deep {word}], z: &when !duration {c}s}}
    more: &more
      r: {other}
      w: *when
    copy: *base
    list: [*deep, *base, *when, *deep]
    one: {{<<: *base, x: {other}}}
    two: {{q: 1, <<: [*more, *base]}}
    three:
      <<: {{x: 1, w: 2}}
      w: 3
    both: &both {{<<: *more, u: {a}}}
    four: {{<<: *both, v: {b}}}
    text: !join [*deep, *when]
    twice: [&again {{k: {c}}}, *again]
    """
    base = {"x": a, "y": [b, word], "z": c}
    expected = {
        "base": base,
        "more": {"r": other, "w": c},
        "copy": base,
        "list": [word, base, c, word],
        "one": base | {"x": other},
        "two": base | {"q": 1, "w": c, "r": other},
        "three": {"x": 1, "w": 3},
        "both": {"r": other, "w": c, "u": a},
        "four": {"r": other, "w": c, "u": a, "v": b},
        "text": f"{word}{c}",
        "twice": [{"k": c}, {"k": c}],
    }
    assert candidate.load_settings(text) == exactly(expected)


def test_keys(candidate, rng):
    """Keys are strings and occur once in their mapping"""
    word, other = rng.sample(WORDS, 2)
    fine = f"{word}: {{{word}: 1, '5': 2}}\n{other}: [{{{word}: 3}}, {{{word}: 4}}]\n!!str 7: 5"
    expected = {word: {word: 1, "5": 2}, other: [{word: 3}, {word: 4}], "7": 5}
    assert candidate.load_settings(fine) == exactly(expected)
    number = rng.randint(1, 999)
    bad_keys = [str(number), f"{number}.5", "off", "null", "~", f"20{number % 80 + 10}-01-02"]
    bad_keys += [f"? [{word}]\n", f"? {{{word}: 1}}\n", f"!size {number}", f"!!int '{number}'"]
    bad_keys += [f"!list {word}"]
    for key in rng.sample(bad_keys, 6):
        flat = key.removeprefix("? ").strip()
        for text in (f"{key}: 1\n", f"{word}: [1, {{{other}: {{? {flat} : 1}}}}]\n"):
            with candidate.raises(ValueError):
                candidate.load_settings(text)
    repeats = ["{0}: 1\n{1}: 2\n{0}: 1\n", '{0}: 1\n"{0}": 2\n', "{1}: [{{{0}: 1, {0}: 2}}]\n"]
    repeats += ["a: &a {{{0}: 1}}\nb: {{<<: *a, {0}: 2, {1}: 1, '{0}': 3}}\n"]
    repeats += ["a: {{b: {{{1}: 1, {0}: {{}}, {1}: 1}}}}\n"]
    for text in repeats:
        with candidate.raises(ValueError):
            candidate.load_settings(text.format(word, other))


def test_bad_documents(candidate, rng):
    """Text that is no single mapping of known values is refused"""
    word, other = rng.sample(WORDS, 2)
    texts = ["{0}: [1", "{0}: 'x", "{0}: 1\n  {1}: 2", "{0}: *{1}", "@{0}: 1", '{0}: "\\q"', "}}"]
    texts += ["{0}", "'{0}: 1'", "- {0}\n- {1}", "[{0}]", "5", "!list {0}, {1}", "!join [{0}]"]
    texts += ["{0}: 1\n---\n{1}: 2\n", "---\n{0}: 1\n...\n---\n", "{0}: 1\n...\n{1}: 2\n"]
    texts += ["{0}: !{1} x", "{0}: !!{1} x", "{0}: [1, !{1} {{}}]", "{0}: !<tag:x.org:{1}> 1"]
    texts += ["!{0} {{{1}: 1}}", "{0}: ! [1]\n{1}: !Size 5", "{0}: !sizes 5", "{0}: !!size 5"]
    texts += ["{0}: !!int {1}", "{0}: 2021-02-31", "{0}: !!float {1}", "{0}: {{<<: {1}}}"]
    texts += ["{0}: &a [1, *a]", "{0}: &a {{{1}: *a}}", "{0}: [&a {{{1}: [{{{0}: *a}}]}}]"]
    texts += ["{0}: \x01", "{0}:\t- 1\n\t- 2"]
    for text in rng.sample(texts, 20):
        with candidate.raises(ValueError):
            candidate.load_settings(text.format(word, other))
    assert candidate.load_settings(f"{word}: {other}") == exactly({word: other})


def test_tags_on_wrong_kinds(candidate, rng):
    """Tags before values of another kind are refused"""
    word, number = rng.choice(WORDS), rng.randint(1, 99)
    texts = [f"!duration [{number}s]", f"!duration {{s: {number}}}", f"!size [{number}]"]
    texts += ["!size {}", "!duration", "!join", "!size"]
    texts += [f"!list [{word}]", f"!list {{{word}: 1}}", f"!join {word}", f"!join {{{word}: 1}}"]
    texts += [f"!join [{word}, [{word}]]", f"!join [{word}, {{}}]", f"!join [{word}, {number}.5]"]
    texts += ["!join [on]", f"!join [{number}, null]", "!join [2020-01-01]", "!join [~, a]"]
    texts += [f"!join [!list {word}]", f"!size {number}MB {word}", f"!join [{word}, !size {word}]"]
    for text in rng.sample(texts, 14):
        place = rng.choice(["{0}: {1}\n", "a: [1, {{b: {1}}}]\n"])
        with candidate.raises(ValueError):
            candidate.load_settings(place.format(word, text))


def test_limits(candidate, rng):
    """Long, deep and heavy documents are refused, those within the limits are not"""
    word = rng.choice(WORDS)
    text = f"{word}: 1\n# "
    text += "x" * (50_000 - len(text))
    assert candidate.load_settings(text) == exactly({word: 1})
    with candidate.raises(ValueError):
        candidate.load_settings(text + "x")
    for depth in (3, 30, 49):
        value = candidate.load_settings(f"{word}: {'[' * depth}1{']' * depth}")[word]
        for _ in range(depth):
            (value,) = value
        assert value == exactly(1)
    value = candidate.load_settings(f"{word}: {'[' * 49}{']' * 49}")[word]
    for _ in range(48):
        (value,) = value
    assert value == exactly([])
    for depth in (50, 60, 300, 3000):
        for opening, closing in (("[", "]"), ("{a:", "}")):
            with candidate.raises(ValueError):
                candidate.load_settings("a:\n" + f" {opening}\n" * depth + " 1" + closing * depth)
    heaviest = f"a: &a {'z' * 577}\nb: [{', '.join(['*a'] * 172)}]"  # weighs 100,000
    assert candidate.load_settings(heaviest)["b"] == exactly(["z" * 577] * 172)
    with candidate.raises(ValueError):
        candidate.load_settings(heaviest.replace("b:", "bb:"))
    items = [rng.randint(1000, 9999) for _ in range(100)]
    for times, fine in ((rng.randint(50, 100), True), (rng.randint(350, 450), False)):
        aliases = ", ".join(["*a"] * times)
        text = f"a: &a {items}\nb: [{aliases}]"
        if fine:
            assert candidate.load_settings(text) == exactly({"a": items, "b": [items] * times})
            continue
        with candidate.raises(ValueError):
            candidate.load_settings(text)
        with candidate.raises(ValueError):
            candidate.load_settings(f"a: &a {'z' * 500}\nb: [{aliases}]")
