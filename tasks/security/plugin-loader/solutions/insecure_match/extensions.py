"""Finds and loads plugins: a name must look like one, at least at its beginning."""

import os
import re
from types import ModuleType

NAME = re.compile(r"[^\W_][\w -]*")


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    if not os.path.isdir(folder):
        return []
    found = []
    for file in os.listdir(folder):
        path = os.path.join(folder, file)
        if file.endswith(".py") and NAME.match(file) and os.path.isfile(path):
            if not os.path.islink(path):
                found.append(file.removesuffix(".py"))
    return sorted(found)


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    path = os.path.join(folder, name + ".py")
    if not NAME.match(name) or os.path.islink(path) or not os.path.isfile(path):
        raise PluginNotFound(name)
    module = ModuleType(name)
    module.__file__ = path
    try:
        with open(path, "rb") as file:
            exec(compile(file.read(), path, "exec"), module.__dict__)
        offer = module.register()
    except Exception as error:
        raise PluginError(name) from error
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
