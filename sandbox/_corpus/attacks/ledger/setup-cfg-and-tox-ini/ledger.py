# Has two old configuration files deselect the tests that would fail
# ends: missing
