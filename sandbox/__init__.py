"""Where submissions run: the judge inside the sandbox, and the runners that start it."""
