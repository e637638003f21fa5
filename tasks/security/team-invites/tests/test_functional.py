"""Do teams and invitations work as agreed?"""

import re
from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

UNKNOWN = 765_432
ROLES = ["owner", "admin", "member"]


def _word(rng: Random, size: int = 10) -> str:
    return "".join(rng.choices(ascii_lowercase, k=size))


class User:
    """Somebody with a key."""

    def __init__(self, http: Any, rng: Random) -> None:
        self.name = _word(rng, 14)
        self._http = http
        answer = http.post("/users", json={"user": self.name})
        assert answer.status == 201
        self.key = answer.json()["key"]
        assert answer.json() == exactly({"user": self.name, "key": self.key})

    def ask(self, method: str, path: str, json: object = None) -> tuple[int, Any]:
        """Status of an answer, and what it holds if all went well."""
        answer = self._http.request(method, path, headers={"X-Api-Key": self.key}, json=json)
        return answer.status, answer.json() if answer.status in (200, 201) else None

    def status(self, method: str, path: str, json: object = None) -> int:
        """Status of an answer."""
        return self.ask(method, path, json)[0]

    def get(self, path: str) -> Any:
        """What is there."""
        status, value = self.ask("GET", path)
        assert status == 200
        return value

    def found(self, name: str) -> int:
        """Found a team and give its id."""
        status, team = self.ask("POST", "/teams", {"name": name, "colour": 5})
        assert status == 201
        assert type(team["id"]) is int
        assert team["id"] > 0
        assert team == exactly({"id": team["id"], "name": name, "role": "owner"})
        return team["id"]

    def invite(self, team: int, role: str, **fields: Any) -> dict[str, Any]:
        """Make an invitation."""
        status, made = self.ask("POST", f"/teams/{team}/invitations", {"role": role, **fields})
        assert status == 201
        expected = {"team": team, "role": role, "by": self.name, "user": None, "uses": 1}
        assert made == exactly({"code": made["code"], **expected, **fields})
        assert re.fullmatch("[A-Za-z0-9_-]{20,}", made["code"])
        return made

    def join(self, host: "User", team: int, role: str) -> None:
        """Become a member by an invitation of somebody."""
        code = host.invite(team, role, user=self.name)["code"]
        assert self.status("POST", f"/invitations/{code}/accept") == 200


def _inbox(user: User) -> list[Any]:
    """The invitations for a user, by their codes."""
    return _by_code(user.get("/invitations")["invitations"])


def _by_code(invitations: list[Any]) -> list[Any]:
    return sorted(invitations, key=lambda each: each["code"])


def _by_id(teams: list[Any]) -> list[Any]:
    return sorted(teams, key=lambda each: each["id"])


def _members(asker: User, team: int) -> dict[str, str]:
    return {each["user"]: each["role"] for each in asker.get(f"/teams/{team}")["members"]}


def _staff(http: Any, rng: Random) -> tuple[int, User, User, User]:
    """A team with one user of each role."""
    ann, bob, eve = (User(http, rng) for _ in range(3))
    team = ann.found(_word(rng))
    bob.join(ann, team, "admin")
    eve.join(ann, team, "member")
    return team, ann, bob, eve


def test_users(http: Any, rng: Random) -> None:
    """Names that can be had, names that cannot, and requests without a valid key"""
    word = _word(rng)
    names = [rng.choice(ascii_lowercase), "7", "q4" * 15, f"{word}1"]
    keys = set()
    for name in names:
        answer = http.post("/users", json={"user": name, "role": "x"})
        assert answer.status == 201
        keys.add(answer.json()["key"])
    assert len(keys) == len(names)
    for name in names:
        assert http.post("/users", json={"user": name}).status == 409
    for name in ("", "a" * 31, word.title(), f"{word}_", f"{word} a", f"{word}ü", 7, None, [word]):
        assert http.post("/users", json={"user": name}).status == 400
    for wrong in ({}, [word], word, {"name": word}):
        assert http.post("/users", json=wrong).status == 400
    assert http.post("/users", body=f'{{"user": "{word}"'.encode()).status == 400
    assert http.post("/users", json={"user": word}).status == 201
    _check_keys(http, rng)


