"""Are notices what their templates and records make of them?"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

Scope = dict[str, Any]
SIGNS = ["it's", '"so"', "50 %", "a|b", "<b>", "R&D", "# no", "-- x", "C:\\n", "Grüße", "\t", "$x"]
SIGNS += ["if paid", "endif", "%%", "(see)", "\U0001f600", "//", "/* 1 */", "## 2", "\u00a0", ";"]
SCALARS = ["number", "nights", "total", "note", "paid", "address_2", "guest.name", "guest.city"]
SCALARS += ["guest.regular", "room.title", "room.keys", "room.is_open", "room.in_house"]
LISTS = {"tags": "", "empty": "", "guest.stays": "", "lines": ".title"}


@dataclass(frozen=True)
class Piece:
    """A part of a template, and what comes out of it."""

    text: str
    shown: Callable[[Scope], str]


def _word(rng: Random) -> str:
    return "".join(rng.choices(ascii_lowercase, k=rng.randint(5, 7)))


def _line(rng: Random) -> Scope:
    return {
        "title": _word(rng),
        "price": Decimal(rng.randint(100, 999_999)) / 100,
        "count": rng.choice([None, rng.randint(1, 9)]),
        "parts": [_word(rng) for _ in range(rng.randint(0, 2))],
        "room": {"title": _word(rng), "keys": rng.randint(1, 9)},
    }


def _data(rng: Random) -> Scope:
    """The fields of a booking, with dicts for other records."""
    stays = [rng.randint(1, 99) for _ in range(rng.randint(1, 3))]
    guest = {"name": f"{_word(rng).title()} ß", "city": "", "regular": rng.random() < 0.5}
    room = {"title": _word(rng), "keys": rng.randint(1, 9), "is_open": True, "in_house": False}
    return {
        "number": rng.randint(1_000, 99_999),
        "nights": 0,
        "total": Decimal(rng.randint(100_000, 999_999)) / 100,
        "note": None,
        "tags": [_word(rng), None, rng.randint(10, 99)],
        "lines": [_line(rng) for _ in range(rng.randint(1, 3))],
        "guest": guest | {"stays": stays},
        "room": room,
        "paid": rng.random() < 0.5,
        "empty": [],
        "address_2": rng.choice(["", _word(rng)]),
    }


def _find(scope: Scope, path: str) -> Any:
    value: Any = scope
    for name in path.split("."):
        value = value[name]
    return value


def _str(value: Any) -> str:
    return "" if value is None else str(value)


def _filled(pattern: str, value: Any) -> str:
    return pattern.format(*["" if value is None else value] * pattern.count("{"))


# Random templates


def _plain(rng: Random) -> Piece:
    words = rng.sample(SIGNS, 2) + [_word(rng), "\n", "\n\n", "  "]
    text = " ".join(rng.sample(words, rng.randint(1, 3)))
    return Piece(text, lambda scope: text)


def _filter(rng: Random) -> tuple[str, Callable[[Any], Any]]:
    word = rng.choice([_word(rng), "a|b (c)", " no ", "%, upper", "it's | 5"])
    place = f"{{:{rng.choice(['', '<', '>', '^'])}{rng.randint(1, 30)}}}"
    pattern = rng.choice([place, f"{word}: {{}}", f"{{}}{word}{place}"])
    return rng.choice(
        [
            ("upper", lambda value: _str(value).upper()),
            (f'default("{word}")', lambda value: word if _str(value) == "" else value),
            (f'format("{pattern}")', lambda value: _filled(pattern, value)),
        ]
    )


def _show(rng: Random, paths: list[str]) -> Piece:
    path, gap = rng.choice(paths), rng.choice(["", " ", "  "])
    filters = [_filter(rng) for _ in range(rng.choice([0, 0, 1, 2, 3]))]
    if path in ("paid", "guest.regular", "room.is_open", "room.in_house"):
        filters = []
    bar = rng.choice(["|", " | ", "  |", "| "])
    text = f"{{{{{gap}{bar.join([path, *(name for name, _ in filters)])}{gap}}}}}"

    def shown(scope: Scope) -> str:
        value = _find(scope, path)
        for _, change in filters:
            value = change(value)
        return _str(value)

    return Piece(text, shown)


def _if(rng: Random, paths: list[str], depth: int) -> Piece:
    path, gap = rng.choice([*paths, *LISTS, "guest"]), rng.choice(["", " ", "  "])
    yes, no = _blocks(rng, paths, depth - 1), _blocks(rng, paths, depth - 1)
    text = f"{{%{gap}if {path}{gap}%}}{yes.text}"
    if rng.random() < 0.6:
        text += f"{{%{gap}else{gap}%}}{no.text}"
    else:
        no = Piece("", lambda scope: "")
    part = f"{text}{{%{gap}endif{gap}%}}"
    return Piece(part, lambda scope: (yes if _find(scope, path) else no).shown(scope))


def _for(rng: Random, paths: list[str], depth: int) -> Piece:
    values = rng.choice(list(LISTS))
    name = rng.choice(["x", "entry_1", "for_2", "number", "note"])
    shown = f"{name}{LISTS[values]}"
    others = [path for path in paths if path.partition(".")[0] != name]
    body = _blocks(rng, [*others, shown, shown, shown], depth - 1)
    text = f"{{% for {name} in {values} %}}{body.text}{{% endfor %}}"

    def run(scope: Scope) -> str:
        return "".join(body.shown(scope | {name: entry}) for entry in _find(scope, values))

    return Piece(text, run)


def _block(rng: Random, paths: list[str], depth: int) -> Piece:
    kind = rng.choice(["text", "show", "show", "if", "for"] if depth else ["text", "show"])
    match kind:
        case "if":
            return _if(rng, paths, depth)
        case "for":
            return _for(rng, paths, depth)
        case "show":
            return _show(rng, paths)
    return _plain(rng)


def _blocks(rng: Random, paths: list[str], depth: int) -> Piece:
    blocks = [_block(rng, paths, depth) for _ in range(rng.randint(1, 4))]
    text = "".join(block.text for block in blocks)
    return Piece(text, lambda scope: "".join(block.shown(scope) for block in blocks))


def _whole(rng: Random, data: Scope) -> tuple[str, str]:
    """A template of moderate size, and what it gives."""
    while True:
        blocks = [_blocks(rng, SCALARS, 2) for _ in range(4)]
        template = "".join(block.text for block in blocks)
        if 500 < len(template) < 3_000:
            return template, "".join(block.shown(data) for block in blocks)


def test_whole_templates(candidate: Any, rng: Random) -> None:
    """Templates with everything in them"""
    for _ in range(8):
        data = _data(rng)
        booking = candidate.booking(data)
        before = booking.state()
        template, expected = _whole(rng, data)
        assert candidate.render_notice(template, booking) == exactly(expected), template
        assert booking.state() == exactly(before)


# One thing at a time


def _shows(candidate: Any, data: Scope, cases: dict[str, str]) -> None:
    """Templates and what comes out, all at once."""
    text = "\n~\n".join(cases)
    result = candidate.render_notice(text, candidate.booking(data))
    assert type(result) is str
    assert dict(zip(cases, result.split("\n~\n"), strict=True)) == cases


def _fails(candidate: Any, template: str, booking: Any) -> None:
    with candidate.raises("TemplateError"):
        candidate.render_notice(template, booking)


def test_paths(candidate: Any, rng: Random) -> None:
    """Fields of records, and of records in records"""
    data = _data(rng) | {"paid": True}
    line = data["lines"][0]
    cases = {f"{{{{ {path} }}}}": _str(_find(data, path)) for path in SCALARS}
    cases |= {f"[{{{{{path}}}}}]": f"[{_str(_find(data, path))}]" for path in SCALARS}
    cases["{% for l in lines %}{{ l.room.keys }}{{ l.price }}{{ l.count }},{% endfor %}"] = "".join(
        f"{each['room']['keys']}{each['price']}{_str(each['count'])}," for each in data["lines"]
    )
    cases["{% for room in lines %}{{ room.title }} {% endfor %}{{ room.title }}"] = (
        "".join(f"{each['title']} " for each in data["lines"]) + data["room"]["title"]
    )
    _shows(candidate, data, cases)
    only = candidate.booking(data | {"lines": [line]})
    for path in rng.sample(SCALARS, 3):
        assert candidate.render_notice(f"{{{{ {path} }}}}", only) == exactly(
            _str(_find(data, path))
        )


def test_filters(candidate: Any, rng: Random) -> None:
    """Each filter on values of all kinds"""
    word, other = _word(rng), _word(rng)
    data = _data(rng) | {"address_2": f" {word} "}
    number = data["number"]
    _shows(
        candidate,
        data,
        {
            "{{ guest.name | upper }}{{ note | upper }}": data["guest"]["name"].upper(),
            "{{ number | upper }} {{ total | upper }}": f"{number} {data['total']}",
            f'{{{{ note | default("{other}") }}}}': other,
            f'{{{{ guest.city | default("{other} ") | upper }}}}': f"{other.upper()} ",
            f'{{{{ guest.city | upper | default("{other}") }}}}': other,
            f'{{{{ note | default("") | default("{other}") | default("x") }}}}': other,
            f'{{{{ nights | default("{other}") }}}}': "0",
            f'{{{{ number | default("{other}") | format("{{:,}}") }}}}': f"{number:,}",
            '{{ address_2 | default("x") | upper }}.': f" {word.upper()} .",
            f'{{{{ note | default("({word} | upper)") }}}}': f"({word} | upper)",
            f'{{{{ note|default("it\'s #{word} %") }}}}': f"it's #{word} %",
            '{{ guest.city | format("{}{}") | default("-") | format("{}-{}") }}': "---",
            '{{ address_2 | format("{}{}") | format("{:.9}") }}': f" {word}  {word} "[:9],
        },
    )


def test_formats(candidate: Any, rng: Random) -> None:
    """Numbers and texts in the places of a text"""
    number, word = rng.randint(10_000, 99_999), _word(rng)
    data = _data(rng) | {"number": number, "address_2": word}
    price = data["total"]
    wide = rng.randint(20, 99)
    specs = {
        "number": ["", ":", ":,", ":>12", ":<9", ":^13", ":.2f", f":>{wide},.0f", ":7", f":{wide}"],
        "total": [":.2f", ":,.1f", ":>15,.2f", ":f", ":,", ":^20.9f", ":.0f", ":.3", f":<{wide}f"],
        "address_2": ["", ":>10", ":^12.2", ":.3", ":9", f":{wide}", ":<8", ":.0", ":10.1"],
        "note": ["", ":3", ":>4", ":^5.2"],
    }
    cases = {}
    for path, each in specs.items():
        value = {"number": number, "total": price, "address_2": word, "note": ""}[path]
        for spec in each:
            around = rng.choice([("", ""), (word, ""), ("a: ", " b"), ("\u20ac ", "%")])
            pattern = f"{around[0]}{{{spec}}}{around[1]}"
            cases[f'{{{{ {path} | format("{pattern}") }}}}.'] = f"{pattern.format(value)}."
    cases['{{ number | format("{}, {:>7} and {:,}") }}'] = f"{number}, {number:>7} and {number:,}"
    cases['{{ number | format("{}{}") }}{{ number | format("none") }}'] = f"{number}{number}none"
    cases['[{{ address_2 | format("") }}]'] = "[]"
    _shows(candidate, data, cases)
    misfits = {"address_2": [":f", ":,", ":.2f", ":9,"], "number": [":.2", ":>5.1"], "note": [":f"]}
    booking = candidate.booking(data)
    for path, each in misfits.items():
        for spec in each:
            _fails(candidate, f'{{{{ {path} | format("{{{spec}}}") }}}}', booking)


def test_conditions(candidate: Any, rng: Random) -> None:
    """What is true, and what is not"""
    data = _data(rng) | {"paid": True, "address_2": "0", "number": -rng.randint(1, 9)}
    data |= {"total": Decimal("0.00"), "tags": [0]}
    cases = {}
    for path, true in {
        **dict.fromkeys(["paid", "address_2", "number", "tags", "guest", "room.is_open"], True),
        **dict.fromkeys(["total", "nights", "note", "empty", "guest.city", "room.in_house"], False),
    }.items():
        cases[f"{{% if {path} %}}yes{{% else %}}no{{% endif %}}"] = "yes" if true else "no"
        cases[f"{{%if {path}%}}yes{{%endif%}}"] = "yes" if true else ""
    both = "{% if nights %}{% if paid %}a{% else %}b{% endif %}{% else %}{% if paid %}c{% endif %}d"
    cases[f"{both}{{% endif %}}"] = "cd"
    _shows(candidate, data, cases)


def test_loops(candidate: Any, rng: Random) -> None:
    """Loops in loops, and what their variables hide"""
    data = _data(rng) | {"tags": [_word(rng), None], "number": 5}
    data["lines"] = [_line(rng) | {"title": word, "parts": list(word)} for word in ("abc", "d", "")]
    tag = data["tags"][0]
    cases = {
        "{% for t in tags %}{{ t }}|{% endfor %}{% for t in tags %}{{ t }}{% endfor %}": f"{tag}||{tag}",
        "{% for l in lines %}{% for p in l.parts %}{{ p }}{{ l.title }},{% endfor %};{% endfor %}": (
            "aabc,babc,cabc,;dd,;;"
        ),
        "{% for number in tags %}{{ number }}|{% endfor %}{{ number }}": f"{tag}||5",
        "{% for x in lines %}{% for x in x.parts %}{{ x }}{% endfor %}{{ x.title }}.{% endfor %}": (
            "abcabc.dd.."
        ),
        "{% for lines in lines %}{{ lines.title }}{% endfor %}{% for l in lines %}!{% endfor %}": (
            "abcd!!!"
        ),
        "{% for number in lines %}{% for p in number.parts %}{{ p }}{% endfor %}{% endfor %}{{ number }}": (
            "abcd5"
        ),
        "{%for t in empty%}x{%endfor%}{%  for t in guest.stays  %}y{%  endfor  %}": "y"
        * len(data["guest"]["stays"]),
        "{% for t in tags %}{% if t %}{{ t }}{% else %}-{% endif %}\n{% endfor %}": f"{tag}\n-\n",
        '{% for for_1 in tags %}{{ for_1 | default("it\'s") }}{% endfor %}': f"{tag}it's",
    }
    _shows(candidate, data, cases)
    booking = candidate.booking(data)
    for template, expected in rng.sample(list(cases.items()), 3):
        assert candidate.render_notice(template, booking) == exactly(expected)
    _fails(candidate, "{% for x in tags %}{% endfor %}{{ x }}", booking)


def test_plain_text(candidate: Any, rng: Random) -> None:
    """What stands outside of tags"""
    data = _data(rng)
    booking = candidate.booking(data)
    for end in ("", "\n", "\n\n", "\n \n", " ", "\t"):
        text = f"{end}{' '.join(rng.sample(SIGNS, len(SIGNS)))}{end}"
        assert candidate.render_notice(text, booking) == exactly(text)
        template = f"{text}{{{{ number }}}}{end}{{% if nights %}}{text}{{% endif %}}\n"
        expected = f"{text}{data['number']}{end}\n"
        assert candidate.render_notice(template, booking) == exactly(expected)


MALFORMED = """
{{ }}
{{}}
{{ number
{{ number }
{{ number %}
{{ number nights }}
{{ .number }}
{{ number. }}
{{ room..keys }}
{{ number | }}
{{ | upper }}
{{ number || upper }}
{{ number upper }}
{{ number | nosuch }}
{{ number | nosuch("x") }}
{{ number | upper("x") }}
{{ number | default }}
{{ note | default(x) }}
{{ note | default("x }}
{{ note | default("x" }}
{{ number | format }}
{{ number | format("{") }}
{{ number | format("}") }}
{{ number | format("{:>5") }}
{{ number | format("{:,,}") }}
{{ number | format("{:5.}") }}
{{ number | format("{:2>>}") }}
{% if %}x{% endif %}
{% if paid %}x
{% if paid }}x{% endif %}
{% if paid nights %}x{% endif %}
{% ifpaid %}x{% endif %}
{% if paid %}x{% endfor %}
{% if paid %}x{% else %}y
{% if paid %}x{% else %}y{% else %}z{% endif %}
{% else %}
{% endif %}
x{% endfor %}
{% for x in tags %}x
{% for x in tags %}x{% endif %}
{% for x in %}x{% endfor %}
{% for x tags %}x{% endfor %}
{% for in tags %}x{% endfor %}
{% for x of tags %}x{% endfor %}
{% for x in tags %}{% if paid %}x{% endfor %}{% endif %}
{% while paid %}x{% endwhile %}
{% %}
{% number %}
"""


def test_malformed(candidate: Any, rng: Random) -> None:
    """Templates that are none"""
    booking = candidate.booking(_data(rng) | {"paid": False})
    for line in MALFORMED.strip().splitlines():
        _fails(candidate, rng.choice(["{}", "a {}", "{} b"]).format(line), booking)


def test_misfits(candidate: Any, rng: Random) -> None:
    """Values that do not fit, reached and not reached"""
    booking = candidate.booking(_data(rng) | {"paid": True})
    parts = ["{{ nosuch }}", "{{ Number }}", "{{ guest.nosuch }}", "{{ note.x }}", "{{ tags.x }}"]
    parts += ['{{ nosuch | default("x") }}', '{{ guest.email | default("x") }}', "{{ x.keys }}"]
    parts += ["{% if nosuch %}x{% endif %}", "{% if guest.nosuch %}x{% else %}y{% endif %}"]
    parts += ["{% for x in number %}x{% endfor %}", "{% for x in note %}x{% endfor %}"]
    parts += ["{% for x in guest %}x{% endfor %}", "{% for x in nosuch %}x{% endfor %}"]
    parts += [
        "{{ guest }}",
        "{{ tags }}",
        "{{ empty }}",
        "{{ room | upper }}",
        "{{ tags | upper }}",
    ]
    for part in rng.sample(parts, len(parts)):
        _fails(candidate, f"a {part} b", booking)
    unreached = "".join(parts).replace("Number", "number")
    template = f"{{% if nights %}}{unreached}{{% else %}}fine{{% endif %}}"
    template += f"{{% for x in empty %}}{unreached}{{% endfor %}}"
    assert candidate.render_notice(template, booking) == exactly("fine")


def test_limits(candidate: Any, rng: Random) -> None:
    """Templates and notices as large as allowed, and one step more"""
    data = _data(rng) | {"address_2": "".join(rng.choices("ab", k=990)), "tags": ["x"] * 50}
    data["lines"] = [_line(rng) | {"title": "7", "parts": [5, None]} for _ in range(1000)]
    booking = candidate.booking(data)
    text = "x" * 4990
    full = f"{{{{number}}}}{text}"
    assert candidate.render_notice(full, booking) == exactly(f"{data['number']}{text}")
    _fails(candidate, f"{full}y", booking)
    loop = "{% for t in tags %}{{ address_2 }}0123456789{% endfor %}"
    assert candidate.render_notice(loop, booking) == exactly(f"{data['address_2']}0123456789" * 50)
    _fails(candidate, f"{loop}.", booking)
    _fails(candidate, f"{{{{ paid }}}}{loop}", booking)
    long = "{% for l in lines %}{% for p in l.parts %}{{ p }},{% endfor %}{{ l.title }}{% endfor %}"
    with candidate.deadline(2.0):
        assert candidate.render_notice(long, booking) == exactly("5,,7" * 1000)
    opening = [rng.choice(["{% if number %}", "{% for n in guest.stays %}"]) for _ in range(10)]
    closing = [f"{{% end{tag[3:6].strip()} %}}" for tag in reversed(opening)]
    deep = candidate.booking(data | {"guest": {"stays": [1]}})
    template = f"{''.join(opening)}{{{{ number }}}}{''.join(closing)}"
    assert candidate.render_notice(template, deep) == exactly(str(data["number"]))
