"""Does apply_patch edit a profile as the prompt describes?"""

from copy import deepcopy
from datetime import date
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from codebench.sandbox.judge.values import exactly

KINDS = ["plain", "business", "staff"]
OUTER = " \t\n\u2003"
LABEL_LETTERS = ascii_lowercase + "0123456789-"
FOREIGN = [None, 1, "Save", ["x"], {"display_name": "Button"}, {}, True]
TEXTS = {"display_name": 40, "street": 60, "city": 60, "postcode": 60}


def word(rng: Random, least: int = 3, most: int = 12) -> str:
    """A text without white space at its ends."""
    length = rng.randint(least, most)
    return "".join(rng.choices(ascii_lowercase + "éß数'-", k=length))


def random_profile(rng: Random) -> dict[str, Any]:
    """A profile that is all in order."""
    return {
        "display_name": word(rng),
        "bio": f" {word(rng)} ",
        "birthday": rng.choice([None, date(rng.randint(1930, 2010), 3, rng.randint(1, 31))]),
        "newsletter": rng.random() < 0.5,
        "links": [word(rng) for _ in range(rng.randint(0, 5))],
        "address": {
            "street": word(rng),
            "city": word(rng),
            "postcode": word(rng),
            "country": rng.choice(["AT", "DE", "CH"]),
        },
        "preferences": {
            "language": rng.choice(["de", "en", "fr"]),
            "page_size": rng.randint(10, 100),
            "notifications": {"email": rng.random() < 0.5, "sms": rng.random() < 0.5},
        },
        "labels": {name: word(rng) for name in rng.sample(["size", "color", "x-1", "9"], 3)},
    }


def make(candidate: Any, rng: Random, profile: dict[str, Any]) -> Any:
    """An account with this profile, in which the staff has labels too."""
    extra = {f"staff:{word(rng)}": word(rng) for _ in range(rng.randint(0, 15))}
    extra |= {"Staff": "a", "a" * 21: "b"}
    whole = profile | {"labels": profile["labels"] | extra}
    return candidate.new_account(rng.choice(KINDS), rng.randint(1, 999), whole)


def paths(fields: dict[str, Any], way: str = "") -> dict[str, Any]:
    """All values below their dotted names."""
    found = {}
    for key, value in fields.items():
        found |= paths(value, f"{way}{key}.") if isinstance(value, dict) else {way + key: value}
    return found


def check(candidate: Any, account: Any, changes: Any, expected: dict[str, Any]) -> None:
    """The changes lead from the profile as it is to the one expected, and are reported."""
    before, after = paths(candidate.profile_of(account)), paths(expected)
    rest, held = candidate.rest_of(account), candidate.Held(account)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert candidate.apply_patch(account, changes) == exactly(sorted(changed)), changes
    assert candidate.profile_of(account) == exactly(expected)
    assert candidate.rest_of(account) == rest
    assert held.hold(account)
    city = expected["address"]["city"][:3].upper()
    assert candidate.index_of(account) == [expected["display_name"].casefold(), city]


def refuses(candidate: Any, account: Any, changes: Any) -> None:
    """The changes are an error and change nothing."""
    before = candidate.profile_of(account), candidate.rest_of(account)
    with candidate.raises("PatchError"):
        candidate.apply_patch(account, changes)
    assert (candidate.profile_of(account), candidate.rest_of(account)) == before


def sent(rng: Random, profile: dict[str, Any]) -> dict[str, Any]:
    """Some of the fields as a client sends them, at every level, with keys of its own between."""
    changes: dict[str, Any] = {}
    for key, value in profile.items():
        if rng.random() < 0.6:
            changes[key] = value
        if key in ("address", "preferences", "notifications") and key in changes:
            changes[key] = sent(rng, value)
    if isinstance(changes.get("birthday"), date):
        changes["birthday"] = changes["birthday"].isoformat()
    for key in sorted(changes.keys() & TEXTS.keys()):
        changes[key] = rng.choice(OUTER) * rng.randint(0, 2) + changes[key] + rng.choice(OUTER)
    for _ in range(rng.randint(0, 2)):
        changes[f"button-{word(rng)}"] = rng.choice(FOREIGN)
    keys = rng.sample(sorted(changes), len(changes))
    return {key: changes[key] for key in keys}


