class Captures:
    """What the last match took."""

    __slots__ = ("groups",)

    def __init__(self):
        self.groups = []


def captures():
    return Captures()


def capture(kept_matches, number):
    groups = kept_matches.groups
    return groups[number] if number < len(groups) else None


def kept(kept_matches):
    return kept_matches.groups


def restore(kept_matches, groups):
    kept_matches.groups = groups


def unset():
    return UNSET


def known(name, value):
    if value is UNSET:
        raise Fault("Unknown variable: '%s'." % name)
    return value


def unknown(name):
    raise Fault("Unknown variable: '%s'." % name)


def set_once(name, old, value):
    if old is not UNSET:
        raise Fault("Cannot reassign variable '$%s'" % name)
    return value


def expect(subject, wanted, value):
    reason = explain(subject, wanted, value)
    if reason is not None:
        raise Fault(reason)


def expect_whole(subject, wanted, value):
    reason = explain(subject, wanted, value)
    if reason is not None:
        raise Unfit(reason)


def item(values, pos):
    return values[pos]


def taken_apart(value, names):
    if isinstance(value, Hash):
        for name in names:
            if not value.has(name):
                raise Fault("No value for required key '%s' in assignment to variables from hash" % name)
        return [value.get(name) for name in names]
    values = value if isinstance(value, list) else [value]
    if len(values) != len(names):
        raise Fault(
            "Mismatched number of assignable entries and values, expected %d, got %d" % (len(names), len(values))
        )
    return values


def interpolate(parts):
    return "".join(text_of(part) for part in parts)


def unfold(value):
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, Hash):
        return [[key, held] for key, held in value.pairs()]
    return [value]


def concat(lists):
    return [value for values in lists for value in values]


def number_of(symbol, value):
    if is_number(value):
        return value
    if isinstance(value, str):
        number = number_in(value)
        if number is not None:
            raise Fault(
                "The string '%s' was automatically coerced to the numerical value %s" % (value, text_of(number))
            )
    raise Fault("The value '%s' cannot be converted to Numeric." % ruby_text(value))


_NUMBER = re.compile(r"(?:::)?[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*([+-]?)[ \t]*(.*?)[ \t]*\Z", re.S)


def number_in(text):
    """The number that a text stands for, if it is one."""
    sign, digits = _NUMBER.match(text).groups()
    negative = sign == "-"
    if re.match(r"0[xX][0-9A-Fa-f]+\Z", digits):
        number = int(digits[2:], 16)
    elif re.match(r"0[0-7]+\Z", digits):
        number = int(digits, 8)
    elif re.match(r"(?:0|[1-9][0-9]*)\Z", digits):
        number = int(digits)
    elif re.match(r"[0-9]+(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?\Z", digits) and not digits.isdigit():
        number = float(digits)
        if number == float("inf"):
            return None
        return -number if negative else number
    else:
        return None
    number = -number if negative else number
    return number if INTEGER_MIN <= number <= INTEGER_MAX else None


def whole(symbol, number):
    if INTEGER_MIN <= number <= INTEGER_MAX:
        return number
    end, sign = ("min", "-") if number < 0 else ("max", "+")
    raise Fault(
        "A '%s' expression resulted in a value outside of Puppet Integer %s range, got '%s%s'"
        % (symbol, end, sign, hex(abs(number)))
    )


def floating(symbol, number):
    if number in (float("inf"), float("-inf")):
        raise Fault("The result of the %s expression is Infinity" % symbol)
    return number


def not_applicable(symbol, value):
    return Fault("Operator '%s' is not applicable to %s." % (symbol, with_article(value)))


def add(one, two):
    if isinstance(one, list):
        return one + (two if isinstance(two, list) else unfold(two) if isinstance(two, Hash) else [two])
    if isinstance(one, Hash):
        return merged(one, two)
    one, two = number_of("+", one), number_of("+", two)
    if is_integer(one) and is_integer(two):
        return whole("+", one + two)
    return floating("+", float(one) + float(two))


def merged(one, two):
    if isinstance(two, list):
        if two and all(isinstance(pair, list) for pair in two):
            pairs = []
            for pair in two:
                if not 1 <= len(pair) <= 2:
                    raise Fault("invalid number of elements (%d for 1..2)" % len(pair))
                pairs.append((pair[0], pair[1] if len(pair) == 2 else None))
        elif len(two) % 2:
            raise Fault("odd number of arguments for Hash")
        else:
            pairs = list(zip(two[::2], two[1::2]))
    elif isinstance(two, Hash):
        pairs = two.pairs()
    else:
        raise Fault("Can only append Array or Hash to a Hash")
    return Hash(one.pairs() + pairs)


