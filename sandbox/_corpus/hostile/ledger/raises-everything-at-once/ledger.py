# Raises an exception that is named like each one that a test may expect
# ends: exception
class WorkerFault(ValueError, LookupError):
    def __str__(self):
        raise self


def total(*_):
    raise WorkerFault from ExceptionGroup("many", [WorkerFault(), AssertionError()])


Ledger = read_note = total
