# Has the configuration of the test framework collect the tests without running them
# ends: missing
