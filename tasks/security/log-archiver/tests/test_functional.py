"""What the nightly job relies on."""

import gzip
import io
import tarfile
import time

from codebench.sandbox.judge.values import exactly

LIMIT = 1 << 22
WORDS = ["web", "api", "cron", "mail", "queue", "billing", "proxy", "auth"]
ODD = [" ", "  ", " & ", "'", " (old) ", "#", "+", ", ", "=", "%", "ü", "журнал", "日誌", "~", "@"]


def read_members(packed: bytes) -> list[tuple[tarfile.TarInfo, bytes]]:
    """The members of a gzip-compressed archive with their bytes."""
    with gzip.GzipFile(fileobj=io.BytesIO(packed)) as stream:
        plain = stream.read(LIMIT)
    with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as bundle:
        members = bundle.getmembers()
        assert all(member.isreg() for member in members), "a member that is no regular file"
        return [(member, bundle.extractfile(member).read()) for member in members]


def assert_holds(packed: bytes, files: dict[str, bytes]) -> None:
    """The archive holds exactly these files, each once."""
    found = sorted((member.name, data) for member, data in read_members(packed))
    assert found == sorted(files.items())


def new_files(rng, count: int, suffix: str = ".log") -> dict[str, bytes]:
    """Files with plain names and random bytes; the first is empty."""
    numbers = rng.sample(range(1000), count)
    files = {f"{rng.choice(WORDS)}-{number}{suffix}": rng.randbytes(40) for number in numbers}
    files[next(iter(files))] = b""
    return files


def write_all(scratch, folder: str, files: dict[str, bytes]) -> None:
    """Make the files in a folder of the scratch area."""
    for name, data in files.items():
        scratch.write(f"{folder}/{name}", data)


def test_matching_files_are_packed(candidate, scratch, rng):
    """The matching files of a folder are packed and counted"""
    for count in (1, 2, rng.randint(15, 25)):
        folder = f"logs{count}"
        files = new_files(rng, count)
        files[next(reversed(files))] = rng.randbytes(rng.randint(60_000, 90_000))
        write_all(scratch, folder, files | new_files(rng, 3, ".txt"))
        before = scratch.names()
        out = f"{folder}.tar.gz"
        result = candidate.archive(scratch.path(folder), "*.log", scratch.path(out))
        assert result == exactly(count)
        assert_holds(scratch.read(out), files)
        assert scratch.names() == sorted([*before, out])


def test_patterns(candidate, scratch, rng):
    """Each kind of pattern picks the documented names"""
    a, b = rng.sample("acempt", 2)
    digit = rng.randint(1, 8)
    names = [f"{a}{digit}.log", f"{b}{digit}.log", f"{a}{digit}x.log", f"{a.upper()}{digit}.log"]
    names += [f".{a}{digit}.log", f"{a}{digit}.logs", f"{a}{digit + 1}.log", f"{a}{digit}-log"]
    names += [f"{a}.log", ".log", "x" + names[0]]
    files = {name: rng.randbytes(20) for name in names}
    write_all(scratch, "logs", files)
    cases = {
        "*": names,
        "*.log": [name for name in names if name.endswith(".log")],
        "?.log": [names[8]],
        f"?{digit}.log": [names[0], names[1], names[3]],
        f"[{a}{b}]{digit}.log": [names[0], names[1]],
        f"[!{a}]{digit}.log": [names[1], names[3]],
        f"{a}[{digit}-9].log": [names[0], names[6]],
        f"*{a}*{digit}*": [name for name in names if a in name and str(digit) in name],
        ".*": [names[4], names[9]],
        names[0]: [names[0]],
        f"{a}*.log*": [names[0], names[2], names[5], names[6], names[8]],
    }
    for number, (pattern, chosen) in enumerate(cases.items()):
        out = f"out{number}.tar.gz"
        result = candidate.archive(scratch.path("logs"), pattern, scratch.path(out))
        assert result == exactly(len(chosen)), pattern
        assert_holds(scratch.read(out), {name: files[name] for name in chosen})


def test_names_of_all_kinds(candidate, scratch, rng):
    """Spaces, punctuation and letters of any script in names, folder, pattern and target"""
    for turn, odd in enumerate((rng.sample(ODD, 7), ODD[:1])):
        folder = f"host{turn}{rng.choice(odd)}{rng.randint(1, 99)} logs"
        files = {
            f"{rng.choice(WORDS)}{part}{n}.log": rng.randbytes(9) for n, part in enumerate(odd)
        }
        others = {f"x{part}{n}.txt": b"no" for n, part in enumerate(odd)}
        write_all(scratch, folder, files | others)
        out = f"{rng.choice(WORDS)}{rng.choice(odd)}{rng.randint(1, 99)} all.tar.gz"
        result = candidate.archive(scratch.path(folder), "*.log", scratch.path(out))
        assert result == exactly(len(files))
        assert_holds(scratch.read(out), files)
        name = rng.choice(sorted(files))
        assert candidate.archive(scratch.path(folder), name, scratch.path(out)) == exactly(1)
        assert_holds(scratch.read(out), {name: files[name]})


