"""Appends what programs send to a socket of syslog to a file: syslog.py SOCKET FILE."""

import socket
import sys

server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
with open(sys.argv[2], 'ab', buffering=0) as file:
    while True:
        file.write(server.recv(65536) + b'\n')
