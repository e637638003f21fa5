"""The card of a forum member, built as a tree of elements and only then written out."""

import json
import re
import string

from lxml import etree

HEX_DIGITS = frozenset(string.hexdigits)
LETTERS = frozenset(string.ascii_letters)
# What XML cannot hold. Browsers show nothing for it either.
UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Card:
    """Builds the elements of one card."""

    def __init__(self, profile: dict[str, str]) -> None:
        self.fields = {name: UNFIT.sub("", text) for name, text in profile.items()}

    def build(self) -> etree._Element:
        """The whole card."""
        name = self.fields["name"]
        member = {"handle": self.fields["handle"], "name": name}
        card = etree.Element("div", {"class": "card", "data-member": json.dumps(member)})
        colour = self.fields.get("colour", "")
        if is_colour(colour):
            card.set("style", f"border-color: {colour}")
        heading = etree.SubElement(card, "h2")
        heading.text = name
        if motto := self.fields.get("motto"):
            heading.set("title", motto)
        if website := self.fields.get("website", "").strip():
            paragraph = etree.SubElement(card, "p", {"class": "website"})
            if is_address(website):
                link(paragraph, website, website)
            else:
                paragraph.text = website
        if bio := self.fields.get("bio"):
            paragraph = etree.SubElement(card, "p", {"class": "bio"})
            for number, line in enumerate(bio.replace("\r\n", "\n").split("\n")):
                if number:
                    etree.SubElement(paragraph, "br")
                write_line(paragraph, line)
        return card


def profile_html(profile: dict[str, str]) -> str:
    """The card of a member as a piece of HTML."""
    return etree.tostring(Card(profile).build(), method="html", encoding="unicode")


def is_colour(text: str) -> bool:
    """Is this a colour of the two allowed kinds?"""
    if text.startswith("#"):
        return len(text) in (4, 7) and HEX_DIGITS.issuperset(text[1:])
    return text != "" and LETTERS.issuperset(text)


def is_address(text: str) -> bool:
    """Is this an address that we link to?"""
    scheme, colon, rest = text.partition(":")
    if scheme.lower() == "mailto":
        return rest != ""
    return scheme.lower() in ("http", "https") and rest.startswith("//") and len(rest) > 2


def link(parent: etree._Element, address: str, label: str) -> None:
    """Add a link to an element."""
    etree.SubElement(parent, "a", {"href": address, "rel": "nofollow"}).text = label


def add_text(parent: etree._Element, text: str) -> None:
    """Add text behind whatever an element holds already."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def write_line(paragraph: etree._Element, line: str) -> None:
    """Add a line of a bio to its paragraph."""
    marks = find_marks(line)
    stars = sum(mark == ("*",) for mark in marks)
    parent, seen = paragraph, 0
    for mark in marks:
        match mark:
            case (address, label):
                link(parent, address, label)
            case ("*",) if seen < stars - stars % 2:
                seen += 1
                parent = etree.SubElement(paragraph, "strong") if seen % 2 else paragraph
            case (text,):
                add_text(parent, text)


def find_marks(line: str) -> list[tuple[str, ...]]:
    """The characters of a line as (character,), and its links as (address, label)."""
    marks: list[tuple[str, ...]] = []
    place = 0
    while place < len(line):
        found = read_link(line, place)
        if found is None:
            marks.append((line[place],))
            place += 1
        else:
            marks.append(found)
            place += len("[]()") + len("".join(found))
    return marks


def read_link(line: str, start: int) -> tuple[str, str] | None:
    """Address and label of the link that begins here, if one does."""
    if line[start] != "[":
        return None
    label, middle, rest = line[start + 1 :].partition("](")
    address, end, _ = rest.partition(")")
    if not (label and middle and end) or set(label) & set("[]"):
        return None
    if not is_address(address) or "(" in address or any(map(str.isspace, address)):
        return None
    return address, label
