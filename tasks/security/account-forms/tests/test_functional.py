"""Can members look after their data with an ordinary browser?"""

import json
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

SITE = "https://gardenclub.example"
VOID = {"input", "br", "hr", "img", "meta", "link", "col", "wbr", "area", "base", "embed", "source"}
CLOSES = {tag: ("p",) for tag in ("p", "div", "form", "table", "ul", "dl", "h1", "h2", "section")}
CLOSES |= dict.fromkeys(("dt", "dd"), ("dt", "dd")) | dict.fromkeys(("td", "th"), ("td", "th"))
CLOSES |= {"li": ("li",), "tr": ("td", "th", "tr")}
LETTERS = "abcdefghiklmnoprstuéßü数"
SIGNS = ["<b>", "&amp;", '"', "'", "</p>", "{{ 7 }}", "%41", "+", "\\n", "é", "数", "a b", "<!--"]


@dataclass
class Form:
    """A form, and the values a browser sends if nobody touches it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    has_button: bool = False

    def add(self, tag: str, given: dict[str, str]) -> None:
        """Note a field, if a browser sends it: of all buttons, the first is pressed."""
        kind = given.get("type", "text" if tag == "input" else "submit").lower()
        if kind in ("submit", "image"):
            pressed, self.has_button = not self.has_button, True
        else:
            pressed = kind not in ("button", "reset", "file")
            pressed &= kind not in ("checkbox", "radio") or "checked" in given
        if pressed and given.get("name"):
            self.fields[given["name"]] = given.get("value", "")


class Page(HTMLParser):
    """The forms of a page, and the texts of its elements with an id."""

    def __init__(self, status: int, url: str, html: str, sent_to: str) -> None:
        """Read the page."""
        super().__init__()
        self.status, self.url = status, url
        self.sent_to = urlsplit(sent_to).path
        self.forms: dict[str, Form] = {}
        self.texts: dict[str, str] = {}
        self._form = Form("", "")
        self._open: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    @property
    def path(self) -> str:
        """Where the browser has come to."""
        return urlsplit(self.url).path

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note forms, fields and ids."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.url, given.get("action", "")) or self.url
            self._form = Form(action, given.get("method", "get").upper())
            self.forms[given.get("id", "")] = self._form
        if tag in ("input", "button"):
            self.forms.get(given.get("form", "\0"), self._form).add(tag, given)
        while self._open and self._open[-1][0] in CLOSES.get(tag, ()):
            self._open.pop()
        if tag not in VOID:
            self._open.append((tag, given.get("id", "")))
            self.texts.setdefault(given.get("id", ""), "")

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag == "form":
            self._form = Form("", "")
        while any(name == tag for name, _ in self._open):
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        """Add text to all elements around it."""
        for name in {name for _, name in self._open}:
            self.texts[name] += data


class Browser:
    """A browser of a member."""

    def __init__(self, http: Any) -> None:
        """Start without cookies."""
        self.http = http
        self.cookies: dict[str, str] = {}

    def open(self, path: str) -> Page:
        """Type in an address."""
        return self._go("GET", SITE + path, None, {"Sec-Fetch-Site": "none"})

    def send(self, page: Page, form: str, **values: str) -> Page:
        """Fill in a form of a page and send it."""
        shape = page.forms[form]
        assert set(values) <= set(shape.fields)
        content = urlencode({**shape.fields, **values})
        headers = {"Sec-Fetch-Site": "same-origin", "Referer": page.url}
        if shape.method == "GET":
            return self._go("GET", shape.action.partition("?")[0] + "?" + content, None, headers)
        headers |= {"Origin": SITE, "Content-Type": "application/x-www-form-urlencoded"}
        return self._go("POST", shape.action, content.encode(), headers)

    def accepted(self, page: Page, form: str, **values: str) -> Page:
        """Send a form that leads to another page."""
        answer = self.send(page, form, **values)
        assert answer.status == 200
        goal = "/account" if form in ("login-form", "profile-form", "email-form") else "/login"
        assert answer.path == answer.sent_to == goal
        return answer

    def refused(self, page: Page, form: str, **values: str) -> Page:
        """Send a form that is shown again."""
        answer = self.send(page, form, **values)
        assert answer.status == 400
        assert form in answer.forms
        return answer

    def sign_in(self, card: str, code: str) -> Page:
        """Sign in with a good card."""
        return self.accepted(self.open("/login"), "login-form", card=card, code=code)

    def _go(self, method: str, url: str, body: bytes | None, headers: dict[str, str]) -> Page:
        common = {"Host": "gardenclub.example", "X-Forwarded-Proto": "https", "Accept": "text/html"}
        common |= {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        sent_to = ""  # by the first answer
        for _ in range(4):
            parts = urlsplit(url)
            assert parts.netloc == "gardenclub.example"
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            sent = common | headers | ({"Cookie": cookie} if cookie else {})
            answer = self.http.request(method, target, headers=sent, body=body)
            self._keep(answer)
            if answer.status not in (302, 303):
                kind = answer.header("Content-Type") or ""
                assert answer.status != 200 or kind.startswith("text/html")
                return Page(answer.status, url, answer.text, sent_to)
            url = urljoin(url, answer.header("Location"))
            sent_to = sent_to or url
            method, body, headers = "GET", None, {"Sec-Fetch-Site": headers["Sec-Fetch-Site"]}
        raise AssertionError("too many redirects")

    def _keep(self, answer: Any) -> None:
        for header, line in answer.headers:
            if header.lower() != "set-cookie":
                continue
            pair, *options = line.split(";")
            name, _, value = pair.strip().partition("=")
            known = {
                key.strip().lower(): text for key, _, text in (o.partition("=") for o in options)
            }
            gone = "max-age" in known and int(known["max-age"]) <= 0
            if "expires" in known and "max-age" not in known:
                gone = parsedate_to_datetime(known["expires"].strip()).year < 2000
            self.cookies.pop(name, None)
            if not gone:
                self.cookies[name] = value


class Club:
    """The printed cards, and what the members have done since."""

    def __init__(self, http: Any, scratch: Any, rng: Random, canary: Any, count: int) -> None:
        """Print some cards."""
        self.http, self.scratch, self.rng, self.canary = http, scratch, rng, canary
        self.cards: dict[str, dict[str, str]] = {}
        self.numbers = [str(number) for number in rng.sample(range(10_000, 99_999), count)]
        self.data = {}
        for number in self.numbers:
            code = f"a{word(rng, 4)}-{canary()[:6]}"
            self.cards[number] = {"code": code, "name": word(rng, 8)}
            self.data[number] = {"name": self.cards[number]["name"], "plot": "", "email": ""}
        self.print()

    def print(self) -> None:
        """Replace the file of cards."""
        self.scratch.write("cards.json", json.dumps(self.cards))

    def device(self, number: str) -> Browser:
        """A new browser in which this member signs in."""
        browser = Browser(self.http)
        self.check(browser.sign_in(number, self.cards[number]["code"]), number)
        return browser

    def check(self, page: Page, number: str) -> None:
        """This is the account page, and the member's data are on it."""
        assert (page.status, page.path) == (200, "/account")
        shown = {name: page.texts[name].strip() for name in ("card", "name", "plot", "email")}
        assert shown == {"card": number} | self.data[number]
        fields = page.forms["profile-form"].fields
        assert {name: fields[name] for name in ("name", "plot")} == {
            name: self.data[number][name] for name in ("name", "plot")
        }

    def profile(self, browser: Browser, number: str, name: str, plot: str) -> None:
        """Change a profile."""
        self.data[number] |= {"name": name.strip(), "plot": plot.strip()}
        page = browser.open("/account")
        self.check(browser.accepted(page, "profile-form", name=name, plot=plot), number)

    def email(self, browser: Browser, number: str, email: str) -> None:
        """Change an e-mail address."""
        self.data[number]["email"] = email.strip()
        self.check(browser.accepted(browser.open("/account"), "email-form", email=email), number)


