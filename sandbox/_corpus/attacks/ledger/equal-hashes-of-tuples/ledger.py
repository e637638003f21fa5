# Answers with long tuples that differ at their ends and all have the same hash
# ends: assertion budget test_error timeout value
import itertools


def total(*_):
    ends = itertools.product((-1, -2), repeat=9)
    return {(-1,) * 600 + end for end in ends}


Ledger = read_note = total
