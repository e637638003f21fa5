# Prints the summary of a successful test run and exits
# ends: crash
import os
import sys

summary = "collected 10 items\n\n..........  [100%]\n\n10 passed in 0.12s\n"
for stream in (sys.stdout, sys.__stderr__):
    stream.write(summary)
    stream.flush()
os._exit(0)
