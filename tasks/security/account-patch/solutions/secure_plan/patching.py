"""Edits of a member's profile, written out field by field into a plan that is carried out last."""

import datetime
import string

LABEL_LETTERS = set(string.ascii_lowercase + string.digits + "-")


class PatchError(ValueError):
    """Raised for changes that cannot be applied; the account is as before."""


class Plan:
    """What there is to do, collected while the changes are checked."""

    def __init__(self):
        self.steps = []
        self.changed = []

    def note(self, path, old, new, step):
        """Remember a step unless it would change nothing."""
        if old != new:
            self.changed.append(path)
            self.steps.append(step)


def check(condition, message):
    """Refuse the changes unless this holds."""
    if not condition:
        raise PatchError(message)


def as_object(value):
    """The value if it is a JSON object."""
    check(isinstance(value, dict), "an object is needed")
    return value


def as_text(value, least, most):
    """The value if it is a text of a length that we store."""
    check(isinstance(value, str), "a text is needed")
    check(least <= len(value) <= most, f"{least} to {most} characters are needed")
    return value


def as_trimmed(value, most):
    """The same for a text without white space around it."""
    return as_text(value.strip() if isinstance(value, str) else value, 1, most)


def as_bool(value):
    """The value if it is true or false."""
    check(value is True or value is False, "true or false is needed")
    return value


def as_date(value):
    """A date from its parts."""
    if value is None:
        return None
    check(isinstance(value, str), "a date is a text")
    parts = value.split("-")
    check([len(part) for part in parts] == [4, 2, 2], "a date looks like 1990-04-30")
    check(all(part.isascii() and part.isdigit() for part in parts), "a date has digits")
    try:
        return datetime.date(*map(int, parts))
    except ValueError:
        raise PatchError("there is no such day")


def as_links(value):
    """A new list with the texts of the old one."""
    check(isinstance(value, list) and len(value) <= 5, "a list of at most 5 is needed")
    return [as_text(link, 1, 100) for link in value]


def as_country(value):
    """Two capital letters."""
    as_text(value, 2, 2)
    check(set(string.ascii_uppercase).issuperset(value), "two capital letters are needed")
    return value


def own(name):
    """Whether a member may use this name for a label."""
    return 0 < len(name) <= 20 and LABEL_LETTERS.issuperset(name)


def plan_address(plan, address, sent):
    """Plan the changes of the address."""

    def attribute(key, new):
        plan.note(f"address.{key}", getattr(address, key), new, lambda: setattr(address, key, new))

    for key in ("street", "city", "postcode"):
        if key in sent:
            attribute(key, as_trimmed(sent[key], 60))
    if "country" in sent:
        attribute("country", as_country(sent["country"]))


def plan_preferences(plan, preferences, sent):
    """Plan the changes of preferences and notifications."""

    def entry(target, prefix, key, new):
        plan.note(f"{prefix}.{key}", target[key], new, lambda: target.update({key: new}))

    if "language" in sent:
        known = sent["language"] in ["de", "en", "fr"]
        check(known, "language is not known")
        entry(preferences, "preferences", "language", sent["language"])
    if "page_size" in sent:
        size = sent["page_size"]
        check(isinstance(size, int) and not isinstance(size, bool), "page_size must be a number")
        check(size in range(10, 101), "page_size must be from 10 to 100")
        entry(preferences, "preferences", "page_size", size)
    if "notifications" in sent:
        notifications = as_object(sent["notifications"])
        for key in ("email", "sms"):
            if key in notifications:
                new = as_bool(notifications[key])
                entry(preferences["notifications"], "preferences.notifications", key, new)


def plan_labels(plan, labels, sent):
    """Plan which labels come, change and go."""
    names = {name for name in labels if own(name)}
    for name, new in sent.items():
        check(own(name), "a label needs a short name")
        if new is None:
            names.discard(name)
            plan.note(f"labels.{name}", labels.get(name), None, lambda name=name: labels.pop(name))
        else:
            names.add(name)
            as_text(new, 1, 60)
            step = lambda name=name, new=new: labels.update({name: new})
            plan.note(f"labels.{name}", labels.get(name), new, step)
    check(len(names) <= 12, "too many labels")


def plan_profile(plan, account, sent):
    """Plan the changes of the account's own attributes."""

    def attribute(key, new):
        plan.note(key, getattr(account, key), new, lambda: setattr(account, key, new))

    if "display_name" in sent:
        attribute("display_name", as_trimmed(sent["display_name"], 40))
    if "bio" in sent:
        attribute("bio", as_text(sent["bio"], 0, 300))
    if "birthday" in sent:
        attribute("birthday", as_date(sent["birthday"]))
    if "newsletter" in sent:
        attribute("newsletter", as_bool(sent["newsletter"]))
    if "links" in sent:
        attribute("links", as_links(sent["links"]))


def apply_patch(account, changes):
    """Apply the changes to the account, all or nothing, and tell which fields are new."""
    plan = Plan()
    plan_profile(plan, account, as_object(changes))
    if "address" in changes:
        plan_address(plan, account.address, as_object(changes["address"]))
    if "preferences" in changes:
        sent = as_object(changes["preferences"])
        plan_preferences(plan, account.preferences, sent)
    if "labels" in changes:
        plan_labels(plan, account.labels, as_object(changes["labels"]))
    for step in plan.steps:
        step()
    return sorted(plan.changed)
