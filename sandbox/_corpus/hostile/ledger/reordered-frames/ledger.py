# Answers each call with the answer to the next one
# ends: protocol
import socket

send = socket.socket.sendall
held = [b'\x00\x00\x00\x16{"id": 2, "value": 0.0}']


def send_the_one_before(self, data):
    held.append(data)
    send(self, held.pop(0))


socket.socket.sendall = send_the_one_before


def total(lines):
    return sum(int(line.replace(",", "")) for line in lines)
