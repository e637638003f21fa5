"""What the ledger does for honest tellers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from codebench.sandbox.judge.values import exactly


def _written(amount):
    return f"  {amount:,}" if amount % 2 else f"{amount:,} "


def test_totals(candidate, rng):
    """Amounts are summed up."""
    for size in (0, 1, 12):
        amounts = [rng.randrange(-(10**9), 10**9) for _ in range(size)]
        assert candidate.total([_written(amount) for amount in amounts]) == exactly(sum(amounts))


@settings(max_examples=15)
@given(amounts=st.lists(st.integers(-(10**12), 10**12), max_size=8))
def test_totals_of_any_amounts(candidate, amounts):
    """Amounts of every size are summed up."""
    assert candidate.total([_written(amount) for amount in amounts]) == exactly(sum(amounts))


def test_refuses_what_is_no_amount(candidate, canary):
    """A line that is no amount is an error."""
    with candidate.raises(ValueError):
        candidate.total(["12", canary()])


def test_keeps_accounts_apart(candidate, rng):
    """Two ledgers do not know of each other."""
    mine, yours = candidate.Ledger(), candidate.Ledger()
    first, second = rng.randrange(1, 10**6), rng.randrange(1, 10**6)
    assert mine.deposit(first) == exactly(first)
    assert mine.deposit(second) == exactly(first + second)
    assert mine.history() == exactly([first, second])
    assert yours.history() == exactly([])


def test_refuses_to_deposit_nothing(candidate, rng):
    """An amount below one is refused and changes nothing."""
    ledger, amount = candidate.Ledger(), rng.randrange(1, 10**6)
    ledger.deposit(amount)
    with candidate.raises(ValueError):
        ledger.deposit(-amount)
    assert ledger.history() == exactly([amount])


def test_reads_notes(candidate, scratch, rng, canary):
    """A note is read from its folder and from a subfolder."""
    for name in ("monday", f"{rng.randint(2000, 2020)}/april"):
        text = canary()
        scratch.write(f"notes/{name}", text)
        assert candidate.read_note(scratch.path("notes"), name) == exactly(text)


def test_says_when_there_is_no_note(candidate, scratch, canary):
    """A note that is not there is a lookup error."""
    scratch.folder("notes")
    with candidate.raises(LookupError):
        candidate.read_note(scratch.path("notes"), canary())
