"""Does the module issue tokens that everybody can read, and read those that others issue?"""

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random
from typing import Any

import pytest
from codebench.sandbox.judge.values import exactly
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HALF_DAY = 43200
NAMES = ["Zoë Müller", "jo@example.org", "user 17", "李", 'a "quoted" name', "o'neil", "x"]
ROLES = ["buyer", "admin", "Prüfer", "stock/read", ""]


def pack(value: object) -> str:
    """Base64 of bytes, or of something as JSON."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unpack(part: str) -> Any:
    """The JSON in a part of a token."""
    return json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Office:
    """Keys of both issuers, and tokens made with them."""

    def __init__(self, candidate: Any, rng: Random) -> None:
        self.candidate = candidate
        self.rng = rng
        self.now = rng.randint(10**9, 2 * 10**9)
        self.private: dict[str, Any] = {}
        self.keys: dict[str, dict[str, Any]] = {}
        for number in rng.sample(range(100), 6):
            until = rng.choice([None, self.now + 1, self.now + rng.randint(2, 10**6)])
            self.add(f"{rng.choice(['web', 'K/', 'é '])}{number}", len(self.keys) % 2 == 0, until)
        self.shared, self.public = list(self.keys)[::2], list(self.keys)[1::2]

    def add(self, kid: str, shared: bool, until: int | None) -> None:
        """A new key, a secret or one of a pair."""
        if shared:
            self.private[kid] = key = self.rng.randbytes(self.rng.randint(32, 70))
        else:
            self.private[kid] = ec.generate_private_key(ec.SECP256R1())
            public = self.private[kid].public_key()
            key = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        alg = "HS256" if shared else "ES256"
        self.keys[kid] = {"alg": alg, "key": key, "until": until}

    def claims(self, **changed: Any) -> dict[str, Any]:
        """Claims of a valid token, some of them changed, those that are `...` left out."""
        rng = self.rng
        issued = self.now - rng.randint(0, 5000)
        usual = {
            "iss": rng.choice(["gateway", "identity"]),
            "aud": rng.choice(["shop-api", ["shop-api"], ["mail", "shop-api", "x"]]),
            "sub": rng.choice(NAMES),
            "jti": f"s{rng.randint(1, 10**9)}",
            "iat": issued,
            "exp": self.now + rng.randint(1, HALF_DAY - 5000),
            "roles": rng.sample(ROLES, rng.randint(0, 3)),
        }
        merged = {**usual, **changed}
        order = rng.sample(sorted(merged), len(merged))
        return {name: merged[name] for name in order if merged[name] is not ...}

    def sign(self, kid: str, header: Any, claims: Any) -> str:
        """Header and claims, as bytes or for JSON, with a signature of this key."""
        text = f"{pack(header)}.{pack(claims)}"
        key = self.private[kid]
        if isinstance(key, bytes):
            return f"{text}.{pack(hmac.digest(key, text.encode(), hashlib.sha256))}"
        halves = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"{text}.{pack(b''.join(half.to_bytes(32) for half in halves))}"

    def header(self, kid: str, **more: Any) -> dict[str, Any]:
        """The usual header."""
        return {"alg": self.keys[kid]["alg"], "kid": kid, "typ": "JWT", **more}

    def token(self, claims: Any, kid: str | None = None) -> str:
        """A token of these claims."""
        kid = kid or self.rng.choice(list(self.keys))
        return self.sign(kid, self.header(kid), claims)

    def read(self, token: str, *revoked: str) -> Any:
        """What the module reads."""
        if revoked or self.rng.random() < 0.3:
            return self.candidate.read_session(token, self.keys, self.now, frozenset(revoked))
        return self.candidate.read_session(token, self.keys, self.now)

    def accepts(self, token: str, claims: dict[str, Any]) -> None:
        """The token is valid, with the content of these claims."""
        expected = {
            "user": claims["sub"],
            "session": claims["jti"],
            "roles": claims.get("roles", []),
            "expires": claims["exp"],
        }
        assert self.read(token) == exactly(expected), claims

    def refuses(self, token: str, *revoked: str) -> None:
        """The token is not valid."""
        with self.candidate.raises("SessionError"):
            self.read(token, *revoked)


@pytest.fixture
def office(candidate: Any, rng: Random) -> Office:
    """The issuers of a test."""
    return Office(candidate, rng)


def test_issued_tokens(office: Office, candidate: Any, rng: Random) -> None:
    """What is in the tokens that are issued"""
    for _ in range(8):
        kid, user, roles = rng.choice(office.shared), rng.choice(NAMES), rng.sample(ROLES, 2)
        session = f"{rng.randint(1, 10**9)}-ß"
        token = candidate.issue_session(user, session, roles, office.keys, kid, office.now)
        assert type(token) is str
        text, _, signature = token.rpartition(".")
        header, claims = map(unpack, text.split("."))
        assert header == exactly({"alg": "HS256", "kid": kid, "typ": "JWT"})
        expected = {"iss": "gateway", "aud": "shop-api", "sub": user, "jti": session}
        expected |= {"roles": roles, "iat": office.now, "exp": office.now + 28800}
        assert claims == exactly(expected)
        good = hmac.digest(office.private[kid], text.encode(), hashlib.sha256)
        assert signature == pack(good)
        office.accepts(token, expected)
        office.refuses(token, "x", session)


def test_keys_that_cannot_sign(office: Office, candidate: Any, rng: Random) -> None:
    """Keys with which no token can be issued"""
    kid = rng.choice(office.shared)
    for other in [*office.public, "", kid + "x", kid.upper() + "?", "None"]:
        with candidate.raises("SessionError"):
            candidate.issue_session("jo", "s1", [], office.keys, other, office.now)
    for until in (office.now, office.now - 1, office.now - 10**6):
        office.keys[kid]["until"] = until
        with candidate.raises("SessionError"):
            candidate.issue_session("jo", "s1", [], office.keys, kid, office.now)
    for until in (office.now + 1, None):
        office.keys[kid]["until"] = until
        candidate.issue_session("jo", "s1", [], office.keys, kid, office.now)


def test_valid_tokens(office: Office, rng: Random) -> None:
    """Tokens of both issuers with all sorts of further content"""
    for kid in list(office.keys) * 3:
        more = {"name": "Jo", "nonce": [1, {"a": None}], "scope": 1.5, "é": True}
        chosen = {name: more[name] for name in rng.sample(sorted(more), 2)}
        roles = rng.choice([..., [], ["a"], rng.sample(ROLES, 4)])
        claims = office.claims(roles=roles, **chosen)
        header = office.header(
            kid, **rng.choice([{}, {"x5t": "abc", "cty": "x"}, {"typ": "at+jwt"}])
        )
        if rng.random() < 0.3:
            del header["typ"]
        order = rng.sample(sorted(header), len(header))
        content = json.dumps(claims, indent=rng.choice([None, 1]), ensure_ascii=False).encode()
        token = office.sign(kid, {name: header[name] for name in order}, content)
        office.accepts(token, claims)


def test_times(office: Office, rng: Random) -> None:
    """Tokens at the edges of their time"""
    now = office.now
    for key in office.keys.values():
        key["until"] = None  # when keys retire is a test of its own
    good: list[dict[str, Any]] = [
        {"exp": now - 29, "iat": now - 60},
        {"exp": now + 1},
        {"iat": now + 30, "exp": now + 60},
        {"iat": now + 30, "exp": now + 30 + HALF_DAY},
        {"iat": now - HALF_DAY - 29, "exp": now - 29},
        {"iat": now, "exp": now + HALF_DAY},
        {"nbf": now + 30, "exp": now + 60},
        {"nbf": now - 10**6},
        {"nbf": now + 30, "iat": now + 30, "exp": now + 60},
    ]
    bad = [
        {"exp": now - 30},
        {"exp": now - 31},
        {"exp": now - 10**6, "iat": now - 10**6 - 5},
        {"iat": now + 31, "exp": now + 60},
        {"iat": now + 10**6, "exp": now + 10**6 + 9},
        {"nbf": now + 31},
        {"nbf": now + 2000},
        {"nbf": now + 31, "iat": now + 30},
        {"iat": now, "exp": now + HALF_DAY + 1},
        {"iat": now + 31, "exp": now + 60, "nbf": now},
        {"iat": now - HALF_DAY - 5, "exp": now - 4},
    ]
    for changed in rng.sample(good, len(good)):
        claims = office.claims(**changed)
        office.accepts(office.token(claims), claims)
    for changed in rng.sample(bad, len(bad)):
        office.refuses(office.token(office.claims(**changed)))


def test_other_claims(office: Office, rng: Random) -> None:
    """Tokens with wrong issuers, audiences, users and roles"""
    bad = [
        *({"iss": value} for value in ("shop-api", "Gateway", "identity2", "", "example.org")),
        *({"aud": value} for value in ("mail", "SHOP-API", "", ["mail"], ["mail", "web"], [])),
        *({"sub": value} for value in (..., "", None, 5, ["jo"], {"jo": 1})),
        *({"roles": value} for value in ("admin", None, {"admin": 1}, 7, ["a", 1], [None], [[]])),
    ]
    for changed in rng.sample(bad, len(bad)):
        office.refuses(office.token(office.claims(**changed)))
        claims = office.claims()
        office.accepts(office.token(claims), claims)


def test_ended_sessions(office: Office, rng: Random) -> None:
    """Tokens of sessions that were ended, and of others"""
    for _ in range(6):
        claims = office.claims()
        token, session = office.token(claims), claims["jti"]
        others = [session + "0", session[:-1], session.upper(), claims["sub"], ""]
        expected = office.read(token)
        assert office.read(token, *others) == exactly(expected)
        office.refuses(token, *others, session)
        office.refuses(token, session)


def test_signatures(office: Office, rng: Random) -> None:
    """Tokens whose signature or header does not fit"""
    for kid in office.keys:
        claims = office.claims()
        token = office.token(claims, kid)
        office.accepts(token, claims)
        header, content, signature = token.split(".")
        changed = office.claims(sub=f"{claims['sub']} jr")
        office.refuses(f"{header}.{pack(changed)}.{signature}")
        place = rng.randrange(len(signature) - 1)
        letter = "A" if signature[place] != "A" else "B"
        office.refuses(f"{header}.{content}.{signature[:place]}{letter}{signature[place + 1 :]}")
        other = rng.choice([each for each in office.keys if each != kid])
        same = [each for each in office.keys if each != kid]
        same = [each for each in same if office.keys[each]["alg"] == office.keys[kid]["alg"]]
        office.refuses(office.sign(same[0], office.header(kid), claims))
        office.refuses(office.sign(kid, office.header(same[0]), claims))
        office.refuses(office.sign(other, office.header(kid), claims))
        office.refuses(office.sign(kid, office.header(kid, crit=["x"], x=1), claims))
        for name in (f"{kid}x", kid[:-1], "", "new"):
            office.refuses(office.sign(kid, office.header(kid) | {"kid": name}, claims))


def test_malformed(office: Office, rng: Random) -> None:
    """Texts that are no tokens"""
    kid = rng.choice(office.shared)
    header, content, signature = office.token(office.claims(), kid).split(".")
    texts = ["", ".", "..", "...", "x", "a.b.c", f"{header}.{content}", f"{header}..{signature}"]
    texts += [f".{content}.{signature}", f"{header}.{content}.{signature}.", "é.é.é", header]
    texts += [f"{header}.{content}.{signature}.{signature}.{signature}", f"{content}.{header}.x"]
    for text in texts:
        office.refuses(text)
    for part in (b"{", b"", b"[]", b"null", b'"x"', b"7", b"\xff{}", b'{"a": "\xff"}', b"{} {}"):
        office.refuses(office.sign(kid, part, office.claims()))
        office.refuses(office.sign(kid, office.header(kid), part))
    for part in (["alg", "kid"], {"kid": kid}, {"alg": "HS256"}, {}):
        office.refuses(office.sign(kid, part, office.claims()))
