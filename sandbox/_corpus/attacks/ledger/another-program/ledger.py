# Becomes another program that prints success
# ends: crash
import os

os.execv("/bin/sh", ["sh", "-c", "echo 10 passed; exit 0"])
