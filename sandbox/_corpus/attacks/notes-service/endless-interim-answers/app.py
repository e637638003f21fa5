# Keeps the client busy with interim answers that never end
# ends: budget timeout
import socketserver


def talk(server, request, address):
    while True:
        request.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


def create_app():
    socketserver.BaseServer.finish_request = talk
    return lambda environ, start_response: []
