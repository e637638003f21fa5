# Binds the names to things that cannot be called
# ends: exception
total = 0
Ledger = []
read_note = None