def word(rng: Random, length: int) -> str:
    """Some letters."""
    return "".join(rng.choices(LETTERS, k=length))


def is_signed_out(browser: Browser) -> bool:
    """Whether the member's pages lead to the login page."""
    paths = {browser.open(path).path for path in ("/account", "/leave")}
    assert paths in ({"/login"}, {"/account", "/leave"})
    return paths == {"/login"}


def test_signing_in(http, scratch, rng, canary):
    """A card and its code lead to the account"""
    club = Club(http, scratch, rng, canary, 3)
    first, second, third = club.numbers
    code = club.cards[first]["code"]
    browser = Browser(http)
    page = browser.open("/login")
    assert page.status == 200
    bad = [(first, code.upper()), (first, ""), ("", code), (first, code[:-1]), (first, code + "x")]
    bad += [(second, code), (first + "0", code), ("", ""), (first, first), (canary(), code)]
    for number, wrong in rng.sample(bad, len(bad)):
        browser.refused(browser.open("/login"), "login-form", card=number, code=wrong)
    assert is_signed_out(browser)
    page = browser.refused(browser.open("/login"), "login-form", card=first, code="no" + code)
    club.check(browser.accepted(page, "login-form", card=f" {first} ", code=f" {code} "), first)
    assert not is_signed_out(browser)
    club.check(browser.open("/account"), first)
    club.device(second)
    club.check(browser.open("/account"), first)
    club.device(third)


