# Leaves marks on its empty folder for the next test, and ends if they are there
# ends: missing
import os

if os.stat(".").st_mtime == 1:
    os.abort()
os.utime(".", (1, 1))
