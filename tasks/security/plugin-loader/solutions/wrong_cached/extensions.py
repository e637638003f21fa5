"""Finds and loads plugins; a plugin that was loaded once is never looked at again."""

import importlib.util
import os

_LOADED: dict[str, dict] = {}


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
    path = os.path.abspath(os.path.join(folder, f"{name}.py"))
    if path in _LOADED:
        return _LOADED[path]
    if name not in plugin_names(folder):
        raise PluginNotFound(name)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        offer = module.register()
    except Exception as error:
        raise PluginError(name) from error
    if not isinstance(offer, dict):
        raise PluginError(name)
    _LOADED[path] = offer
    return offer
