"""Does a card show what a member typed?"""

import json
from random import Random
from string import ascii_lowercase
from typing import Any

import lxml.html

Line = list[tuple[str, bool, str]]
"""A line of text: each character, whether it is bold, and the address it leads to."""

ODD = [
    "R&D",
    "5 < 6",
    "it's",
    "AT&T",
    "(see)",
    "[note]",
    "a_b",
    "100%",
    "Grüße",
    "\U0001f600",
    "x]",
]
ODD += ["C:\\new", "->", "a > b", "${x}", "{y}", "1 & 2", "`z`", "~", "#7", "[", "(", "[x](y)"]
NO_LINKS = [
    "example.org",
    "ftp://example.org/a",
    "tel:+4312345",
    "http:/a.example",
    "mailto",
    "http:",
]
NO_LINKS += ["httpx://a.example", "//a.example", "http//a.example", "/me", "#me", "https:a.example"]
NO_LINKS += ["MAILTO:", "http://", "https://", "me@a.example", "www.a.example?http", "p:mail"]


def _word(rng: Random, size: int = 6) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


def _text(rng: Random) -> str:
    words = [_word(rng), _word(rng).title(), rng.choice(ODD), rng.choice(ODD)]
    return " ".join(rng.sample(words, len(words)))


def _address(rng: Random) -> str:
    start = rng.choice(["http://", "https://", "HTTP://", "Https://", "hTTpS://"])
    host = f"{_word(rng)}.Example{rng.choice(['', ':8080', '/', '/A/b-c_d~e'])}"
    query = rng.choice(["", f"?{_word(rng)}=1&b=it's;+5,!", "#x=@$", "/*star*"])
    mail = f"{rng.choice(['mailto:', 'MAILTO:', 'Mailto:'])}{_word(rng)}@b.example?subject=A%20B&b"
    return rng.choice([f"{start}{host}{query}", f"{start}{host}{query}", f"{start}a", mail])


def _styled(text: str, bold: bool = False, address: str = "") -> Line:
    return [(character, bold, address) for character in text]


def _read(element: Any, bold: bool = False, address: str = "") -> list[Line]:
    """What a browser shows of an element, line by line."""
    lines: list[Line] = [_styled(element.text or "", bold, address)]
    for child in element:
        assert child.tag in ("br", "a", "strong")
        if child.tag == "br":
            lines.append([])
        elif child.tag == "a":
            assert not address
            assert sorted(child.keys()) == ["href", "rel"]
            assert child.get("rel") == "nofollow"
            inner = _read(child, bold, child.get("href"))
        else:
            assert not bold
            assert not child.keys()
            inner = _read(child, True, address)
        if child.tag != "br":
            lines[-1] += inner[0]
            lines += inner[1:]
        lines[-1] += _styled(child.tail or "", bold, address)
    return lines


def _squeeze(line: Line) -> Line:
    """The same with white space as HTML shows it."""
    result: Line = [(" ", False, "")]
    for character, bold, address in line:
        blank = character in " \t\n\r\f"
        if not blank:
            result.append((character, bold, address))
        elif result[-1][0] != " ":
            result.append((" ", False, ""))
    return result[1:-1] if result[-1][0] == " " else result[1:]


def _card(candidate: Any, profile: dict[str, str]) -> Any:
    """The card as a tree of elements. There is nothing beside it."""
    html = candidate.profile_html(profile)
    assert type(html) is str
    body = lxml.html.document_fromstring(f"<!DOCTYPE html><body>{html}").body
    (card,) = body
    assert (body.text or "").strip() == (card.tail or "").strip() == ""
    return card


def _check(candidate: Any, profile: dict[str, str], bio: list[Line]) -> None:
    """Compare a card with what its profile says. The bio is given as it should show."""
    card = _card(candidate, profile)
    assert card.tag == "div"
    assert card.get("class") == "card"
    member = {"handle": profile["handle"], "name": profile["name"]}
    assert json.loads(card.get("data-member")) == member
    style = {"style"} if profile.get("colour") else set()
    assert set(card.keys()) == {"class", "data-member"} | style
    assert not "".join([card.text or "", *(child.tail or "" for child in card)]).strip()
    heading, *paragraphs = card
    assert heading.tag == "h2"
    assert dict(heading.attrib) == ({"title": profile["motto"]} if profile.get("motto") else {})
    assert _read(heading) == [_styled(heading.text)]
    assert _squeeze(_styled(heading.text)) == _squeeze(_styled(profile["name"]))
    kinds = [kind for kind in ("website", "bio") if profile.get(kind)]
    assert [dict(paragraph.attrib) for paragraph in paragraphs] == [{"class": k} for k in kinds]
    assert all(paragraph.tag == "p" for paragraph in paragraphs)
    if profile.get("bio"):
        assert [_squeeze(line) for line in _read(paragraphs[-1])] == [_squeeze(x) for x in bio]


