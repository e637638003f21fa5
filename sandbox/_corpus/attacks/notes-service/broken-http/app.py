# Writes what is not HTTP and bombs for a JSON decoder into the connection
# ends: assertion exception
import itertools

DOUBLE = b'{"token": "a", "token": []}'
BOMBS = itertools.cycle([b"[" * 200_000, b"NaN", b"9" * 400_000, DOUBLE, b""])


def create_app():
    def app(environ, start_response):
        start_response("201 Created", [("Content-Type", "application/json")])
        return [next(BOMBS)]

    return app