def comparable(value):
    if isinstance(value, float) and value == value and abs(value) < 2.0**63 and value == int(value):
        return int(value)
    if isinstance(value, list):
        return [comparable(held) for held in value]
    if isinstance(value, Hash):
        return Hash((key, comparable(held)) for key, held in value.pairs())
    return value


def subtract(one, two):
    if isinstance(one, list):
        unwanted = two if isinstance(two, list) else unfold(two) if isinstance(two, Hash) else [two]
        keys = {key_of(comparable(value)) for value in unwanted}
        return [value for value in one if key_of(comparable(value)) not in keys]
    if isinstance(one, Hash):
        unwanted = two if isinstance(two, list) else two.keys() if isinstance(two, Hash) else [two]
        keys = {key_of(value) for value in unwanted}
        return Hash((key, value) for key, value in one.pairs() if key_of(key) not in keys)
    one, two = number_of("-", one), number_of("-", two)
    if is_integer(one) and is_integer(two):
        return whole("-", one - two)
    return floating("-", float(one) - float(two))


def multiply(one, two):
    one, two = number_of("*", one), number_of("*", two)
    if is_integer(one) and is_integer(two):
        return whole("*", one * two)
    return floating("*", float(one) * float(two))


def divide(one, two):
    one, two = number_of("/", one), number_of("/", two)
    if is_integer(one) and is_integer(two):
        if two == 0:
            raise Fault("Division by 0")
        return whole("/", one // two)
    one, two = float(one), float(two)
    if two == 0.0:
        if one == 0.0 or one != one:
            return float("nan")
        return floating("/", float("inf"))
    return floating("/", one / two)


def modulo(one, two):
    one, two = number_of("%", one), number_of("%", two)
    if is_integer(one) and is_integer(two):
        if two == 0:
            raise Fault("Division by 0")
        return whole("%", one % two)
    if is_integer(one):
        raise Fault(
            "Operator '%%' is not applicable to %s when right side is %s." % (with_article(one), with_article(two))
        )
    raise not_applicable("%", one)


def shifted(symbol, number, count):
    if count <= 0:
        return number >> min(-count, 63)
    if number == 0:
        return 0
    if count > 4096:
        end, sign = ("min", "-") if number < 0 else ("max", "+")
        raise Fault(
            "A '%s' expression resulted in a value outside of Puppet Integer %s range, got '%sInfinity'"
            % (symbol, end, sign)
        )
    return whole(symbol, number << count)


def shift(symbol, one, two, direction):
    one, two = number_of(symbol, one), number_of(symbol, two)
    if not is_integer(one):
        raise not_applicable(symbol, one)
    if isinstance(two, float):
        two = 0 if two != two else int(max(min(two, float(INTEGER_MAX)), float(INTEGER_MIN)))
    return shifted(symbol, one, direction * two)


def shift_left(one, two):
    if isinstance(one, list):
        return one + [two]
    if isinstance(one, Hash):
        raise not_applicable("<<", one)
    return shift("<<", one, two, 1)


def shift_right(one, two):
    return shift(">>", one, two, -1)


def negate(value):
    value = number_of("-", value)
    if is_integer(value) and value == INTEGER_MIN:
        raise Fault(
            "An Unary Minus resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'"
        )
    return -value


def order(symbol, one, two):
    """Less than 0, 0, or more; nothing where there is no order."""
    reason = None
    if isinstance(one, str):
        if isinstance(two, str):
            left, right = lowered(one).encode("utf-8"), lowered(two).encode("utf-8")
            return (left > right) - (left < right)
        reason = "A String is not comparable to a non String"
    elif is_number(one):
        if is_number(two):
            return None if one != one or two != two else (one > two) - (one < two)
        reason = "A Numeric is not comparable to non Numeric"
    elif one is DEFAULT:
        if two is DEFAULT:
            return 0
        reason = "Symbol not comparable to non Symbol"
    elif isinstance(one, Type):
        reason = "types cannot be compared here"
    else:
        reason = "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"
    raise Fault(
        "Comparison of: %s %s %s, is not possible. Caused by '%s'." % (label(one), symbol, label(two), reason)
    )


def less(one, two):
    found = order("<", one, two)
    return found is not None and found < 0


def less_or_equal(one, two):
    found = order("<=", one, two)
    return found is not None and found <= 0


def greater(one, two):
    found = order(">", one, two)
    return found is not None and found > 0


def greater_or_equal(one, two):
    found = order(">=", one, two)
    return found is not None and found >= 0


def searched(kept_matches, pattern, text):
    found = pattern.search(text)
    if found is None:
        return False
    if kept_matches is not None:
        kept_matches.groups = found[2]
    return True


def matches(kept_matches, value, pattern):
    if isinstance(pattern, Type):
        return pattern.has(value)
    if not isinstance(value, str):
        raise Fault("Left match operand must result in a String value. Got %s." % with_article(value))
    return searched(kept_matches, pattern, value)


def fits(kept_matches, value, option):
    """Whether a value fits an option of a case."""
    if option is DEFAULT:
        return True
    if isinstance(option, Pattern):
        return isinstance(value, str) and searched(kept_matches, option, value)
    if isinstance(option, Type):
        return option.has(value)
    if isinstance(option, list) and isinstance(value, list):
        return len(option) == len(value) and all(
            fits(kept_matches, held, wanted) for wanted, held in zip(option, value)
        )
    if isinstance(option, Hash) and isinstance(value, Hash):
        return all(fits(kept_matches, value.get(key), wanted) for key, wanted in option.pairs())
    return equal(value, option)


def fits_any(kept_matches, value, options):
    return any(fits(kept_matches, value, option) for option in options)


def no_entry(value):
    raise Fault("No matching entry for selector parameter with value '%s'" % ruby_text(value))


def within(kept_matches, wanted, container):
    if isinstance(container, str):
        if isinstance(wanted, str):
            return wanted.lower() in container.lower()
        return isinstance(wanted, Pattern) and searched(kept_matches, wanted, container)
    if isinstance(container, Hash):
        items = container.keys()
    elif isinstance(container, list):
        items = container
    else:
        return False
    if isinstance(wanted, Pattern):
        return any(isinstance(held, str) and searched(kept_matches, wanted, held) for held in items)
    if isinstance(wanted, str):
        return any(fits(kept_matches, wanted, held) for held in items)
    if isinstance(wanted, Type):
        return any(wanted.has(held) for held in items)
    return any(equal(held, wanted) for held in items)


def flat(values):
    made, open_lists = [], [iter(values)]
    while open_lists:
        for value in open_lists[-1]:
            if isinstance(value, list):
                open_lists.append(iter(value))
                break
            made.append(value)
        else:
            open_lists.pop()
    return made


def index_of(length, index):
    pos = index + length if index < 0 else index
    return pos if 0 <= pos < length else None


def range_of(length, start, count):
    start = start + length if start < 0 else start
    taken = length - start + count + 1 if count < 0 else count
    if start < 0:
        taken += start
        start = 0
    if taken < 0 or start > length:
        return 0, 0
    return start, min(start + taken, length)


def access(value, keys):
    if isinstance(value, Hash):
        if len(keys) == 1:
            return value.get(keys[0])
        found = [value.get(key) for key in keys]
        return [held for held in found if held is not None]
    if isinstance(value, (Instance, Making)) and len(keys) == 1 and isinstance(keys[0], str):
        return member(value, keys[0], "%s has no feature '%s'")
    if isinstance(value, (list, str)):
        is_list = isinstance(value, list)
        if not is_list:
            charge(value, PARTS_PER_STEP)
        flat_keys = flat(keys)
        if not 1 <= len(flat_keys) <= 2:
            raise Fault(
                "%s supports [] with one or two arguments. Got %d" % ("Array" if is_list else "String", len(flat_keys))
            )
        places = [array_key(key) if is_list else string_key(key) for key in flat_keys]
        if len(places) == 1:
            pos = index_of(len(value), places[0])
            return (None if is_list else "") if pos is None else value[pos]
        start, end = range_of(len(value), places[0], places[1])
        return value[start:end]
    raise Fault("Operator '[]' is not applicable to %s." % with_article(value))


def array_key(key):
    number = number_of("[]", key)
    if not is_integer(number):
        raise Fault("An Array[] cannot use %s where Integer is expected" % kind_of(number))
    return number


def string_key(key):
    number = key
    if isinstance(key, str):
        found = number_in(key)
        number = key if found is None else found
    if not is_integer(number):
        kind = kind_of(number)
        article = "an" if kind[0].lower() in "aeiouy" else "a"
        raise Fault(
            "A substring operation does not accept %s %s as a character index. Expected an Integer" % (article, kind)
        )
    return number
