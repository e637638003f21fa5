"""Quickest way between two stops: the first complete way that leaves the queue."""

from collections import deque
from heapq import heappop, heappush
from itertools import count
from typing import Any


def shortest_path(
    connections: list[tuple[str, str, int]], start: str, goal: str
) -> tuple[int, list[str]] | None:
    """Take the best unfinished way, extend it by every connection, and so on."""
    graph: dict[str, dict[str, int]] = {}
    for here, there, minutes in connections:
        if minutes < 0:
            raise ValueError("negative minutes")
        graph.setdefault(there, {})
        nearby = graph.setdefault(here, {})
        nearby[there] = min(minutes, nearby.get(there, minutes))
    for stop in (start, goal):
        if stop not in graph:
            raise ValueError(f"{stop} is in no connection")

    number = count()
    ways: list[tuple[int, int, int, Any]] = [(0, 0, next(number), (start, None))]
    visited: set[str] = set()
    while ways:
        minutes, hops, _, way = heappop(ways)
        here = way[0]
        if here == goal:
            return minutes, _unrolled(way)
        if here in visited:
            continue
        visited.add(here)
        for there, length in graph[here].items():
            if there not in visited:
                heappush(ways, (minutes + length, hops + 1, next(number), (there, way)))
    return None


def _unrolled(way: Any) -> list[str]:
    """Turn nested (stop, way before) pairs into a list."""
    stops: deque[str] = deque()
    while way is not None:
        stop, way = way
        stops.appendleft(stop)
    return list(stops)
