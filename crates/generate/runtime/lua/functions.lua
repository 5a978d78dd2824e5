local function misused(name, ...)
    local kinds = {}
    for pos, value in ipairs({ ... }) do
        kinds[pos] = kind_of(value)
    end
    fail("'" .. name .. "' cannot be called with " .. table.concat(kinds, ", "))
end

--- Walks a value: its elements, each with its key where it has one.
local function walk(name, value)
    if is_hash(value) then
        return entries(value)
    end
    local items, count = value, 0
    if is_list(value) then
        count = value.n
    elseif is_text(value) then
        items, count = characters(value)
    elseif is_integer(value) and value >= 0 then
        items, count = nil, value
    else
        misused(name, value)
    end
    local pos = 0
    return function()
        if pos < count then
            pos = pos + 1
            return UNSET, items == nil and pos - 1 or items[pos]
        end
    end
end

local function together(key, held)
    if key == UNSET then
        return held
    end
    return list({ key, held }, 2)
end

--- Walks a value with what a block says of each element.
local function answers(name, value, parameters, block)
    local following, pos = walk(name, value), -1
    return function()
        local key, held = following()
        if key == nil then
            return nil
        end
        pos = pos + 1
        if parameters == 1 then
            return key, held, block(together(key, held))
        end
        return key, held, block(key == UNSET and pos or key, held)
    end
end

function R.f_all(value, parameters, block)
    for _, _, answer in answers("all", value, parameters, block) do
        if not truth(answer) then
            return false
        end
    end
    return true
end

function R.f_any(value, parameters, block)
    for _, _, answer in answers("any", value, parameters, block) do
        if truth(answer) then
            return true
        end
    end
    return false
end

function R.f_each(value, parameters, block)
    for _ in answers("each", value, parameters, block) do
    end
    return value
end

