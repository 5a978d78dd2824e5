def misused(name, *values):
    kinds = ", ".join(kind_of(value) for value in values)
    return Fault("'%s' cannot be called with %s" % (name, kinds))


def walk(name, value):
    """The elements of a value, each with its key where it has one."""
    if isinstance(value, list):
        return [(UNSET, held) for held in value]
    if isinstance(value, Hash):
        return value.pairs()
    if isinstance(value, str):
        return [(UNSET, letter) for letter in value]
    if is_integer(value) and value >= 0:
        return ((UNSET, number) for number in range(value))
    raise misused(name, value)


def together(key, held):
    return held if key is UNSET else [key, held]


def answers(name, value, parameters, block):
    """Each element with its key, and what the block says of it."""
    for pos, (key, held) in enumerate(walk(name, value)):
        if parameters == 1:
            yield key, held, block(together(key, held))
        else:
            yield key, held, block(pos if key is UNSET else key, held)


def f_all(value, parameters, block):
    return all(truth(answer) for _, _, answer in answers("all", value, parameters, block))


def f_any(value, parameters, block):
    return any(truth(answer) for _, _, answer in answers("any", value, parameters, block))


def f_each(value, parameters, block):
    for _ in answers("each", value, parameters, block):
        pass
    return value


def f_map(value, parameters, block):
    return [answer for _, _, answer in answers("map", value, parameters, block)]


def picked(name, value, parameters, block, wanted):
    found = [(key, held) for key, held, answer in answers(name, value, parameters, block) if truth(answer) is wanted]
    return Hash(found) if isinstance(value, Hash) else [held for _, held in found]


def f_filter(value, parameters, block):
    return picked("filter", value, parameters, block, True)


def f_reject(value, parameters, block):
    return picked("reject", value, parameters, block, False)


def f_reduce(value, memo, block):
    for key, held in walk("reduce", value):
        memo = together(key, held) if memo is UNSET else block(memo, together(key, held))
    return None if memo is UNSET else memo


def f_abs(value):
    if isinstance(value, str):
        if not re.match(r"-?[0-9]+(?:\.[0-9]+)?\Z", value):
            raise Fault("abs(): Requires float or integer to work with - was given non decimal string")
        value = float(value) if "." in value else int(value)
        if is_integer(value) and not INTEGER_MIN <= value <= INTEGER_MAX:
            raise Fault("abs(): %d is outside Integer's range" % value)
    if not is_number(value):
        raise misused("abs", value)
    if is_integer(value) and value == INTEGER_MIN:
        raise Fault("abs(): the absolute value of %d is outside Integer's range" % value)
    return abs(value)


def whole_of(name, number):
    if number == number and -(2.0**63) <= number < 2.0**63:
        return int(number)
    raise Fault("%s(): %s is outside Integer's range" % (name, float_text(number)))


def rounded(name, value, how):
    if isinstance(value, str):
        value = float_in(name, value)
    if not is_number(value):
        raise misused(name, value)
    if is_integer(value):
        return value
    return whole_of(name, value if value in (float("inf"), float("-inf")) or value != value else float(how(value)))


