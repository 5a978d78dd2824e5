class Logic:
    """Logic of a type: a function, and the variables that it is called with."""

    __slots__ = ("work", "variables", "parameter")

    def __init__(self, work, variables, parameter):
        self.work = work
        self.variables = variables
        self.parameter = parameter


class Feature:
    """An attribute or a reference."""

    def __init__(self, name, **settings):
        self.name = name
        self.owner = settings["owner"]
        #: The type of data; nothing for a reference.
        self.type = settings.get("type")
        #: The name of the type of instances; nothing for an attribute.
        self.target = settings.get("target")
        self.containment = settings.get("containment", True)
        self.least = settings.get("least", 0)
        #: Nothing where there may be any number of values.
        self.most = settings.get("most", 1)
        self.unsettable = settings.get("unsettable", False)
        self.transient = settings.get("transient", False)
        self.setable = settings.get("setable", True)
        #: Whether it tells a resource from others.
        self.identity = settings.get("identity", False)
        self.default = settings.get("default", UNSET)
        self.validate = settings.get("validate")
        self.check = settings.get("check")
        self.derived = settings.get("derived")
        self.set = settings.get("set")
        self.get = settings.get("get")
        self.is_list = self.most is None or self.most > 1
        self.meta = meta(name, self.owner)

    def nothing(self):
        """What is read where nothing is set."""
        return [] if self.is_list and not self.unsettable else None


class Model:
    """What a type consists of."""

    def __init__(self, name, parent, features, invariants, abstract=False, resource=False):
        self.name = name
        self.parent = parent
        self.abstract = abstract
        self.resource = resource
        self.features = dict(parent.features) if parent else {}
        self.features.update((feature.name, feature) for feature in features)
        self.invariants = (parent.invariants if parent else []) + invariants
        self.meta = meta(name, name)
        self.made = None
        MODELS[name.lower()] = self

    def is_a(self, name):
        model = self
        while model is not None:
            if model.name.lower() == name.lower():
                return True
            model = model.parent
        return False


MODELS = {}


def meta(name, container):
    return Hash([("name", name), ("container", Hash([("name", container)]))])


MAX_WAITING = 50
_waiting = 0


def evaluate(logic, values, *before):
    """Calls logic with the values of its variables."""
    global _waiting
    if _waiting >= MAX_WAITING:
        raise Fault("The logic of types is nested deeper than %d levels" % MAX_WAITING)
    _waiting += 1
    try:
        return within_budget(logic.work, [*before, *[values.get(name, UNSET) for name in logic.variables]])
    except Fault:
        raise
    except Unfit as refusal:
        raise Refused(str(refusal)) from None
    except Refused as refusal:
        # A value that the logic created is an error of the logic.
        raise Fault(str(refusal)) from None
    finally:
        _waiting -= 1


class Assigned:
    """What `set` has assigned."""

    def __init__(self, values):
        self.values = values
        self.assigned = {}


def assigned(kept_values, name):
    return kept_values.values[name]


def assign(kept_values, name, value):
    kept_values.assigned.pop(name, None)
    kept_values.assigned[name] = value
    kept_values.values[name] = value


def check(feature, word, logic, value):
    """Checks a value; on a list, each element by itself."""
    items = value if isinstance(value, list) and feature.is_list else [value]
    for held in items:
        given = {"meta": feature.meta, feature.name: held, logic.parameter: held}
        result = evaluate(logic, given)
        if result is None or result is True:
            continue
        if result is False or result == "":
            message = "Illegal value: %s is not an acceptable value for %s"
            raise Refused(message % (text_of(held), feature.name))
        if isinstance(result, str):
            raise Refused(result)
        message = "%s must return a String, Boolean or undef, got %s; that of the feature '%s' of %s is wrong"
        raise Fault(message % (word, kind_of(result), feature.name, feature.owner))


def check_invariant(title, owner, logic, values):
    result = evaluate(logic, values)
    if result is None or result is True:
        return
    if result is False or result == "":
        raise Refused(title or "Illegal invariant")
    if isinstance(result, str):
        raise Refused(result)
    message = "invariant must return a String, Boolean or undef, got %s; that of %s is wrong"
    raise Fault(message % (kind_of(result), owner))


