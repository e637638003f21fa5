"""Session tokens of the shop API, checked step by step without a token library."""

import base64
import binascii
import hashlib
import hmac
import json
import re
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

TOKEN = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


class SessionError(Exception):
    """The token, or the key for it, is not valid."""


def need(condition: bool) -> None:
    """Go on only if a condition holds."""
    if not condition:
        raise SessionError("the token or its key is not valid")


def issue_session(user: str, session: str, roles: list[str], keys: dict, kid: str, now: int) -> str:
    """A token for a new session."""
    key = find_key(keys, kid, now)
    need(key["alg"] == "HS256")
    header = {"alg": "HS256", "kid": kid, "typ": "JWT"}
    claims = {"iss": "gateway", "aud": "shop-api", "sub": user, "jti": session, "roles": roles}
    claims |= {"iat": now, "exp": now + 28800}
    signed = f"{pack(json.dumps(header).encode())}.{pack(json.dumps(claims).encode())}"
    return f"{signed}.{pack(hmac.digest(key['key'], signed.encode(), hashlib.sha256))}"


def read_session(
    token: str, keys: dict, now: int, revoked: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The session of a valid token."""
    match = TOKEN.fullmatch(token)
    need(match is not None)
    header, claims, signature = map(unpack, match.groups())
    check_signature(read_object(header), token.rpartition(".")[0].encode(), signature, keys, now)
    fields = read_object(claims)
    match fields:
        case {"iss": "gateway" | "identity", "aud": str() | list() as aud}:
            need(aud == "shop-api" or isinstance(aud, list) and "shop-api" in aud)
        case _:
            raise SessionError("issuer or audience is wrong")
    match fields:
        case {"sub": str(user), "jti": str(session), "iat": int(start), "exp": int(end)}:
            need(user != "" and session != "")
            need(session not in revoked)
        case _:
            raise SessionError("a claim is missing")
    roles = fields.get("roles", [])
    need(isinstance(roles, list) and all(isinstance(role, str) for role in roles))
    begin = fields.get("nbf", start)
    need(isinstance(begin, int) and now - begin >= -30)
    need(now - start >= -30)
    need(now - end < 30 and end - start <= 43200)
    return {"user": user, "session": session, "roles": roles, "expires": end}


def find_key(keys: dict, kid: Any, now: int) -> dict[str, Any]:
    """The key of this id, while it is in use."""
    for known, key in keys.items():
        if known == kid:
            need(key["until"] is None or key["until"] > now)
            return key
    raise SessionError("the key is not known")


def check_signature(header: dict, signed: bytes, signature: bytes, keys: dict, now: int) -> None:
    """Make sure that the key the header names has signed this."""
    key = find_key(keys, header.get("kid"), now)
    need("crit" not in header)
    if header.get("alg") not in ("HS256", "ES256"):
        raise SessionError("the algorithm is not supported")
    if header["alg"] == "HS256":
        expected = hmac.digest(key["key"], signed, hashlib.sha256)
        need(hmac.compare_digest(expected, signature))
        return
    need(len(signature) == 64)
    halves = (int.from_bytes(half) for half in (signature[:32], signature[32:]))
    try:
        public = load_der_public_key(key["key"])
        public.verify(encode_dss_signature(*halves), signed, ec.ECDSA(SHA256()))
    except (InvalidSignature, ValueError) as error:
        raise SessionError("the signature is wrong") from error


def pack(data: bytes) -> str:
    """Base64 as tokens have it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpack(text: str) -> bytes:
    """The bytes of a part of a token."""
    try:
        return base64.urlsafe_b64decode(text + "==")
    except binascii.Error as error:
        raise SessionError("a part cannot be decoded") from error


def read_object(data: bytes) -> dict[str, Any]:
    """A JSON object without repeated names."""

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        need(len(members) == len(pairs))
        return members

    try:
        value = json.loads(data.decode(), object_pairs_hook=collect)
    except (ValueError, RecursionError) as error:
        raise SessionError("a part is not JSON") from error
    need(isinstance(value, dict))
    return value