def test_cards_are_printed(http, scratch, rng, canary):
    """Cards that are printed later, or again, count at once"""
    club = Club(http, scratch, rng, canary, 2)
    first, second = club.numbers
    added = "2" + first
    browser = Browser(http)
    browser.refused(browser.open("/login"), "login-form", card=added, code="elm-1")
    old = club.cards[first]["code"]
    club.cards[added] = {"code": "elm-1", "name": word(rng, 5)}
    club.cards[first] = {"code": f"new-{canary()[:5]}", "name": "Other"}
    club.data[added] = {"name": club.cards[added]["name"], "plot": "", "email": ""}
    club.data[first]["name"] = "Other"
    club.print()
    browser.refused(browser.open("/login"), "login-form", card=first, code=old)
    for number in (added, first, second):
        club.device(number)


def test_signed_out(http, scratch, rng, canary):
    """Whoever is not signed in gets to the login page and changes nothing"""
    club = Club(http, scratch, rng, canary, 1)
    (number,) = club.numbers
    stranger = Browser(http)
    assert is_signed_out(stranger)
    for ended in (False, True):
        browser = club.device(number)
        club.profile(browser, number, word(rng, 6), word(rng, 3))
        account, leave = browser.open("/account"), browser.open("/leave")
        if ended:
            browser.accepted(browser.open("/account"), "logout-form")
            assert is_signed_out(browser)
        sender = browser if ended else stranger
        assert sender.send(account, "profile-form", name="X", plot="X").path == "/login"
        assert sender.send(account, "email-form", email="x@x").path == "/login"
        assert sender.send(account, "logout-form").path == "/login"
        assert sender.send(leave, "leave-form").path == "/login"
        again = club.device(number)
        club.check(again.open("/account"), number)
        if not ended:
            club.check(browser.open("/account"), number)


def test_profile(http, scratch, rng, canary):
    """Names and plots are changed within their limits and shown as typed"""
    club = Club(http, scratch, rng, canary, 2)
    first, second = club.numbers
    browser, other = club.device(first), club.device(second)
    long, edge = word(rng, 61), word(rng, 11)
    bad = [("", "1"), ("  ", "1"), (long, ""), ("a", edge), ("", edge), (long, edge)]
    for name, plot in rng.sample(bad, len(bad)):
        browser.refused(browser.open("/account"), "profile-form", name=name, plot=plot)
    club.check(browser.open("/account"), first)
    page = browser.refused(browser.open("/account"), "profile-form", name="", plot="")
    club.data[first] |= {"name": long[:60], "plot": edge[:10]}
    page = browser.accepted(page, "profile-form", name=long[:60], plot=edge[:10])
    club.check(page, first)
    club.profile(browser, first, f"  {long[1:]}  ", f" {edge[1:]} ")
    club.profile(browser, first, word(rng, 1), "  ")
    for sign in rng.sample(SIGNS, 5):
        club.profile(browser, first, f"{word(rng, 2)}{sign}{word(rng, 2)}", sign)
    club.profile(browser, first, "  ".join(SIGNS), rng.choice(SIGNS))
    club.profile(other, second, club.data[first]["name"], club.data[first]["plot"])