ROLES = {
    "given": "feature '%s' of %s",
    "set": "what 'set' of the feature '%s' of %s returns",
    "assigned": "what 'set' assigns to the feature '%s' of %s",
    "got": "what 'get' of the feature '%s' of %s returns",
    "derived": "what 'derived' of the feature '%s' of %s returns",
}


def conform(model, feature, value, role):
    """Passes a value on that is of the type of a feature; a hash for a reference becomes an instance."""
    subject = ROLES[role] % (feature.name, model.name)
    if not feature.is_list:
        return element(model, feature, value, subject)
    if not isinstance(value, list):
        message = "%s expects an Array, since there may be several values, got %s"
        raise Refused(message % (subject, kind_of(value)))
    return [element(model, feature, held, subject) for held in value]


def element(model, feature, value, subject):
    if feature.type is not None:
        reason = explain(subject, feature.type, value)
        if reason is not None:
            raise Refused(reason)
        return value
    target = MODELS[feature.target.lower()]
    if isinstance(value, Making):
        if feature.containment:
            raise Refused("feature '%s' of %s would contain what it is part of" % (feature.name, model.name))
        message = "feature '%s' of %s cannot hold an instance that is still being made"
        raise Refused(message % (feature.name, model.name))
    if isinstance(value, Instance) and value.model.is_a(feature.target):
        return value
    if isinstance(value, Hash):
        named = MODELS.get(str(value.get("__ptype")).lower())
        if named is not None and named.is_a(feature.target):
            target = named
            value = Hash((key, held) for key, held in value.pairs() if key != "__ptype")
        return made(target, value, True)
    if isinstance(value, Uri) and not feature.containment:
        return value
    if isinstance(value, str) and not feature.containment:
        return uri(value, subject)
    raise Refused("%s expects %s, got %s" % (subject, feature.target, kind_of(value)))


