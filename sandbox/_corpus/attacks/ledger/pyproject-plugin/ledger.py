# Has the configuration of the test framework load a plugin that skips the bodies of tests
# ends: missing