def _bio_line(rng: Random) -> tuple[str, Line]:
    """A line of a bio, and how it should show."""
    typed: list[str] = []
    shown: list[Line] = []
    for _ in range(rng.randint(1, 6)):
        bold = rng.random() < 0.4
        pieces, look = [], []
        for _ in range(rng.randint(1, 3)):
            text, address = _text(rng), ""
            pieces.append(text)
            if rng.random() < 0.4:
                label = rng.choice([_word(rng), "4*4 R&D", "* (x)", "it's 5 < 6"])
                text, address = label, rng.choice([_address(rng), _address(rng), "mailto:a"])
                pieces[-1] = f"[{label}]({address})"
            elif rng.random() < 0.2:
                text = pieces[-1] = f"[{_word(rng)}]({rng.choice(NO_LINKS)})"
            look += _styled(text, bold, address) + _styled(" ")
        typed.append("*" + " ".join(pieces) + "*" if bold else " ".join(pieces))
        shown.append(look)
    if rng.random() < 0.3:
        typed.append("*")
        shown.append(_styled("*"))
    return " ".join(typed), [item for look in shown for item in [*look, (" ", False, "")]]


def test_whole_cards(candidate: Any, rng: Random) -> None:
    """Cards with all fields and with some of them."""
    for _ in range(12):
        lines = [_bio_line(rng) for _ in range(rng.randint(1, 4))]
        profile = {
            "motto": _text(rng),
            "website": f"{_word(rng)} &  co",
            "colour": rng.choice(["red", "#fed"]),
            "bio": rng.choice(["\n", "\r\n"]).join(typed for typed, _ in lines),
        }
        for name in rng.sample(sorted(profile), rng.randint(0, 4)):
            if rng.random() < 0.5:
                del profile[name]
            else:
                profile[name] = ""
        profile |= {
            "handle": f'{_word(rng)} "{_text(rng)}"',
            "name": f'{_text(rng)} "A" {_word(rng)}',
        }
        _check(candidate, profile, [shown for _, shown in lines])


def test_odd_texts(candidate: Any, rng: Random) -> None:
    """Signs of all kinds, in every field."""
    for text in (
        " ".join(rng.sample(ODD, len(ODD))),
        "1 & 2 < 3 > it's",
        f"{_word(rng)}&\\{_word(rng)}",
    ):
        profile = dict.fromkeys(["handle", "name", "motto", "website"], text)
        _check(
            candidate,
            profile | {"bio": f"*{text}* {text}"},
            [_styled(text, True) + _styled(f" {text}")],
        )
        label = text.translate({ord("["): None, ord("]"): None})
        (shown,) = _read(_card(candidate, profile)[1])
        assert _squeeze(shown) == _styled(text)
        profile["bio"] = f"[{label}](http://a?b&c='d')"
        _check(candidate, profile, [_styled(label, address="http://a?b&c='d'")])


def test_colours(candidate: Any, rng: Random) -> None:
    """Texts that are a colour, and texts that are none."""
    digits = "".join(rng.choices("0123456789abcdefABCDEF", k=9))
    word = _word(rng)
    good = [
        f"#{digits[:3]}",
        f"#{digits[:6]}",
        word,
        word.upper(),
        f"{word}Az",
        "z",
        "#09F",
        "#aAfF09",
    ]
    bad = [f"#{digits[:size]}" for size in (1, 2, 4, 5, 7, 8, 9)]
    bad += [f"{digits[:3]}1", f"{rng.randint(1, 9)}px", f"{word}{rng.randint(0, 9)}", "#", "#12g"]
    bad += [
        f"{word}ö",
        "#fffffg",
        f"#{word}x",
        f"##{digits[:3]}",
        f"#{digits[:3]}\u0663\u0663\u0663",
    ]
    for colour in rng.sample(good, len(good)):
        card = _card(candidate, {"handle": "a", "name": "b", "colour": colour})
        name, _, value = card.get("style").partition(":")
        assert (name.strip(), value.strip(" ;")) == ("border-color", colour)
    for colour in ["", *rng.sample(bad, len(bad))]:
        card = _card(candidate, {"handle": "a", "name": "b", "colour": colour})
        assert "style" not in card.keys(), colour  # noqa: SIM118 -- an element, not a dict
    assert "style" not in _card(candidate, {"handle": "a", "name": "b"}).keys()  # noqa: SIM118


