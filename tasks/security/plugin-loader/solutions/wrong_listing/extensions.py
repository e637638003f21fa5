"""Finds and loads plugins; everything that ends in .py is taken for one."""

import glob
import os


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    paths = glob.glob(os.path.join(folder, "*.py"))
    return [os.path.basename(path)[:-3] for path in sorted(paths)]


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    if name not in plugin_names(folder):
        raise PluginNotFound(name)
    path = os.path.join(folder, f"{name}.py")
    values = {"__name__": name, "__file__": path}
    try:
        with open(path, "rb") as file:
            exec(compile(file.read(), path, "exec"), values)
        offer = values["register"]()
    except Exception as error:
        raise PluginError(name) from error
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
