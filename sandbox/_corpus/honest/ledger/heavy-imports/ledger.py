# Imports much of the standard library to do little
# ends: passes
import argparse
import asyncio
import csv
import ctypes
import datetime
import decimal
import email.message
import http.server
import inspect
import locale
import logging.config
import multiprocessing
import pathlib
import shutil
import sqlite3
import statistics
import tempfile
import unittest.mock
import urllib.request
import xml.etree.ElementTree

USED = (
    argparse, asyncio, csv, ctypes, datetime, email, http, inspect, locale, logging,
    multiprocessing, shutil, sqlite3, statistics, tempfile, unittest, urllib, xml,
)  # fmt: skip


def total(lines):
    try:
        return int(sum(map(decimal.Decimal, (line.strip().replace(",", "") for line in lines))))
    except decimal.InvalidOperation:
        raise ValueError("no amount") from None


class Ledger:
    def __init__(self):
        self.amounts = []

    def deposit(self, amount):
        if amount < 1:
            raise ValueError("nothing to deposit")
        self.amounts.append(amount)
        return sum(self.amounts)

    def history(self):
        return list(self.amounts)


def read_note(folder, name):
    root = pathlib.Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise LookupError(name)
    return asyncio.run(asyncio.to_thread(path.read_text, encoding="utf-8"))
