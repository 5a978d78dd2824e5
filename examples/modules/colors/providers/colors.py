#!/usr/bin/env python3
"""The provider of the type color: a palette is a file with one line `name rgb` per color."""
import json
import pathlib
import sys

PALETTE = pathlib.Path.home() / ".palette"


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def read():
    lines = PALETTE.read_text().splitlines() if PALETTE.exists() else []
    return dict(line.split(" ", 1) for line in lines)


def initialize(params):
    return {"protocol": 1, "provider": {"name": "colors", "version": "1.0"}, "capabilities": {"canonicalize": True}}


def get(params):
    return {"resources": [{"name": name, "ensure": "present", "rgb": rgb} for name, rgb in read().items()]}


def canonicalize(params):
    for color in params["resources"]:
        if "rgb" in color:
            color["rgb"] = color["rgb"].lower()
    return {"resources": params["resources"]}


def set_(params):
    palette = read()
    for change in params["changes"]:
        name, should = change["name"]["name"], change.get("should", {"ensure": "absent"})
        if should["ensure"] == "absent":
            palette.pop(name, None)
        elif "rgb" in should:
            palette[name] = should["rgb"]
        elif name not in palette:
            raise ValueError(f"the color {name} needs an rgb")
    send(method="log", params={"level": "info", "message": f"the palette has {len(palette)} colors now"})
    PALETTE.write_text("".join(f"{name} {rgb}\n" for name, rgb in sorted(palette.items())))
    return {"results": []}


METHODS = {"initialize": initialize, "get": get, "canonicalize": canonicalize, "set": set_, "shutdown": lambda params: None}

for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue  # a notification, such as $/cancel
    try:
        send(id=request["id"], result=METHODS[request["method"]](request.get("params")))
    except Exception as error:
        send(id=request["id"], error={"code": -32000, "message": str(error), "data": {"kind": "failed"}})
