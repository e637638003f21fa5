"""Does what was packed arrive in the site's folder, and nothing at all when it cannot?"""

import bz2
import gzip
import io
import tarfile
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

FORMATS = [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]
WORDS = ["index", "style", "logo", "news", "über uns", "図", "a..b", ".well-known", "-x", "c\\d"]

Member = tuple[tarfile.TarInfo, bytes]


def file(name: str, data: bytes, mode: int = 0o644) -> Member:
    """A regular file."""
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), mode
    return info, data


def other(name: str, kind: bytes, target: str = "", mode: int = 0o755) -> Member:
    """A member without data."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    return info, b""


def folder(name: str, mode: int = 0o755) -> Member:
    """A folder."""
    return other(name, tarfile.DIRTYPE, mode=mode)


def link(name: str, target: str) -> Member:
    """A symbolic link."""
    return other(name, tarfile.SYMTYPE, target, 0o777)


def hard(name: str, target: str) -> Member:
    """A hard link."""
    return other(name, tarfile.LNKTYPE, target)


def pack(members: list[Member], form: int = tarfile.GNU_FORMAT) -> bytes:
    """A tar archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as bundle:
        for info, data in members:
            bundle.addfile(info, io.BytesIO(data))
    return out.getvalue()


def names(rng: Random, count: int) -> list[str]:
    """Different names for files and folders."""
    found: set[str] = set()
    while len(found) < count:
        found.add(f"{rng.choice(WORDS)}{rng.randrange(1000)}")
    return rng.sample(sorted(found), count)


class Site:
    """One site's folder: imports bundles into it and knows what has to be there."""

    def __init__(self, candidate: Any, scratch: Any, rng: Random, where: str = "site") -> None:
        self.candidate, self.scratch, self.rng, self.where = candidate, scratch, rng, where
        self.uploads = ["upload", "u.tar", "u.tgz", "u.tar.gz", "sub/u.zip"]
        self.files: dict[str, tuple[bytes, int]] = {}
        self.links: dict[str, str] = {}

    def upload(self, data: bytes, zipped: bool | None) -> str:
        """Store an upload, zipped or not, under a name that does not tell."""
        if zipped or (zipped is None and self.rng.random() < 0.5):
            data = gzip.compress(data, 1 if len(data) > 100_000 else self.rng.randint(1, 9))
        name = self.rng.choice(self.uploads)
        path = self.scratch.write(name, data)
        return self.rng.choice([name, path])

    def keep(self, name: str, data: bytes, mode: int = 0o644) -> Member:
        """A file that has to arrive."""
        self.links.pop(name, None)
        self.files[name] = (data, 0o755 if mode & 0o100 else 0o644)
        return file(name, data, mode)

    def keep_link(self, name: str, target: str, leads_to: str) -> Member:
        """A link that has to arrive, and the path of what it leads to."""
        self.files.pop(name, None)
        self.links[name] = leads_to
        return link(name, target)

    def take(self, data: bytes, listed: list[str], zipped: bool | None = None) -> None:
        """The import lists these paths, and the folder is as it has to be."""
        path = self.upload(data, zipped)
        dest = self.rng.choice([self.where, self.scratch.path(self.where)])
        before = self.elsewhere()
        assert self.candidate.import_bundle(path, dest) == exactly(sorted(listed))
        assert self.elsewhere() == before
        self.check()

    def refuse(self, data: bytes, zipped: bool | None = None, new: tuple[str, ...] = ()) -> None:
        """The bundle cannot be imported and changes nothing; `new` are folders to look for."""
        path = self.upload(data, zipped)
        there, before = self.scratch.exists(self.where), self.elsewhere()
        with self.candidate.raises("BundleError"):
            self.candidate.import_bundle(path, self.scratch.path(self.where))
        assert self.scratch.exists(self.where) == there
        assert self.elsewhere() == before
        assert not any(self.scratch.exists(f"{self.where}/{name}") for name in new)
        self.check()

    def elsewhere(self) -> list[str]:
        """Everything outside the folder."""
        return [name for name in self.scratch.names() if not name.startswith(f"{self.where}/")]

    def check(self) -> None:
        """The folder holds these files and links and no others."""
        assert self.scratch.names(self.where) == sorted([*self.files, *self.links])
        for name, (data, mode) in self.files.items():
            assert self.scratch.read(f"{self.where}/{name}") == data
            assert self.scratch.mode(f"{self.where}/{name}") == mode
        assert all(self.scratch.mode(f"{self.where}/{name}") == 0o777 for name in self.links)

    def check_links(self) -> None:
        """What is written through a link arrives where it has to lead."""
        for name, target in self.links.items():
            if target in self.files:
                data = self.rng.randbytes(9)
                self.scratch.write(f"{self.where}/{name}", data, self.files[target][1])
                self.files[target] = (data, self.files[target][1])
            else:
                assert self.scratch.names(f"{self.where}/{name}/") == self.scratch.names(
                    f"{self.where}/{target}"
                )
            self.check()