def applied(profile: dict[str, Any], wish: dict[str, Any], changes: dict[str, Any]) -> dict:
    """What becomes of a profile when these changes lead to a wish."""
    result = deepcopy(profile)
    for key in changes.keys() & wish.keys():
        if key in ("address", "preferences", "notifications"):
            result[key] = applied(profile[key], wish[key], changes[key])
        elif key == "labels":
            merged = profile[key] | changes[key]
            result[key] = {name: text for name, text in merged.items() if text is not None}
        else:
            result[key] = wish[key]
    return result


def nested(path: str, value: Any) -> dict[str, Any]:
    """Changes of one field."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return value


def test_many_changes(candidate: Any, rng: Random) -> None:
    """Several fields at once, at all levels, with keys of the client between."""
    for _ in range(12):
        profile, wish = random_profile(rng), random_profile(rng)
        for name in rng.sample(sorted(profile["labels"]), 2):
            wish["labels"][name] = rng.choice([None, profile["labels"][name]])
        wish["labels"]["never-there"] = None
        account = make(candidate, rng, profile)
        for _ in range(2):
            changes = sent(rng, wish)
            profile = applied(profile, wish, changes)
            check(candidate, account, changes, profile)


def test_one_field(candidate: Any, rng: Random) -> None:
    """Each field alone, changed and then sent again."""
    profile, wish = random_profile(rng), random_profile(rng)
    profile["birthday"], wish["birthday"] = None, date(2000, 2, 29)
    account = make(candidate, rng, profile)
    for path, value in rng.sample(sorted(paths(wish).items()), len(paths(wish))):
        for _ in range(2):
            changes = nested(path, value if path != "birthday" else "2000-02-29")
            profile = applied(profile, wish, changes)
            check(candidate, account, changes, profile)
    profile["birthday"] = None
    check(candidate, account, {"birthday": None}, profile)
    for changes in ({}, {"address": {}, "preferences": {"notifications": {}}, "labels": {}}):
        check(candidate, account, changes, profile)
        check(candidate, account, {"preferences": {}, "bio": profile["bio"]}, profile)


def test_text_lengths(candidate: Any, rng: Random) -> None:
    """Texts as short and as long as allowed, and one step more."""
    profile = random_profile(rng)
    account = make(candidate, rng, profile)
    least = {"display_name": 1, "bio": 0, "labels.size": 1}
    least |= {f"address.{key}": 1 for key in ("street", "city", "postcode")}
    most = {"display_name": 40, "bio": 300}
    for path, shortest in rng.sample(sorted(least.items()), len(least)):
        longest = most.get(path, 60)
        stripped = path.rpartition(".")[2] in TEXTS
        for length in rng.sample([shortest, longest], 2):
            text = word(rng, length, length)
            around = rng.choice(OUTER) + text + OUTER if stripped else text
            profile = applied(profile, nested_wish(profile, path, text), nested(path, text))
            check(candidate, account, nested(path, around), profile)
        refuses(candidate, account, nested(path, word(rng, longest + 1, longest + 1)))
        if shortest:
            refuses(candidate, account, nested(path, ""))
        if stripped:
            refuses(candidate, account, nested(path, OUTER))
        for wrong in (None, 5, True, [], ["a"], {}, {"text": "a"}):
            if not (path == "labels.size" and wrong is None):
                refuses(candidate, account, nested(path, wrong))
    for text in (" ", "\n\n", f" {word(rng)}\t"):
        profile |= {"bio": text, "labels": profile["labels"] | {"size": text}}
        check(candidate, account, {"bio": text, "labels": {"size": text}}, profile)


def nested_wish(profile: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The profile with another value of one field."""
    wish = deepcopy(profile)
    place = wish
    *way, last = path.split(".")
    for key in way:
        place = place[key]
    place[last] = value
    return wish