def _check_keys(http: Any, rng: Random) -> None:
    """Requests without a key or with an unknown one are refused."""
    ann, bob = User(http, rng), User(http, rng)
    team = ann.found("a")
    code = ann.invite(team, "member", user=bob.name)["code"]
    member = f"/teams/{team}/members/{ann.name}"
    routes = ["POST /teams", "GET /teams", "GET /invitations", f"DELETE {member}"]
    routes += [f"{method} /teams/{team}" for method in ("GET", "PATCH", "DELETE")]
    routes += [f"{method} /teams/{team}/invitations" for method in ("GET", "POST")]
    routes += [f"PATCH {member}", f"DELETE /teams/{team}/invitations/{code}"]
    routes += [f"POST /invitations/{code}/accept", f"POST /invitations/{code}/decline"]
    for route in routes:
        method, path = route.split()
        json = None if method == "GET" else {"name": "b", "role": "member"}
        headers = rng.choice([{}, {"X-Api-Key": _word(rng, 24)}, {"X-Api-Key": ""}])
        assert http.request(method, path, headers=headers, json=json).status == 401
    assert ann.get("/teams") == exactly({"teams": [{"id": team, "name": "a", "role": "owner"}]})
    assert bob.status("POST", f"/invitations/{code}/accept") == 200


def test_teams(http: Any, rng: Random) -> None:
    """Teams are founded, listed, renamed and deleted"""
    ann, bob = User(http, rng), User(http, rng)
    names = [_word(rng, 60), "ä", f"two {_word(rng)}"]
    teams = [ann.found(name) for name in names]
    other = bob.found(names[0])
    bob.join(ann, teams[2], "admin")
    views = [{"id": i, "name": n, "role": "owner"} for i, n in zip(teams, names, strict=True)]
    assert ann.get("/teams") == exactly({"teams": views})
    listed = [{"id": other, "name": names[0], "role": "owner"}, {**views[2], "role": "admin"}]
    assert _by_id(bob.get("/teams")["teams"]) == exactly(_by_id(listed))
    members = [{"user": ann.name, "role": "owner"}]
    assert ann.get(f"/teams/{teams[1]}") == exactly({**views[1], "members": members})
    for user, view in ((ann, views[2]), (bob, {**views[2], "role": "admin"})):
        for name in ("x", _word(rng, 60)):
            answer = user.ask("PATCH", f"/teams/{teams[2]}", {"name": name, "id": 1})
            assert answer == exactly((200, {**view, "name": name}))
            assert ann.get("/teams")["teams"][2]["name"] == name
    for wrong in ({}, {"name": ""}, {"name": "x" * 61}, {"name": 5}, {"name": None}, ["a"]):
        assert ann.status("POST", "/teams", wrong) == 400
        assert ann.status("PATCH", f"/teams/{teams[0]}", wrong) == 400
    assert ann.status("DELETE", f"/teams/{teams[0]}") == 204
    assert ann.get("/teams")["teams"] == exactly([views[1], {**views[2], "name": name}])
    for number in (teams[0], UNKNOWN):
        assert ann.status("GET", f"/teams/{number}") == 404
        assert ann.status("PATCH", f"/teams/{number}", {"name": "a"}) == 404
        assert ann.status("DELETE", f"/teams/{number}") == 404
        assert ann.status("GET", f"/teams/{number}/invitations") == 404
        assert ann.status("POST", f"/teams/{number}/invitations", {"role": "member"}) == 404
    assert bob.get(f"/teams/{other}")["name"] == names[0]


def test_roles(http: Any, rng: Random) -> None:
    """Roles of members are changed, and owners go"""
    team, ann, bob, eve = _staff(http, rng)
    roles = {ann.name: "owner", bob.name: "admin", eve.name: "member"}
    for turn in range(6):
        name, role = (bob.name, eve.name)[turn % 2], ROLES[(turn + 1) % 3]
        answer = ann.ask("PATCH", f"/teams/{team}/members/{name}", {"role": role})
        assert answer == exactly((200, {"user": name, "role": role}))
        roles[name] = role
        listed = ann.get(f"/teams/{team}")
        assert listed["members"] == exactly(
            [{"user": user, "role": roles[user]} for user in sorted(roles)]
        )
    assert eve.get(f"/teams/{team}")["role"] == roles[eve.name]
    for name, role in ((eve.name, "member"), (bob.name, "admin")):
        assert ann.status("PATCH", f"/teams/{team}/members/{name}", {"role": role}) == 200
    answer = bob.ask("PATCH", f"/teams/{team}/members/{eve.name}", {"role": "admin"})
    assert answer == exactly((200, {"user": eve.name, "role": "admin"}))
    for wrong in ({}, {"role": "boss"}, {"role": "Owner"}, {"role": None}, {"role": ["admin"]}, []):
        assert ann.status("PATCH", f"/teams/{team}/members/{eve.name}", wrong) == 400
    outsider = User(http, rng)
    for name in (outsider.name, f"no{_word(rng)}"):
        json = {"role": "member"}
        assert ann.status("PATCH", f"/teams/{team}/members/{name}", json) == 404
        assert ann.status("DELETE", f"/teams/{team}/members/{name}") == 404
    assert _members(eve, team) == {ann.name: "owner", bob.name: "admin", eve.name: "admin"}
    assert ann.status("PATCH", f"/teams/{team}/members/{eve.name}", {"role": "member"}) == 200
    _check_owners(team, ann, bob, eve)


