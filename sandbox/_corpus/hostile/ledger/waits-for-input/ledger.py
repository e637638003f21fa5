# Waits for someone to type the answer
# ends: assertion exception missing
import sys


def total(lines):
    return int(input("What is the total? "))


def read_note(folder, name):
    return sys.stdin.read()
