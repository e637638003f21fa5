"""Are pictures taken, kept and named as the forum needs it, and everything else turned away?"""

import struct
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

from codebench.sandbox.judge.values import exactly

NAME = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
STEMS = ["cat", "Me-2024", "IMG_0042", "_x", "7", "New-York_by-night", "PORTRAIT", "a"]
ENDINGS = {"png": ["png", "PNG"], "jpg": ["jpg", "jpeg", "JPG", "Jpeg"], "gif": ["gif", "GIF"]}

Draw = Callable[[Random, int, int], bytes]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A PNG chunk."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rng: Random, width: int, height: int) -> bytes:
    """A grey picture."""
    rows = b"".join(b"\0" + rng.randbytes(width) for _ in range(height))
    packed = zlib.compress(rows, 1)
    middle = rng.randrange(1, len(packed))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    parts = [packed] if rng.random() < 0.5 else [packed[:middle], packed[middle:]]
    image = b"".join(chunk(b"IDAT", part) for part in parts)
    return b"\x89PNG\r\n\x1a\n" + header + image + chunk(b"IEND", b"")


def segment(marker: int, data: bytes) -> bytes:
    """A JPEG segment."""
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def jpeg(rng: Random, width: int, height: int) -> bytes:
    """A grey picture in one or more restart intervals."""
    blocks = -(-width // 8) * -(-height // 8)
    interval = rng.choice([0, 7])
    parts, left = [], blocks
    while left > 0:
        count = min(left, interval or left)
        bits = "".join(rng.choice(["0000", "011111111100", "010000000000"]) for _ in range(count))
        bits += "1" * (-len(bits) % 8)
        coded = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
        parts.append(coded + (b"" if left == count else b"\xff" + bytes([0xD0 + len(parts) % 8])))
        left -= count
    codes = bytes([0, 2]) + bytes(14)
    segments = [segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")]
    segments.append(segment(0xDB, b"\0" + bytes(rng.randint(1, 200) for _ in range(64))))
    kind = 0xC0 if rng.random() < 0.7 else 0xC2
    segments.append(segment(kind, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\0"))
    segments.append(segment(0xC4, b"\0" + codes + b"\0\x08" + b"\x10" + bytes([0, 1]) + bytes(15)))
    segments += [segment(0xDD, struct.pack(">H", interval))] if interval else []
    segments.append(segment(0xDA, b"\x01\x01\0\0\x3f\0"))
    return b"\xff\xd8" + b"".join(segments) + b"".join(parts) + b"\xff\xd9"


def blocks(data: bytes) -> bytes:
    """Data in the sub-blocks of a GIF."""
    parts = [data[start : start + 255] for start in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def frame(rng: Random, place: tuple[int, int, int, int], local: int) -> bytes:
    """A frame of a GIF, with a colour table of its own if `local`."""
    pixels = rng.randbytes(place[2] * place[3]).translate(bytes(range(128)) * 2)
    runs = (pixels[start : start + 120] for start in range(0, len(pixels), 120))
    coded = b"".join(b"\x80" + run for run in runs) + b"\x81"
    colours = rng.randbytes(384) if local else b""
    return (
        b","
        + struct.pack("<HHHHB", *place, 0x86 if local else 0)
        + colours
        + b"\x07"
        + blocks(coded)
    )


def gif(rng: Random, width: int, height: int) -> bytes:
    """A picture of one or more frames."""
    local = rng.choice([0, 1])
    colours = b"" if local else rng.randbytes(384)
    data = rng.choice([b"GIF89a", b"GIF87a"]) + struct.pack(
        "<HHBBB", width, height, 0x70 if local else 0xF6, 0, 0
    )
    data += colours + b"!\xf9\x04\0\0\0\0\0"
    data += frame(rng, (0, 0, width, height), local)
    for _ in range(rng.randrange(3)):
        left, top = rng.randrange(width), rng.randrange(height)
        across, down = rng.randint(1, width - left), rng.randint(1, height - top)
        if across * down < 2000:
            data += frame(rng, (left, top, across, down), local)
    return data + b";"


DRAW: dict[str, Draw] = {"png": png, "jpg": jpeg, "gif": gif}


def padded(rng: Random, kind: str, data: bytes, extra: int) -> bytes:
    """The same picture with a comment that takes this many bytes."""
    if kind == "png":
        return data[:33] + chunk(b"tEXt", b"Title\0" + rng.randbytes(extra - 18)) + data[33:]
    comment = rng.randbytes(extra)
    if kind == "jpg":
        comment = comment.replace(b"\x08", b"\x09")  # no bytes that look like a size by chance
        parts = [comment[4:50_004], comment[50_008:]]
        return data[:2] + b"".join(segment(0xFE, part) for part in parts if part) + data[2:]
    comment, odd = (comment[:-2], b"\1\1") if len(comment) % 256 == 4 else (comment, b"")
    starts = range(0, len(comment) - 3, 256)
    parts = [comment[start : min(start + 256, len(comment) - 3)] for start in starts]
    parts = [bytes([len(part) - 1]) + part[1:] for part in parts]
    return data[:-1] + b"!\xfe" + b"".join(parts) + odd + b"\0;"


def picture(rng: Random, kind: str) -> bytes:
    """Some small picture."""
    data = DRAW[kind](rng, rng.randint(1, 40), rng.randint(1, 40))
    return data if rng.random() < 0.5 else padded(rng, kind, data, rng.randint(30, 999))


def user_names(rng: Random, count: int) -> list[str]:
    """Different accounts."""
    forms = ["anna{}", "Ö{}", "x y{}", "{}", "'{}\"", "a.b-{}", "{}@example.org"]
    numbers = rng.sample(range(1000), count)
    return [rng.choice(forms).format(number) for number in numbers]


class Forum:
    """Stores on one folder, and what has to be in them."""

    def __init__(self, candidate: Any, scratch: Any, rng: Random) -> None:
        self.candidate, self.scratch, self.rng = candidate, scratch, rng
        scratch.write("public/style.css", "body {}")
        scratch.folder("private")
        self.stores = [self.open(), self.open()]
        self.pictures: dict[str, tuple[str, bytes]] = {}
        self.given: set[str] = set()

    def open(self) -> Any:
        """A store on the folder."""
        folder, index = "public", "private/index"
        if self.rng.random() < 0.5:
            folder, index = self.scratch.path(folder), self.scratch.path(index)
        return self.candidate.AvatarStore(folder, index)

    def store(self) -> Any:
        """One of the open stores, or another one."""
        return self.rng.choice(self.stores) if self.rng.random() < 0.8 else self.open()

    def save(self, user: str, stem: str, kind: str, data: bytes) -> str:
        """Save a picture and check its name."""
        name = self.store().save(user, f"{stem}.{self.rng.choice(ENDINGS[kind])}", data)
        assert type(name) is str
        assert set(name) <= NAME
        assert len(name) <= 100
        assert name.endswith(f".{kind}")
        assert name not in self.given
        if set(stem) <= NAME - {"."}:
            assert name.startswith(stem[:40])
        self.given.add(name)
        self.pictures[name] = (user, data)
        return name

    def refuse(self, filename: str, data: bytes) -> None:
        """This picture cannot be taken."""
        with self.candidate.raises("AvatarError"):
            self.store().save("somebody", filename, data)

    def check(self) -> None:
        """Everything is in its place."""
        assert self.scratch.names("public") == sorted([*self.pictures, "style.css"])
        assert self.scratch.read("public/style.css") == b"body {}"
        for name, (_, data) in self.pictures.items():
            assert self.scratch.read(f"public/{name}") == data
            assert self.store().load(name) == exactly(data)
        for user in sorted({user for user, _ in self.pictures.values()}):
            own = [name for name, (owner, _) in self.pictures.items() if owner == user]
            assert self.store().names(user) == exactly(own)
        assert self.store().names("somebody") == exactly([])


def test_pictures_come_back(candidate: Any, scratch: Any, rng: Random) -> None:
    """Pictures of every format are kept byte for byte"""
    forum = Forum(candidate, scratch, rng)
    users = user_names(rng, 3)
    kinds = [*DRAW] * 6
    rng.shuffle(kinds)
    for kind in kinds:
        forum.save(rng.choice(users), rng.choice(STEMS), kind, picture(rng, kind))
    forum.check()


def test_names_of_pictures(candidate: Any, scratch: Any, rng: Random) -> None:
    """Stored names are plain, and recognisable where the file's name is plain"""
    forum = Forum(candidate, scratch, rng)
    (user,) = user_names(rng, 1)
    letters = sorted(NAME - {"."})
    stems = ["".join(rng.choices(letters, k=size)) for size in (1, 20, 39, 40, 41, 80, 200)]
    stems += [
        "my cat (3)",
        "Ünal & Söhne",
        "図",
        "smile ☺, please",
        "one+two",
        "",
        "x" * 250 + " y",
    ]
    for stem in rng.sample(stems, len(stems)):
        kind = rng.choice([*DRAW])
        forum.save(user, stem, kind, picture(rng, kind))
    forum.check()


def test_same_picture_again(candidate: Any, scratch: Any, rng: Random) -> None:
    """No name is given twice, even where it would be free"""
    forum = Forum(candidate, scratch, rng)
    users = user_names(rng, 2)
    for kind in DRAW:
        data = picture(rng, kind)
        for _ in range(4):
            for user in users:
                name = forum.save(user, "cat", kind, data)
            forum.store().delete(user, name)
            del forum.pictures[name]
        for user in users:
            forum.save(user, name[:-4], kind, data)
    forum.check()


def test_users(candidate: Any, scratch: Any, rng: Random) -> None:
    """Accounts whose names are nearly the same have nothing in common"""
    forum = Forum(candidate, scratch, rng)
    base = f"ana{rng.randrange(100)}"
    users = [base, base.upper(), base + " ", base + "0", base[:-1], "a", "á", "%"]
    users += ["a b", "a_b", "a-b", "a%20b", "x" * 64, "x" * 63, " ", "0", "None", "\n", "a\tb"]
    for user in rng.sample(users, len(users)):
        kind = rng.choice([*DRAW])
        forum.save(user, "me", kind, picture(rng, kind))
    for user in rng.sample(users, 4):
        forum.save(user, "me", "png", picture(rng, "png"))
    forum.check()


def test_deleted_pictures(candidate: Any, scratch: Any, rng: Random) -> None:
    """A deleted picture is gone, from the folder too"""
    forum = Forum(candidate, scratch, rng)
    users = user_names(rng, 2)
    for number in range(8):
        kind = rng.choice([*DRAW])
        forum.save(users[number % 2], rng.choice(STEMS), kind, picture(rng, kind))
    for name in rng.sample(sorted(forum.pictures), 4):
        user, _ = forum.pictures.pop(name)
        assert forum.store().delete(user, name) is None
        for call in (lambda: forum.store().load(name), lambda: forum.store().delete(user, name)):
            with candidate.raises("AvatarNotFound"):
                call()
        forum.check()


def test_unknown_names(candidate: Any, scratch: Any, rng: Random) -> None:
    """Names that were not given are not found"""
    forum = Forum(candidate, scratch, rng)
    (user,) = user_names(rng, 1)
    name = forum.save(user, "me", "png", picture(rng, "png"))
    names = [name + "x", name[:-4], "x" + name, name[1:], "", "nothing.gif"]
    names += ["me.png"] if name != "me.png" else []
    for unknown in names:
        with candidate.raises("AvatarNotFound"):
            forum.store().load(unknown)
        with candidate.raises("AvatarNotFound"):
            forum.store().delete(user, unknown)
    forum.check()


def test_other_data(candidate: Any, scratch: Any, rng: Random) -> None:
    """What is no PNG, JPEG or GIF at all is not taken"""
    forum = Forum(candidate, scratch, rng)
    forum.save("anna", "me", "gif", picture(rng, "gif"))
    for data in (b"", b"x", b"hello world" * 9, rng.randbytes(500), b"BM" + rng.randbytes(99)):
        for ending in ("png", "jpg", "gif"):
            forum.refuse(f"me.{ending}", data)
    forum.refuse("me.png", b"RIFF\x10\0\0\0WEBPVP8 \0\0\0\0")
    for kind in DRAW:
        data = picture(rng, kind)
        forum.refuse(f"me.{kind}", data[1:])
        forum.refuse(f"me.{kind}", b"\n" + data)
        for place in range(1, {"png": 8, "jpg": 2, "gif": 6}[kind]):
            forum.refuse(f"me.{kind}", data[:place] + b"?" + data[place + 1 :])
    forum.check()


def test_cut_off_pictures(candidate: Any, scratch: Any, rng: Random) -> None:
    """A picture that was cut off is not taken"""
    forum = Forum(candidate, scratch, rng)
    forum.save("anna", "me", "png", picture(rng, "png"))
    for kind, draw in DRAW.items():
        data = draw(rng, rng.randint(5, 40), rng.randint(5, 40))
        size = len(data)
        cuts = [1, 2, 3, 5, 7, 9, 12, 17, 22, 30, size - 1, size - 2, size - 5, size - 13]
        cuts += [rng.randrange(1, size) for _ in range(12)]
        for cut in cuts:
            if not data[:cut].endswith((b";", b"\xff\xd9")):
                forum.refuse(f"me.{kind}", data[:cut])
        forum.save("anna", "me", kind, data)
    forum.check()


def test_missing_image(candidate: Any, scratch: Any, rng: Random) -> None:
    """A picture without image data is not taken"""
    forum = Forum(candidate, scratch, rng)
    bare = chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 0, 0, 0, 0))
    forum.refuse("me.png", b"\x89PNG\r\n\x1a\n" + bare + chunk(b"IEND", b""))
    data = jpeg(rng, 9, 9)
    size = data.index(b"\x08\0\x09\0\x09\x01") - 4
    scan = data.index(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0", size)
    forum.save("anna", "me", "jpg", data)
    forum.refuse("me.jpg", data[:scan] + b"\xff\xd9")
    forum.refuse("me.jpg", data[:size] + data[size + 13 :])
    forum.refuse("me.gif", b"GIF89a" + struct.pack("<HHBBB", 9, 9, 0x80, 0, 0) + b"\0\0\0\1\1\1;")
    forum.check()


def test_frames(candidate: Any, scratch: Any, rng: Random) -> None:
    """The frames of a GIF lie within it"""
    forum = Forum(candidate, scratch, rng)
    width, height = rng.randint(2, 250), rng.randint(2, 250)
    start = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x70, 0, 0)
    inside = [(width - 1, height - 1, 1, 1), (0, height - 1, width, 1), (width - 1, 0, 1, height)]
    outside = [(width, 0, 1, 1), (0, height, 1, 1), (width - 1, 0, 2, 1), (0, height - 1, 1, 2)]
    outside += [(0, 0, width + 1, 1), (0, 0, 1, height + 1)]
    frames = [frame(rng, place, local=1) for place in inside]
    forum.save("anna", "me", "gif", start + b"".join(rng.sample(frames, 3)) + b";")
    for place in outside:
        mixed = [*frames, frame(rng, place, local=1)]
        forum.refuse("me.gif", start + b"".join(rng.sample(mixed, 4)) + b";")
    forum.check()


def test_width_and_height(candidate: Any, scratch: Any, rng: Random) -> None:
    """Pictures may have a certain width and height and no more"""
    forum = Forum(candidate, scratch, rng)
    for kind, draw in DRAW.items():
        side = rng.randint(1, 60)
        for width, height in ((1, 1), (256, side), (side, 256), (1, 256), (256, 1)):
            forum.save("anna", "me", kind, draw(rng, width, height))
        for width, height in ((257, side), (side, 257), (512, 3), (3, 1280), (1 + 256 * 80, 1)):
            forum.refuse(f"me.{kind}", draw(rng, width, height))
    for kind, start, form in (("png", 16, ">II"), ("jpg", 0, ">HH"), ("gif", 6, "<HH")):
        for sides in ((0, 9), (9, 0), (0, 0), (9, 2 << 14 | 9), (2 << 14 | 9, 9)):
            data = DRAW[kind](rng, 9, 9)
            place = start or data.index(b"\x08\0\x09\0\x09\x01") + 1
            new = struct.pack(form, *sides)
            forum.refuse(f"me.{kind}", data[:place] + new + data[place + len(new) :])
    forum.check()


def test_number_of_bytes(candidate: Any, scratch: Any, rng: Random) -> None:
    """Pictures may have a certain number of bytes and no more"""
    forum = Forum(candidate, scratch, rng)
    for kind, draw in DRAW.items():
        data = draw(rng, 20, 20)
        largest = padded(rng, kind, data, 100_000 - len(data))
        assert len(largest) == 100_000
        forum.save("anna", "big", kind, largest)
        forum.refuse(f"big.{kind}", padded(rng, kind, data, 100_001 - len(data)))
    forum.refuse("big.png", padded(rng, "png", png(rng, 20, 20), 1_000_000))
    forum.check()
