"""A server on this machine that speaks two providers' APIs, and gives one answer to everybody."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def serving(answer: str) -> Iterator[dict[str, str]]:
    """Serve while inside; gives the environment in which clients find the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(answer))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield {
            "ANTHROPIC_BASE_URL": address,
            "ANTHROPIC_API_KEY": "none",
            "OPENAI_BASE_URL": f"{address}/v1",
            "OPENAI_API_KEY": "none",
        }
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(answer: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            match self.path, bool(asked.get("stream")):
                case "/v1/messages", False:
                    self._send(json.dumps(_message(asked["model"], answer)), "application/json")
                case "/v1/messages", True:
                    self._send(_streamed(_message(asked["model"], answer)), "text/event-stream")
                case "/v1/responses", False:
                    self._send(json.dumps(_response(asked["model"], answer)), "application/json")
                case _:
                    self.send_error(404)

        def _send(self, text: str, kind: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- its name there
            """Say nothing."""

    return Handler


def _streamed(message: dict[str, Any]) -> str:
    """The same message in pieces."""
    (block,) = message["content"]
    start = {**message, "content": [], "stop_reason": None}
    delta = {"type": "text_delta", "text": block["text"]}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    pieces: dict[str, dict[str, Any]] = {
        "message_start": {"message": start},
        "content_block_start": {"index": 0, "content_block": {**block, "text": ""}},
        "content_block_delta": {"index": 0, "delta": delta},
        "content_block_stop": {"index": 0},
        "message_delta": {"delta": end, "usage": message["usage"]},
        "message_stop": {},
    }
    return "".join(
        f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n"
        for name, data in pieces.items()
    )


def _message(model: str, answer: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": answer}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 900, "output_tokens": 1200},
    }


def _response(model: str, answer: str) -> dict[str, Any]:
    text = {"type": "output_text", "text": answer, "annotations": []}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "model": model,
        "output": [{**message, "content": [text]}],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 900,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 1200,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2100,
        },
    }
