class Type:
    """A type of data, and the words that values are refused with."""

    __slots__ = ("code", "name", "words", "parts")

    def __init__(self, code, name="", words=None, parts=None):
        self.code = code
        self.name = name
        self.words = words or {}
        self.parts = parts or {}

    def has(self, value):
        return has(self.code, value)


class Pattern:
    """A regular expression."""

    __slots__ = ("shown", "source", "groups", "compiled")

    def __init__(self, shown, source, groups):
        self.shown = shown
        self.source = source
        self.groups = groups
        self.compiled = None

    def search(self, text, start=0):
        """What the first match takes: its position, and what each group took."""
        if self.compiled is None:
            self.compiled = re.compile(self.source)
        found = self.compiled.search(text, start)
        if found is None:
            return None
        groups = [found.group(0)] + [found.group("g%d" % number) for number in range(1, self.groups + 1)]
        return found.start(), found.end(), groups


def has(code, value):
    """Whether a value is of a type."""
    kind = code[0]
    if kind == "Any":
        return True
    if kind == "Text":
        return isinstance(value, str) and code[1] <= len(value) <= code[2]
    if kind == "Integer":
        return is_integer(value) and code[1] <= value <= code[2]
    if kind == "Float":
        return isinstance(value, float) and code[1] <= value <= code[2]
    if kind == "Boolean":
        return isinstance(value, bool) and (code[1] is None or code[1] is value)
    if kind == "Enum":
        if not isinstance(value, str):
            return False
        if code[1]:
            return any(lowered(word) == lowered(value) for word in code[2])
        return value in code[2]
    if kind == "Pattern":
        return isinstance(value, str) and (
            not code[1] or any(PATTERNS[number].search(value) is not None for number in code[1])
        )
    if kind == "Exact":
        return isinstance(value, str) and value == code[1]
    if kind == "Undef":
        return value is None
    if kind == "Default":
        return value is DEFAULT
    if kind == "Numeric":
        return is_number(value)
    if kind == "ScalarData":
        return isinstance(value, (str, bool, int, float))
    if kind == "Scalar":
        return isinstance(value, (str, bool, int, float, Pattern))
    if kind == "Regexp":
        return isinstance(value, Pattern)
    if kind == "Uri":
        return isinstance(value, Uri)
    if kind == "Data":
        return is_data(value)
    if kind == "Collection":
        return isinstance(value, (list, Hash)) and code[1] <= len(value) <= code[2]
    if kind == "Array":
        return isinstance(value, list) and code[2] <= len(value) <= code[3] and all(has(code[1], item) for item in value)
    if kind == "Hash":
        return (
            isinstance(value, Hash)
            and code[3] <= len(value) <= code[4]
            and all(has(code[1], key) and has(code[2], item) for key, item in value.pairs())
        )
    if kind == "Tuple":
        types = code[1]
        return (
            isinstance(value, list)
            and code[2] <= len(value) <= code[3]
            and (not types or all(has(types[min(pos, len(types) - 1)], item) for pos, item in enumerate(value)))
        )
    if kind == "Struct":
        return isinstance(value, Hash) and has_members(code[1], value)
    if kind == "Variant":
        return any(has(member, value) for member in code[1])
    if kind == "Optional":
        return value is None or has(code[1], value)
    if kind == "NotUndef":
        return value is not None and has(code[1], value)
    if kind == "Object":
        return isinstance(value, Instance) and value.model.is_a(code[1])
    if kind == "Reference":
        return has(TYPES[code[1]].code, value)
    return False


def has_members(members, value):
    known = 0
    for name, optional, member in members:
        if value.has(name):
            known += 1
            if not has(member, value.get(name)):
                return False
        elif not optional:
            return False
    return known == len(value)


def is_data(value):
    if isinstance(value, list):
        return all(is_data(item) for item in value)
    if isinstance(value, Hash):
        return all(isinstance(key, str) and is_data(item) for key, item in value.pairs())
    return value is None or isinstance(value, (str, bool, int, float))


def explain(subject, wanted, value):
    """Why a value is not of a type; nothing where it is."""
    if wanted.has(value):
        return None
    lines = described(subject, wanted, value)
    return lines[0] if len(lines) == 1 else " " + "\n  ".join(lines)


