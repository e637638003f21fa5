"""Can people sign in, and get a new password when they have forgotten theirs?"""

import hashlib
import json
import re
import time
from random import Random
from typing import Any

SITES = ["https://mail.{}.example/konto", "https://box.{}.example:8443", "http://{}.example"]
LETTERS = "abcdefghiklmnoprstuéßü数 \"'\\%"


class Mailboxes:
    """The files of the service, and what they should hold."""

    def __init__(  # noqa: PLR0913 -- the fixtures
        self,
        http: Any,
        scratch: Any,
        rng: Random,
        canary: Any,
        count: int = 2,
        clock: str = "clock.txt",
    ) -> None:
        """Make some accounts."""
        self.http, self.scratch, self.rng, self.canary = http, scratch, rng, canary
        self.clock = clock
        self.now = rng.randrange(10**9, 2 * 10**9)
        self.minutes = rng.randint(5, 90)
        self.sites = [site.format(canary()[:6]) for site in SITES]
        self.hosts = [site.split("/")[2] for site in self.sites]
        self.accounts: dict[str, dict[str, Any]] = {}
        self.passwords: dict[str, str] = {}
        self.names = [f"{chr(97 + number)}{canary()[:5]}" for number in range(count)]
        for name in self.names:
            self.passwords[name] = word(rng, 8)
            salt = rng.randbytes(16).hex()
            digest = digest_of(self.passwords[name], salt)
            account = {"address": f"{canary()}@out.example", "salt": salt, "digest": digest}
            self.accounts[name] = account | {"quota": rng.randrange(99), "tags": [name, None]}
        self.write()

    def write(self) -> None:
        """Write all files anew, except for the outbox."""
        settings = {"sites": self.sites, "link_minutes": self.minutes}
        self.scratch.write("accounts.json", json.dumps(self.accounts))
        self.scratch.write("settings.json", json.dumps(settings))
        if self.clock:
            self.scratch.write(self.clock, f"{self.now}")

    def ask(self, method: str, path: str, session: str = "", host: str = "", **fields: Any) -> Any:
        """Send a request of a browser."""
        headers = {"Host": host or self.rng.choice(self.hosts)}
        if session:
            headers["Authorization"] = f"Bearer {session}"
        return self.http.request(method, path, headers=headers, json=fields or None)

    def sign_in(self, name: str) -> str:
        """Sign in with the password as it should be."""
        password = self.passwords[name]
        answer = self.ask("POST", "/sessions", name=name, password=password)
        assert answer.status == 201
        assert self.is_open(answer.json()["session"], name)
        return answer.json()["session"]

    def is_open(self, session: str, name: str) -> bool:
        """Whether the session is one of this account."""
        answer = self.ask("GET", "/me", session)
        if answer.status == 401:
            return False
        assert answer.status == 200
        address = self.accounts[name]["address"]
        assert answer.json() == {"name": name, "address": address}
        return True

    def mails(self) -> list[dict[str, str]]:
        """Take away the mails that were written."""
        if not self.scratch.exists("outbox.jsonl"):
            return []
        lines = self.scratch.read("outbox.jsonl").decode().splitlines()
        self.scratch.write("outbox.jsonl", "")
        return [json.loads(line) for line in lines]

    def recover(self, name: str, host: str = "") -> None:
        """Ask for a link."""
        answer = self.ask("POST", "/recovery", host=host, name=name)
        assert answer.status == 202
        message = answer.json()["message"]
        assert isinstance(message, str)
        assert message

    def link(self, name: str, host: str = "", site: str = "") -> str:
        """Ask for a link and give the token of the mail that came."""
        self.recover(name, host)
        (mail,) = self.mails()
        assert mail["to"] == self.accounts[name]["address"]
        assert mail["subject"]
        (line,) = [line for line in mail["text"].splitlines() if "://" in line]
        address, sign, token = line.strip().partition("/recover?token=")
        assert sign
        assert address in ([site] if site else self.sites)
        assert re.fullmatch(r"[A-Za-z0-9_.-]+", token)
        return token

    def confirm(self, name: str, token: str, password: str) -> int:
        """Follow a link, and look at what became of the account."""
        fields = {"name": name, "token": token, "password": password}
        status = self.ask("POST", "/recovery/confirm", **fields).status
        if status == 204:
            self.passwords[name] = password
        self.check()
        return status

    def check(self) -> None:
        """The accounts' file is as it should be; a password that was changed has a new salt."""
        found = json.loads(self.scratch.read("accounts.json"))
        for name, account in self.accounts.items():
            salt = found[name]["salt"]
            assert re.fullmatch("[0-9a-f]{32}", salt)
            digest = digest_of(self.passwords[name], salt)
            changed = digest_of(self.passwords[name], account["salt"]) != account["digest"]
            assert (salt != account["salt"]) == changed
            account |= {"salt": salt, "digest": digest}
        assert found == self.accounts


def word(rng: Random, length: int) -> str:
    """A password."""
    return "".join(rng.choices(LETTERS, k=length - 2)) + f"{rng.randrange(10, 99)}"