def test_websites(candidate: Any, rng: Random) -> None:
    """Websites that are an address, and websites that are none."""
    good = [_address(rng) for _ in range(6)]
    good += [
        f"{_address(rng)}&x='1'",
        "http://a?b&c=d",
        "http://a",
        "HTTPS://b",
        "mailTo:c",
        "https://(d)",
        "http://a.example/[b]",
    ]
    for website in rng.sample(good, len(good)) + rng.sample(NO_LINKS, len(NO_LINKS)):
        around = rng.choice(["{}", " {}", "{}  ", "  {} "])
        profile = {"handle": "a", "name": "b", "website": around.format(website)}
        _check(candidate, profile, [])
        (shown,) = _read(_card(candidate, profile)[1])
        address = website if website in good else ""
        assert _squeeze(shown) == _styled(website, address=address), website


def _bio(candidate: Any, text: str, *lines: Line) -> None:
    _check(candidate, {"handle": "a", "name": "b", "bio": text}, list(lines))


def test_bio_links(candidate: Any, rng: Random) -> None:
    """Links in a bio, and texts that look similar."""
    label, address = _word(rng), _address(rng)
    link = _styled(label, address=address)
    for before, after in [
        ("", ""),
        ("[", ""),
        ("", "]"),
        ("(", ")"),
        ("[a]", "(b)"),
        ("[x](", ")"),
    ]:
        for typed, look in [(f"[{label}]({address})", link), (f"[.]({address}!)", None)]:
            look = look or _styled(".", address=f"{address}!")
            _bio(candidate, before + typed + after, _styled(before) + look + _styled(after))
    both = f"[{label}]({address})[{label} (2)](mailto:x)"
    _bio(candidate, both, link + _styled(f"{label} (2)", address="mailto:x"))
    _bio(
        candidate, f"[[{label}]({address})](http://b)", _styled("[") + link + _styled("](http://b)")
    )
    texts = [f"[{label}]({each})" for each in NO_LINKS]
    texts += [f"[]({address})", f"[{label}] ({address})", f"[{label}]( {address})", f"[{label}]"]
    texts += [f"[{label}]({address} )", f"[{label}]({address} x)", f"[{label}]({address}", address]
    texts += [f"[{label}]((x){address})", f"[{label}]", f"[{label}]()", f"({label})[{address}]"]
    texts += [
        f"[{label}]({address[0]} {address[1:]})",
        f"[{label}](x{address})",
        f"{label}]({address})",
    ]
    texts += [f"[a]({address}(b)"]
    for text in rng.sample(texts, len(texts)):
        lone = text.replace("*", "")
        _bio(candidate, lone, _styled(lone))


def test_bio_stars(candidate: Any, rng: Random) -> None:
    """Stars that pair up, and stars that stay."""
    a, b, c = (_word(rng) for _ in "abc")
    url = f"http://{_word(rng)}.example/*"
    bold = {word: _styled(word, True) for word in (a, b, c)}
    _bio(candidate, f"*{a}*", bold[a])
    _bio(candidate, f"{a}*{b}*{c}", _styled(a) + bold[b] + _styled(c))
    _bio(candidate, f"*{a}*{b}*{c}*", bold[a] + _styled(b) + bold[c])
    _bio(candidate, f"*{a}*{b}*{c}", bold[a] + _styled(f"{b}*{c}"))
    _bio(candidate, f"{a} * {b}", _styled(f"{a} * {b}"))
    _bio(candidate, f"* {a} * {b}", _styled(" ") + bold[a] + _styled(f" {b}"))
    _bio(candidate, f"*{a}\n{b}*{c}*", _styled(f"*{a}"), _styled(b) + bold[c])
    _bio(candidate, f"{a}*\r\n*{b}\r\n\r\n*{c}*", _styled(f"{a}*"), _styled(f"*{b}"), [], bold[c])
    link = _styled(f"*{c}", address=url)
    starred = [(character, True, address) for character, _, address in link]
    _bio(candidate, f"{a} [*{c}]({url}) {b}*", _styled(f"{a} ") + link + _styled(f" {b}*"))
    _bio(candidate, f"*[*{c}]({url})*{b}", starred + _styled(b))
    _bio(candidate, f"*{a}[*{c}]({url})", _styled(f"*{a}") + link)
    _bio(candidate, f"*{a}[*{c}]({url}){b}*{c}", bold[a] + starred + bold[b] + _styled(c))
    other = f"[{a}*{b}](ftp://{c}*)"
    expected = _styled(f"[{a}") + _styled(f"{b}](ftp://{c}", True) + _styled(")")
    _bio(candidate, other, expected)
    _bio(candidate, f"\n{a}", [], _styled(a))