def test_formats(candidate: Any, scratch: Any, rng: Random) -> None:
    """Archives of every format, zipped or not, arrive whole."""
    for form in FORMATS:
        for zipped in (False, True):
            site = Site(candidate, scratch, rng, f"sites{form}{zipped}")
            top, sub, *rest = names(rng, 8)
            paths = [*rest[:2], f"{top}/{rest[2]}", f"{top}/{sub}/{rest[3]}", f"{top}/{sub}/{top}"]
            members = [site.keep(path, rng.randbytes(rng.randrange(3000))) for path in paths]
            members += [site.keep(f"{sub}/{rest[4]}", b""), folder(rest[5]), folder(f"{top}/{sub}")]
            if form == tarfile.GNU_FORMAT:
                scratch.folder(site.where)
                site.uploads = ["u.tar"] if zipped else ["u.tgz"]  # names that tell the opposite
            rng.shuffle(members)
            site.take(pack(members, form), list(site.files), zipped)
            assert scratch.mode(f"{site.where}/{rest[5]}") == 0o755


def test_permissions(candidate: Any, scratch: Any, rng: Random) -> None:
    """Only the owner's execute bit counts."""
    site = Site(candidate, scratch, rng)
    modes = [0o644, 0o600, 0o400, 0, 0o666, 0o655, 0o677, 0o755, 0o700, 0o100, 0o777, 0o711]
    members = [site.keep(f"{mode:o}.cgi", rng.randbytes(5), mode) for mode in modes]
    members += [folder("private", 0o700), folder("closed", 0), site.keep("closed/a", b"a")]
    site.take(pack(members, rng.choice(FORMATS)), list(site.files))
    assert scratch.mode("site/private") == 0o755
    assert scratch.mode("site/closed") == 0o755


def test_spellings(candidate: Any, scratch: Any, rng: Random) -> None:
    """The same path in different spellings is the same place."""
    site = Site(candidate, scratch, rng)
    first, second, third, fourth, fifth = names(rng, 5)
    members = [folder(rng.choice(["./", "."]))]
    for path, spelling in [
        (first, f"./{first}"),
        (f"{second}/{third}", f".//{second}//{third}"),
        (f"{second}/{fourth}", f"{second}/./{fourth}"),
        (f"{fourth}/{fifth}/{first}", f"././{fourth}/{fifth}/././/{first}"),
    ]:
        site.keep(path, rng.randbytes(7))
        members.append(file(spelling, site.files[path][0]))
    members += [folder(f"./{third}/"), folder(f"{second}//"), folder(f"{fifth}/{fifth}")]
    members += [hard(f"./{fifth}//x", f".//{second}/./{third}")]
    listed = [*site.files, f"{fifth}/x"]
    site.files[f"{fifth}/x"] = site.files[f"{second}/{third}"]
    site.take(pack(members, rng.choice(FORMATS)), listed)
    assert scratch.mode(f"site/{third}") == 0o755
    assert scratch.mode(f"site/{fifth}/{fifth}") == 0o755


