"""Transfers between accounts of a shared store, without locks: read, decide, write if nothing changed."""

from typing import Any

MAX_AMOUNT = 1_000_000
MAX_KEY = 64
FEES = "fees"


class WalletError(Exception):
    """A transfer that cannot be made."""


class UnknownAccount(WalletError):
    """There is no account of this name."""


class LimitExceeded(WalletError):
    """The source may not send that much today."""


class InsufficientFunds(WalletError):
    """The source does not have that much."""


class KeyReused(WalletError):
    """The key stands for another transfer."""


class _View:
    """What one try has read, with the versions."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.versions: dict[str, int] = {}

    def get(self, key: str) -> Any:
        value, self.versions[key] = self._store.get(key)
        return value

    def commit(self, values: dict[str, Any]) -> bool:
        return bool(self._store.put_all(values, self.versions))


class Wallet:
    """Moves money between accounts."""

    def __init__(self, store: Any) -> None:
        """Work on a store."""
        self._store = store

    def transfer(self, source: str, target: str, amount: int, key: str) -> dict[str, Any]:
        """Move an amount, once for each key, and return the receipt.

        Raises:
            ValueError: The request makes no sense.
            WalletError: The transfer is not possible.
        """
        if type(amount) is not int or not 1 <= amount <= MAX_AMOUNT:
            raise ValueError("not an amount")
        if not isinstance(key, str) or not 1 <= len(key) <= MAX_KEY:
            raise ValueError("not a key")
        if source == target:
            raise ValueError("source and target are the same")
        request = {"source": source, "target": target, "amount": amount}
        receipt, _ = self._store.get(f"transfer/{key}")
        if receipt:
            if not request.items() <= receipt.items():
                raise KeyReused(key)
            return receipt
        while True:
            view = _View(self._store)
            try:
                receipt, changes = self._decide(view, source, target, amount, key)
            except WalletError:
                if view.commit({}):  # what led to the refusal was there at one moment
                    raise
            else:
                if view.commit(changes):
                    return receipt

    def _decide(
        self, view: _View, source: str, target: str, amount: int, key: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The receipt and what to write for it."""
        request = {"source": source, "target": target, "amount": amount}
        accounts = {name: view.get(f"account/{name}") for name in {source, target, FEES}}
        if None in accounts.values():
            raise UnknownAccount
        fee = (amount + 99) // 100
        if amount > accounts[source]["remaining"]:
            raise LimitExceeded
        if amount + fee > accounts[source]["balance"]:
            raise InsufficientFunds
        accounts[source]["balance"] -= amount + fee
        accounts[source]["remaining"] -= amount
        accounts[target]["balance"] += amount
        accounts[FEES]["balance"] += fee
        receipt = {**request, "fee": fee, "balance": accounts[source]["balance"]}
        changes = {f"account/{name}": account for name, account in accounts.items()}
        return receipt, changes | {f"transfer/{key}": receipt}
