"""Notices from templates, which Jinja2's sandbox renders: no attributes but template fields, no calls."""

from decimal import Decimal

from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_TEMPLATE = 5_000
MAX_NOTICE = 50_000


class TemplateError(ValueError):
    """The template cannot be rendered."""


def shown(value):
    """The value as it is shown."""
    if not isinstance(value, (str, int, Decimal, type(None))):
        raise TemplateError(f"{value!r} cannot be shown")
    return "" if value is None else str(value)


def fill(value, text):
    """Put a value into a text."""
    plain = shown(value)
    return text.format(*[plain if value is None else value] * text.count("{"))


class Notices(ImmutableSandboxedEnvironment):
    """Reaches template fields and nothing else."""

    def getattr(self, obj, attribute):
        """A step of a path."""
        if attribute not in getattr(type(obj), "template_fields", ()):
            raise TemplateError(f"there is no {attribute}")
        return getattr(obj, attribute)

    def getitem(self, obj, argument):
        """Brackets are no step."""
        raise TemplateError(f"there is no {argument}")

    def is_safe_callable(self, obj):
        """There is nothing to call."""
        return False


environment = Notices(keep_trailing_newline=True, undefined=StrictUndefined, finalize=shown)
environment.globals = {}
environment.filters = {
    "upper": lambda value: shown(value).upper(),
    "default": lambda value, text: value if shown(value) else text,
    "format": fill,
}


def render_notice(template, record):
    """Fill a template in for a record."""
    if len(template) > MAX_TEMPLATE:
        raise TemplateError("the template is too long")
    values = {name: getattr(record, name) for name in record.template_fields}
    try:
        notice = environment.from_string(template).render(values)
    except Exception as error:
        raise TemplateError(str(error)) from error
    if len(notice) > MAX_NOTICE:
        raise TemplateError("the notice is too long")
    return notice