def test_long_names(candidate: Any, scratch: Any, rng: Random) -> None:
    """Paths, parts and targets may have a certain length and no more."""
    part = "".join(rng.choices("abcdeé図", k=60))
    path = "/".join([part] * 6)
    dots = "./" * 199
    for form in FORMATS[1:]:
        site = Site(candidate, scratch, rng, f"site{form}")
        short = site.keep("ab", rng.randbytes(5))
        members = [short, site.keep(f"{path}/{part[:34]}", rng.randbytes(5))]
        members += [
            file(f"./{path}//{part[:33]}", b"x", 0o700),
            site.keep_link("b", dots + "ab", "ab"),
        ]
        listed = [*site.files, f"{path}/{part[:33]}", "b"]
        site.files[f"{path}/{part[:33]}"] = (b"x", 0o755)
        site.take(pack(members, form), listed)
        site.check_links()
        site.refuse(pack([short, file(f"{path}/{part[:35]}", b"a")], form))
        site.refuse(
            pack([short, folder(f"{path}/{part[:35]}")], form), new=(f"{path}/{part[:35]}",)
        )
        site.refuse(pack([short, file(f"c/{part}c", b"a")], form), new=("c",))
        site.refuse(pack([short, folder(f"{part[1:]}cc/b")], form), new=(f"{part[1:]}cc",))
        site.refuse(pack([file("abc", b"a"), link("d", dots + "abc")], form))


def test_links(candidate: Any, scratch: Any, rng: Random) -> None:
    """Links arrive as links and lead where they should, in whatever order they come."""
    for number in range(4):
        site = Site(candidate, scratch, rng, f"site{number}")
        a, b, c, d, e = names(rng, 5)
        members = [site.keep(path, rng.randbytes(9)) for path in (a, f"{b}/{c}", f"{b}/{d}/{e}")]
        members += [
            site.keep_link(c, a, a),
            site.keep_link(f"{b}/{a}", f"../{a}", a),
            site.keep_link(f"{b}/{b}", c, f"{b}/{c}"),
            site.keep_link(f"{b}/{d}/{a}", f"../../{b}/{c}", f"{b}/{c}"),
            site.keep_link(f"{d}/{a}", f".././/{b}/{d}/../{d}/{e}", f"{b}/{d}/{e}"),
            site.keep_link(d + e, f"./{c}", a),
            site.keep_link(f"{e}/{e}", f"../{d + e}", a),
            site.keep_link(e + e, f"{b}/{d}", f"{b}/{d}"),
            site.keep_link(e + d, f"{e + e}/{e}", f"{b}/{d}/{e}"),
        ]
        rng.shuffle(members)
        site.take(pack(members, rng.choice(FORMATS)), [*site.files, *site.links])
        site.check_links()


def test_links_to_nothing(candidate: Any, scratch: Any, rng: Random) -> None:
    """A link that leads to nothing in the bundle is refused, with the whole bundle."""
    site = Site(candidate, scratch, rng)
    a, b, c, d, only = names(rng, 5)
    members = [site.keep(path, rng.randbytes(9)) for path in (a, f"{b}/{c}")]
    extra = site.keep(only, b"old")
    site.take(pack([*members, extra]), list(site.files))
    lost = [
        [link(d, d + "x")],
        [link(d, f"{b}/{a}")],
        [link(f"{b}/{d}", a)],
        [link(f"{b}/{d}", f"{b}/{c}")],
        [link(d, only)],
        [link(d, d)],
        [link(d, f"./{d}/{a}")],
        [link(d, f"{a}/{b}")],
        [link(d, f"/{a}")],
        [link(d, f"/{b}/{c}")],
        [link(d, c), link(c, d)],
        [link(d, f"{b}/{d}"), link(f"{b}/{d}", "../x" + d)],
        [link(d, f"{c}/{a}"), link(c, b)],
    ]
    for links in lost:
        new = [folder(d + "new"), *members, *links, file(f"{c}z", b"new")]
        rng.shuffle(new)
        site.refuse(pack(new, rng.choice(FORMATS)), new=(d + "new",))
    fine = site.keep_link(d, f"{c}/{c}", f"{b}/{c}"), site.keep_link(c, b, b)
    site.take(pack([*members, *fine]), [a, f"{b}/{c}", d, c])
    site.check_links()


