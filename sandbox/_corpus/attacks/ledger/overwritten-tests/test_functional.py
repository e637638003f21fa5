def test_totals():
    """Amounts are summed up."""