def float_in(name, text):
    digits = re.sub(r"(?<=[0-9A-Fa-f])_(?=[0-9A-Fa-f])", "", text.strip(" \t\n\x0b\x0c\r"))
    if re.match(r"[+-]?0[xX][0-9A-Fa-f]+\Z", digits):
        return float(int(digits, 16))
    if re.match(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z", digits):
        return float(digits)
    raise Fault("%s(): cannot convert given value to a floating point value." % name)


def f_floor(value):
    return rounded("floor", value, math.floor)


def f_ceiling(value):
    return rounded("ceiling", value, math.ceil)


def f_round(value):
    if not is_number(value):
        raise misused("round", value)
    number = float(value)
    number = number + 0.5 if number > 0.0 else number - 0.5
    return whole_of("round", number if number != number or abs(number) == float("inf") else float(int(number)))


def each_text(name, value, change):
    if isinstance(value, str):
        return change(value)
    if is_number(value):
        return value
    if isinstance(value, list):
        kinds = {str if isinstance(held, str) else int for held in value if held is not None}
        fitting = all(held is None or isinstance(held, str) or is_number(held) for held in value)
        if fitting and (len(kinds) == 1 or not value):
            return [change(held) if isinstance(held, str) else held for held in value]
    raise misused(name, value)


_BLANKS = "\0\t\n\x0b\x0c\r "

_TITLES = {"\u0149": "\u02bcN"}


def lower_letters(text):
    return "".join(letter.lower() for letter in text)


def capitalized(text):
    if not text:
        return text
    first = text[0]
    if "\u10d0" <= first <= "\u10ff" or "\u1c90" <= first <= "\u1cbf":
        first = first.lower()
    elif first in _TITLES:
        first = _TITLES[first]
    else:
        first = first.title()
    return first + lower_letters(text[1:])


def f_capitalize(value):
    return each_text("capitalize", value, capitalized)


def f_strip(value):
    return each_text("strip", value, lambda text: text.strip(_BLANKS))


def f_lstrip(value):
    return each_text("lstrip", value, lambda text: text.lstrip(_BLANKS))


def f_rstrip(value):
    return each_text("rstrip", value, lambda text: text.rstrip(_BLANKS))


def is_string_data(value):
    if isinstance(value, list):
        return all(is_string_data(held) for held in value)
    if isinstance(value, Hash):
        return all(is_string_data(key) and is_string_data(held) for key, held in value.pairs())
    return isinstance(value, str) or is_number(value)


def changed(value, change):
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [changed(held, change) for held in value]
    if isinstance(value, Hash):
        return Hash((changed(key, change), changed(held, change)) for key, held in value.pairs())
    return value


def cased(name, value, change):
    if is_string_data(value):
        return changed(value, change)
    raise misused(name, value)


def f_downcase(value):
    return cased("downcase", value, lower_letters)


def f_upcase(value):
    return cased("upcase", value, str.upper)


def f_empty(value):
    if value is None:
        return True
    if isinstance(value, (list, Hash, str)):
        return len(value) == 0
    if is_number(value):
        return False
    raise misused("empty", value)


def f_length(value):
    if isinstance(value, (list, Hash, str)):
        return len(value)
    raise misused("length", value)


def f_flatten(values):
    return flat(values)


def f_join(values, delimiter):
    delimiter = "" if delimiter is UNSET else delimiter
    if not isinstance(values, list) or not isinstance(delimiter, str):
        raise misused("join", values, delimiter)
    texts = [
        f_join(held, delimiter) if isinstance(held, list) else "" if held is None else ruby_text(held)
        for held in values
    ]
    return delimiter.join(texts)


def f_keys(value):
    if not isinstance(value, Hash):
        raise misused("keys", value)
    return value.keys()


def f_values(value):
    if not isinstance(value, Hash):
        raise misused("values", value)
    return value.values()


_NUMERIC = re.compile(r"-?[0-9]+(?:[._eE][0-9]+)?\Z")


def by_text(one, two):
    left, right = ruby_text(one), ruby_text(two)
    if _NUMERIC.match(left) and _NUMERIC.match(right):
        left, right = float(left.replace("_", "")), float(right.replace("_", ""))
    else:
        left, right = left.encode("utf-8"), right.encode("utf-8")
    return (left > right) - (left < right)


def best(name, values, block, wanted):
    if len(values) == 1 and isinstance(values[0], list):
        values = values[0]
    if not values:
        if block is None:
            raise Fault("%s(): Wrong number of arguments need at least one" % name)
        return None
    numbers = all(is_number(value) for value in values)
    found = values[0]
    for value in values[1:]:
        if block is not None:
            answer = block(value, found)
            if not is_number(answer) or answer != answer:
                raise Fault("the block of '%s' must return a number" % name)
        elif numbers:
            if value != value or found != found:
                raise Fault("comparison of Float with Float failed")
            answer = (value > found) - (value < found)
        else:
            answer = by_text(value, found)
        if answer * wanted > 0:
            found = value
    return found


def f_max(values, block):
    return best("max", values, block, 1)


def f_min(values, block):
    return best("min", values, block, -1)


def f_unique(value, block):
    def measure(held):
        return key_of(held if block is None else block(held))

    if isinstance(value, Hash):
        groups = {}
        for key, held in value.pairs():
            keys, values = groups.setdefault(measure(held), ([], {}))
            keys.append(key)
            values.setdefault(key_of(held), held)
        return Hash((keys, list(values.values())) for keys, values in groups.values())
    if is_integer(value) and value > LOGIC_BYTES:
        raise exceeded(LOGIC_BYTES, "bytes or elements in one value")
    seen, made = set(), []
    for _, held in walk("unique", value):
        mark = measure(held)
        if mark not in seen:
            seen.add(mark)
            made.append(held)
    return "".join(made) if isinstance(value, str) else made


def f_split(text, pattern):
    if not isinstance(text, str):
        raise misused("split", text)
    fields, field, search, stepped = [], 0, 0, False
    while search is not None:
        found = pattern.search(text, search)
        if found is None:
            break
        start, end, groups = found
        if start == end and start == search and not stepped:
            stepped = True
            search = search + 1 if search < len(text) else None
            continue
        fields.append(text[field:start])
        field, search, stepped = end, end, False
        fields.extend(group for group in groups[1:] if group is not None)
    fields.append(text[field:])
    while fields and not fields[-1]:
        fields.pop()
    return fields


def expanded(template, text, start, end, groups):
    made, pos = [], 0
    while pos < len(template):
        letter = template[pos]
        if letter != "\\":
            made.append(letter)
            pos += 1
            continue
        mark = template[pos + 1 : pos + 2]
        if "0" <= mark <= "9" and mark:
            number = int(mark)
            made.append((groups[number] if number < len(groups) else None) or "")
        elif mark == "&":
            made.append(groups[0])
        elif mark == "`":
            made.append(text[:start])
        elif mark == "'":
            made.append(text[end:])
        elif mark == "\\":
            made.append("\\")
        elif mark == "k" and re.match(r"k<[^>]*>", template[pos + 1 :]):
            raise Fault("'\\k<...>' in a replacement cannot be used here")
        else:
            made.append("\\")
            pos += 1
            continue
        pos += 2
    return "".join(made)


def f_regsubst(target, pattern, replacement, every):
    if isinstance(target, list):
        if not all(isinstance(held, str) for held in target):
            raise misused("regsubst", target)
        return [f_regsubst(held, pattern, replacement, every) for held in target]
    is_table = isinstance(replacement, Hash) and all(
        isinstance(key, str) and isinstance(held, str) for key, held in replacement.pairs()
    )
    if not isinstance(target, str) or not (isinstance(replacement, str) or is_table):
        raise misused("regsubst", target, replacement)
    made, copied, search, size = [], 0, 0, 0
    while search <= len(target):
        found = pattern.search(target, search)
        if found is None:
            break
        start, end, groups = found
        made.append(target[copied:start])
        made.append(replacement.get(groups[0], "") if is_table else expanded(replacement, target, start, end, groups))
        size += len(made[-1])
        if size > LOGIC_BYTES:
            raise exceeded(LOGIC_BYTES, "bytes or elements in one value")
        copied = end
        search = end + 1 if end == start else end
        if not every:
            break
    made.append(target[copied:])
    return "".join(made)


_INTEGER = re.compile(r"[+-]?[ \t\r\n\f\v]*(?:[0-9]+|0[xX][0-9A-Fa-f]+|0[bB][01]+)\Z")
_FLOAT = re.compile(
    r"[+-]?[ \t\r\n\f\v]*(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?|0[xX][0-9A-Fa-f]+|0[0-7]+|0[bB][01]+)\Z"
)


def read_integer(text, radix):
    digits = text.strip(" \t\n\x0b\x0c\r")
    negative = digits.startswith("-")
    digits = digits.lstrip("+-").lstrip(" \t")
    prefix = digits[:2].lower()
    if radix is None:
        radix = 16 if prefix == "0x" else 2 if prefix == "0b" else 8 if len(digits) > 1 and digits[0] == "0" else 10
    if radix == 16 and prefix == "0x" or radix == 2 and prefix == "0b":
        digits = digits[2:]
    try:
        if not re.match(r"[0-9A-Za-z]+\Z", digits):
            raise ValueError
        number = int(digits, radix)
    except ValueError:
        raise Fault("invalid value for Integer(): %s" % inspected(text)) from None
    number = -number if negative else number
    if not INTEGER_MIN <= number <= INTEGER_MAX:
        raise Fault("%s is outside Integer's range of %d to %d" % (text, INTEGER_MIN, INTEGER_MAX))
    return number


def string_of(value):
    if value is None:
        return ""
    return "%f" % value if isinstance(value, float) and abs(value) != math.inf else source_of(value)


def real_of(text):
    """The number of a text for Float."""
    if re.match(r"0[bB]", text):
        return float(read_integer(text, 2))
    digits = text.strip(_BLANKS).lstrip("+-").lstrip(" \t")
    negative = text.strip(_BLANKS).startswith("-")
    if re.match(r"0[xX]", digits):
        number = float(int(digits, 16))
    elif re.match(r"[0-9]", digits) and not re.match(r"0[bB]", digits):
        number = float(digits)
    else:
        raise Fault("invalid value for Float(): %s" % inspected(text))
    return -number if negative else number


def numeric_of(text):
    """The number of a text for Numeric; nothing for some that look like one."""
    digits = text.lstrip("+-").lstrip(" \t")
    small = digits.lower()
    is_binary = small.startswith("0b")
    if not re.match(r"[0-9]", digits) or is_binary and digits != text:
        return None
    if is_binary or small.startswith("0x") or not re.search(r"[.e]", small):
        return read_integer(text, None)
    mantissa, _, exponent = small.partition("e")
    if exponent and not mantissa.strip("0."):
        return None
    number = real_of(text)
    return None if abs(number) == math.inf else number


def converted(kind, value, radix):
    wrong = Fault("Value of type %s cannot be converted to %s" % (kind_of(value), kind))
    if kind == "String":
        return value if isinstance(value, str) else string_of(value)
    if isinstance(value, bool):
        return {"Boolean": value, "Float": float(value)}.get(kind, int(value))
    if kind == "Boolean":
        if is_number(value):
            return value != 0
        if isinstance(value, str) and lowered(value) in ("false", "true", "yes", "no", "y", "n"):
            return lowered(value) in ("true", "yes", "y")
        raise wrong
    if kind == "Integer":
        if is_integer(value):
            return value
        if isinstance(value, float):
            return whole_of("Integer", value)
        if isinstance(value, str) and _INTEGER.match(value):
            return read_integer(value, radix)
        raise wrong
    if is_number(value):
        return value if kind == "Numeric" else float(value)
    if not isinstance(value, str) or not _FLOAT.match(value):
        raise wrong
    return real_of(value) if kind == "Float" else numeric_of(value)


def convert(kind, wanted, value, radix):
    if radix is None and wanted.has(value):
        return value
    made = converted(kind, value, radix)
    reason = explain("Converted value from %s.new()" % kind, wanted, made)
    if reason is not None:
        raise Fault(reason)
    return made
