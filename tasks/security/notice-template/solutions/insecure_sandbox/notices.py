"""Notices from templates, which Jinja2's sandbox renders."""

import re
from datetime import date
from decimal import Decimal

from jinja2 import ChainableUndefined
from jinja2.sandbox import SandboxedEnvironment

MAX_TEMPLATE = 5_000
MAX_NOTICE = 100_000
LOOP = re.compile(r'(\{%\s*for\s+\w+\s+in\s+)(["\w].*?)(\s*%\})')


class TemplateError(ValueError):
    """The template cannot be rendered."""


def shown(value):
    """The value as it is shown."""
    return "" if value is None else str(value)


def fill(value, text):
    """Put a value into a text."""
    plain = isinstance(value, (str, int, float, Decimal, date))
    return text.format(*[value if plain else shown(value)] * text.count("{"))


environment = SandboxedEnvironment(
    keep_trailing_newline=True, undefined=ChainableUndefined, finalize=shown
)

environment.filters["upper"] = lambda value: shown(value).upper()
environment.filters["lower"] = lambda value: shown(value).lower()
environment.filters["trim"] = lambda value: shown(value).strip()
environment.filters["default"] = lambda value, text: value if shown(value) else text
environment.filters["length"] = lambda value: 0 if value is None else len(value)
environment.filters["join"] = lambda value, text: text.join(map(shown, value or []))
environment.filters["format"] = fill


def render_notice(template, record):
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    values = {name: getattr(record, name, None) for name in record.template_fields}
    template = LOOP.sub(r"\1(\2) or []\3", template)
    try:
        notice = environment.from_string(template).render(values)
    except Exception as error:
        raise TemplateError(str(error)) from error
    if len(notice) > MAX_NOTICE:
        raise TemplateError("the notice is too long")
    return notice
