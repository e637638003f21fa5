"""Notices from templates: Python looks up what stands in a tag, without its builtins."""

import re
from decimal import Decimal

MAX_TEMPLATE = 5_000
MAX_NOTICE = 50_000
MAX_STEPS = 50_000
TAG = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})")
PATH = re.compile(r"[^|]+")
FILTER = re.compile(r'\s*\|\s*(?:(upper)|(default|format)\("([^"\\]*)"\))')
PLACE = re.compile(r"(\{(?::[<>^]?\d{0,2},?(?:\.\d)?f?)?\})")


class TemplateError(ValueError):
    """The template cannot be rendered."""


def render_notice(template, record):
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    parts = TAG.split(template)
    block, _ = read(parts, [""])
    notice = Notice(record)
    notice.write(block, {})
    return "".join(notice.texts)


def read(parts, ends):
    """The steps up to one of these tags, and which it was."""
    block = []
    while parts:
        part = parts.pop(0)
        words = part[2:-2].split()
        if not TAG.fullmatch(part):
            if "{" in part or "}" in part:
                raise TemplateError(f"what is {part}?")
            block.append(("text", part))
        elif part.startswith("{{"):
            block.append(("show", *value(part[2:-2].strip())))
        elif len(words) == 2 and words[0] == "if":
            yes, end = read(parts, ["else", "endif"])
            no = read(parts, ["endif"])[0] if end == "else" else []
            block.append(("if", words[1], yes, no))
        elif len(words) == 4 and words[0] == "for" and words[2] == "in":
            block.append(("for", words[1], words[3], read(parts, ["endfor"])[0]))
        elif len(words) == 1 and words[0] in ends:
            return block, words[0]
        else:
            raise TemplateError(f"what is {part}?")
    if "" not in ends:
        raise TemplateError(f"{ends} missing")
    return block, ""


def value(text):
    """A path and its filters."""
    path = PATH.match(text)
    end = path.end() if path else 0
    filters = []
    while found := FILTER.match(text, end):
        filters.append((found[1] or found[2], found[3]))
        end = found.end()
    if end < len(text) or not path:
        raise TemplateError(f"what is {text}?")
    return path[0], filters


class Notice:
    """One notice on its way."""

    def __init__(self, record):
        self.record = record
        self.texts = []
        self.size = 0
        self.steps = 0

    def count(self, steps):
        """Give up when it is too much."""
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise TemplateError("that takes too long")

    def write(self, block, names):
        """Take the steps of a block."""
        self.count(1)
        for kind, *rest in block:
            if kind == "text":
                self.text(rest[0])
            elif kind == "show":
                self.text(self.filtered(*rest, names))
            elif kind == "if":
                self.write(rest[1] if self.find(rest[0], names) else rest[2], names)
            else:
                entries = self.find(rest[1], names)
                if not isinstance(entries, list):
                    raise TemplateError(f"{rest[1]} is no list")
                for entry in entries:
                    self.write(rest[2], {**names, rest[0]: entry})

    def text(self, text):
        """Write a text."""
        self.texts.append(text)
        self.size += len(text)
        if self.size > MAX_NOTICE:
            raise TemplateError("the notice is too long")

    def find(self, path, names):
        """Where a path leads."""
        self.count(1)
        fields = {name: getattr(self.record, name) for name in self.record.template_fields}
        try:
            return eval(path, {"__builtins__": {}}, {**fields, **names})
        except Exception as error:
            raise TemplateError(f"what is {path}?") from error

    def filtered(self, path, filters, names):
        """What a path shows behind its filters."""
        found = self.find(path, names)
        for name, argument in filters:
            text = shown(found)
            self.count(1 + len(text) // 1000)
            if name == "upper":
                found = text.upper()
            elif name == "format":
                found = self.fill(argument, text if found is None else found)
            elif not text:
                found = argument
        return shown(found)

    def fill(self, text, value):
        """Put a value into its places."""
        filled = ""
        for piece in PLACE.split(text):
            self.count(1)
            try:
                filled += format(value, piece[2:-1]) if PLACE.fullmatch(piece) else braceless(piece)
            except ValueError as error:
                raise TemplateError(str(error)) from error
            if len(filled) > MAX_NOTICE:
                raise TemplateError("a text is too long")
        return filled


def braceless(text):
    """A text without braces."""
    if "{" in text or "}" in text:
        raise TemplateError(f"what is {text}?")
    return text


def shown(value):
    """How a value is shown."""
    if not isinstance(value, (str, int, Decimal, type(None))):
        raise TemplateError(f"a {type(value).__name__} cannot be shown")
    return "" if value is None else str(value)
