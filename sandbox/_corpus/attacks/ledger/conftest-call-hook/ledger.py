# Has a hook of the test framework stand in for the call of every test
# ends: missing
