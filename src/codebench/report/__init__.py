"""Reports: from logs to what they say, on the terminal, as a page and as figures."""
