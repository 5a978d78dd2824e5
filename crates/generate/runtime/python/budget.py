#: How many expressions the logic of a type may evaluate, each time.
LOGIC_STEPS = 1000000

#: How many bytes a text may have that logic makes, and how many values one value may hold at all levels together.
LOGIC_BYTES = 1000000
LOGIC_PARTS = 100000

#: How deep values may be nested in logic, and how many letters all texts in one value may have.
LOGIC_DEPTH = 1000
LOGIC_LETTERS = 64 * LOGIC_BYTES

#: How many letters of a text, and how many parts of a value, are gone through in the time of a step.
LETTERS_PER_STEP = 512
PARTS_PER_STEP = 16

#: What is left of the steps; without end where no logic runs.
_left = math.inf


def spend(steps):
    """Counts steps of logic."""
    global _left
    _left -= steps
    if _left < 0:
        raise Fault("The limit of %d expressions in the logic of a type is exceeded" % LOGIC_STEPS)
    return True


def within_budget(work, values):
    """Calls logic, which has steps of its own, and no more than those around it."""
    global _left
    before = _left
    _left = given = min(before, LOGIC_STEPS)
    try:
        return work(*values)
    except RecursionError:
        raise Fault("The limit of %d levels of values in values is exceeded" % LOGIC_DEPTH) from None
    finally:
        _left = before - (given - _left)


def exceeded(limit, what):
    return Fault("The limit of %d %s is exceeded" % (limit, what))


def measure(value):
    """How many parts a value has, at all levels."""
    parts, letters, waiting = 1, 0, [(value, 1)]
    while waiting:
        held, depth = waiting.pop()
        if depth > LOGIC_DEPTH:
            raise exceeded(LOGIC_DEPTH, "levels of values in values")
        if isinstance(held, list):
            items = held
        elif isinstance(held, Hash):
            items = held.keys() + held.values()
        else:
            items = list(held.slots.values())
        parts += len(items)
        if parts > LOGIC_PARTS:
            raise exceeded(LOGIC_PARTS, "values in one value")
        for item in items:
            if isinstance(item, (list, Hash, Instance)):
                waiting.append((item, depth + 1))
            elif isinstance(item, str):
                letters += len(item)
        if letters > LOGIC_LETTERS:
            raise exceeded(LOGIC_LETTERS, "letters in one value")
    return parts


def charge(value, share):
    """Counts the work of going through a value."""
    if isinstance(value, str):
        if len(value) >= LETTERS_PER_STEP:
            spend(len(value) // LETTERS_PER_STEP)
    elif isinstance(value, (list, Hash, Instance)):
        spend(measure(value) // share)


def checked(value):
    """Passes a value on that logic has made, unless it is too large."""
    if isinstance(value, str) and len(value) * 4 > LOGIC_BYTES and len(value.encode("utf-8")) > LOGIC_BYTES:
        raise exceeded(LOGIC_BYTES, "bytes or elements in one value")
    charge(value, PARTS_PER_STEP)
    return value


def bounded(work, share):
    """A helper whose work is counted, and whose result is checked."""

    def counted(*values):
        for value in values:
            charge(value, share)
        return checked(work(*values))

    return counted


#: These take the same time for values of any size.
_QUICK = ("f_each", "f_empty", "f_length")

for _name in [
    "add", "subtract", "shift_left", "equal", "less", "less_or_equal", "greater", "greater_or_equal", "within", "fits",
    "fits_any", "matches", "interpolate", "concat", "unfold", "convert",
]:
    globals()["b_" + _name] = bounded(globals()[_name], PARTS_PER_STEP)
for _name in [_name for _name in globals() if _name.startswith("f_")]:
    globals()["b_" + _name] = globals()[_name] if _name in _QUICK else bounded(globals()[_name], 2)
