--- A type of data, and the words that values are refused with.
function R.Type(code, name, words, parts)
    return setmetatable({ code = code, name = name, words = words, parts = parts }, TYPE)
end

local has = {}

local function is_of(code, value)
    local test = has[code[1]]
    return test ~= nil and test(code, value)
end

local function is_data(value)
    if is_list(value) then
        for pos = 1, value.n do
            if not is_data(value[pos]) then
                return false
            end
        end
        return true
    elseif is_hash(value) then
        for key, held in entries(value) do
            if not is_text(key) or not is_data(held) then
                return false
            end
        end
        return true
    end
    return value == undef or is_text(value) or is_number(value) or type(value) == "boolean"
end

local function is_scalar(value)
    return is_text(value) or is_number(value) or type(value) == "boolean"
end

function has.Any()
    return true
end
function has.Text(code, value)
    if not is_text(value) then
        return false
    elseif code[2] == 0 and code[3] == math.maxinteger then
        return true
    end
    local length = length_of(value)
    return code[2] <= length and length <= code[3]
end
function has.Integer(code, value)
    return is_integer(value) and code[2] <= value and value <= code[3]
end
function has.Float(code, value)
    return is_float(value) and code[2] <= value and value <= code[3]
end
function has.Boolean(code, value)
    return type(value) == "boolean" and (code[2] == undef or code[2] == value)
end
function has.Enum(code, value)
    if not is_text(value) then
        return false
    end
    for _, word in ipairs(code[3]) do
        if word == value or code[2] and lowered(word) == lowered(value) then
            return true
        end
    end
    return false
end
function has.Pattern(code, value)
    if not is_text(value) then
        return false
    elseif #code[2] == 0 then
        return true
    end
    for _, number in ipairs(code[2]) do
        if search(R.PATTERNS[number], value, 1) then
            return true
        end
    end
    return false
end
function has.Exact(code, value)
    return value == code[2]
end
function has.Undef(_, value)
    return value == undef
end
function has.Default(_, value)
    return value == DEFAULT
end
function has.Numeric(_, value)
    return is_number(value)
end
function has.ScalarData(_, value)
    return is_scalar(value)
end
function has.Scalar(_, value)
    return is_scalar(value) or is_pattern(value)
end
function has.Regexp(_, value)
    return is_pattern(value)
end
function has.Uri(_, value)
    return is_uri(value)
end
function has.Data(_, value)
    return is_data(value)
end
function has.Collection(code, value)
    return (is_list(value) or is_hash(value)) and code[2] <= value.n and value.n <= code[3]
end
function has.Array(code, value)
    if not is_list(value) or value.n < code[3] or value.n > code[4] then
        return false
    end
    for pos = 1, value.n do
        if not is_of(code[2], value[pos]) then
            return false
        end
    end
    return true
end
function has.Hash(code, value)
    if not is_hash(value) or value.n < code[4] or value.n > code[5] then
        return false
    end
    for key, held in entries(value) do
        if not is_of(code[2], key) or not is_of(code[3], held) then
            return false
        end
    end
    return true
