"""Session tokens of the shop API: PyJWT checks the signature, this module all the rest."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Mapping, Set
from typing import Any

import jwt
from cryptography.hazmat.primitives.serialization import load_der_public_key

ISSUERS = ("gateway", "identity")
AUDIENCE = "shop-api"
LIFETIME = 8 * 3600
LONGEST = 12 * 3600
LEEWAY = 30

Keys = Mapping[str, Mapping[str, Any]]


class SessionError(Exception):
    """The token, or the key for it, is not valid."""


def issue_session(user: str, session: str, roles: list[str], keys: Keys, kid: str, now: int) -> str:
    """Sign a token for a session that starts now."""
    key = _current_key(keys, kid, now)
    if key["alg"] != "HS256":
        raise SessionError("this key cannot sign")
    claims = {
        "iss": "gateway",
        "aud": AUDIENCE,
        "sub": user,
        "jti": session,
        "roles": roles,
        "iat": now,
        "exp": now + LIFETIME,
    }
    return jwt.encode(claims, key["key"], "HS256", headers={"kid": kid})


def read_session(
    token: str, keys: Keys, now: int, revoked: Set[str] = frozenset()
) -> dict[str, Any]:
    """Tell whose session a token is of."""
    header = _object(_decoded(token.partition(".")[0]))
    if "crit" in header:
        raise SessionError("extensions are not supported")
    key = _current_key(keys, header.get("kid"), now)
    claims = _object(_verified(token, key))
    _check_source(claims)
    _check_times(claims, now)
    session, roles = _text(claims, "jti"), claims.get("roles", [])
    if not isinstance(roles, list) or not all(isinstance(role, str) for role in roles):
        raise SessionError("roles must be texts")
    if session in revoked:
        raise SessionError("the session has ended")
    return {
        "user": _text(claims, "sub"),
        "session": session,
        "roles": roles,
        "expires": claims["exp"],
    }


def _current_key(keys: Keys, kid: object, now: int) -> Mapping[str, Any]:
    if not isinstance(kid, str) or kid not in keys:
        raise SessionError("there is no such key")
    until = keys[kid]["until"]
    if until is not None and now >= until:
        raise SessionError("the key is retired")
    return keys[kid]


def _verified(token: str, key: Mapping[str, Any]) -> bytes:
    """The claims as they were signed with this key."""
    material = key["key"] if key["alg"] == "HS256" else load_der_public_key(key["key"])
    try:
        return jwt.PyJWS().decode(token, material, algorithms=[key["alg"]])
    except jwt.InvalidTokenError as error:
        raise SessionError("the token is not signed with this key") from error


def _decoded(part: str) -> bytes:
    try:
        return urlsafe_b64decode(part + "==")
    except ValueError as error:
        raise SessionError("a part of the token is not base64") from error


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise SessionError("a part of the token is not JSON") from error
    if not isinstance(value, dict):
        raise SessionError("a part of the token is not an object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise SessionError("a name occurs twice")
    return dict(pairs)


def _text(claims: dict[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value:
        raise SessionError(f"{name} must be a text")
    return value


def _check_source(claims: dict[str, Any]) -> None:
    if claims.get("iss") not in ISSUERS:
        raise SessionError("the token is from somebody else")
    audience = claims.get("aud")
    if AUDIENCE not in (audience if isinstance(audience, list) else [audience]):
        raise SessionError("the token is for somebody else")


def _check_times(claims: dict[str, Any], now: int) -> None:
    issued, expires, start = claims.get("iat"), claims.get("exp"), claims.get("nbf", now)
    if not all(type(moment) is int for moment in (issued, expires, start)):
        raise SessionError("times must be whole numbers")
    if expires > issued + LONGEST:
        raise SessionError("the session would last too long")
    if now >= expires + LEEWAY:
        raise SessionError("the session has expired")
    if now < max(issued, start) - LEEWAY:
        raise SessionError("the session has not begun")