def test_dates(candidate: Any, rng: Random) -> None:
    """Days that exist in the form described, and others."""
    profile = random_profile(rng) | {"birthday": date(1990, 1, 1)}
    account = make(candidate, rng, profile)
    good = [date(1, 1, 1), date(2024, 2, 29), date(9999, 12, 31), date(1985, 10, 9)]
    good.append(date(rng.randint(1910, 1980), rng.randint(1, 12), rng.randint(1, 28)))
    for day in rng.sample(good, len(good)):
        profile |= {"birthday": day}
        check(candidate, account, {"birthday": day.isoformat()}, profile)
    year = rng.randint(1950, 2000)
    bad: list[Any] = [f"{year}-13-01", f"{year}-00-10", f"{year}-04-31", "2023-02-29", "1900-02-29"]
    bad += [f"{year}0430", f"{year}-W05-2", f"{year}-4-3", f"{year}-4-030", f"0{year}-4-30"]
    bad += [f"{year}-04-30 ", f" {year}-4-30", f"{year}-04-30\n", f"{year}/04/30", f"+{year}-4-30"]
    bad += [f"{year}-04-30T00:00:00", "0000-01-01", "", f"{year}-٠٤-30", f"{year}-04", "today"]
    bad += [year, True, ["2000-01-01"], {}, False, f"{year}-04--3", f"-{year % 1000}-04-30"]
    bad += [f"{year}-04-30-01"]
    for value in rng.sample(bad, len(bad)):
        refuses(candidate, account, {"birthday": value})


def test_links(candidate: Any, rng: Random) -> None:
    """Lists of texts, short and long."""
    profile = random_profile(rng) | {"links": [word(rng)]}
    account = make(candidate, rng, profile)
    good = [[], [word(rng, 100, 100)], [word(rng) for _ in range(5)], [" ", "a", "a"], ["1", "\n"]]
    for links in rng.sample(good, len(good)):
        profile |= {"links": links}
        check(candidate, account, {"links": links}, profile)
    bad = [None, "abc", {}, {"a": 1}, 3, False, [word(rng) for _ in range(6)], [""], ["a", ""]]
    bad += [[word(rng, 101, 101)], ["a", 1], [None], [["a"]], [True], [{"href": "a"}]]
    for wrong in rng.sample(bad, len(bad)):
        refuses(candidate, account, {"links": wrong})


def test_choices_and_numbers(candidate: Any, rng: Random) -> None:
    """Values of the other kinds at their limits."""
    profile = random_profile(rng)
    account = make(candidate, rng, profile)
    flags = [None, 0, 1, "true", "", [], {}, 1.0]
    country = rng.choice(ascii_uppercase) + rng.choice(ascii_uppercase)
    tables: dict[str, tuple[list[Any], list[Any]]] = {
        "preferences.page_size": (
            [10, 11, 99, 100],
            [9, 101, 0, -20, 10.0, 20.5, True, False, None, "20", [20], {}, 10**30, 100.0],
        ),
        "preferences.language": (
            ["de", "en", "fr"],
            ["it", "DE", "", "de ", "d", None, 1, ["de"], {"de": 1}, True, "de-AT"],
        ),
        "address.country": (
            [country, "AZ", "ZA"],
            ["at", "At", "A", "AUT", "", "A1", "ÄÖ", "AT\n", " AT", None, 43, ["A", "T"], "A "],
        ),
        "newsletter": ([True, False], flags),
        "preferences.notifications.email": ([False, True], flags),
        "preferences.notifications.sms": ([True, False], flags),
    }
    for path, (good, bad) in tables.items():
        for value in rng.sample(good, len(good)):
            profile = nested_wish(profile, path, value)
            check(candidate, account, nested(path, value), profile)
        for value in bad:
            refuses(candidate, account, nested(path, value))


