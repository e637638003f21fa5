# Takes a minute to import
# ends: timeout
import time

time.sleep(60)


def total(lines):
    return sum(map(int, lines))
