"""Transfers between accounts of a shared store, under locks that are always taken in one order."""

import contextlib


class WalletError(Exception):
    """Base of what a transfer can end in."""


class UnknownAccount(WalletError):
    """An account is missing."""


class LimitExceeded(WalletError):
    """More than may be sent today."""


class InsufficientFunds(WalletError):
    """More than is there."""


class KeyReused(WalletError):
    """The key belongs to another request."""


def fee_of(amount):
    """One cent for each 100 cents or part of them."""
    return max(1, round(amount / 100))


class Wallet:
    """The accounts in a store."""

    def __init__(self, store):
        self.store = store

    def transfer(self, source, target, amount, key):
        """Send money, at most once for a key."""
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise ValueError("amount must be a whole number")
        if amount < 1 or amount > 1_000_000:
            raise ValueError("amount out of range")
        if not isinstance(key, str) or key == "" or len(key) > 64:
            raise ValueError("bad key")
        if source == target:
            raise ValueError("an account cannot send to itself")
        record = f"transfer/{key}"
        places = sorted({f"account/{name}" for name in (source, target, "fees")})
        with contextlib.ExitStack() as held:
            for name in [record, *places]:
                held.enter_context(self.store.lock(name))
            done, _ = self.store.get(record)
            if done is not None:
                return repeated(done, source, target, amount)
            accounts = {place: self.store.get(place)[0] for place in places}
            receipt = move(accounts, source, target, amount)
            self.store.put_all({**accounts, record: receipt})
        return receipt


def repeated(receipt, source, target, amount):
    """The receipt, if it is for this request."""
    if [receipt["source"], receipt["target"], receipt["amount"]] != [source, target, amount]:
        raise KeyReused
    return receipt


def move(accounts, source, target, amount):
    """Change the accounts that were read, and make the receipt."""
    if None in accounts.values():
        raise UnknownAccount
    fee = fee_of(amount)
    payer = accounts[f"account/{source}"]
    if payer["remaining"] < amount:
        raise LimitExceeded
    if payer["balance"] < amount + fee:
        raise InsufficientFunds
    payer["remaining"] -= amount
    payer["balance"] -= amount + fee
    accounts[f"account/{target}"]["balance"] += amount
    accounts["account/fees"]["balance"] += fee
    return {
        "source": source,
        "target": target,
        "amount": amount,
        "fee": fee,
        "balance": payer["balance"],
    }
