# Says that its service runs without listening anywhere
# ends: not_ready timeout
from codebench.sandbox.judge import service

service.make_server = lambda *_: type("Nothing", (), {"serve_forever": lambda _: None})()


def create_app():
    return None
