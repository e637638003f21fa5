"""Calls a method of a store, so that a test can take an exception for an answer."""

from typing import Any


def call(store: Any, method: str, *args: Any) -> Any:
    """The answer of a method."""
    return getattr(store, method)(*args)
