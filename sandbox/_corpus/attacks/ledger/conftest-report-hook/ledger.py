# Has a hook of the test framework report every test as passed
# ends: missing
