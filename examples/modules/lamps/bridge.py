#!/usr/bin/env python3
"""A bridge for trying out the transport: bridge.py PASSWORD [PORT] serves lamps in memory.

It prints the port on which it listens, and for each connection when it begins and ends.
"""
import socketserver
import sys

PASSWORD = sys.argv[1]
LAMPS = {"kitchen": "40", "hall": "0"}


class Visitor(socketserver.StreamRequestHandler):
    def handle(self):
        print("connected", flush=True)
        welcome = False
        for line in self.rfile:
            command, _, rest = line.decode().rstrip("\n").partition(" ")
            if command == "login":
                welcome = rest == PASSWORD
                answer = "ok" if welcome else "no wrong password"
            elif not welcome:
                answer = "no login first"
            else:
                answer = self.answer(command, rest)
            self.wfile.write(f"{answer}\n".encode())
        print("closed", flush=True)

    def answer(self, command, rest):
        if command == "list":
            return "ok " + " ".join(f"{name}={value}" for name, value in sorted(LAMPS.items()))
        if command == "set":
            name, value = rest.split("=")
            LAMPS[name] = value
        elif command == "remove":
            LAMPS.pop(rest, None)
        elif command != "ping":
            return f"no such command: {command}"
        return "ok"


class Bridge(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


with Bridge(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Visitor) as bridge:
    print(bridge.server_address[1], flush=True)
    bridge.serve_forever()
