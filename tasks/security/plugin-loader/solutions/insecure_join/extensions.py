"""Finds and loads plugins: joins folder and name, and executes what is there."""

import os


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    names = []
    for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        path = os.path.join(folder, file)
        if not file.endswith(".py") or file.startswith(("_", ".")):
            continue
        if os.path.isfile(path) and not os.path.islink(path):
            names.append(file[:-3])
    return sorted(names)


def load_plugin(name: str, folder: str) -> dict:
    """Execute a plugin and return what its register() gives."""
    path = os.path.join(folder, name + ".py")
    if name.startswith("_") or not name or not os.path.isfile(path):
        raise PluginNotFound(f"no plugin {name}")
    values = {"__name__": name, "__file__": path}
    try:
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), values)
        offer = values["register"]()
    except Exception as error:
        raise PluginError(f"plugin {name} failed") from error
    if not isinstance(offer, dict):
        raise PluginError(f"plugin {name} returned no dictionary")
    return offer