_PATH = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*"
_URI = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?" + _PATH + r"(?:\?[^#]*)?(?:#(?:" + _PATH + r"|\?)*)?\Z")


_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\v": "\\v", "\b": "\\b", "\a": "\\a",
    "\x1b": "\\e",
}


def _ascii(text):
    """A text as Ruby dumps it."""
    shown = []
    for pos, letter in enumerate(text):
        code = ord(letter)
        if letter in _ESCAPES:
            shown.append(_ESCAPES[letter])
        elif letter == "#" and text[pos + 1 : pos + 2] in ("{", "$", "@"):
            shown.append("\\#")
        elif 32 <= code < 127:
            shown.append(letter)
        else:
            shown.append("\\x%02X" % code if code < 128 else "\\u%04X" % code if code < 0x10000 else "\\u{%X}" % code)
    return "".join(shown)


def uri(text, subject):
    if not text.isascii():
        raise Refused('%s: URI must be ascii only "%s"' % (subject, _ascii(text)))
    first = re.split(r"[/?#]", text)[0]
    if not _URI.match(text) or ":" in first and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", first):
        raise Refused("%s: bad URI(is not URI?): %s" % (subject, inspected(text)))
    return Uri(text)


def read(model, stored, name):
    """Reads a feature: what is stored, what `get` makes of it, or what is computed."""
    feature = model.features[name]
    if feature.derived is not None:
        values = variables(model, stored, feature.derived, {"meta": feature.meta}, True)
        return optional(model, feature, evaluate(feature.derived, values), "derived")
    value = stored.slots[name]
    if value is UNSET:
        return feature.nothing()
    if feature.get is not None:
        given = {"meta": feature.meta, feature.name: value, feature.get.parameter: value}
        values = variables(model, stored, feature.get, given, False)
        value = optional(model, feature, evaluate(feature.get, values), "got")
    if feature.target is not None and not feature.containment and isinstance(stored, Instance):
        if isinstance(value, list):
            return [resolved(feature, stored, held) for held in value]
        return resolved(feature, stored, value)
    return value


def resolved(feature, holder, value):
    if not isinstance(value, Uri):
        return value
    found = holder.resolve(value.text)
    if found is None:
        message = "'%s' in the feature '%s' of %s does not resolve"
        raise Refused(message % (value.text, feature.name, holder.model.name))
    return found


def optional(model, feature, value, role):
    if value is None and feature.least == 0:
        return feature.nothing()
    return conform(model, feature, value, role)


def variables(model, stored, logic, given, as_read):
    """The values of the variables that logic mentions."""
    values = {}
    for name in logic.variables:
        if name in given:
            values[name] = given[name]
        elif name in model.features:
            feature = model.features[name]
            if not as_read and feature.derived is None:
                value = stored.slots[name]
                values[name] = feature.nothing() if value is UNSET else value
            else:
                values[name] = read(model, stored, name)
    return values


class Making:
    """An instance that is being made: defaults first, then what is given, at last what must hold of the whole."""

    def __init__(self, model, nested):
        if nested and model.resource:
            raise Refused("'%s' is a type of resources, which are declared" % model.name)
        if model.abstract:
            raise Refused("'%s' is abstract: it has no instances of its own" % model.name)
        self.model = model
        self.slots = dict.fromkeys(model.features, UNSET)
        for feature in model.features.values():
            if feature.default is not UNSET:
                self.store(feature, feature.default, False)

    def setable(self, name):
        feature = self.model.features.get(name)
        if feature is None:
            raise Refused("%s has no feature '%s'" % (self.model.name, name))
        if not feature.setable:
            what = "is derived" if feature.derived is not None else "is read-only"
            raise Refused("feature '%s' of %s %s and cannot be set" % (name, self.model.name, what))
        return feature

    def set_all(self, entries):
        for key, value in entries.pairs():
            if not isinstance(key, str):
                raise Refused("The features of %s have names, got %s" % (self.model.name, kind_of(key)))
            self.store(self.setable(key), value, False)

    def append(self, name, value):
        feature = self.setable(name)
        if not feature.is_list:
            message = "'+=' is for lists, and the feature '%s' of %s is not one"
            raise Refused(message % (name, self.model.name))
        self.store(feature, value if isinstance(value, list) else [value], True)

    def store(self, feature, value, appends):
        if value is None and feature.derived is None:
            empty = [] if feature.is_list else None
            self.slots[feature.name] = empty if feature.unsettable else UNSET
            return
        if feature.target is not None:
            value = conform(self.model, feature, value, "given")
        if feature.validate is not None:
            check(feature, "validate", feature.validate, value)
        if feature.set is None:
            if feature.target is None:
                value = conform(self.model, feature, value, "given")
        else:
            given = {"meta": feature.meta, feature.name: value, feature.set.parameter: value}
            kept_values = Assigned(variables(self.model, self, feature.set, given, True))
            returned = evaluate(feature.set, kept_values.values, kept_values)
            self.take(kept_values.assigned)
            if feature.name in kept_values.assigned or feature.derived is not None:
                return
            if returned is None and feature.least == 0:
                self.slots[feature.name] = UNSET
                return
            value = conform(self.model, feature, returned, "set")
        self.keep(feature, value, appends)

    def take(self, values):
        for name, value in values.items():
            feature = self.model.features[name]
            if feature.derived is not None:
                message = "'set' cannot assign the feature '%s' of %s: it is derived"
                raise Refused(message % (name, self.model.name))
            if value is None:
                self.slots[name] = None if feature.unsettable else UNSET
                continue
            self.keep(feature, conform(self.model, feature, value, "assigned"), False)

    def keep(self, feature, value, appends):
        if feature.check is not None:
            check(feature, "check", feature.check, value)
        held = self.slots[feature.name]
        if appends and isinstance(held, list):
            value = held + value
        if isinstance(value, list) and feature.is_list and feature.most is not None and len(value) > feature.most:
            message = "feature '%s' of %s has at most %d values, got %d"
            raise Refused(message % (feature.name, self.model.name, feature.most, len(value)))
        self.slots[feature.name] = value

    def finish(self):
        self.check_numbers()
        self.check_containment()
        whole_one = instance(self)
        whole_one.claim()
        for title, owner, logic in self.model.invariants:
            given = {"meta": self.model.meta}
            if logic.parameter not in self.model.features:
                given.setdefault(logic.parameter, whole_one)
            check_invariant(title, owner, logic, variables(self.model, self, logic, given, True))
        return whole_one

    def check_numbers(self):
        for feature in self.model.features.values():
            if feature.derived is not None:
                continue
            value = self.slots[feature.name]
            count = 1
            if value is UNSET or value is None:
                count = 0
            elif feature.is_list and isinstance(value, list):
                count = len(value)
            least = max(feature.least, 1) if feature.identity else feature.least
            if count < least:
                subject = "feature '%s' of %s" % (feature.name, self.model.name)
                if least == 1:
                    raise Refused(subject + " must have a value")
                raise Refused("%s has at least %d values, got %d" % (subject, least, count))

    def check_containment(self):
        seen = set()
        for feature in self.model.features.values():
            if feature.target is None or not feature.containment:
                continue
            value = self.slots[feature.name]
            for held in value if isinstance(value, list) else [value]:
                if not isinstance(held, Instance):
                    continue
                if held.container is not None or id(held) in seen:
                    message = "feature '%s' of %s cannot contain a %s that is part of another instance"
                    raise Refused(message % (feature.name, self.model.name, held.model.name))
                seen.add(id(held))


def made(model, entries, nested):
    making = Making(model, nested)
    making.set_all(entries)
    return making.finish()


def instance(making):
    made_now = object.__new__(making.model.made)
    object.__setattr__(made_now, "slots", dict(making.slots))
    object.__setattr__(made_now, "container", None)
    return made_now


class Instance:
    """An instance of a type. It does not change once it is made."""

    model = None

    def __init__(self, **features):
        names = {python: name for name, python in type(self).names.items()}
        given = Hash((names.get(name, name), from_data(value)) for name, value in features.items())
        finished = made(self.model, given, False)
        object.__setattr__(self, "slots", finished.slots)
        object.__setattr__(self, "container", None)
        self.claim()

    @classmethod
    def from_json(cls, document):
        """Makes an instance of a JSON text, or of what `json` reads of one; refuses it with `Refused`."""
        data = json.loads(document) if isinstance(document, (str, bytes)) else document
        if not isinstance(data, dict):
            raise Refused("an instance is a JSON object")
        model = MODELS.get(str(data.get("__ptype")).lower(), cls.model)
        if not model.is_a(cls.model.name):
            raise Refused("%s is no %s" % (model.name, cls.model.name))
        given = {name: value for name, value in data.items() if name != "__ptype" or model is cls.model}
        if data.get("__ptype") == cls.model.name:
            given.pop("__ptype", None)
        return made(model, from_data(given), False)

    def to_json(self):
        """What `json` writes: what is set, without what is computed or transient."""
        written = {}
        for name, feature in self.model.features.items():
            value = self.slots[name]
            if feature.transient or value is UNSET or value == [] and not feature.unsettable:
                continue
            if feature.target is None:
                written[name] = to_data(value)
            else:
                items = [self.part(feature, held) for held in (value if isinstance(value, list) else [value])]
                written[name] = items if isinstance(value, list) else items[0]
        return written

    def part(self, feature, value):
        if not isinstance(value, Instance):
            return to_data(value)
        if not feature.containment:
            return value.path(self)
        written = value.to_json()
        if value.model.name.lower() != feature.target.lower():
            written = {"__ptype": value.model.name, **written}
        return written

    def written(self):
        """The names and values that its text shows."""
        for name, feature in self.model.features.items():
            value = self.slots[name]
            if feature.transient or value is UNSET or value == [] and not feature.unsettable and feature.least == 0:
                continue
            if value is None and not feature.unsettable:
                continue
            if feature.target is not None and not feature.containment:
                refer = lambda held: Uri(held.path(self)) if isinstance(held, Instance) else held
                value = [refer(held) for held in value] if isinstance(value, list) else refer(value)
            yield name, value

    def __getitem__(self, name):
        if name not in self.model.features:
            raise KeyError(name)
        return read(self.model, self, name)

    def __getattr__(self, name):
        for feature, python in type(self).names.items():
            if python == name:
                return read(self.model, self, feature)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        raise AttributeError("An instance of %s does not change once it is made" % self.model.name)

    def __eq__(self, other):
        return isinstance(other, Instance) and key_of(self) == key_of(other)

    def __hash__(self):
        return hash(key_of(self))

    def __repr__(self):
        return source_of(self)

    def contained(self):
        for name, feature in self.model.features.items():
            if feature.target is not None and feature.containment:
                value = self.slots[name]
                if isinstance(value, list):
                    for pos, held in enumerate(value):
                        yield "%s/%d" % (name, pos), held
                elif isinstance(value, Instance):
                    yield name, value

    def claim(self):
        for _, held in self.contained():
            if isinstance(held, Instance) and held.container is None:
                object.__setattr__(held, "container", self)

    def root(self):
        found = self
        while found.container is not None:
            found = found.container
        return found

    def path(self, holder):
        steps, part = [], self
        while part.container is not None:
            steps += [step for step, held in part.container.contained() if held is part]
            part = part.container
        start = "" if holder.root() is part else part.model.name
        return start + "#/" + "/".join(reversed(steps))

    def resolve(self, address):
        if not address.startswith("#/"):
            return None
        found = self.root()
        steps = [step for step in address[2:].split("/") if step]
        while steps:
            value = found.slots.get(steps.pop(0), UNSET)
            if isinstance(value, list):
                pos = int(steps.pop(0)) if steps and re.match(r"\+?[0-9]+\Z", steps[0]) else -1
                value = value[pos] if 0 <= pos < len(value) else None
            if not isinstance(value, Instance):
                return None
            found = value
        return found


def create(name, has_given, given, block):
    """Makes an instance for logic."""
    model = MODELS[name.lower()]
    if has_given and isinstance(given, Instance) and given.model.is_a(name):
        if block is not None:
            raise Fault("An instance of %s does not change once it is made" % name)
        return given
    if has_given and not isinstance(given, Hash):
        raise Fault("%s.new expects a Hash of features, got %s" % (name, kind_of(given)))
    making = Making(model, True)
    if has_given:
        making.set_all(given)
    if block is not None:
        block(making)
    return making.finish()


def set_feature(making, name, value):
    if not isinstance(making, Making):
        raise Fault("An instance of %s does not change once it is made" % making.model.name)
    making.store(making.setable(name), value, False)
    return value


def append_feature(making, name, value):
    if not isinstance(making, Making):
        raise Fault("An instance of %s does not change once it is made" % making.model.name)
    making.append(name, value)
    return value


def member(value, name, wrong="Unknown function: '%s'."):
    """A feature behind a dot."""
    if isinstance(value, (Instance, Making)) and name in value.model.features:
        return read(value.model, value, name)
    raise Fault(wrong % ((value.model.name, name) if wrong.count("%s") == 2 else name))


def method(name, value, function):
    if isinstance(value, (Instance, Making)) and name in value.model.features:
        return read(value.model, value, name)
    return globals()[function](value)


def main(arguments, lines, write):
    """Checks instances: one JSON object a line; the name of their type is the argument."""
    model = MODELS.get(arguments[0].lower()) if len(arguments) == 1 else None
    if model is None:
        write("usage: TYPE < instances, where TYPE is one of " + ", ".join(sorted(m.name for m in MODELS.values())))
        return 2
    status = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            found = model.made.from_json(line)
            features = {name: to_data(found[name]) for name in model.features}
            answer = {"ok": True, "features": features}
        except Refused as refusal:
            answer = {"ok": False, "fault": refusal.fault, "message": str(refusal)}
            status = 1
        write(json.dumps(answer))
    return status