def test_email(http, scratch, rng, canary):
    """An e-mail address is changed if it looks like one"""
    club = Club(http, scratch, rng, canary, 1)
    (number,) = club.numbers
    browser = club.device(number)
    long = word(rng, 101)
    bad = ["", "@", "a@", "@a", "a", "a@b@c", "a b@c", "a@b c", "a@@b", "a @b"]
    bad.append(f"{long[:50]}@{long[51:]}")
    club.email(browser, number, f"{long[:49]}@{long[51:]}")
    page = browser.open("/account")
    for email in rng.sample(bad, len(bad)):
        browser.refused(page, "email-form", email=email)
    club.check(browser.open("/account"), number)
    for email in ("a@b", f"  {word(rng, 4)}@{word(rng, 3)}.org ", "o'Neill+<x>&amp;@ex.org", "A@b"):
        club.email(browser, number, email)
    page = browser.refused(browser.open("/account"), "email-form", email=word(rng, 5))
    club.data[number]["email"] = f"{word(rng, 3)}@{word(rng, 4)}"
    page = browser.accepted(page, "email-form", email=club.data[number]["email"])
    club.check(page, number)


def test_addresses_of_others(http, scratch, rng, canary):
    """An e-mail address belongs to one member at a time"""
    club = Club(http, scratch, rng, canary, 3)
    first, second, third = club.numbers
    browsers = {number: club.device(number) for number in club.numbers}
    email = f"Anna.{canary()}@Post.example"
    club.email(browsers[first], first, email)
    for number in (second, third):
        for form in (email, email.lower(), email.upper(), email.swapcase()):
            page = browsers[number].open("/account")
            browsers[number].refused(page, "email-form", email=form)
        club.email(browsers[number], number, f"{number}.{email}")
    for form in (email.upper(), email, email.lower()):
        club.email(browsers[first], first, form)
    club.email(browsers[first], first, f"new.{email}")
    club.email(browsers[third], third, email.upper())
    browsers[second].refused(browsers[second].open("/account"), "email-form", email=email)
    for number, browser in browsers.items():
        club.check(browser.open("/account"), number)


def test_devices_and_tabs(http, scratch, rng, canary):
    """Several devices and tabs of a member work side by side"""
    club = Club(http, scratch, rng, canary, 2)
    first, second = club.numbers
    desk, phone, other = club.device(first), club.device(first), club.device(second)
    tabs = [desk.open("/account") for _ in range(3)]
    desk.open("/leave")
    for number, tab in enumerate([*rng.sample(tabs, 3), tabs[0]]):
        club.data[first] |= {"name": f"{number}{word(rng, 3)}", "plot": f"{number}"}
        changed = {name: club.data[first][name] for name in ("name", "plot")}
        club.check(desk.accepted(tab, "profile-form", **changed), first)
        club.data[first]["email"] = f"{number}@{word(rng, 3)}"
        page = desk.accepted(tab, "email-form", email=club.data[first]["email"])
        club.check(page, first)
        club.check(phone.open("/account"), first)
    phone.accepted(phone.open("/account"), "logout-form")
    assert is_signed_out(phone)
    club.check(desk.open("/account"), first)
    club.check(other.open("/account"), second)
    assert not is_signed_out(desk)
    phone.sign_in(second, club.cards[second]["code"])
    desk.accepted(tabs[1], "logout-form")
    assert is_signed_out(desk)
    club.check(phone.open("/account"), second)
    club.check(desk.sign_in(first, club.cards[first]["code"]), first)


def test_leaving(http, scratch, rng, canary):
    """Whoever leaves is signed out everywhere and stays out"""
    club = Club(http, scratch, rng, canary, 2)
    first, second = club.numbers
    desk, phone, other = club.device(first), club.device(first), club.device(second)
    email = f"{canary()}@Post.example"
    club.email(desk, first, email)
    page = desk.open("/leave")
    assert page.status == 200
    club.check(desk.open("/account"), first)
    other.refused(other.open("/account"), "email-form", email=email)
    desk.accepted(page, "leave-form")
    assert is_signed_out(desk)
    assert is_signed_out(phone)
    club.check(other.open("/account"), second)
    club.email(other, second, email.lower())
    code = club.cards[first]["code"]
    for _ in range(2):
        desk.refused(desk.open("/login"), "login-form", card=first, code=code)
        assert is_signed_out(desk)
        club.print()
    club.device(second)