function R.f_map(value, parameters, block)
    local made = {}
    for _, _, answer in answers("map", value, parameters, block) do
        made[#made + 1] = answer
    end
    return list(made)
end

local function picked(name, value, parameters, block, wanted)
    local kept, made = Hash(), {}
    for key, held, answer in answers(name, value, parameters, block) do
        if truth(answer) == wanted then
            if key == UNSET then
                made[#made + 1] = held
            else
                R.put(kept, key, held)
            end
        end
    end
    return is_hash(value) and kept or list(made)
end

function R.f_filter(value, parameters, block)
    return picked("filter", value, parameters, block, true)
end

function R.f_reject(value, parameters, block)
    return picked("reject", value, parameters, block, false)
end

function R.f_reduce(value, memo, block)
    for key, held in walk("reduce", value) do
        if memo == UNSET then
            memo = together(key, held)
        else
            memo = block(memo, together(key, held))
        end
    end
    return memo == UNSET and undef or memo
end

function R.f_abs(value)
    if is_text(value) then
        if not value:find("^%-?%d+$") and not value:find("^%-?%d+%.%d+$") then
            fail("abs(): Requires float or integer to work with - was given non decimal string")
        end
        local number = tonumber(value)
        if not value:find(".", 1, true) and math.type(number) ~= "integer" then
            fail("abs(): " .. value .. " is outside Integer's range")
        end
        value = number
    end
    if not is_number(value) then
        misused("abs", value)
    elseif is_integer(value) and value == math.mininteger then
        fail(("abs(): the absolute value of %d is outside Integer's range"):format(value))
    end
    return math.abs(value)
end

local function whole_of(name, number)
    if number >= -0x1p63 and number < 0x1p63 then
        return math.tointeger(number)
    end
    fail(name .. "(): " .. float_text(number) .. " is outside Integer's range")
end

local function float_in(name, text)
    local digits = text:match("^[ \t\n\v\f\r]*(.-)[ \t\n\v\f\r]*$")
    while digits:find("%x_%x") do
        digits = digits:gsub("(%x)_(%x)", "%1%2")
    end
    local sign, rest = digits:match("^([+-]?)(.*)$")
    local number
    if rest:find("^0[xX]%x+$") then
        number = 0.0
        for digit in rest:sub(3):gmatch("%x") do
            number = number * 16 + tonumber(digit, 16)
        end
    else
        local mantissa = rest:match("^(.-)[eE][+-]?%d+$") or rest
        if mantissa:find("^%d+$") or mantissa:find("^%d*%.%d+$") then
            number = tonumber(rest) + 0.0
        end
    end
    if not number then
        fail(name .. "(): cannot convert given value to a floating point value.")
    end
    return sign == "-" and -number or number
end

local function rounded(name, value, how)
    if is_text(value) then
        value = float_in(name, value)
    end
    if not is_number(value) then
        misused(name, value)
    elseif is_integer(value) then
        return value
    elseif value ~= value or value == math.huge or value == -math.huge then
        whole_of(name, value)
    end
    return whole_of(name, how(value) + 0.0)
end

function R.f_floor(value)
    return rounded("floor", value, math.floor)
end

function R.f_ceiling(value)
    return rounded("ceiling", value, math.ceil)
end

function R.f_round(value)
    if not is_number(value) then
        misused("round", value)
    end
    local number = value + 0.0
    number = number > 0 and number + 0.5 or number - 0.5
    if number ~= number or number == math.huge or number == -math.huge then
        whole_of("round", number)
    end
    return whole_of("round", number < 0 and math.ceil(number) + 0.0 or math.floor(number) + 0.0)
end

local function each_text(name, value, change)
    if is_text(value) then
        return change(value)
    elseif is_number(value) then
        return value
    elseif not is_list(value) then
        misused(name, value)
    end
    local made, texts, numbers = {}, false, false
    for pos = 1, value.n do
        local held = value[pos]
        texts, numbers = texts or is_text(held), numbers or is_number(held)
        if held ~= undef and not is_text(held) and not is_number(held) or texts and numbers then
            misused(name, value)
        end
        made[pos] = is_text(held) and change(held) or held
    end
    if value.n > 0 and not texts and not numbers then
        misused(name, value)
    end
    return list(made, value.n)
end

function R.f_capitalize(value)
    return each_text("capitalize", value, capitalized)
end

function R.f_strip(value)
    return each_text("strip", value, function(text)
        return (text:gsub("^[%z\t-\r ]+", ""):gsub("[%z\t-\r ]+$", ""))
    end)
end

function R.f_lstrip(value)
    return each_text("lstrip", value, function(text)
        return (text:gsub("^[%z\t-\r ]+", ""))
    end)
end

function R.f_rstrip(value)
    return each_text("rstrip", value, function(text)
        return (text:gsub("[%z\t-\r ]+$", ""))
    end)
end

local function cased(name, value, change)
    if is_text(value) then
        return change(value)
    elseif is_number(value) then
        return value
    elseif is_list(value) then
        local made = {}
        for pos = 1, value.n do
            made[pos] = cased(name, value[pos], change)
        end
        return list(made, value.n)
    elseif is_hash(value) then
        local made = Hash()
        for key, held in entries(value) do
            R.put(made, cased(name, key, change), cased(name, held, change))
        end
        return made
    end
    misused(name, value)
end

function R.f_downcase(value)
    return cased("downcase", value, lower_letters)
end

function R.f_upcase(value)
    return cased("upcase", value, upper_letters)
end

function R.f_empty(value)
    if value == undef then
        return true
    elseif is_list(value) or is_hash(value) then
        return value.n == 0
    elseif is_text(value) then
        return value == ""
    elseif is_number(value) then
        return false
    end
    misused("empty", value)
end

function R.f_length(value)
    if is_list(value) or is_hash(value) then
        return value.n
    elseif is_text(value) then
        return length_of(value)
    end
    misused("length", value)
end

function R.f_flatten(values)
    return flat(values)
end

function R.f_join(values, delimiter)
    delimiter = delimiter == UNSET and "" or delimiter
    if not is_list(values) or not is_text(delimiter) then
        misused("join", values, delimiter)
    end
    return mapped(values, function(held)
        if is_list(held) then
            return R.f_join(held, delimiter)
        end
        return held == undef and "" or ruby_text(held)
    end, delimiter)
end

function R.f_keys(value)
    if not is_hash(value) then
        misused("keys", value)
    end
    return keys_of(value)
end

function R.f_values(value)
    if not is_hash(value) then
        misused("values", value)
    end
    return values_of(value)
end

local function looks_numeric(text)
    return text:find("^%-?%d+$") or text:find("^%-?%d+[._eE]%d+$")
end

local function by_text(one, two)
    local left, right = ruby_text(one), ruby_text(two)
    if looks_numeric(left) and looks_numeric(right) then
        left, right = tonumber((left:gsub("_", ""))) + 0.0, tonumber((right:gsub("_", ""))) + 0.0
        return left < right and -1 or left > right and 1 or 0
    end
    return bytes_order(left, right)
end

local function best(name, values, block, wanted)
    if values.n == 1 and is_list(values[1]) then
        values = values[1]
    end
    if values.n == 0 then
        if block == undef then
            fail(name .. "(): Wrong number of arguments need at least one")
        end
        return undef
    end
    local numbers = true
    for pos = 1, values.n do
        numbers = numbers and is_number(values[pos])
    end
    local found = values[1]
    for pos = 2, values.n do
        local value, answer = values[pos], nil
        if block ~= undef then
            answer = block(value, found)
            if not is_number(answer) or answer ~= answer then
                fail("the block of '" .. name .. "' must return a number")
            end
        elseif numbers then
            answer = value < found and -1 or value > found and 1 or 0
        else
            answer = by_text(value, found)
        end
        if wanted > 0 and answer > 0 or wanted < 0 and answer < 0 then
            found = value
        end
    end
    return found
end

function R.f_max(values, block)
    return best("max", values, block, 1)
end

function R.f_min(values, block)
    return best("min", values, block, -1)
end

function R.f_unique(value, block)
    local function measure(held)
        if block == undef then
            return key_of(held)
        end
        return key_of(block(held))
    end
    local seen, made = {}, {}
    if is_hash(value) then
        for key, held in entries(value) do
            local mark = measure(held)
            local group = seen[mark]
            if not group then
                group = { keys = {}, values = {}, known = {} }
                seen[mark] = group
                made[#made + 1] = group
            end
            group.keys[#group.keys + 1] = key
            if not group.known[key_of(held)] then
                group.known[key_of(held)] = true
                group.values[#group.values + 1] = held
            end
        end
        local hash = Hash()
        for _, group in ipairs(made) do
            R.put(hash, list(group.keys), list(group.values))
        end
        return hash
    end
    if is_integer(value) then
        R.no_longer_than_allowed(value)
    end
    for _, held in walk("unique", value) do
        local mark = measure(held)
        if not seen[mark] then
            seen[mark] = true
            made[#made + 1] = held
        end
    end
    return is_text(value) and table.concat(made) or list(made)
end

local function cut(letters, start, stop)
    return table.concat(letters, "", start, stop - 1)
end

function R.f_split(text, pattern)
    if not is_text(text) then
        misused("split", text)
    end
    local letters, count = characters(text)
    local fields, field, from, stepped = {}, 1, 1, false
    while from and from <= count + 1 do
        local start, stop, groups = search(pattern, text, from)
        if not start then
            break
        end
        if start == stop and start == from and not stepped then
            stepped = true
            from = from <= count and from + 1 or nil
        else
            fields[#fields + 1] = cut(letters, field, start)
            field, from, stepped = stop, stop, false
            for number = 1, groups.n do
                if groups[number] ~= undef then
                    fields[#fields + 1] = groups[number]
                end
            end
        end
    end
    fields[#fields + 1] = cut(letters, field, count + 1)
    while #fields > 0 and fields[#fields] == "" do
        fields[#fields] = nil
    end
    return list(fields)
end

local function expanded(template, letters, count, start, stop, groups)
    local made, pos = {}, 1
    while pos <= #template do
        local letter, mark = template:sub(pos, pos), template:sub(pos + 1, pos + 1)
        local part, taken = letter, 1
        if letter == "\\" then
            taken = 2
            if mark:find("^%d$") then
                local number = tonumber(mark)
                part = number <= groups.n and groups[number] or ""
                part = part == undef and "" or part
            elseif mark == "&" then
                part = groups[0]
            elseif mark == "`" then
                part = cut(letters, 1, start)
            elseif mark == "'" then
                part = cut(letters, stop, count + 1)
            elseif mark == "\\" then
                part = "\\"
            elseif mark == "k" and template:find("^k<[^>]*>", pos + 1) then
                fail("'\\k<...>' in a replacement cannot be used here")
            else
                taken = 1
            end
        end
        made[#made + 1] = part
        pos = pos + taken
    end
    return table.concat(made)
end

function R.f_regsubst(target, pattern, replacement, every)
    if is_list(target) then
        local made = {}
        for pos = 1, target.n do
            if not is_text(target[pos]) then
                misused("regsubst", target)
            end
        end
        for pos = 1, target.n do
            made[pos] = R.f_regsubst(target[pos], pattern, replacement, every)
        end
        return list(made, target.n)
    end
    local is_table = is_hash(replacement)
    if is_table then
        for key, held in entries(replacement) do
            is_table = is_table and is_text(key) and is_text(held)
        end
    end
    if not is_text(target) or not is_text(replacement) and not is_table then
        misused("regsubst", target, replacement)
    end
    local letters, count = characters(target)
    local made, copied, from, size = {}, 1, 1, 0
    while from <= count + 1 do
        local start, stop, groups = search(pattern, target, from)
        if not start then
            break
        end
        made[#made + 1] = cut(letters, copied, start)
        if is_table then
            local held = R.fetch(replacement, groups[0])
            made[#made + 1] = held == undef and "" or held
        else
            made[#made + 1] = expanded(replacement, letters, count, start, stop, groups)
        end
        size = size + #made[#made]
        R.no_longer_than_allowed(size)
        copied = stop
        from = stop == start and stop + 1 or stop
        if not every then
            break
        end
    end
    made[#made + 1] = cut(letters, copied, count + 1)
    return table.concat(made)
end

do
    local function read_integer(text, radix)
        local sign, digits = text:match("^%s*([+-]?)[ \t]*(.-)$")
        local prefix = digits:sub(1, 2):lower()
        if radix == undef then
            radix = prefix == "0x" and 16 or prefix == "0b" and 2 or #digits > 1 and digits:sub(1, 1) == "0" and 8 or 10
        end
        if radix == 16 and prefix == "0x" or radix == 2 and prefix == "0b" then
            digits = digits:sub(3)
        end
        local number = 0
        if digits == "" then
            fail("invalid value for Integer(): " .. inspected(text))
        end
        for letter in digits:gmatch(".") do
            local digit = tonumber(letter, 36)
            if not letter:find("%w") or not digit or digit >= radix then
                fail("invalid value for Integer(): " .. inspected(text))
            end
            -- Negative numbers reach further.
            if number < (math.mininteger + digit) // radix + ((math.mininteger + digit) % radix == 0 and 0 or 1) then
                fail(text .. " is outside Integer's range of -9223372036854775808 to 9223372036854775807")
            end
            number = number * radix - digit
        end
        if sign ~= "-" then
            if number == math.mininteger then
                fail(text .. " is outside Integer's range of -9223372036854775808 to 9223372036854775807")
            end
            number = -number
        end
        return number
    end

    local function is_integer_text(text)
        local digits = text:match("^[+-]?%s*(.*)$")
        return digits:find("^%d+$") or digits:find("^0[xX]%x+$") or digits:find("^0[bB][01]+$")
    end

    local function is_float_text(text)
        local digits = text:match("^[+-]?%s*(.*)$")
        if digits:find("^0[xX]%x+$") or digits:find("^0[0-7]+$") or digits:find("^0[bB][01]+$") then
            return true
        end
        local mantissa = digits:match("^(.-)[eE]%-?%d+$") or digits
        local whole = mantissa:match("^(%d+)%.%d+$") or mantissa:match("^(%d+)$")
        return whole ~= nil and (whole == "0" or not whole:find("^0"))
    end

    local function string_of(value)
        if value == undef then
            return ""
        elseif is_float(value) and math.abs(value) ~= math.huge then
            return string.format("%f", value)
        end
        return source_of(value)
    end

    --- The number of a text for Float.
    local function real_of(text)
        if text:find("^0[bB]") then
            return read_integer(text, 2) + 0.0
        end
        local sign, digits = text:match("^%s*([+-]?)[ \t]*(.-)$")
        local number
        if digits:find("^0[xX]%x+$") then
            number = 0.0
            for digit in digits:sub(3):gmatch("%x") do
                number = number * 16 + tonumber(digit, 16)
            end
        elseif digits:find("^%d") and not digits:find("^0[bB]") then
            number = tonumber(digits) + 0.0
        else
            fail("invalid value for Float(): " .. inspected(text))
        end
        return sign == "-" and -number or number
    end

    --- The number of a text for Numeric; undef for some that look like one.
    local function numeric_of(text)
        local digits = text:match("^[+-]*[ \t]*(.-)$")
        local small = digits:lower()
        local is_binary = small:find("^0b") ~= nil
        if not digits:find("^%d") or is_binary and digits ~= text then
            return undef
        elseif is_binary or small:find("^0x") or not small:find("[.e]") then
            return read_integer(text, undef)
        end
        local mantissa, exponent = small:match("^(.-)e(.*)$")
        if exponent and exponent ~= "" and not mantissa:find("[^0.]") then
            return undef
        end
        local number = real_of(text)
        return math.abs(number) == math.huge and undef or number
    end

    local function converted(kind, value, radix)
        local function wrong()
            fail("Value of type " .. kind_of(value) .. " cannot be converted to " .. kind)
        end
        if kind == "String" then
            return is_text(value) and value or string_of(value)
        elseif type(value) == "boolean" then
            if kind == "Boolean" then
                return value
            end
            local number = value and 1 or 0
            return kind == "Float" and number + 0.0 or number
        elseif kind == "Boolean" then
            local words = { ["true"] = true, yes = true, y = true, ["false"] = false, no = false, n = false }
            if is_number(value) then
                return value ~= 0
            elseif is_text(value) and words[lowered(value)] ~= nil then
                return words[lowered(value)]
            end
            wrong()
        elseif kind == "Integer" then
            if is_integer(value) then
                return value
            elseif is_float(value) then
                return whole_of("Integer", value < 0 and math.ceil(value) + 0.0 or math.floor(value) + 0.0)
            elseif is_text(value) and is_integer_text(value) then
                return read_integer(value, radix)
            end
            wrong()
        elseif is_number(value) then
            return kind == "Numeric" and value or value + 0.0
        elseif not is_text(value) or not is_float_text(value) then
            wrong()
        end
        return kind == "Float" and real_of(value) or numeric_of(value)
    end

    function R.convert(kind, wanted, value, radix)
        if radix == undef and is_of(wanted.code, value) then
            return value
        end
        local made = converted(kind, value, radix)
        local reason = explain("Converted value from " .. kind .. ".new()", wanted, made)
        if reason then
            fail(reason)
        end
        return made
    end
end