def digest_of(password: str, salt: str) -> str:
    """What the mail server expects."""
    return hashlib.pbkdf2_hmac("sha256", password.encode(), bytes.fromhex(salt), 1000).hex()


def test_signing_in(http, scratch, rng, canary):
    """Names and passwords open sessions"""
    boxes = Mailboxes(http, scratch, rng, canary)
    first, second = boxes.names
    password = boxes.passwords[first]
    sessions = [(boxes.sign_in(name), name) for name in (first, second, first)]
    assert len({session for session, _ in sessions}) == 3
    bad = [
        (first, password + "x"),
        (first, password[:-1]),
        (second, password),
        (canary(), password),
    ]
    bad += [(first, ""), ("", password), (first.upper(), password), (first, first)]
    for name, wrong in bad:
        assert boxes.ask("POST", "/sessions", name=name, password=wrong).status == 401
    for session in ("", canary(), sessions[0][0][:-1], first):
        assert boxes.ask("GET", "/me", session).status == 401
        assert boxes.ask("PUT", "/me/address", session, address="a@b").status == 401
        fields = {"old": password, "new": "password"}
        assert boxes.ask("PUT", "/me/password", session, **fields).status == 401
    for session, name in sessions:
        assert boxes.is_open(session, name)
    boxes.check()
    salt = rng.randbytes(16).hex()
    boxes.passwords[first] = word(rng, 8)
    boxes.accounts[first] |= {"salt": salt, "digest": digest_of(boxes.passwords[first], salt)}
    boxes.accounts[f"new{second}"] = {**boxes.accounts[second], "address": None}
    boxes.passwords[f"new{second}"] = boxes.passwords[second]
    boxes.write()
    for name in boxes.accounts:
        boxes.sign_in(name)
    del boxes.accounts[second]
    boxes.write()
    assert boxes.ask("GET", "/me", sessions[1][0]).status == 401
    boxes.recover(second)
    assert boxes.mails() == []


def test_bodies(http, scratch, rng, canary):
    """Bodies that do not fit are refused"""
    boxes = Mailboxes(http, scratch, rng, canary)
    name = boxes.names[0]
    session = boxes.sign_in(name)
    fields = {
        ("POST", "/sessions"): {"name": name, "password": boxes.passwords[name]},
        ("PUT", "/me/address"): {"address": "a@b.example"},
        ("PUT", "/me/password"): {"old": boxes.passwords[name], "new": word(rng, 9)},
        ("POST", "/recovery"): {"name": name},
        ("POST", "/recovery/confirm"): {"name": name, "token": canary(), "password": word(rng, 9)},
    }
    headers = {"Authorization": f"Bearer {session}", "Content-Type": "application/json"}
    for (method, path), good in fields.items():
        bodies: list[Any] = [[], "name", 5, None, {}, [good]]
        for key, value in good.items():
            others = {other: text for other, text in good.items() if other != key}
            bodies += [
                others,
                *(others | {key: odd} for odd in rng.sample([None, 7, [value], True, {}], 1)),
            ]
        for body in [*(json.dumps(body).encode() for body in bodies), b"", b"{", b"name=a"]:
            answer = http.request(method, path, headers=headers, body=body)
            assert answer.status == 400
    assert boxes.mails() == []
    boxes.check()
    assert boxes.is_open(session, name)


def test_own_data(http, scratch, rng, canary):
    """Addresses and passwords are changed from within a session"""
    boxes = Mailboxes(http, scratch, rng, canary)
    first, second = boxes.names
    session, other, elsewhere = (boxes.sign_in(name) for name in (first, second, first))
    for address in ("", "a", "a@b@c", canary()):
        assert boxes.ask("PUT", "/me/address", session, address=address).status == 400
    address = f"{canary()}@other.example"
    assert boxes.ask("PUT", "/me/address", session, address=address).status == 204
    boxes.accounts[first]["address"] = address
    assert boxes.is_open(elsewhere, first)
    old = boxes.passwords[first]
    for wrong, new, status in ((old, word(rng, 7), 400), (old + "x", word(rng, 8), 403)):
        fields = {"old": wrong, "new": new}
        assert boxes.ask("PUT", "/me/password", session, **fields).status == status
        boxes.check()
    assert boxes.is_open(elsewhere, first)
    for length in (8, 30):
        fields = {"old": boxes.passwords[first], "new": word(rng, length)}
        assert boxes.ask("PUT", "/me/password", session, **fields).status == 204
        assert boxes.ask("POST", "/sessions", name=first, password=fields["old"]).status == 401
        boxes.passwords[first] = fields["new"]
        boxes.check()
        assert boxes.is_open(session, first)
        assert not boxes.is_open(elsewhere, first)
        assert boxes.is_open(other, second)
        elsewhere = boxes.sign_in(first)


