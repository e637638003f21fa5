"""The untrusted side: imports the submission and answers calls with plain data.

Assume that everything in this process belongs to the submission: what it sends are claims, never
verdicts.
"""

import importlib.util
import os
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from codebench.sandbox.judge import frames, observer
from codebench.sandbox.judge.job import Reason
from codebench.sandbox.judge.place import Place
from codebench.sandbox.judge.values import MAX_NAME, MAX_NAMES, ValueFault, decode, encode

__all__ = ["serve"]


class _Fault(Exception):
    """What keeps a call from being made at all."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Handles:
    """Objects of the submission that have no plain form, by number."""

    def __init__(self) -> None:
        self._objects: list[object] = []

    def give(self, value: object) -> list[object]:
        self._objects.append(value)
        return ["handle", len(self._objects) - 1, type(value).__name__]

    def take(self, number: object, _: object = None) -> object:
        return self._objects[number]  # type: ignore[call-overload]


class _Program:
    """The files of the submission and the driver, imported when first needed."""

    def __init__(self, place: Place, entry: str) -> None:
        self._place = place
        self._entry = Path(entry).stem
        self._modules: dict[str, ModuleType] = {}
        sys.dont_write_bytecode = True
        sys.path.append(
            str(place.submission)
        )  # last, so that no file of it stands in for a library

    def find(self, module: str | None, name: str) -> Callable[..., object]:
        """A function of the driver or the entry file, or of the file that is named."""
        places = [module] if module else ["driver", self._entry]
        for place in places:
            loaded = self._load(place)
            if loaded is not None and hasattr(loaded, name):
                return getattr(loaded, name)  # type: ignore[no-any-return]
        raise _Fault(Reason.MISSING)

    def _load(self, stem: str) -> ModuleType | None:
        if stem not in self._modules:
            folder = self._place.driver if stem == "driver" else self._place.submission
            path = folder / f"{stem}.py"
            if not path.exists():
                return None
            self._modules[stem] = self._import(stem, path)
        return self._modules[stem]

    def _import(self, stem: str, path: Path) -> ModuleType:
        if stem in sys.modules and getattr(sys.modules[stem], "__file__", None) == str(path):
            return sys.modules[stem]  # another file of the submission has imported it already
        spec = importlib.util.spec_from_file_location(stem, path)
        if spec is None or spec.loader is None:
            raise _Fault(Reason.LOAD_ERROR)
        module = importlib.util.module_from_spec(spec)
        sys.modules[stem] = module
        try:
            spec.loader.exec_module(module)
        except MemoryError:
            raise _Fault(Reason.MEMORY) from None
        except BaseException:  # noqa: BLE001 -- SystemExit and the like are the submission's failure too
            raise _Fault(Reason.LOAD_ERROR) from None
        return module


def serve(channel: socket.socket, place: Place, spec: Mapping[str, Any]) -> None:
    """Answer calls until the judge hangs up.

    Args:
        channel: The worker's end of a socket pair.
        place: Where the judge works.
        spec: `role` is "observer" for a worker of our own that only handles scratch files, else
            "submission"; `entry` names the first entry file; `service` may say how to start one.
    """
    handles = _Handles()
    program: Any = observer if spec["role"] == "observer" else _Program(place, spec["entry"])
    while True:
        try:
            request = frames.receive(channel, limit=frames.MAX_CALL)
        except frames.Closed:
            os._exit(0)
        _reply(channel, _answer(request, handles, program))


def _reply(channel: socket.socket, answer: dict[str, object]) -> None:
    try:
        frames.send(channel, answer, limit=frames.MAX_REPLY)
    except (frames.FrameFault, ValueError, MemoryError, RecursionError):
        frames.send(channel, {"id": answer["id"], "fault": Reason.VALUE})


def _answer(request: Any, handles: _Handles, program: Any) -> dict[str, object]:
    number = request["id"]
    try:
        target = _target(request, handles, program)
    except _Fault as fault:
        return {"id": number, "fault": fault.reason}
    args = [decode(item, handles.take) for item in request["args"]]
    kwargs = {name: decode(item, handles.take) for name, item in request["kwargs"].items()}
    try:
        value = target(*args, **kwargs)
    except BaseException as error:  # noqa: BLE001 -- whatever it raises is an answer
        return {"id": number, "raised": _names(error)}
    try:
        return {"id": number, "value": encode(value, handles.give)}
    except (ValueFault, MemoryError, RecursionError):
        return {"id": number, "fault": Reason.VALUE}


def _target(request: Any, handles: _Handles, program: Any) -> Callable[..., object]:
    if request.get("start"):
        from codebench.sandbox.judge import service  # noqa: PLC0415 -- few need it

        factory = request["args"][0]
        if factory is None:
            return service.run
        module, _, function = factory.partition(":")
        return partial(service.serve, program.find(module, function))
    on, name = request["on"], request["name"]
    if isinstance(on, int):
        if not hasattr(handles.take(on), name):
            raise _Fault(Reason.MISSING)
        return getattr(handles.take(on), name)  # type: ignore[no-any-return]
    return program.find(on, name)  # type: ignore[no-any-return]


def _names(error: BaseException) -> list[str]:
    return [kind.__name__[:MAX_NAME] for kind in type(error).__mro__[:MAX_NAMES]]
