"""Are records made, checked and told apart as the prompt describes?"""

import base64
import hashlib
import unicodedata
from random import Random
from string import ascii_letters, digits
from typing import Any

from codebench.sandbox.judge.values import exactly

WIDE = "äöéñşǘ한Ωß数\u0323\U0001f511 '\"$%\\\t\x07"


def word(rng: Random, length: int, letters: str = ascii_letters + digits) -> str:
    """A random text."""
    return "".join(rng.choices(letters, k=length))


def password_of(rng: Random) -> str:
    """A password with letters of all kinds."""
    return word(rng, rng.randint(4, 20)) + word(rng, rng.randint(1, 9), WIDE) + word(rng, 3) + "k"


def old_record(
    password: str, rng: Random, *, rounds: int = 1000, salt: str = "", form: str = "NFC"
) -> str:
    """A record as the old program wrote it."""
    salt = salt or word(rng, rng.randint(8, 32))
    data = unicodedata.normalize(form, password).encode()  # type: ignore[arg-type]
    key = hashlib.pbkdf2_hmac("sha256", data, salt.encode(), rounds)
    return f"pbkdf2_sha256${rounds}${salt}${base64.b64encode(key).decode()}"


def check(candidate: Any, password: str, record: str, expected: bool) -> None:
    """The record is, or is not, of this password."""
    assert candidate.verify(password, record) == exactly(expected), (password, record)


def test_new_records(candidate: Any, rng: Random) -> None:
    """Records of new passwords, checked here and on another server."""
    password = password_of(rng) + word(rng, 3, "äéñşǘ한")
    composed, apart = (unicodedata.normalize(form, password) for form in ("NFC", "NFD"))
    record = candidate.hash_password(apart)
    assert record.startswith("v2$")
    assert len(record) <= 200
    assert record.isascii()
    assert record.isprintable()
    assert " " not in record
    check(candidate, apart + "x", record, False)
    assert candidate.verify_elsewhere(composed, record) == exactly(True)
    assert candidate.needs_rehash(record) == exactly(False)
    for text in (record[3:], f" {record}", record[1:], record.upper(), record + "é", record[:3]):
        check(candidate, apart, text, False)
        check(candidate, "", text, False)


def test_old_records(candidate: Any, rng: Random) -> None:
    """Records of the database so far, with all sorts of rounds and salts."""
    for length in rng.sample([8, 9, 20, 31, 32], 5):
        password, rounds = password_of(rng), rng.choice([1000, 1001, rng.randint(1002, 3000)])
        record = old_record(password, rng, rounds=rounds, salt=word(rng, length))
        check(candidate, password, record, True)
        check(candidate, password + "x", record, False)
        check(candidate, password[:-1], record, False)
        check(candidate, password.swapcase(), record, False)
        assert candidate.needs_rehash(record) == exactly(True)
    password = password_of(rng)
    record = old_record(password, rng, rounds=100_000)
    check(candidate, password, record, True)
    assert candidate.needs_rehash(record) == exactly(True)


def test_accents(candidate: Any, rng: Random) -> None:
    """Letters with accents in one piece and in several, and letters that look alike."""
    stem = word(rng, 6)
    accented = stem + word(rng, 4, "äéñşǘ한")
    composed, apart = (unicodedata.normalize(form, accented) for form in ("NFC", "NFD"))
    for text in (composed, apart, accented):
        for typed in (composed, apart):
            check(candidate, typed, old_record(text, rng), True)
        check(candidate, apart, old_record(text, rng, form="NFD"), False)
        check(candidate, stem, old_record(text, rng), False)
    pairs = ["ﬂ fl", "Ａ A", "ß ss", "² 2", "Ⅳ IV", "ſ s", "ä a", "İ I", "µ μ"]
    for pair in rng.sample(pairs, len(pairs)):
        one, two = (stem + letter for letter in pair.split())
        check(candidate, one, old_record(one, rng), True)
        check(candidate, two, old_record(one, rng), False)
        check(candidate, one, old_record(two, rng), False)