def described(subject, wanted, value):
    code = wanted.code
    while code[0] == "Reference":
        code = TYPES[code[1]].code
    kind = kind_word(value)
    if code[0] == "Array" and kind == "list":
        return in_array(subject, wanted, code, value)
    if code[0] == "Hash" and kind == "struct":
        return in_hash(subject, wanted, code, value)
    if code[0] == "Struct" and kind == "struct":
        return in_struct(subject, wanted, code, value)
    if code[0] == "Tuple" and kind == "list":
        return in_tuple(subject, wanted, code, value)
    if kind == "hash" and code[0] in ("Hash", "Struct"):
        least, most = size_of(code)
        if not least <= len(value) <= most:
            return wrong_size(subject, least, most, len(value))
    words = wanted.words.get(kind)
    if words is None:
        return ["%s expects a value of type %s, got %s" % (subject, wanted.name, kind_of(value))]
    lines = words.strip(" ").split("\n  ")
    return [line.replace("\x02", subject).replace("\x01", text_of(value)) for line in lines]


def kind_word(value):
    if value is None:
        return "undef"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "float"
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return "list" if value else "empty_list"
    if isinstance(value, Hash):
        if not len(value):
            return "empty_hash"
        return "struct" if all(isinstance(key, str) and key for key in value.keys()) else "hash"
    return "other"


def size_text(least, most):
    if least == most:
        return str(least)
    if most == INTEGER_MAX:
        return "unlimited" if least == 0 else "at least %d" % least
    return "at most %d" % most if least == 0 else "between %d and %d" % (least, most)


def size_of(code):
    if code[0] == "Hash":
        return code[3], code[4]
    return sum(not optional for _, optional, _ in code[1]), len(code[1])


def wrong_size(subject, least, most, count):
    return ["%s expects size to be %s, got %d" % (subject, size_text(least, most), count)]


def in_array(subject, wanted, code, value):
    if not code[2] <= len(value) <= code[3]:
        return wrong_size(subject, code[2], code[3], len(value))
    element, lines = TYPES[wanted.parts["element"]], []
    for pos, item in enumerate(value):
        if not element.has(item):
            lines += described("%s index %d" % (subject, pos), element, item)
    return lines


def in_hash(subject, wanted, code, value):
    if not code[3] <= len(value) <= code[4]:
        return wrong_size(subject, code[3], code[4], len(value))
    keys, values, lines = TYPES[wanted.parts["key"]], TYPES[wanted.parts["value"]], []
    for key, item in value.pairs():
        if not keys.has(key):
            lines += described("%s key of entry '%s'" % (subject, key), keys, key)
        if not values.has(item):
            lines += described("%s entry '%s'" % (subject, key), values, item)
    return lines


def in_struct(subject, wanted, code, value):
    lines = []
    for name, optional, _ in code[1]:
        if not value.has(name):
            if not optional:
                lines.append("%s expects a value for key '%s'" % (subject, name))
            continue
        member = TYPES[wanted.parts[name]]
        if not member.has(value.get(name)):
            lines += described("%s entry '%s'" % (subject, name), member, value.get(name))
    known = {name for name, _, _ in code[1]}
    for key in value.keys():
        if key not in known:
            lines.append("%s unrecognized key '%s'" % (subject, key))
    return lines


def in_tuple(subject, wanted, code, value):
    if not code[2] <= len(value) <= code[3]:
        return wrong_size(subject, code[2], code[3], len(value))
    lines, last = [], len(code[1]) - 1
    for pos, item in enumerate(value):
        pos = min(pos, last)
        part = TYPES[wanted.parts[str(pos)]]
        if not part.has(item):
            lines += described("%s index %d" % (subject, pos), part, item)
    return lines


def kind_of(value):
    """The type of a value in a few words."""
    return shown_kind(general(inferred(value)))


def inferred(value):
    if value is None:
        return ("Undef",)
    if value is DEFAULT:
        return ("Default",)
    if isinstance(value, bool):
        return ("Boolean", value)
    if isinstance(value, int):
        return ("Integer", value, value)
    if isinstance(value, float):
        return ("Float", value, value)
    if isinstance(value, str):
        return ("Exact", value)
    if isinstance(value, list):
        return ("Array", common_of(value))
    if isinstance(value, Hash):
        if not len(value):
            return ("EmptyHash",)
        return ("Hash", common_of(value.keys()), common_of(value.values()))
    if isinstance(value, Pattern):
        return ("Regexp", value.shown)
    if isinstance(value, Type):
        return ("Type", value.name)
    if isinstance(value, Uri):
        return ("URI",)
    return ("Object", value.model.name)