end
function has.Tuple(code, value)
    if not is_list(value) or value.n < code[3] or value.n > code[4] then
        return false
    end
    local types = code[2]
    for pos = 1, #types > 0 and value.n or 0 do
        if not is_of(types[math.min(pos, #types)], value[pos]) then
            return false
        end
    end
    return true
end
function has.Struct(code, value)
    if not is_hash(value) then
        return false
    end
    local known = 0
    for _, member in ipairs(code[2]) do
        if has_key(value, member[1]) then
            known = known + 1
            if not is_of(member[3], R.fetch(value, member[1])) then
                return false
            end
        elseif not member[2] then
            return false
        end
    end
    return known == value.n
end
function has.Variant(code, value)
    for _, member in ipairs(code[2]) do
        if is_of(member, value) then
            return true
        end
    end
    return false
end
function has.Optional(code, value)
    return value == undef or is_of(code[2], value)
end
function has.NotUndef(code, value)
    return value ~= undef and is_of(code[2], value)
end
function has.Object(code, value)
    return is_instance(value) and R.is_a(value.model, code[2])
end
function has.Reference(code, value)
    return is_of(R.TYPES[code[2]].code, value)
end

local kind_of, explain

do
    local inferred, common

    local function common_of(values)
        local found = { "Unit" }
        for pos = 1, values.n do
            found = common(found, inferred(values[pos]))
        end
        return found
    end

    function inferred(value)
        if value == undef then
            return { "Undef" }
        elseif value == DEFAULT then
            return { "Default" }
        elseif type(value) == "boolean" then
            return { "Boolean", value }
        elseif is_integer(value) then
            return { "Integer", value, value }
        elseif is_float(value) then
            return { "Float", value, value }
        elseif is_text(value) then
            return { "Exact", value }
        elseif is_list(value) then
            return { "Array", common_of(value) }
        elseif is_hash(value) then
            if value.n == 0 then
                return { "EmptyHash" }
            end
            return { "Hash", common_of(keys_of(value)), common_of(values_of(value)) }
        elseif is_pattern(value) then
            return { "Regexp", value.shown }
        elseif is_type(value) then
            return { "Type", value.name }
        elseif is_uri(value) then
            return { "URI" }
        end
        return { "Object", value.model.name }
    end

    local function same(one, two)
        if type(one) ~= "table" or type(two) ~= "table" then
            return one == two
        elseif #one ~= #two then
            return false
        end
        for pos = 1, #one do
            if not same(one[pos], two[pos]) then
                return false
            end
        end
        return true
    end

    local function words(kind)
        local found = {}
        for pos = 2, #kind do
            found[kind[pos]] = true
        end
        return found
    end

    local function takes(one, two)
        local kind, other = one[1], two[1]
        if kind == "Any" or same(one, two) then
            return true
        elseif (kind == "Integer" or kind == "Float") and kind == other then
            return one[2] <= two[2] and two[3] <= one[3]
        elseif kind == "Enum" and (other == "Exact" or other == "Enum") then
            local known = words(one)
            for pos = 2, #two do
                if not known[two[pos]] then
                    return false
                end
            end
            return true
        elseif kind == "Array" and other == "Array" then
            return two[2][1] == "Unit" or takes(one[2], two[2])
        elseif kind == "Hash" and other == "EmptyHash" then
            return true
        elseif kind == "Hash" and other == "Hash" then
            return takes(one[2], two[2]) and takes(one[3], two[3])
        elseif kind == "Numeric" then
            return other == "Integer" or other == "Float"
        elseif kind == "ScalarData" then
            return other == "Integer" or other == "Float" or other == "Numeric" or other == "Exact" or other == "Enum" or other == "Boolean"
        elseif kind == "Scalar" then
            return takes({ "ScalarData" }, two) or other == "ScalarData" or other == "Regexp"
        elseif kind == "Data" then
            if other == "Array" then
                return two[2][1] == "Unit" or takes(one, two[2])
            elseif other == "Hash" then
                return (two[2][1] == "Exact" or two[2][1] == "Enum") and takes(one, two[3])
            end
            return takes({ "ScalarData" }, two) or other == "ScalarData" or other == "Undef" or other == "EmptyHash"
        elseif kind == "RichData" then
            if other == "Array" then
                return two[2][1] == "Unit" or takes(one, two[2])
            elseif other == "Hash" then
                return takes(one, two[3])
            end
            local rich = { Data = true, Scalar = true, Regexp = true, Default = true, Type = true, URI = true, Object = true }
            return takes({ "Data" }, two) or rich[other] == true
        end
        return false
    end

    function common(one, two)
        if one[1] == "Undef" or one[1] == "Unit" then
            return two
        elseif two[1] == "Undef" or two[1] == "Unit" then
            return one
        elseif takes(one, two) then
            return one
        elseif takes(two, one) then
            return two
        end
        local kind, other = one[1], two[1]
        if kind == other and (kind == "Integer" or kind == "Float") then
            return { kind, math.min(one[2], two[2]), math.max(one[3], two[3]) }
        elseif kind == "Array" and other == "Array" then
            return { "Array", common(one[2], two[2]) }
        elseif kind == "Hash" and other == "Hash" then
            return { "Hash", common(one[2], two[2]), common(one[3], two[3]) }
        elseif (kind == "Exact" or kind == "Enum") and (other == "Exact" or other == "Enum") then
            local made, known = { "Enum" }, words(one)
            table.move(one, 2, #one, 2, made)
            for pos = 2, #two do
                if not known[two[pos]] then
                    made[#made + 1] = two[pos]
                end
            end
            return made
        elseif kind == "Regexp" and other == "Regexp" then
            return { "Regexp", undef }
        end
        for _, family in ipairs({ "Numeric", "ScalarData", "Scalar", "Data", "RichData" }) do
            if takes({ family }, one) and takes({ family }, two) then
                return { family }
            end
        end
        return { "Any" }
    end

    local function shown(kind)
        local name = kind[1]
        if name == "Exact" then
            return "String"
        elseif name == "Enum" then
            local least, most = math.maxinteger, 0
            for pos = 2, #kind do
                local length = length_of(kind[pos])
                least, most = math.min(least, length), math.max(most, length)
            end
            return string.format("String[%d, %d]", least, most)
        elseif name == "EmptyHash" then
            return "Hash[0, 0]"
        elseif name == "Array" then
            return kind[2][1] == "Any" and "Array" or "Array[" .. shown(kind[2]) .. "]"
        elseif name == "Hash" then
            return "Hash[" .. shown(kind[2]) .. ", " .. shown(kind[3]) .. "]"
        elseif name == "Regexp" then
            return kind[2] == undef and "Regexp" or "Regexp[" .. kind[2] .. "]"
        elseif name == "Type" then
            return "Type[" .. kind[2] .. "]"
        elseif name == "Object" then
            return kind[2]
        end
        return name
    end

    --- The type of a value in a few words.
    function kind_of(value)
        return shown(inferred(value))
    end
end

do
    local described

    local function kind_word(value)
        if value == undef then
            return "undef"
        elseif type(value) == "boolean" then
            return value and "true" or "false"
        elseif is_integer(value) then
            return "integer"
        elseif is_float(value) then
            return "float"
        elseif is_text(value) then
            return "text"
        elseif is_list(value) then
            return value.n > 0 and "list" or "empty_list"
        elseif is_hash(value) then
            if value.n == 0 then
                return "empty_hash"
            end
            for key in entries(value) do
                if not is_text(key) or key == "" then
                    return "hash"
                end
            end
            return "struct"
        end
        return "other"
    end

    local function add(lines, more)
        table.move(more, 1, #more, #lines + 1, lines)
    end

    local function wrong_size(subject, least, most, count)
        local wanted
        if least == most then
            wanted = string.format("%d", least)
        elseif most == math.maxinteger then
            wanted = least == 0 and "unlimited" or string.format("at least %d", least)
        else
            wanted = least == 0 and string.format("at most %d", most) or string.format("between %d and %d", least, most)
        end
        return { string.format("%s expects size to be %s, got %d", subject, wanted, count) }
    end

    local inside = {}

    function inside.Array(subject, wanted, code, value)
        if value.n < code[3] or value.n > code[4] then
            return wrong_size(subject, code[3], code[4], value.n)
        end
        local element, lines = R.TYPES[wanted.parts.element], {}
        for pos = 1, value.n do
            if not is_of(element.code, value[pos]) then
                add(lines, described(string.format("%s index %d", subject, pos - 1), element, value[pos]))
            end
        end
        return lines
    end

    function inside.Tuple(subject, wanted, code, value)
        if value.n < code[3] or value.n > code[4] then
            return wrong_size(subject, code[3], code[4], value.n)
        end
        local lines = {}
        for pos = 1, value.n do
            local number = math.min(pos, #code[2]) - 1
            local part = R.TYPES[wanted.parts[tostring(number)]]
            if not is_of(part.code, value[pos]) then
                add(lines, described(string.format("%s index %d", subject, number), part, value[pos]))
            end
        end
        return lines
    end

    function inside.Hash(subject, wanted, code, value)
        if value.n < code[4] or value.n > code[5] then
            return wrong_size(subject, code[4], code[5], value.n)
        end
        local keys, values, lines = R.TYPES[wanted.parts.key], R.TYPES[wanted.parts.value], {}
        for key, held in entries(value) do
            if not is_of(keys.code, key) then
                add(lines, described(subject .. " key of entry '" .. key .. "'", keys, key))
            end
            if not is_of(values.code, held) then
                add(lines, described(subject .. " entry '" .. key .. "'", values, held))
            end
        end
        return lines
    end

    function inside.Struct(subject, wanted, code, value)
        local lines, known = {}, {}
        for _, member in ipairs(code[2]) do
            local name = member[1]
            known[name] = true
            if has_key(value, name) then
                local part = R.TYPES[wanted.parts[name]]
                if not is_of(part.code, R.fetch(value, name)) then
                    add(lines, described(subject .. " entry '" .. name .. "'", part, R.fetch(value, name)))
                end
            elseif not member[2] then
                lines[#lines + 1] = subject .. " expects a value for key '" .. name .. "'"
            end
        end
        for key in entries(value) do
            if not known[key] then
                lines[#lines + 1] = subject .. " unrecognized key '" .. key .. "'"
            end
        end
        return lines
    end

    local function put(text, mark, value)
        return (text:gsub(mark, function()
            return value
        end))
    end

    function described(subject, wanted, value)
        local code = wanted.code
        while code[1] == "Reference" do
            code = R.TYPES[code[2]].code
        end
        local word = kind_word(value)
        local is_sequence = code[1] == "Array" or code[1] == "Tuple"
        if word == "list" and is_sequence or word == "struct" and not is_sequence and inside[code[1]] then
            return inside[code[1]](subject, wanted, code, value)
        end
        if word == "hash" and (code[1] == "Hash" or code[1] == "Struct") then
            local least, most = code[4], code[5]
            if code[1] == "Struct" then
                least, most = 0, #code[2]
                for _, member in ipairs(code[2]) do
                    least = member[2] and least or least + 1
                end
            end
            if value.n < least or value.n > most then
                return wrong_size(subject, least, most, value.n)
            end
        end
        local text = wanted.words[word]
        if text == nil then
            return { subject .. " expects a value of type " .. wanted.name .. ", got " .. kind_of(value) }
        end
        local lines = {}
        for line in (text:gsub("^ ", "") .. "\n  "):gmatch("(.-)\n  ") do
            lines[#lines + 1] = put(put(line, "\2", subject), "\1", text_of(value))
        end
        return lines
    end

    --- Why a value is not of a type; nothing where it is.
    function explain(subject, wanted, value)
        if is_of(wanted.code, value) then
            return nil
        end
        local lines = described(subject, wanted, value)
        return #lines == 1 and lines[1] or " " .. table.concat(lines, "\n  ")
    end
end