def test_only_regular_files_of_the_folder(candidate, scratch, rng):
    """Subfolders, their files and links are left out"""
    files = new_files(rng, 4)
    write_all(scratch, "logs", files)
    scratch.write("logs/older.log/deep.log", "deep")
    scratch.write("logs/sub/side.log", "side")
    scratch.folder("logs/empty.log")
    scratch.write("beside.log", "beside")
    scratch.link("logs/near.log", next(iter(files)))
    scratch.link("logs/far.log", scratch.path("beside.log"))
    scratch.link("logs/tree.log", scratch.path("logs/sub"))
    scratch.link("logs/lost.log", scratch.path("nowhere"))
    result = candidate.archive(scratch.path("logs"), "*.log", scratch.path("all.tar.gz"))
    assert result == exactly(4)
    assert_holds(scratch.read("all.tar.gz"), files)
    assert candidate.archive(scratch.path("logs"), "far.log", scratch.path("x")) == exactly(0)
    assert candidate.archive(scratch.path("logs"), "older*", scratch.path("x")) == exactly(0)
    assert not scratch.exists("x")


def test_the_folder_is_no_pattern(candidate, scratch, rng):
    """A folder's own name is taken literally, and paths may be relative"""
    digit = rng.randint(1, 9)
    for folder, other in ((f"logs[{digit}]", f"logs{digit}"), ("log?", "logs"), ("l*", "lx")):
        files = new_files(rng, 3)
        write_all(scratch, folder, files)
        write_all(scratch, other, {"other.log": b"other"})
        assert candidate.archive(scratch.path(folder), "*.log", scratch.path("a.tgz")) == exactly(3)
        assert_holds(scratch.read("a.tgz"), files)
        scratch.folder("packed")
        out = f"packed/{rng.choice(WORDS)}.tar.gz"
        assert candidate.archive(folder, "*.log", out) == exactly(3)
        assert_holds(scratch.read(out), files)


def test_archive_inside_the_folder(candidate, scratch, rng):
    """An archive in the folder itself is replaced and never packed"""
    files = new_files(rng, 5)
    write_all(scratch, "logs", files)
    inside = rng.choice(["all.tar.gz", "a.log", "zz.log"])
    for out in (scratch.path(f"logs/{inside}"), f"logs/{inside}", f"logs/../logs/{inside}"):
        for folder in (scratch.path("logs"), "logs"):
            assert candidate.archive(folder, "*", out) == exactly(5)
            assert_holds(scratch.read(f"logs/{inside}"), files)
    scratch.write("logs/old.tar.gz", "left over")
    assert candidate.archive("logs", "*", f"logs/{inside}") == exactly(6)
    assert_holds(scratch.read(f"logs/{inside}"), files | {"old.tar.gz": b"left over"})
    # The same name elsewhere is an ordinary log file.
    scratch.folder("cold")
    assert candidate.archive("logs", inside, f"cold/{inside}") == exactly(1)
    assert [member.name for member, _ in read_members(scratch.read(f"cold/{inside}"))] == [inside]


def test_nothing_to_pack(candidate, scratch, rng):
    """Without a match, or without the folder, nothing is written"""
    write_all(scratch, "logs", new_files(rng, 3))
    earlier = rng.randbytes(30)
    scratch.write("kept.tar.gz", earlier)
    before = scratch.names()
    for pattern in ("*.txt", "?", f"none-{rng.randint(1, 99)}.log"):
        for out in ("kept.tar.gz", "new.tar.gz"):
            assert candidate.archive(scratch.path("logs"), pattern, scratch.path(out)) == exactly(0)
    scratch.folder("bare")
    assert candidate.archive(scratch.path("bare"), "*", scratch.path("kept.tar.gz")) == exactly(0)
    for out in ("kept.tar.gz", "new.tar.gz"):
        with candidate.raises(FileNotFoundError):
            candidate.archive(scratch.path("nowhere"), "*", scratch.path(out))
    assert scratch.names() == before
    assert scratch.read("kept.tar.gz") == earlier


def test_archive_cannot_be_written(candidate, scratch, rng):
    """A target that cannot be written is reported"""
    files = new_files(rng, 3)
    write_all(scratch, "logs", files)
    scratch.folder("taken")
    for out in ("nowhere/all.tar.gz", f"logs/{next(iter(files))}/all.tar.gz", "taken"):
        with candidate.raises(RuntimeError):
            candidate.archive(scratch.path("logs"), "*.log", scratch.path(out))
    assert candidate.archive(scratch.path("logs"), "*.log", scratch.path("all.tar.gz")) == exactly(
        3
    )
    assert_holds(scratch.read("all.tar.gz"), files)


def test_permissions_and_times(candidate, scratch, rng):
    """Members keep permission bits and modification times"""
    modes = {f"{word}.log": mode for word, mode in zip(WORDS, (0o644, 0o600, 0o755, 0o640, 0o444))}
    begin = time.time()
    for name, mode in modes.items():
        scratch.write(f"logs/{name}", rng.randbytes(10), mode=mode)
    assert candidate.archive(scratch.path("logs"), "*", scratch.path("all.tar.gz")) == exactly(5)
    members = [member for member, _ in read_members(scratch.read("all.tar.gz"))]
    assert {member.name: member.mode & 0o7777 for member in members} == modes
    assert all(begin - 60 < member.mtime < begin + 60 for member in members)