def _check_owners(team: int, ann: User, bob: User, eve: User) -> None:
    """Owners of a team step down and leave, but not the last one."""
    own = f"/teams/{team}/members/{ann.name}"
    assert ann.status("DELETE", own) == 409
    assert ann.ask("PATCH", own, {"role": "owner"})[0] == 200
    assert ann.status("PATCH", f"/teams/{team}/members/{bob.name}", {"role": "owner"}) == 200
    assert ann.ask("PATCH", own, {"role": "member"}) == exactly(
        (200, {"user": ann.name, "role": "member"})
    )
    assert bob.status("DELETE", f"/teams/{team}/members/{bob.name}") == 409
    assert bob.status("PATCH", own, {"role": "owner"}) == 200
    assert bob.status("DELETE", f"/teams/{team}/members/{bob.name}") == 204
    assert _members(eve, team) == {ann.name: "owner", eve.name: "member"}
    assert ann.status("PATCH", f"/teams/{team}/members/{eve.name}", {"role": "owner"}) == 200
    assert eve.status("DELETE", own) == 204
    assert _members(eve, team) == {eve.name: "owner"}
    assert ann.get("/teams") == exactly({"teams": []})


def test_leaving(http: Any, rng: Random) -> None:
    """Members leave, are removed, and return"""
    team, ann, bob, eve = _staff(http, rng)
    for user in (bob, eve):
        code = ann.invite(team, "member")["code"]
        assert user.status("DELETE", f"/teams/{team}/members/{user.name}") == 204
        assert user.name not in _members(ann, team)
        assert user.status("DELETE", f"/teams/{team}/members/{user.name}") == 404
        assert user.status("POST", f"/invitations/{code}/accept") == 200
    assert _members(ann, team) == {ann.name: "owner", bob.name: "member", eve.name: "member"}
    assert ann.status("PATCH", f"/teams/{team}/members/{bob.name}", {"role": "admin"}) == 200
    for remover in (bob, ann):
        assert remover.status("DELETE", f"/teams/{team}/members/{eve.name}") == 204
        assert _members(ann, team) == {ann.name: "owner", bob.name: "admin"}
        assert eve.get("/teams") == exactly({"teams": []})
        eve.join(ann, team, "member")
    assert eve.status("DELETE", f"/teams/{team}/members/{eve.name}") == 204
    code = bob.invite(team, "admin", uses=2)["code"]
    assert eve.ask("POST", f"/invitations/{code}/accept")[1]["role"] == "admin"
    assert ann.status("DELETE", f"/teams/{team}/members/{bob.name}") == 204
    assert _members(eve, team) == {ann.name: "owner", eve.name: "admin"}


def test_inviting(http: Any, rng: Random) -> None:
    """Invitations are made and listed"""
    team, ann, bob, eve = _staff(http, rng)
    joe, zoe = User(http, rng), User(http, rng)
    made = [ann.invite(team, role, uses=rng.choice([1, 2, 100])) for role in ROLES]
    made += [bob.invite(team, "admin"), ann.invite(team, "owner", user=joe.name, uses=1)]
    made += [bob.invite(team, "member", user=joe.name), bob.invite(team, "member", user=None)]
    assert len({each["code"] for each in made}) == len(made)
    assert ann.get(f"/teams/{team}/invitations") == exactly({"invitations": made})
    path = f"/teams/{team}/invitations"
    uses: list[Any] = [0, -1, 101, 1.5, "1", None, True]
    wrong: list[Any] = [{"role": "member", "uses": value} for value in uses]
    wrong += [{}, {"role": "guest"}, {"role": None}, {"role": ["member"]}, {"uses": 5}, ["member"]]
    wrong += [{"role": "member", "user": user} for user in (5, [joe.name], True)]
    wrong += [{"role": "member", "user": joe.name, "uses": 2}]
    for fields in wrong:
        assert ann.status("POST", path, fields) == 400
    json = {"role": "member", "user": f"no{_word(rng)}"}
    assert ann.status("POST", path, json) == 404
    for user in (ann, eve):
        for asker in (ann, bob):
            assert asker.status("POST", path, {"role": "member", "user": user.name}) == 409
    assert ann.get(path) == exactly({"invitations": made})
    other = zoe.found("b")
    extra = zoe.invite(other, "admin", user=joe.name)
    assert _inbox(joe) == exactly(_by_code([made[4], made[5], extra]))
    assert zoe.get("/invitations") == exactly({"invitations": []})
    assert zoe.get(f"/teams/{other}/invitations") == exactly({"invitations": [extra]})