def test_recovery(http, scratch, rng, canary):
    """A link of a mail leads to a new password"""
    boxes = Mailboxes(http, scratch, rng, canary, 3)
    for length, name in zip((8, 9, 40), rng.sample(boxes.names, 3), strict=True):
        token = boxes.link(name)
        old = boxes.passwords[name]
        boxes.sign_in(name)
        for short in ("", word(rng, 7)):
            assert boxes.confirm(name, token, short) == 400
        assert boxes.confirm(name, canary(), word(rng, 9)) == 400
        assert boxes.confirm(name, token, word(rng, length)) == 204
        answer = boxes.ask("POST", "/sessions", name=name, password=old)
        assert answer.status == 401
        boxes.sign_in(name)
        assert boxes.confirm(name, boxes.link(name), word(rng, 12)) == 204
        boxes.sign_in(name)


def test_no_mail(http, scratch, rng, canary):
    """Who cannot be reached gets the same answer and no mail"""
    boxes = Mailboxes(http, scratch, rng, canary, 3)
    first, second, third = boxes.names
    boxes.accounts[second]["address"] = None
    boxes.write()
    for name in (second, canary(), "", first.upper(), first + " ", second):
        boxes.recover(name)
        assert boxes.mails() == []
        assert boxes.confirm(first, canary(), word(rng, 9)) == 400
    for name in (canary(), "", second):
        fields = {"name": name, "token": canary(), "password": word(rng, 9)}
        assert boxes.ask("POST", "/recovery/confirm", **fields).status == 400
    boxes.check()
    session = boxes.sign_in(second)
    address = f"{canary()}@new.example"
    assert boxes.ask("PUT", "/me/address", session, address=address).status == 204
    boxes.accounts[second]["address"] = address
    tokens = {name: boxes.link(name) for name in (second, first, third)}
    for name in rng.sample(boxes.names, 3):
        assert boxes.confirm(name, tokens[name], word(rng, 10)) == 204


def test_sites(http, scratch, rng, canary):
    """A link leads to the site where it was asked for"""
    boxes = Mailboxes(http, scratch, rng, canary, 1)
    (name,) = boxes.names
    for _ in range(2):
        boxes.rng.shuffle(boxes.sites)
        boxes.write()
        for site in boxes.sites:
            host = site.split("/")[2]
            for form in (host, host.upper(), host.title()):
                token = boxes.link(name, form, site)
            assert boxes.confirm(name, token, word(rng, 9)) == 204
        for host in ("localhost", "127.0.0.1:5000", f"{canary()}.example"):
            token = boxes.link(name, host, boxes.sites[0])
        assert boxes.confirm(name, token, word(rng, 9)) == 204
    boxes.sites = [f"https://{canary()}.example/a/b", *boxes.sites[1:]]
    boxes.write()
    boxes.link(name, boxes.sites[0].split("/")[2], boxes.sites[0])
    boxes.link(name, boxes.sites[2].split("/")[2], boxes.sites[2])


def test_time(http, scratch, rng, canary):
    """A link counts as long as the settings say"""
    boxes = Mailboxes(http, scratch, rng, canary)
    first, second = boxes.names
    for late in (0, 1, 10**6, -1, -60):
        tokens = {name: boxes.link(name) for name in (first, second)}
        boxes.now += boxes.minutes * 60 + late
        boxes.write()
        assert boxes.confirm(first, tokens[first], word(rng, 9)) == (400 if late >= 0 else 204)
        if late >= 0:
            assert boxes.confirm(first, boxes.link(first), word(rng, 9)) == 204
            boxes.sign_in(first)
    boxes.minutes = rng.randint(91, 200)
    boxes.write()
    token = boxes.link(second)
    boxes.now += boxes.minutes * 60 - 1
    boxes.write()
    assert boxes.confirm(second, token, word(rng, 9)) == 204


def test_outbox(http, scratch, rng, canary):
    """Mails are appended to what lies in the outbox, one line each"""
    boxes = Mailboxes(http, scratch, rng, canary, 3)
    other = json.dumps({"to": canary(), "subject": canary(), "text": "a\n\u2028é"}) + "\n"
    scratch.write("outbox.jsonl", other)
    for name in boxes.names:
        boxes.recover(name)
    content = scratch.read("outbox.jsonl").decode()
    assert content.startswith(other)
    assert content.endswith("\n")
    mails = [json.loads(line) for line in content[:-1].split("\n")]
    addresses = [boxes.accounts[name]["address"] for name in boxes.names]
    assert [mail["to"] for mail in mails[1:]] == addresses
    assert all(set(mail) == {"to", "subject", "text"} for mail in mails)
    boxes.mails()
    assert boxes.confirm(boxes.names[0], boxes.link(boxes.names[0]), word(rng, 9)) == 204


def test_system_clock(http, scratch, rng, canary):
    """Without a file for the time, the system's clock counts"""
    boxes = Mailboxes(http, scratch, rng, canary, 1, clock="")
    (name,) = boxes.names
    assert boxes.confirm(name, boxes.link(name), word(rng, 9)) == 204
    token = boxes.link(name)
    now = int(time.time())
    scratch.write("clock.txt", f"{now + boxes.minutes * 60 + 60}")
    assert boxes.confirm(name, token, word(rng, 9)) == 400
    scratch.write("clock.txt", f"{now + boxes.minutes * 60 - 60}")
    assert boxes.confirm(name, token, word(rng, 9)) == 204
