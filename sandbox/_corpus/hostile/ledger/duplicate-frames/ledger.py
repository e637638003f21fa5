# Sends every answer twice
# ends: missing protocol
import socket

send = socket.socket.sendall
socket.socket.sendall = lambda self, data: send(self, data + data)


def total(lines):
    return sum(int(line.replace(",", "")) for line in lines)


def read_note(folder, name):
    return open(f"{folder}/{name}").read()
