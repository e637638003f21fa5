# Raises exceptions whose names have millions of lines
# ends: assertion exception protocol
MANY = type("a\n" * 1_350_000, (Exception,), {})


def total(*_):
    raise MANY


Ledger = read_note = total