def test_texts_that_are_no_passwords(candidate: Any, rng: Random) -> None:
    """Texts that are too short, too long or hold what no password may."""
    longest = word(rng, 1000)
    for password in (word(rng, 1), longest):
        check(candidate, password, old_record(password, rng), True)
    assert candidate.hash_password(longest).startswith("v2$")
    stem = word(rng, 8)
    for text in ("", longest + "x", "\0", stem + "\0", f"\0{stem}", f"{stem[:4]}\0{stem[4:]}"):
        with candidate.raises(ValueError):
            candidate.hash_password(text)
        check(candidate, text, old_record(text, rng), False)
    check(candidate, stem + "\0", old_record(stem, rng), False)


def damaged(record: str, rng: Random) -> list[str]:
    """Texts that are nearly an old record."""
    name, rounds, salt, key = record.split("$")
    forms = ["${1}${2}${3}", "{0}${1}${3}", "{0}${1}${2}", "{0}{1}{2}{3}", "{0}${1}${2}${3}$"]
    forms += [" {0}${1}${2}${3}", "{0}${1}${2}${3}\n", "{0}${1}${2}${3} ", "${0}${1}${2}${3}"]
    forms += ["{0}${1}${2}${3}=", "{0}${1}${2}${3}${3}", "{0}:{1}:{2}:{3}", "{0}$${2}${3}"]
    forms += ["{0}$ {1}${2}${3}", "{0}$+{1}${2}${3}", "{0}$0{1}${2}${3}", "{0}${1}.0${2}${3}"]
    forms += ["{0}$-{1}${2}${3}", "{0}$1_000${2}${3}", "{0}$1e3${2}${3}", "{0}$x${2}${3}"]
    forms += ["{0}$１０００${2}${3}", "{0}${1}$ {2}${3}", "{0}${1}${2}$ {3}", "{0}$${2}$"]
    texts = [form.format(name, rounds, salt, key) for form in forms]
    texts += [f"{name.upper()}${rounds}${salt}${key}", f"pbkdf2_sha512${rounds}${salt}${key}"]
    texts += [f"{name}${rounds}${salt}${key[:9]}{junk}{key[9:]}" for junk in ("\n", "!", "=", "é")]
    texts += [f"{name}${rounds}${salt}${key[:-1]}", f"{name}${rounds}${salt}${key[:-1]}é"]
    texts += [f"sha256${rounds}${salt}${key}", f"pbkdf2_sha256é${rounds}${salt}${key}"]
    raw = base64.b64decode(key)
    for part in (raw[:31], raw[:16], raw[:1], raw + b"\0"):
        texts.append(f"{name}${rounds}${salt}${base64.b64encode(part).decode()}")
    return rng.sample(texts, len(texts))


def test_damaged_records(candidate: Any, rng: Random) -> None:
    """Texts that are no records, most of them nearly one."""
    password = word(rng, 9)
    texts = damaged(old_record(password, rng), rng)
    for rounds in (1, 999, 100_001):
        texts.append(old_record(password, rng, rounds=rounds))
    for length in (1, 7, 33):
        texts.append(old_record(password, rng, salt=word(rng, length)))
    for salt in ("salt-with-signs", "salt with blanks", "sälzesalz", "saltsalt٣", "saltsalt_"):
        texts.append(old_record(password, rng, salt=salt))
    texts += ["", "$", "$$$", "$$$$$", "v2$", "v2", "v2$$", "v2$$$$$$$", "v1$a$b", "!", "NULL"]
    texts += [password, hashlib.md5(password.encode()).hexdigest(), "é" * 60, "v2$é", "\0", "v2$ "]
    texts += ["pbkdf2_sha256$1000", "v2$16384$8$1$$", "v2$x$y$z", "x" * 100_000, "v2$" + "A" * 99]
    for text in texts:
        check(candidate, password, text, False)
        assert candidate.needs_rehash(text) == exactly(False), text
    check(candidate, password, old_record(password, rng), True)
