"""Finds and loads plugins: the folder goes in front of sys.path, and Python imports by name."""

import importlib
import os
import sys

sys.dont_write_bytecode = True


class PluginError(Exception):
    """A plugin that cannot be used."""


class PluginNotFound(PluginError):
    """There is no plugin of that name."""


def plugin_names(folder: str) -> list[str]:
    """The names of all plugins in the folder, sorted."""
    if not os.path.isdir(folder):
        return []
    names = []
    for entry in os.scandir(folder):
        stem, suffix = os.path.splitext(entry.name)
        if suffix == ".py" and stem[0] not in "_." and entry.is_file(follow_symlinks=False):
            names.append(stem)
    return sorted(names)


def load_plugin(name: str, folder: str) -> dict:
    """Import a plugin and return what its register() gives."""
    if not name or name.startswith(("_", ".")):
        raise PluginNotFound(name)
    importlib.invalidate_caches()  # first: it imports parts of the library itself
    known = sys.modules.pop(name, None)
    sys.path.insert(0, os.path.abspath(folder))
    try:
        offer = importlib.import_module(name).register()
    except ModuleNotFoundError as error:
        kind = PluginNotFound if error.name == name else PluginError
        raise kind(name) from error
    except Exception as error:
        raise PluginError(name) from error
    finally:
        sys.path.remove(os.path.abspath(folder))
        sys.modules.pop(name, None)
        if known is not None:
            sys.modules[name] = known
    if not isinstance(offer, dict):
        raise PluginError(name)
    return offer
