"""Finds and loads plugins; what goes wrong inside a plugin reaches the caller as it is."""

import os
from types import ModuleType


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    if not os.path.isdir(folder):
        return []
    with os.scandir(folder) as entries:
        files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    return sorted(file[:-3] for file in files if file.endswith(".py") and file[0] not in "._")


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    if name not in plugin_names(folder):
        raise PluginNotFound(name)
    path = os.path.join(folder, f"{name}.py")
    module = ModuleType(name)
    module.__file__ = path
    try:
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), vars(module))
    except (ImportError, SyntaxError, UnicodeError) as error:
        raise PluginError(name) from error
    if not hasattr(module, "register"):
        raise PluginError(f"{name} has no register")
    offer = module.register()
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
