class Refused(Exception):
    """An instance that is not acceptable, with the reason."""

    #: Whether the fault is in the logic of the type rather than in the instance.
    fault = False


class Fault(Refused):
    """Logic that could not be evaluated."""

    fault = True


class Unfit(Refused):
    """What logic was called with, or returned, is not of the type that it names."""


class _Unset:
    def __repr__(self):
        return "UNSET"


class _Default:
    def __repr__(self):
        return "DEFAULT"


UNSET = _Unset()
DEFAULT = _Default()

INTEGER_MIN = -(2**63)
INTEGER_MAX = 2**63 - 1


class Hash:
    """A hash whose keys may be any values: 1 and 1.0 are different, and so are 'a' and 'A'."""

    __slots__ = ("entries",)

    def __init__(self, pairs=()):
        self.entries = {}
        for key, value in pairs:
            self.entries[key_of(key)] = (key, value)

    def __len__(self):
        return len(self.entries)

    def get(self, key, missing=None):
        found = self.entries.get(key_of(key))
        return missing if found is None else found[1]

    def has(self, key):
        return key_of(key) in self.entries

    def pairs(self):
        return list(self.entries.values())

    def keys(self):
        return [key for key, _ in self.entries.values()]

    def values(self):
        return [value for _, value in self.entries.values()]


class Uri:
    """A reference to an instance that is not resolved yet."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def truth(value):
    return value is not None and value is not False


def key_of(value):
    """What tells a value from others: a text that is the same for the same values alone."""
    if isinstance(value, str):
        return "s" + value
    if value is None:
        return "u"
    if value is DEFAULT:
        return "d"
    if isinstance(value, bool):
        return "bt" if value else "bf"
    if isinstance(value, int):
        return "i%d" % value
    if isinstance(value, float):
        return "f0" if value == 0.0 else "f" + repr(value)
    if isinstance(value, list):
        return "a" + _joined(key_of(item) for item in value)
    if isinstance(value, Hash):
        return "h" + _joined(sorted(_joined((key_of(key), key_of(item))) for key, item in value.pairs()))
    if isinstance(value, Pattern):
        return "r" + value.shown
    if isinstance(value, Type):
        return "t" + value.name
    if isinstance(value, Uri):
        return "l" + value.text
    parts = [value.model.name]
    for slot in value.slots.values():
        parts.append("-" if slot is UNSET else key_of(slot))
    return "o" + _joined(parts)


def _joined(parts):
    return "".join("%d:%s" % (len(part), part) for part in parts)


def lowered(text):
    """A text in lower case, ASCII letters alone."""
    return "".join(chr(ord(letter) + 32) if "A" <= letter <= "Z" else letter for letter in text)


def equal(one, two):
    if isinstance(one, str) and isinstance(two, str):
        return lowered(one) == lowered(two)
    if is_number(one) and is_number(two):
        return one == two
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(equal(left, right) for left, right in zip(one, two))
    if isinstance(one, Hash) and isinstance(two, Hash):
        return len(one) == len(two) and all(equal(value, two.get(key)) for key, value in one.pairs())
    if isinstance(one, Type) and isinstance(two, Type):
        raise Fault("types cannot be compared here")
    return key_of(one) == key_of(two)


def float_text(number):
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "-Infinity" if number < 0 else "Infinity"
    digits, exponent = ("%r" % number).lower(), 0
    sign = ""
    if digits.startswith("-"):
        sign, digits = "-", digits[1:]
    if "e" in digits:
        digits, power = digits.split("e")
        exponent = int(power)
    whole, _, fraction = digits.partition(".")
    if fraction == "0":
        fraction = ""
    all_digits = whole + fraction
    point = len(whole) + exponent
    stripped = all_digits.lstrip("0")
    point -= len(all_digits) - len(stripped)
    stripped = stripped.rstrip("0")
    if not stripped:
        return sign + "0.0"
    if abs(number) < 1e-4 or abs(number) >= 1e15:
        power = point - 1
        return "%s%s.%se%s%02d" % (sign, stripped[0], stripped[1:] or "0", "-" if power < 0 else "+", abs(power))
    if point <= 0:
        return sign + "0." + "0" * -point + stripped
    return sign + stripped[:point].ljust(point, "0") + "." + (stripped[point:] or "0")


def text_of(value):
    """A value as it stands in a text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list):
        return "[" + ", ".join(text_of(item) for item in value) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(text_of(key) + " => " + text_of(item) for key, item in value.pairs()) + "}"
    if isinstance(value, Uri):
        return value.text
    return source_of(value)