def test_hard_links(candidate: Any, scratch: Any, rng: Random) -> None:
    """A second name of a file becomes a file like it, and has to come after it."""
    for form in FORMATS:
        site = Site(candidate, scratch, rng, f"site{form}")
        a, b, c, d, e = names(rng, 5)
        first, second = site.keep(a, rng.randbytes(900), 0o700), site.keep(f"{b}/{c}", b"")
        members = [first, second, hard(f"{d}/{a}", a), hard(c, f"{d}/{a}"), hard(e, f"{b}/{c}")]
        site.files |= {f"{d}/{a}": site.files[a], c: site.files[a], e: site.files[f"{b}/{c}"]}
        site.take(pack(members, form), list(site.files))
        bad = [hard(d + e, path) for path in (a + "x", b, f"{b}/{a}", f"{e}z", e + c)]
        for member in bad:
            later = file(f"{e}z", b"later")
            site.refuse(pack([folder(e + c), first, second, member, later], form), new=(e + c,))


def test_last_one_counts(candidate: Any, scratch: Any, rng: Random) -> None:
    """Of several members of one path the last is taken."""
    site = Site(candidate, scratch, rng)
    a, b, c, d = names(rng, 4)
    members = [file(a, rng.randbytes(500), 0o755), file(f"{b}/{c}", b"old"), file(d, b"old")]
    members += [link(f"{b}/{a}", "nowhere"), folder(b), file(f"./{a}", b"older", 0o755)]
    members += [site.keep(a, b"new"), site.keep(f"{b}/{c}", rng.randbytes(99), 0o755)]
    members += [
        site.keep_link(f"{b}/{a}", c, f"{b}/{c}"),
        site.keep_link(d, a, a),
        folder(f"./{b}/"),
    ]
    site.take(pack(members, rng.choice(FORMATS)), [*site.files, *site.links])
    site.check_links()


def test_updates(candidate: Any, scratch: Any, rng: Random) -> None:
    """A later bundle replaces what it has too, and leaves the rest."""
    site = Site(candidate, scratch, rng)
    a, b, c, d, e = names(rng, 5)
    members = [site.keep(a, b"1", 0o755), site.keep(f"{b}/{c}", b"2"), site.keep(f"{b}/{a}", b"3")]
    members += [site.keep_link(d, a, a), site.keep_link(e, f"{b}/{c}", f"{b}/{c}")]
    for _ in range(2):
        site.take(pack(members), [*site.files, *site.links])
    scratch.write(f"site/{b}/{e}", "ours")
    site.files[f"{b}/{e}"] = (b"ours", 0o644)
    new = [site.keep(a, rng.randbytes(99)), site.keep(f"{b}/{c}", b"", 0o755), folder(f"{b}/{d}")]
    new += [site.keep_link(f"{b}/{a}", c, f"{b}/{c}"), site.keep_link(e, a, a)]
    site.take(pack(new), [a, f"{b}/{c}", f"{b}/{a}", e])
    site.check_links()


def test_disagreement(candidate: Any, scratch: Any, rng: Random) -> None:
    """A folder here and something else there cannot be imported, and then nothing changes."""
    site = Site(candidate, scratch, rng)
    a, b, c, d, e = names(rng, 5)
    members = [site.keep(a, b"1"), site.keep(f"{b}/{c}", b"2", 0o755), folder(f"{e}/{e}")]
    site.take(pack(members), list(site.files))
    changes = [
        file(a, b"new"),
        folder(f"{b}/{d}"),
        file(f"{b}/{b}", b"new"),
        file(f"{d}/{d}", b"n"),
    ]
    conflicts = [file(e, b"x"), link(e, a), file(f"{e}/{e}", b"x"), link(f"{e}/{e}", f"../{a}")]
    conflicts += [
        folder(f"{b}/{c}"),
        file(f"{b}/{c}/{a}", b"x"),
        folder(f"{b}/{c}/{a}"),
        hard(e, a),
    ]
    for conflict in conflicts:
        bundle = [*changes]
        bundle.insert(rng.randint(1, 4), conflict)
        site.refuse(pack(bundle, rng.choice(FORMATS)), new=(f"{b}/{d}", d))
    assert not scratch.names(f"site/{e}")
    assert scratch.mode(f"site/{e}/{e}") == 0o755


