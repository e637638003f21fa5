"""Does one transfer after the other do what the prompt describes?"""

from random import Random
from string import ascii_lowercase
from typing import Any

from codebench.sandbox.judge.values import exactly

Call = tuple[Any, Any, Any, Any]
ERRORS = ["UnknownAccount", "LimitExceeded", "InsufficientFunds", "KeyReused", "ValueError"]


class Bank:
    """Accounts as [balance, remaining], and receipts."""

    def __init__(self, accounts: dict[str, list[int]]) -> None:
        """Start with these."""
        self.accounts = {name: list(row) for name, row in accounts.items()}
        self.receipts: dict[str, dict[str, Any]] = {}

    def refusal(self, source: Any, target: Any, amount: Any, key: Any) -> str | None:
        """The error that a request ends in."""
        if type(amount) is not int or not 1 <= amount <= 1_000_000 or source == target:
            return "ValueError"
        if not isinstance(key, str) or not 1 <= len(key) <= 64:
            return "ValueError"
        if receipt := self.receipts.get(key):
            same = [receipt[name] for name in ("source", "target", "amount")]
            return None if same == [source, target, amount] else "KeyReused"
        if source not in self.accounts or target not in self.accounts:
            return "UnknownAccount"
        if amount > self.accounts[source][1]:
            return "LimitExceeded"
        over = amount + -(-amount // 100) > self.accounts[source][0]
        return "InsufficientFunds" if over else None

    def transfer(self, source: Any, target: Any, amount: Any, key: Any) -> Any:
        """The receipt or the name of the error."""
        error = self.refusal(source, target, amount, key)
        if error or key in self.receipts:
            return error or self.receipts[key]
        fee = -(-amount // 100)
        for name, cents in ((source, -amount - fee), (target, amount), ("fees", fee)):
            self.accounts[name][0] += cents
        self.accounts[source][1] -= amount
        receipt = {"source": source, "target": target, "amount": amount, "fee": fee}
        self.receipts[key] = receipt | {"balance": self.accounts[source][0]}
        return self.receipts[key]

    def state(self) -> dict[str, Any]:
        """What the store holds."""
        fields = ("balance", "remaining")
        state: dict[str, Any] = {}
        for name, row in self.accounts.items():
            state[f"account/{name}"] = dict(zip(fields, row, strict=True))
        return state | {f"transfer/{key}": receipt for key, receipt in self.receipts.items()}


class Scene:
    """A store with accounts, and what should become of it."""

    def __init__(self, candidate: Any, accounts: dict[str, list[int]]) -> None:
        """Start with these accounts."""
        self.bank = Bank(accounts)
        self.world = candidate.new_world(accounts)

    def check(self, *call: Any) -> Any:
        """Make a transfer and compare."""
        expected = self.bank.transfer(*call)
        (outcome,) = self.world.run([call], [], {})
        if isinstance(expected, str):
            assert isinstance(outcome, list)
            found = [name for name in outcome if name in ERRORS]
            assert found[:1] == [expected], call
            assert ("WalletError" in outcome) == (expected != "ValueError")
        else:
            assert outcome == exactly(expected), call
        assert self.world.state() == exactly(self.bank.state())
        return expected


def names_of(rng: Random, count: int) -> list[str]:
    """Different names of accounts."""
    names: set[str] = set()
    while len(names) < count:
        names.add("".join(rng.choices(ascii_lowercase, k=rng.randint(2, 6))) + rng.choice("x 9/é"))
    return rng.sample(sorted(names), count)


def test_many_transfers(candidate: Any, rng: Random) -> None:
    """A day of transfers between a few accounts."""
    names = [*names_of(rng, 4), "fees"]
    accounts = {name: [rng.randint(0, 5000), rng.randint(500, 6000)] for name in names}
    scene = Scene(candidate, accounts)
    calls: list[Call] = []
    for number in range(45):
        source, target = rng.choice([*names, "nobody"]), rng.choice(names)
        amount = rng.choice([rng.randint(1, 300), rng.randint(1, 3000), 100 * rng.randint(1, 9)])
        calls.append((source, target, amount, f"key {number}"))
        if rng.random() < 0.3:
            other = rng.choice(calls)
            calls.append(rng.choice([other, (*other[:2], amount, other[3]), calls[-1]]))
        scene.check(*calls[-1])


def test_amounts_and_fees(candidate: Any, rng: Random) -> None:
    """Amounts around full hundreds and at both limits."""
    source, target = names_of(rng, 2)
    hundreds = 100 * rng.randint(3, 50)
    scene = Scene(
        candidate, {source: [5_000_000, 4_000_000], target: [0, 0], "fees": [rng.randint(0, 9), 0]}
    )
    amounts = [1, 2, 99, 100, 101, 199, 200, 201, hundreds - 1, hundreds, hundreds + 1, 1_000_000]
    for number, amount in enumerate(rng.sample(amounts, len(amounts))):
        assert isinstance(scene.check(source, target, amount, f"{number}"), dict)
    wrong = [0, -1, -hundreds, 1_000_001, 10**30, True, False, None, 5.0, "5", [5], 1e300]
    for amount in rng.sample(wrong, len(wrong)):
        assert scene.check(source, target, amount, "other") == "ValueError"


def test_keys_and_names(candidate: Any, rng: Random) -> None:
    """Keys of all sorts, and accounts that are not there."""
    source, target, missing = names_of(rng, 3)
    accounts = {source: [90_000, 90_000], target: [10, 1000], "fees": [0, 10]}
    scene = Scene(candidate, accounts)
    for key in rng.sample(["k", "k" * 64, " ", "a/b", "transfer/a", "é", "0", "K"], 8):
        assert isinstance(scene.check(source, target, rng.randint(1, 900), key), dict)
    for key in ("", "k" * 65, None, 5, b"key", ["k"], 1.5, True, {}):
        assert scene.check(source, target, 5, key) == "ValueError"
    for pair in ((source, missing), (missing, target), (missing, missing + "y"), ("", target)):
        assert scene.check(*pair, 5, "new") == "UnknownAccount"
    for name in (source, missing, "fees"):
        assert scene.check(name, name, 5, "new") == "ValueError"
    assert isinstance(scene.check(source, target, 5, "new"), dict)


def test_limits(candidate: Any, rng: Random) -> None:
    """Exactly as much as is there or allowed, and one cent more."""
    for _ in range(3):
        source, target = names_of(rng, 2)
        amount = rng.choice([rng.randint(2, 5000), 100 * rng.randint(1, 50)])
        fee = -(-amount // 100)
        rows = [[amount + fee, amount], [amount + fee - 1, amount], [amount + fee, amount - 1]]
        rows += [[amount, 9 * amount], [amount - 1, amount - 1], [9 * amount, amount], [0, 0]]
        expected: list[str | None] = [None, "InsufficientFunds", "LimitExceeded"]
        expected += ["InsufficientFunds", "LimitExceeded", None, "LimitExceeded"]
        for row, error in zip(rows, expected, strict=True):
            scene = Scene(candidate, {source: row, target: [5, 0], "fees": [0, 0]})
            outcome = scene.check(source, target, amount, "a")
            assert outcome == error if error else isinstance(outcome, dict)
            scene.check(source, target, 1, "b")


def test_repeated_requests(candidate: Any, rng: Random) -> None:
    """The same key again, at once, later, and for something else."""
    ann, bob, cy = names_of(rng, 3)
    amount = rng.randint(100, 900)
    accounts = {ann: [1000, 3000], bob: [0, 5000], cy: [10, 100], "fees": [7, 0]}
    scene = Scene(candidate, accounts)
    assert scene.check(ann, bob, 2900, "first") == "InsufficientFunds"
    receipt = scene.check(ann, bob, amount, "first")
    assert scene.check(ann, bob, amount, "first") == receipt
    assert isinstance(scene.check(bob, ann, 50, "back"), dict)
    assert scene.check(ann, bob, amount, "first") == receipt
    left = scene.bank.accounts[ann][0]
    assert isinstance(scene.check(ann, cy, left - 15, "rest"), dict)
    assert scene.check(ann, bob, amount, "first") == receipt
    others: list[Call] = [(ann, cy, amount, "first"), (cy, bob, amount, "first")]
    others += [(ann, bob, amount + 1, "first"), (bob, ann, amount, "first")]
    others += [(ann, bob, 10**6, "first"), ("nobody", bob, amount, "first")]
    for call in rng.sample(others, len(others)):
        assert scene.check(*call) == "KeyReused"
    assert scene.check(ann, ann, amount, "first") == "ValueError"
    assert scene.check(ann, bob, 0, "first") == "ValueError"


def test_first_error_counts(candidate: Any, rng: Random) -> None:
    """Requests with which more than one thing is wrong."""
    ann, bob = names_of(rng, 2)
    scene = Scene(candidate, {ann: [50, 20], bob: [50, 80], "fees": [0, 0]})
    assert isinstance(scene.check(ann, bob, 5, "used"), dict)
    assert scene.check("nobody", ann, 10**6, "used") == "KeyReused"
    assert scene.check(ann, "nobody", 9000, "new") == "UnknownAccount"
    assert scene.check(ann, bob, 60, "new") == "LimitExceeded"
    assert scene.check(bob, ann, 81, "new") == "LimitExceeded"
    assert scene.check(bob, ann, 79, "new") == "InsufficientFunds"
    assert scene.check("nobody", "nobody", 5, "used") == "ValueError"
    assert scene.check("nobody", bob, -5, "used") == "ValueError"


def test_account_of_the_fees(candidate: Any, rng: Random) -> None:
    """The account of the fees as source and target."""
    (ann,) = names_of(rng, 1)
    amount = rng.randint(101, 900)
    start = amount + -(-amount // 100)
    scene = Scene(candidate, {ann: [5000, 5000], "fees": [start, amount]})
    assert isinstance(scene.check("fees", ann, amount, "out"), dict)
    assert scene.check("fees", ann, 1, "more") == "LimitExceeded"
    assert isinstance(scene.check(ann, "fees", rng.randint(1, 4000), "in"), dict)
    scene = Scene(candidate, {ann: [0, 0], "fees": [start - 1, 9999]})
    assert scene.check("fees", ann, amount, "out") == "InsufficientFunds"
