"""Finds and loads plugins: the name is checked, what the file really is, is not."""

import os
import re


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(file[:-3] for file in files if re.fullmatch(r"[^\W_][\w -]*\.py", file))


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    if not re.fullmatch(r"[^\W_][\w -]*", name):
        raise PluginNotFound(name)
    path = os.path.join(folder, f"{name}.py")
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        raise PluginNotFound(name) from error
    values = {"__name__": name, "__file__": path}
    try:
        exec(compile(source, path, "exec"), values)
        offer = values["register"]()
    except Exception as error:
        raise PluginError(name) from error
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