def common_of(values):
    found = ("Unit",)
    for value in values:
        found = common(found, inferred(value))
    return found


def common(one, two):
    if one[0] in ("Undef", "Unit"):
        return two
    if two[0] in ("Undef", "Unit"):
        return one
    if takes(one, two):
        return one
    if takes(two, one):
        return two
    kinds = (one[0], two[0])
    if kinds in (("Integer", "Integer"), ("Float", "Float")):
        return (one[0], min(one[1], two[1]), max(one[2], two[2]))
    if kinds == ("Array", "Array"):
        return ("Array", common(one[1], two[1]))
    if kinds == ("Hash", "Hash"):
        return ("Hash", common(one[1], two[1]), common(one[2], two[2]))
    if one[0] in ("Exact", "Enum") and two[0] in ("Exact", "Enum"):
        words = tuple(one[1:]) + tuple(word for word in two[1:] if word not in one[1:])
        return ("Enum",) + words
    if kinds == ("Regexp", "Regexp"):
        return ("Regexp", None)
    for family in (("Numeric",), ("ScalarData",), ("Scalar",), ("Data",), ("RichData",)):
        if takes(family, one) and takes(family, two):
            return family
    return ("Any",)


def takes(one, two):
    """Whether everything of the second kind is of the first."""
    if one == two or one[0] == "Any":
        return True
    kind, other = one[0], two[0]
    if kind in ("Integer", "Float") and kind == other:
        return one[1] <= two[1] and two[2] <= one[2]
    if kind == "Enum" and other in ("Exact", "Enum"):
        return all(word in one[1:] for word in two[1:])
    if kind == "Array" and other == "Array":
        return two[1] == ("Unit",) or takes(one[1], two[1])
    if kind == "Hash" and other == "EmptyHash":
        return True
    if kind == "Hash" and other == "Hash":
        return takes(one[1], two[1]) and takes(one[2], two[2])
    if kind == "Numeric":
        return other in ("Integer", "Float")
    if kind == "ScalarData":
        return other in ("Integer", "Float", "Numeric", "Exact", "Enum", "Boolean")
    if kind == "Scalar":
        return takes(("ScalarData",), two) or other in ("ScalarData", "Regexp")
    if kind == "Data":
        if other == "Array":
            return two[1] == ("Unit",) or takes(one, two[1])
        if other == "Hash":
            return two[1][0] in ("Exact", "Enum") and takes(one, two[2])
        return takes(("ScalarData",), two) or other in ("ScalarData", "Undef", "EmptyHash")
    if kind == "RichData":
        if other == "Array":
            return two[1] == ("Unit",) or takes(one, two[1])
        if other == "Hash":
            return takes(one, two[2])
        return takes(("Data",), two) or other in ("Data", "Scalar", "Regexp", "Default", "Type", "URI", "Object")
    return False


def general(kind):
    if kind[0] in ("Boolean", "Integer", "Float"):
        return (kind[0],)
    if kind[0] == "Exact":
        return ("String",)
    if kind[0] == "Enum":
        lengths = [len(word) for word in kind[1:]]
        return ("String", min(lengths), max(lengths))
    if kind[0] == "Array":
        return ("Array", general(kind[1]))
    if kind[0] == "Hash":
        return ("Hash", general(kind[1]), general(kind[2]))
    return kind


def shown_kind(kind):
    if kind[0] == "EmptyHash":
        return "Hash[0, 0]"
    if kind[0] == "String" and len(kind) == 3:
        return "String[%d, %d]" % kind[1:]
    if kind[0] == "Array":
        return "Array" if kind[1] == ("Any",) else "Array[%s]" % shown_kind(kind[1])
    if kind[0] == "Hash":
        return "Hash[%s, %s]" % (shown_kind(kind[1]), shown_kind(kind[2]))
    if kind[0] == "Regexp":
        return "Regexp[%s]" % kind[1] if kind[1] else "Regexp"
    if kind[0] == "Type":
        return "Type[%s]" % kind[1]
    if kind[0] == "Object":
        return kind[1]
    return kind[0]