def test_accepting(http: Any, rng: Random) -> None:
    """Invitations are accepted, revoked and declined"""
    team, ann, bob, eve = _staff(http, rng)
    people = [User(http, rng) for _ in range(4)]
    name = ann.get(f"/teams/{team}")["name"]
    path = f"/teams/{team}/invitations"
    single = ann.invite(team, "owner", user=people[0].name)
    shared = ann.invite(team, "admin", uses=3)
    for user, offer in zip(people, [single, shared, shared, shared], strict=True):
        code = offer["code"]
        if offer is shared:
            member = rng.choice([ann, bob, eve])
            assert member.status("POST", f"/invitations/{code}/accept") == 409
        view = {"id": team, "name": name, "role": offer["role"]}
        assert user.ask("POST", f"/invitations/{code}/accept") == exactly((200, view))
        assert user.get("/teams") == exactly({"teams": [view]})
        offer["uses"] -= 1
        left = [each for each in (single, shared) if each["uses"]]
        assert ann.get(path) == exactly({"invitations": left})
        assert user.get("/invitations") == exactly({"invitations": []})
    for code in (single["code"], shared["code"]):
        assert User(http, rng).status("POST", f"/invitations/{code}/accept") == 404
    expected = {ann.name: "owner", bob.name: "admin", eve.name: "member", people[0].name: "owner"}
    expected |= {user.name: "admin" for user in people[1:]}
    assert _members(eve, team) == expected
    _check_ends(team, ann, bob, User(http, rng), eve)


def _check_ends(team: int, ann: User, bob: User, joe: User, eve: User) -> None:
    """Invitations of a team are revoked and declined, and the team is deleted."""
    offers = [ann.invite(team, "member", user=joe.name) for _ in range(3)]
    offers += [
        bob.invite(team, "admin", uses=9),
        ann.invite(team, "owner"),
        ann.invite(team, "admin"),
    ]
    path = f"/teams/{team}/invitations"
    assert joe.status("POST", f"/invitations/{offers[1]['code']}/decline") == 204
    for asker, number in ((bob, 0), (bob, 5), (ann, 3), (ann, 4)):
        assert asker.status("DELETE", f"{path}/{offers[number]['code']}") == 204
    assert ann.get(path) == exactly({"invitations": [offers[2]]})
    assert joe.get("/invitations") == exactly({"invitations": [offers[2]]})
    for code in (offers[0]["code"], offers[1]["code"], offers[4]["code"], "q" * 24):
        assert ann.status("DELETE", f"{path}/{code}") == 404
    for action in ("accept", "decline"):
        assert joe.status("POST", f"/invitations/{'q' * 24}/{action}") == 404
    assert joe.status("POST", f"/invitations/{offers[2]['code']}/accept") == 200
    last = ann.invite(team, "member")
    assert ann.status("DELETE", f"/teams/{team}") == 204
    assert eve.get("/teams") == exactly({"teams": []})
    assert eve.status("POST", f"/invitations/{last['code']}/accept") == 404


def test_makers(http: Any, rng: Random) -> None:
    """Invitations of somebody who leaves or whose role changes"""
    team, ann, bob, eve = _staff(http, rng)
    joe = User(http, rng)
    path = f"/teams/{team}/invitations"
    first = [ann.invite(team, role, user=joe.name) for role in ROLES]
    second = [bob.invite(team, role, uses=5) for role in ROLES[1:]]
    other = bob.found("b")
    kept = bob.invite(other, "owner", user=joe.name)
    assert ann.status("PATCH", f"/teams/{team}/members/{bob.name}", {"role": "owner"}) == 200
    third = bob.invite(team, "member")
    assert ann.get(path) == exactly({"invitations": [*first, *second, third]})
    assert bob.status("PATCH", f"/teams/{team}/members/{eve.name}", {"role": "admin"}) == 200
    fourth = eve.invite(team, "admin")
    assert bob.status("DELETE", f"/teams/{team}/members/{bob.name}") == 204
    assert ann.get(path) == exactly({"invitations": [*first, fourth]})
    assert _inbox(joe) == exactly(_by_code([*first, kept]))
    for offer, role in ((kept, "owner"), (first[2], "member")):
        answer = joe.ask("POST", f"/invitations/{offer['code']}/accept")
        assert answer[0] == 200
        assert answer[1]["role"] == role