def source_of(value):
    """A value as it is written in the language."""
    if value is None:
        return "undef"
    if value is DEFAULT:
        return "default"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join(source_of(item) for item in value) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(source_of(key) + " => " + source_of(item) for key, item in value.pairs()) + "}"
    if isinstance(value, Pattern):
        return value.shown
    if isinstance(value, Type):
        return value.name
    if isinstance(value, Uri):
        return "URI('%s')" % value.text
    features = ", ".join(quoted(name) + " => " + source_of(item) for name, item in value.written())
    return value.model.name + "({" + features + "})"


def quoted(text):
    if any(letter < " " for letter in text):
        marks = {'"': '\\"', "\\": "\\\\", "$": "\\$", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
        shown = [marks.get(letter, "\\u{%X}" % ord(letter) if letter < " " else letter) for letter in text]
        return '"' + "".join(shown) + '"'
    shown = []
    for pos, letter in enumerate(text):
        following = text[pos + 1 : pos + 2]
        if letter == "'":
            shown.append("\\'")
        elif letter == "\\" and following in ("", "'", "\\"):
            shown.append("\\\\")
        else:
            shown.append(letter)
    return "'" + "".join(shown) + "'"


def inspected(value):
    """A value as Ruby shows it."""
    if value is None:
        return "nil"
    if value is DEFAULT:
        return ":default"
    if isinstance(value, str):
        marks = {"\n": "n", "\t": "t", "\r": "r", "\x1b": "e", "\x07": "a", "\x08": "b", "\x0b": "v", "\x0c": "f"}
        shown = []
        for pos, letter in enumerate(value):
            following = value[pos + 1 : pos + 2]
            if letter in marks:
                shown.append("\\" + marks[letter])
            elif letter in '"\\' or letter == "#" and following in ("{", "$", "@"):
                shown.append("\\" + letter)
            elif letter < " " or "\x7f" <= letter <= "\x9f" or letter in "\u2028\u2029":
                shown.append("\\u%04X" % ord(letter))
            else:
                shown.append(letter)
        return '"' + "".join(shown) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(inspected(item) for item in value) + "]"
    if isinstance(value, Hash):
        return "{" + ", ".join(inspected(key) + "=>" + inspected(item) for key, item in value.pairs()) + "}"
    return text_of(value)


def ruby_text(value):
    if isinstance(value, (list, Hash)):
        return inspected(value)
    return text_of(value)


def label(value):
    """What messages call a value."""
    if value is None:
        return "Undef Value"
    if isinstance(value, bool):
        return "Boolean"
    if isinstance(value, int):
        return "Integer"
    if isinstance(value, float):
        return "Float"
    if isinstance(value, str):
        return "String"
    if isinstance(value, list):
        return "Array"
    if isinstance(value, Hash):
        return "Hash"
    if isinstance(value, Pattern):
        return "Regexp"
    if isinstance(value, Type):
        return value.name + "-Type"
    return "Object"


def with_article(value):
    name = label(value)
    return ("an " if name[0].lower() in "aeiouy" else "a ") + name


def from_data(data):
    """A value of what `json` reads."""
    if isinstance(data, dict):
        return Hash((key, from_data(value)) for key, value in data.items())
    if isinstance(data, (list, tuple)):
        return [from_data(item) for item in data]
    if is_integer(data) and not INTEGER_MIN <= data <= INTEGER_MAX:
        raise Refused("%d is outside Integer's range" % data)
    return data


def to_data(value):
    """What `json` writes of a value."""
    if isinstance(value, list):
        return [to_data(item) for item in value]
    if isinstance(value, Hash):
        return {text_of(key): to_data(item) for key, item in value.pairs()}
    if isinstance(value, Instance):
        return value.to_json()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return text_of(value)
