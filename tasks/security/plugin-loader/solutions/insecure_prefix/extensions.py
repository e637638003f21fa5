"""Finds and loads plugins: the real path must begin with the folder's."""

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
    root = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(folder, name + ".py"))
    if not path.startswith(root) or os.path.basename(path).startswith((".", "_")):
        raise PluginNotFound(name)
    if not os.path.isfile(path):
        raise PluginNotFound(name)
    module = ModuleType(name)
    module.__file__ = path
    try:
        with open(path, "rb") as file:
            exec(compile(file.read(), path, "exec"), vars(module))
        offer = module.register()
    except Exception as error:
        raise PluginError(f"{name} cannot be used: {error!r}") from error
    if type(offer) is not dict:
        raise PluginError(f"{name} gave no dictionary")
    return offer