def test_contradictions(candidate: Any, scratch: Any, rng: Random) -> None:
    """Nothing in a bundle can be below a file of it."""
    site = Site(candidate, scratch, rng)
    a, b, c, d = names(rng, 4)
    for there in (False, True):
        if there:
            site.take(pack([site.keep(b, b"1")]), [b])
        for above, below in ((a, f"{a}/{b}"), (f"{a}/{b}", f"{a}/{b}/{c}/{d}")):
            bundle = [file(above, b"y"), rng.choice([file(below, b"x"), folder(below)])]
            rng.shuffle(bundle)
            bundle.insert(rng.randint(0, 2), file(f"{c}/{c}", b"z"))
            site.refuse(pack(bundle, rng.choice(FORMATS)), new=(a, c))


def test_limits(candidate: Any, scratch: Any, rng: Random) -> None:
    """The largest bundle is imported in time, and a little more is too much."""
    site, none = Site(candidate, scratch, rng), Site(candidate, scratch, rng, "none")
    sizes = [900_000, 300_000, *[rng.randrange(500) for _ in range(440)]]
    members = [site.keep(f"{n % 9}/{n}", rng.randbytes(size)) for n, size in enumerate(sizes)]
    members += [hard(f"x{n}", "1/1") for n in range(2)]
    site.files |= {f"x{n}": site.files["1/1"] for n in range(2)}
    members += [site.keep_link(f"l{n}", f"{n}/{n}", f"{n}/{n}") for n in range(2, 9)]
    members += [folder(f"f{n}") for n in range(499 - len(members))]
    left = 2_000_000 - sum(sizes) - 600_000
    with candidate.deadline(2.0):
        none.refuse(pack([*members, file("last", bytes(left + 1))]), new=("0", "f0"))
        none.refuse(pack([*members, hard("last", "1/1")]), new=("0", "f0"))
        members.append(site.keep("last", rng.randbytes(left)))
        none.refuse(pack([*members, folder("f")]), new=("0", "f0"))
        site.take(pack(members), [*site.files, *site.links])
    assert scratch.mode("site/f0") == 0o755


def test_broken_uploads(candidate: Any, scratch: Any, rng: Random) -> None:
    """An upload that is damaged or cut off changes nothing."""
    old, none = Site(candidate, scratch, rng), Site(candidate, scratch, rng, "none")
    a, b, c = names(rng, 3)
    old.take(pack([old.keep(a, rng.randbytes(700)), old.keep(f"{b}/{c}", b"old")]), list(old.files))
    new = pack([folder(c), file(a, b"new"), file(f"{b}/{c}", rng.randbytes(2000))])
    end = 4096  # of the last member; the file before it has its data at 1024 and ends at 1536
    zipped, stored = gzip.compress(new), bytearray(gzip.compress(new, 0))
    spoilt = bytearray(new)
    spoilt[1536 + rng.randrange(100)] ^= 1 << rng.randrange(7)
    stored[-3000 - rng.randrange(4000)] ^= 1
    cuts = [
        1,
        512,
        1536,
        rng.randrange(600, 1500),
        rng.randrange(2050, 4000),
        end - 5,
        end,
        end + 99,
    ]
    plain = [new[:cut] for cut in cuts]
    plain += [b"", b"\n", rng.randbytes(4000), b"PK\x03\x04" + bytes(4000), bytes(spoilt)]
    size = len(zipped)
    ready = [zipped[:cut] for cut in (3, rng.randrange(12, 300), size // 2, size - 9, size - 3)]
    ready += [bz2.compress(new), gzip.compress(zipped), bytes(stored)]
    ready += [gzip.compress(rng.randbytes(600))]
    for site in (old, none):
        for upload in plain:
            site.refuse(upload, new=(c,))
        for upload in ready:
            site.refuse(upload, zipped=False, new=(c,))
    again = [none.keep(a, b"new"), none.keep(f"{b}/{c}", rng.randbytes(512))]
    none.take(pack(again)[: 2560 + 512], list(none.files))


def test_missing_upload(candidate: Any, scratch: Any, rng: Random) -> None:
    """Without an upload there is nothing to import."""
    (name,) = names(rng, 1)
    for dest in ("site", scratch.folder("there")):
        with candidate.raises(FileNotFoundError):
            candidate.import_bundle(rng.choice([name, scratch.path(name)]), dest)
