#!/usr/bin/env python3
"""The transport lamp_bridge, and the provider of the type lamp, which uses it."""
import itertools
import json
import socket
import sys

handles = itertools.count(1)
bridges = {}  # the connections that are open, by their handles


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def exposed(value):
    """Secrets are wrapped, so that they are not printed by mistake."""
    return value["__pvalue"] if isinstance(value, dict) and value.get("__ptype") == "Sensitive" else value


class Bridge:
    """A connection: one line per request, one line per answer."""

    def __init__(self, info):
        self.socket = socket.create_connection((info["host"], info["port"]), timeout=5)
        self.lines = self.socket.makefile("rw", encoding="utf-8")
        self.ask("login " + exposed(info["password"]))

    def ask(self, question):
        self.lines.write(question + "\n")
        self.lines.flush()
        answer = self.lines.readline()
        if not answer:
            raise ConnectionError("the bridge has hung up")
        status, _, rest = answer.rstrip("\n").partition(" ")
        if status != "ok":
            raise ValueError(f"the bridge refuses: {rest}")
        return rest


def connect(params):
    handle = str(next(handles))
    bridges[handle] = Bridge(params["connection_info"])
    return {"handle": handle}


def verify(params):
    bridges[params["handle"]].ask("ping")


def facts(params):
    return {"facts": {"operatingsystem": "lamp_bridge", "lamps": str(len(lamps(bridges[params["handle"]])))}}


def close(params):
    bridges.pop(params["handle"]).socket.close()


def lamps(bridge):
    return dict(lamp.split("=") for lamp in bridge.ask("list").split())


def get(params):
    found = lamps(bridges[params["transport"]])
    return {"resources": [{"name": name, "ensure": "present", "brightness": int(value)} for name, value in found.items()]}


def set_(params):
    bridge = bridges[params["transport"]]
    for change in params["changes"]:
        name, should = change["name"]["name"], change.get("should", {"ensure": "absent"})
        present = should["ensure"] == "present"
        bridge.ask(f"set {name}={should['brightness']}" if present else f"remove {name}")


METHODS = {
    "initialize": lambda params: {"protocol": 1, "provider": {"name": "lamps", "version": "1.0"}},
    "transport.connect": connect,
    "transport.verify": verify,
    "transport.facts": facts,
    "transport.close": close,
    "get": get,
    "set": set_,
    "shutdown": lambda params: None,
}

for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue  # a notification, such as $/cancel
    try:
        send(id=request["id"], result=METHODS[request["method"]](request.get("params")))
    except Exception as error:
        send(id=request["id"], error={"code": -32000, "message": str(error), "data": {"kind": "failed"}})
