local function meta(name, container)
    return Hash({ { "name", name }, { "container", Hash({ { "name", container } }) } })
end

--- Logic: a function, the variables that it is called with, and its parameter.
function R.logic(work, variables, parameter)
    return { work = work, variables = variables, parameter = parameter }
end

--- A feature of its settings.
function R.feature(name, settings)
    settings.name = name
    settings.least = settings.least or 0
    settings.most = settings.most or 1
    settings.is_list = settings.most == undef or settings.most > 1
    settings.containment = settings.containment ~= false
    settings.setable = settings.setable ~= false
    settings.meta = meta(name, settings.owner)
    return settings
end

--- A type of its features and invariants.
function R.model(name, parent, features, invariants, settings)
    local model = { name = name, parent = parent, features = {}, by_name = {}, invariants = {}, meta = meta(name, name) }
    model.abstract, model.resource = settings.abstract, settings.resource
    if parent then
        table.move(parent.features, 1, #parent.features, 1, model.features)
        table.move(parent.invariants, 1, #parent.invariants, 1, model.invariants)
    end
    table.move(features, 1, #features, #model.features + 1, model.features)
    table.move(invariants, 1, #invariants, #model.invariants + 1, model.invariants)
    for _, feature in ipairs(model.features) do
        model.by_name[feature.name] = feature
    end
    R.MODELS[lowered(name)] = model
    return model
end

function R.is_a(model, name)
    while model do
        if lowered(model.name) == lowered(name) then
            return true
        end
        model = model.parent
    end
    return false
end

local function nothing(feature)
    return feature.is_list and not feature.unsettable and list({}, 0) or undef
end

local MAX_WAITING = 50
local waiting = 0

--- Calls logic with the values of its variables.
local function evaluate(logic, values, before)
    if waiting >= MAX_WAITING then
        fail(("The logic of types is nested deeper than %d levels"):format(MAX_WAITING))
    end
    local arguments, offset = {}, 0
    if before then
        arguments[1], offset = before, 1
    end
    for pos, name in ipairs(logic.variables) do
        local value = values[name]
        if value == nil then
            value = UNSET
        end
        arguments[pos + offset] = value
    end
    waiting = waiting + 1
    local ok, result = R.within_budget(logic.work, arguments, #logic.variables + offset)
    waiting = waiting - 1
    if ok then
        return result == nil and undef or result
    elseif getmetatable(result) == REFUSAL then
        -- A value that the logic created is an error of the logic; its arguments are not.
        result.fault, result.unfit = not result.unfit, nil
    end
    error(result, 0)
end

function R.assigned(kept, name)
    return kept.values[name]
end

function R.assign(kept, name, value)
    for pos, known in ipairs(kept.order) do
        if known == name then
            table.remove(kept.order, pos)
            break
        end
    end
    kept.order[#kept.order + 1] = name
    kept.assigned[name] = value
    kept.values[name] = value
end

local function given_to(feature, logic, value)
    local given = { meta = feature.meta }
    given[feature.name] = value
    given[logic.parameter] = value
    return given
end

--- Checks a value; on a list, each element by itself.
local function check(feature, word, logic, value)
    local items = feature.is_list and is_list(value) and value or list({ value }, 1)
    for pos = 1, items.n do
        local held = items[pos]
        local result = evaluate(logic, given_to(feature, logic, held))
        if result == false or result == "" then
            refuse("Illegal value: " .. text_of(held) .. " is not an acceptable value for " .. feature.name)
        elseif is_text(result) then
            refuse(result)
        elseif result ~= undef and result ~= true then
            local message = "%s must return a String, Boolean or undef, got %s; that of the feature '%s' of %s is wrong"
            fail(message:format(word, kind_of(result), feature.name, feature.owner))
        end
    end
end

local ROLES = {
    given = "feature '%s' of %s",
    set = "what 'set' of the feature '%s' of %s returns",
    assigned = "what 'set' assigns to the feature '%s' of %s",
    got = "what 'get' of the feature '%s' of %s returns",
    derived = "what 'derived' of the feature '%s' of %s returns",
}

local function is_uri_text(text)
    local rest, fragment = text:match("^([^#]*)#?(.*)$")
    rest = rest:match("^[^?]*")
    local function plain(part, more)
        local without = part:gsub("%%%x%x", "")
        return not without:find("[^%w%-._~!$&'()*+,;=:@/" .. more .. "]")
    end
    local first = rest:match("^[^/]*")
    local ambiguous = first:find(":", 1, true) and not first:find("^%a[%w+.-]*:")
    return plain(rest, "") and plain(fragment, "?") and not ambiguous
end

local ESCAPES = {
    [34] = '\\"', [92] = "\\\\", [10] = "\\n", [13] = "\\r", [9] = "\\t", [12] = "\\f", [11] = "\\v", [8] = "\\b", [7] = "\\a",
    [27] = "\\e",
}

-- A text as Ruby dumps it.
local function ascii(text)
    local shown = {}
    for pos, code in utf8.codes(text) do
        local following = text:sub(pos + 1, pos + 1)
        if ESCAPES[code] then
            shown[#shown + 1] = ESCAPES[code]
        elseif code == 35 and (following == "{" or following == "$" or following == "@") then
            shown[#shown + 1] = "\\#"
        elseif code >= 32 and code < 127 then
            shown[#shown + 1] = string.char(code)
        elseif code < 128 then
            shown[#shown + 1] = string.format("\\x%02X", code)
        elseif code < 65536 then
            shown[#shown + 1] = string.format("\\u%04X", code)
        else
            shown[#shown + 1] = string.format("\\u{%X}", code)
        end
    end
    return table.concat(shown)
end

local function uri(text, subject)
    if text:find("[\128-\255]") then
        local shown = ascii(text)
        refuse(subject .. ': URI must be ascii only "' .. shown .. '"')
    elseif not is_uri_text(text) then
        refuse(subject .. ": bad URI(is not URI?): " .. inspected(text))
    end
    return setmetatable({ text = text }, URI)
end

local create

local function element(model, feature, value, subject)
    if feature.type then
        local reason = explain(subject, feature.type, value)
        if reason then
            refuse(reason)
        end
        return value
    end
    local target = R.MODELS[lowered(feature.target)]
    if is_making(value) then
        if feature.containment then
            refuse(("feature '%s' of %s would contain what it is part of"):format(feature.name, model.name))
        end
        refuse(("feature '%s' of %s cannot hold an instance that is still being made"):format(feature.name, model.name))
    elseif is_instance(value) and R.is_a(value.model, feature.target) then
        return value
    elseif is_hash(value) then
        local named = R.fetch(value, "__ptype")
        named = is_text(named) and R.MODELS[lowered(named)]
        if named and R.is_a(named, feature.target) then
            return create(named, R.subtract(value, "__ptype"), true)
        end
        return create(target, value, true)
    elseif is_uri(value) and not feature.containment then
        return value
    elseif is_text(value) and not feature.containment then
        return uri(value, subject)
    end
    refuse(subject .. " expects " .. feature.target .. ", got " .. kind_of(value))
end

--- Passes a value on that is of the type of a feature; a hash for a reference becomes an instance.
local function conform(model, feature, value, role)
    local subject = ROLES[role]:format(feature.name, model.name)
    if not feature.is_list then
        return element(model, feature, value, subject)
    elseif not is_list(value) then
        refuse(subject .. " expects an Array, since there may be several values, got " .. kind_of(value))
    end
    local made = {}
    for pos = 1, value.n do
        made[pos] = element(model, feature, value[pos], subject)
    end
    return list(made, value.n)
end

local function optional(model, feature, value, role)
    if value == undef and feature.least == 0 then
        return nothing(feature)
    end
    return conform(model, feature, value, role)
end

local read

--- The values of the variables that logic mentions.
local function variables(model, stored, logic, given, as_read)
    local values = {}
    for _, name in ipairs(logic.variables) do
        local feature = model.by_name[name]
        if given[name] ~= nil then
            values[name] = given[name]
        elseif feature then
            if not as_read and not feature.derived then
                local value = stored.slots[name]
                values[name] = value == UNSET and nothing(feature) or value
            else
                values[name] = read(model, stored, name)
            end
        end
    end
    return values
end

local function root_of(instance)
    while instance.container do
        instance = instance.container
    end
    return instance
end

local function resolve(holder, address)
    local path = address:match("^#/(.*)$")
    if not path then
        return nil
    end
    local found, following = root_of(holder), path:gmatch("[^/]+")
    for step in following do
        local value = found.slots[step]
        if is_list(value) then
            local pos = following()
            pos = pos and pos:find("^%+?%d+$") and math.tointeger(tonumber((pos:gsub("^%+", ""))))
            value = pos and value[pos + 1]
        end
        if not is_instance(value) then
            return nil
        end
        found = value
    end
    return found
end

local function resolved(feature, holder, value)
    if not is_uri(value) then
        return value
    end
    local found = resolve(holder, value.text)
    if not found then
        refuse(("'%s' in the feature '%s' of %s does not resolve"):format(value.text, feature.name, holder.model.name))
    end
    return found
end

--- Reads a feature: what is stored, what `get` makes of it, or what is computed.
function read(model, stored, name)
    local feature = model.by_name[name]
    if feature.derived then
        local values = variables(model, stored, feature.derived, { meta = feature.meta }, true)
        return optional(model, feature, evaluate(feature.derived, values), "derived")
    end
    local value = stored.slots[name]
    if value == UNSET then
        return nothing(feature)
    end
    if feature.get then
        local values = variables(model, stored, feature.get, given_to(feature, feature.get, value), false)
        value = optional(model, feature, evaluate(feature.get, values), "got")
    end
    if feature.target and not feature.containment and is_instance(stored) then
        if is_list(value) then
            local made = {}
            for pos = 1, value.n do
                made[pos] = resolved(feature, stored, value[pos])
            end
            return list(made, value.n)
        end
        return resolved(feature, stored, value)
    end
    return value
end

R.read = read

local store

local function begin(model, nested)
    if nested and model.resource then
        refuse("'" .. model.name .. "' is a type of resources, which are declared")
    elseif model.abstract then
        refuse("'" .. model.name .. "' is abstract: it has no instances of its own")
    end
    local making = setmetatable({ model = model, slots = {} }, MAKING)
    for _, feature in ipairs(model.features) do
        making.slots[feature.name] = UNSET
    end
    for _, feature in ipairs(model.features) do
        if feature.default ~= nil then
            store(making, feature, feature.default, false)
        end
    end
    return making
end

local function setable(making, name)
    local feature = making.model.by_name[name]
    if not feature then
        refuse(making.model.name .. " has no feature '" .. name .. "'")
    elseif not feature.setable then
        local what = feature.derived and "is derived" or "is read-only"
        refuse(("feature '%s' of %s %s and cannot be set"):format(name, making.model.name, what))
    end
    return feature
end

local function set_all(making, given)
    for key, value in entries(given) do
        if not is_text(key) then
            refuse("The features of " .. making.model.name .. " have names, got " .. kind_of(key))
        end
        store(making, setable(making, key), value, false)
    end
end

local function keep(making, feature, value, appends)
    if feature.check then
        check(feature, "check", feature.check, value)
    end
    local held = making.slots[feature.name]
    if appends and is_list(held) then
        value = R.add(held, value)
    end
    if is_list(value) and feature.is_list and feature.most ~= undef and value.n > feature.most then
        local message = "feature '%s' of %s has at most %d values, got %d"
        refuse(message:format(feature.name, making.model.name, feature.most, value.n))
    end
    making.slots[feature.name] = value
end

local function take(making, kept)
    for _, name in ipairs(kept.order) do
        local feature, value = making.model.by_name[name], kept.assigned[name]
        if feature.derived then
            refuse(("'set' cannot assign the feature '%s' of %s: it is derived"):format(name, making.model.name))
        elseif value == undef then
            making.slots[name] = feature.unsettable and undef or UNSET
        else
            keep(making, feature, conform(making.model, feature, value, "assigned"), false)
        end
    end
end

function store(making, feature, value, appends)
    local model = making.model
    if value == undef and not feature.derived then
        local empty = feature.is_list and list({}, 0) or undef
        making.slots[feature.name] = feature.unsettable and empty or UNSET
        return
    end
    if feature.target then
        value = conform(model, feature, value, "given")
    end
    if feature.validate then
        check(feature, "validate", feature.validate, value)
    end
    if not feature.set then
        if not feature.target then
            value = conform(model, feature, value, "given")
        end
    else
        local values = variables(model, making, feature.set, given_to(feature, feature.set, value), true)
        local kept = { values = values, assigned = {}, order = {} }
        local returned = evaluate(feature.set, values, kept)
        take(making, kept)
        if kept.assigned[feature.name] ~= nil or feature.derived then
            return
        elseif returned == undef and feature.least == 0 then
            making.slots[feature.name] = UNSET
            return
        end
        value = conform(model, feature, returned, "set")
    end
    keep(making, feature, value, appends)
end

--- Walks what an instance contains, with the way to it.
local function contained(holder)
    local found = {}
    for _, feature in ipairs(holder.model.features) do
        if feature.target and feature.containment then
            local value = holder.slots[feature.name]
            if is_list(value) then
                for pos = 1, value.n do
                    found[#found + 1] = { ("%s/%d"):format(feature.name, pos - 1), value[pos], feature }
                end
            elseif is_instance(value) then
                found[#found + 1] = { feature.name, value, feature }
            end
        end
    end
    return found
end

local function instance(making)
    local slots = {}
    for name, value in pairs(making.slots) do
        slots[name] = value
    end
    return setmetatable({ model = making.model, slots = slots }, INSTANCE)
end

local function check_numbers(making)
    for _, feature in ipairs(making.model.features) do
        local value, count = making.slots[feature.name], 1
        if value == UNSET or value == undef then
            count = 0
        elseif feature.is_list and is_list(value) then
            count = value.n
        end
        local least = feature.identity and math.max(feature.least, 1) or feature.least
        if not feature.derived and count < least then
            local subject = ("feature '%s' of %s"):format(feature.name, making.model.name)
            if least == 1 then
                refuse(subject .. " must have a value")
            end
            refuse(("%s has at least %d values, got %d"):format(subject, least, count))
        end
    end
end

local function finish(making)
    check_numbers(making)
    local seen = {}
    for _, found in ipairs(contained(making)) do
        local held, feature = found[2], found[3]
        if held.container or seen[held] then
            local message = "feature '%s' of %s cannot contain a %s that is part of another instance"
            refuse(message:format(feature.name, making.model.name, held.model.name))
        end
        seen[held] = true
    end
    local made = instance(making)
    for _, found in ipairs(contained(made)) do
        found[2].container = found[2].container or made
    end
    for _, invariant in ipairs(making.model.invariants) do
        local title, owner, logic = invariant[1], invariant[2], invariant[3]
        local given = { meta = making.model.meta }
        if not making.model.by_name[logic.parameter] then
            given[logic.parameter] = given[logic.parameter] or made
        end
        local result = evaluate(logic, variables(making.model, making, logic, given, true))
        if result == false or result == "" then
            refuse(title ~= undef and title or "Illegal invariant")
        elseif is_text(result) then
            refuse(result)
        elseif result ~= undef and result ~= true then
            local message = "invariant must return a String, Boolean or undef, got %s; that of %s is wrong"
            fail(message:format(kind_of(result), owner))
        end
    end
    return made
end

function create(model, given, nested)
    local making = begin(model, nested)
    set_all(making, given)
    return finish(making)
end

--- Makes an instance for logic.
function R.create(name, has_given, given, block)
    local model = R.MODELS[lowered(name)]
    if has_given and is_instance(given) and R.is_a(given.model, name) then
        if block ~= undef then
            fail("An instance of " .. name .. " does not change once it is made")
        end
        return given
    elseif has_given and not is_hash(given) then
        fail(name .. ".new expects a Hash of features, got " .. kind_of(given))
    end
    local making = begin(model, true)
    if has_given then
        set_all(making, given)
    end
    if block ~= undef then
        block(making)
    end
    return finish(making)
end

local function changeable(making)
    if not is_making(making) then
        fail("An instance of " .. making.model.name .. " does not change once it is made")
    end
end

function R.set_feature(making, name, value)
    changeable(making)
    store(making, setable(making, name), value, false)
    return value
end

function R.append_feature(making, name, value)
    changeable(making)
    local feature = setable(making, name)
    if not feature.is_list then
        refuse(("'+=' is for lists, and the feature '%s' of %s is not one"):format(name, making.model.name))
    end
    store(making, feature, is_list(value) and value or list({ value }, 1), true)
    return value
end

--- A feature after a dot.
function R.member(value, name, wrong)
    if (is_instance(value) or is_making(value)) and value.model.by_name[name] then
        return read(value.model, value, name)
    end
    fail(wrong or "Unknown function: '" .. name .. "'.")
end

function R.method(name, value, helper)
    if (is_instance(value) or is_making(value)) and value.model.by_name[name] then
        return read(value.model, value, name)
    end
    return R[helper](value)
end

local function path_of(part, holder)
    local steps = {}
    while part.container do
        for _, found in ipairs(contained(part.container)) do
            if found[2] == part then
                table.insert(steps, 1, found[1])
            end
        end
        part = part.container
    end
    return (root_of(holder) == part and "" or part.model.name) .. "#/" .. table.concat(steps, "/")
end

--- The names and values of an instance that are written: what is set, without what is computed or transient.
function R.written(value)
    local made = {}
    for _, feature in ipairs(value.model.features) do
        local held = value.slots[feature.name]
        local is_empty = is_list(held) and held.n == 0 and not feature.unsettable
        if not feature.transient and held ~= UNSET and not is_empty then
            if feature.target and not feature.containment then
                local function refer(part)
                    return is_instance(part) and setmetatable({ text = path_of(part, value) }, URI) or part
                end
                if is_list(held) then
                    local uris = {}
                    for pos = 1, held.n do
                        uris[pos] = refer(held[pos])
                    end
                    held = list(uris, held.n)
                else
                    held = refer(held)
                end
            end
            made[#made + 1] = { feature.name, held, feature }
        end
    end
    return made
end