def test_labels(candidate: Any, rng: Random) -> None:
    """Names of labels, their number, and null."""
    names = ["-", "0", "a" * 20, "a-b", "--", "abc123", "no", "x" + word(rng, 0, 0) + "9"]
    profile = random_profile(rng) | {"labels": {}}
    account = make(candidate, rng, profile)
    for name in rng.sample(names, len(names)):
        profile |= {"labels": profile["labels"] | {name: word(rng)}}
        check(candidate, account, {"labels": {name: profile["labels"][name]}}, profile)
    bad = ["", "A", "aB", "a b", "a_b", "b" * 21, "é", "a\n", " a", "a.b", "٣", "a:b", "ﬁ"]
    for name in rng.sample(bad, len(bad)):
        refuses(candidate, account, {"labels": {"fine": "x", name: "x"}})
    full = {f"new{number}": word(rng) for number in range(4)}
    refuses(candidate, account, {"labels": full | {"one-more": "x"}})
    profile |= {"labels": profile["labels"] | full}
    check(candidate, account, {"labels": full}, profile)
    refuses(candidate, account, {"labels": {"one-more": "x"}})
    refuses(candidate, account, {"labels": {"one-more": "x", "not-there": None, "new1": "y"}})
    gone = rng.choice(sorted(profile["labels"]))
    labels = {key: text for key, text in profile["labels"].items() if key != gone}
    profile |= {"labels": labels | {"one-more": "x"}}
    changes = rng.sample([("one-more", "x"), (gone, None), ("not-there", None)], 3)
    check(candidate, account, {"labels": dict(changes)}, profile)
    everything: dict[str, Any] = {name: None for name in profile["labels"]}
    check(candidate, account, {"labels": everything}, profile | {"labels": {}})


def test_all_or_nothing(candidate: Any, rng: Random) -> None:
    """One wrong value among many good ones."""
    wrong = {"display_name": "", "bio": 5, "birthday": "2001-02-30", "newsletter": None, "links": 1}
    wrong |= {"address.city": " ", "address.country": "Austria", "preferences.page_size": 9}
    wrong |= {"preferences.language": "xx", "preferences.notifications.sms": 0, "labels.size": 1}
    wrong |= {"address": None, "preferences": [], "preferences.notifications": None, "labels": []}
    wrong |= {"address.street": 7, "labels": "size", "preferences.notifications": "on"}
    wrong |= {"labels.Bad": "x", "preferences.notifications.email": "no"}
    for path, value in rng.sample(sorted(wrong.items()), len(wrong)):
        profile, wish = random_profile(rng), random_profile(rng)
        account = make(candidate, rng, profile)
        wish["birthday"] = "1999-12-31"
        changes = nested_wish(wish, path, value)
        keys = rng.sample(sorted(changes), len(changes))
        refuses(candidate, account, {key: changes[key] for key in keys})
    for changes in (None, [], "x", 5, [["bio", "x"]], [{"bio": "x"}], True):
        refuses(candidate, account, changes)


def test_changes_stay(candidate: Any, rng: Random) -> None:
    """The object of changes serves several accounts."""
    wish = random_profile(rng)
    wish["labels"]["size"] = rng.choice([None, "x"])
    changes = sent(rng, wish) | {"labels": wish["labels"], "links": wish["links"]}
    profiles = [random_profile(rng) for _ in range(3)]
    accounts = [make(candidate, rng, profile) for profile in profiles]
    assert candidate.patch_all(accounts, changes) == exactly(changes)
    for account, profile in zip(accounts, profiles, strict=True):
        assert candidate.profile_of(account) == exactly(applied(profile, wish, changes))
