"""The store of the servers, and servers that take turns at it in an order that a test gives."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore, Thread
from types import CodeType, ModuleType
from typing import Any

MOST_STEPS = 3000
Call = tuple[str, str, Any, Any]


class StoreError(Exception):
    """The store cannot be reached any more."""


class Stuck(BaseException):
    """Nobody can go on."""


class Store:
    """What one server sees of the store."""

    def __init__(self, world: "World", turns: "Turns", number: int, crash: list[Any]) -> None:
        """Connect. A crash is the number of a call, and whether it is done before."""
        self._world, self._turns, self._number = world, turns, number
        self._crash = crash
        self._lost = False
        self._calls = 0

    def get(self, key: str) -> tuple[Any, int]:
        """The value and the version of a key."""
        with self._call():
            text, version = self._world.data.get(key, ("null", 0))
            return json.loads(text), version

    def put(self, key: str, value: Any) -> None:
        """Write a key."""
        with self._call():
            self._world.write({key: value})

    def put_all(self, values: dict[str, Any], versions: dict[str, int] | None = None) -> bool:
        """Write keys, if these are the versions."""
        with self._call():
            data = self._world.data
            for key, version in (versions or {}).items():
                if data.get(key, ("null", 0))[1] != version:
                    return False
            self._world.write(values)
            return True

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold a lock."""
        with self._call(name):
            self._world.locks[name] = self
        try:
            yield
        finally:
            if not self._lost:
                with self._call():
                    del self._world.locks[name]

    @contextmanager
    def _call(self, lock: str | None = None) -> Iterator[None]:
        if self._lost:
            raise StoreError
        try:
            self._turns.wait(self._number, lock)
        except Stuck:
            self._lose()
            raise
        self._calls += 1
        self._world.calls = self._calls
        crash = self._crash and self._crash[0] == self._calls
        if crash and not self._crash[1]:
            raise self._lose()
        yield
        if crash:
            raise self._lose()

    def _lose(self) -> StoreError:
        self._lost = True
        locks = self._world.locks
        for name in [name for name, holder in locks.items() if holder is self]:
            del locks[name]
        return StoreError()


class Turns:
    """Lets one server after the other go on to its next call."""

    def __init__(self, world: "World", order: list[int], servers: int) -> None:
        """Nobody goes on yet."""
        self._world = world
        self._order = iter(order)
        self._go = [Semaphore(0) for _ in range(servers)]
        self._back = Semaphore(0)
        self._wants: dict[int, str | None] = dict.fromkeys(range(servers))
        self._stuck = False

    def wait(self, number: int, lock: str | None) -> None:
        """Called by a server: wait for the next turn, and for a lock to be free."""
        if self._stuck:
            raise Stuck
        self._wants[number] = lock
        self._back.release()
        self._go[number].acquire()
        if self._stuck:
            raise Stuck

    def begin(self, number: int) -> None:
        """Called by a server: wait for the first turn."""
        self._go[number].acquire()

    def end(self, number: int) -> None:
        """Called by a server that is through."""
        del self._wants[number]
        self._back.release()

    def run(self) -> None:
        """Give turns until all are through."""
        steps = 0
        while self._wants:
            locks = self._world.locks
            ready = [number for number, lock in self._wants.items() if lock not in locks]
            steps += 1
            if not ready or steps > MOST_STEPS:
                self._stuck = True
                ready = list(self._wants)
            wish = next(self._order, -1)
            number = wish if wish in ready else ready[0]
            self._go[number].release()
            self._back.acquire()


class World:
    """The data of the store, and all that was ever in it."""

    def __init__(self, accounts: dict[str, list[int]]) -> None:
        """Start with these balances and limits."""
        self.data: dict[str, tuple[str, int]] = {}
        self.locks: dict[str, Store] = {}
        self.calls = 0
        self._writes = 0
        self._moments: list[list[int]] = []
        fields = ("balance", "remaining")
        self.write({f"account/{name}": dict(zip(fields, row)) for name, row in accounts.items()})

    def write(self, values: dict[str, Any]) -> None:
        """Write all of this, and note what matters of the moment."""
        texts = {key: json.dumps(value) for key, value in values.items()}
        self._writes += 1
        self.data |= {key: (text, self._writes) for key, text in texts.items()}
        rows = [row for key, row in self.state().items() if key.startswith("account/")]
        least = min(min(row.values()) for row in rows)
        self._moments.append([sum(row["balance"] for row in rows), least])

    def moments(self) -> list[list[int]]:
        """After each write: the sum of all balances, and the least number in an account."""
        return self._moments

    def state(self) -> dict[str, Any]:
        """Accounts and receipts."""
        places = ("account/", "transfer/")
        return {k: json.loads(text) for k, (text, _) in self.data.items() if k.startswith(places)}

    def run(self, calls: list[Call], order: list[int], crashes: dict[int, list[Any]]) -> list[Any]:
        """Make each call on a server of its own. The order says whose turn it is.

        Gives a receipt or the names of an exception's classes for each call.
        """
        turns = Turns(self, order, len(calls))
        outcomes: list[Any] = [None] * len(calls)

        def serve(number: int) -> None:
            turns.begin(number)
            store = Store(self, turns, number, crashes.get(number, []))
            try:
                outcomes[number] = _server(number).Wallet(store).transfer(*calls[number])
            except BaseException as error:  # noqa: BLE001 -- whatever it is, the test shall know
                outcomes[number] = [kind.__name__ for kind in type(error).__mro__]
            turns.end(number)

        threads = [Thread(target=serve, args=[number], daemon=True) for number in range(len(calls))]
        for thread in threads:
            thread.start()
        turns.run()
        for thread in threads:
            thread.join()
        return outcomes

    def last_calls(self) -> int:
        """How many calls of the store the server made that was the last at it."""
        return self.calls


def new_world(accounts: dict[str, list[int]]) -> World:
    """A store with these accounts."""
    return World(accounts)


_code: list[CodeType] = []
_servers: dict[int, ModuleType] = {}


def _server(number: int) -> Any:
    """The program as it runs on one machine, which shares no variables with the others."""
    if number not in _servers:
        if not _code:
            spec = importlib.util.find_spec("wallet")
            with open(spec.origin, encoding="utf-8") as source:  # type: ignore[union-attr, arg-type]
                _code.append(compile(source.read(), "wallet.py", "exec"))
        module = ModuleType(f"wallet_of_{number}")
        sys.modules[module.__name__] = module
        exec(_code[0], module.__dict__)
        _servers[number] = module
    return _servers[number]
