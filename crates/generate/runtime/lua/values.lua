local R = {}

local function kind(name)
    return { __name = name }
end

local LIST, HASH, PATTERN, TYPE, URI, INSTANCE, MAKING, REFUSAL =
    kind("list"), kind("hash"), kind("pattern"), kind("type"), kind("uri"), kind("instance"), kind("making"), kind("refusal")

R.undef = setmetatable({}, kind("undef"))
R.DEFAULT = setmetatable({}, kind("default"))
R.UNSET = setmetatable({}, kind("unset"))
R.PATTERNS, R.TYPES, R.SETS, R.MODELS = {}, {}, {}, {}

local undef, DEFAULT, UNSET = R.undef, R.DEFAULT, R.UNSET

REFUSAL.__tostring = function(refusal)
    return refusal.message
end

--- Refuses an instance, with the reason.
function R.refuse(message)
    error(setmetatable({ message = message, fault = false }, REFUSAL), 0)
end

--- Says that logic could not be evaluated.
function R.fail(message)
    error(setmetatable({ message = message, fault = true }, REFUSAL), 0)
end

local refuse, fail = R.refuse, R.fail

function R.list(items, count)
    items.n = count or #items
    return setmetatable(items, LIST)
end

local list = R.list

local function is_list(value)
    return getmetatable(value) == LIST
end

local function is_hash(value)
    return getmetatable(value) == HASH
end

local function is_text(value)
    return type(value) == "string"
end

local function is_integer(value)
    return math.type(value) == "integer"
end

local function is_float(value)
    return math.type(value) == "float"
end

local function is_number(value)
    return type(value) == "number"
end

local function is_pattern(value)
    return getmetatable(value) == PATTERN
end

local function is_type(value)
    return getmetatable(value) == TYPE
end

local function is_uri(value)
    return getmetatable(value) == URI
end

local function is_instance(value)
    return getmetatable(value) == INSTANCE
end

local function is_making(value)
    return getmetatable(value) == MAKING
end

--- A hash whose keys may be any values, in order: `{ { key, value }, ... }`.
function R.Hash(pairs_given)
    local hash = setmetatable({ order = {}, keys = {}, values = {}, n = 0 }, HASH)
    for _, pair in ipairs(pairs_given or {}) do
        R.put(hash, pair[1], pair[2])
    end
    return hash
end

local Hash = R.Hash

function R.put(hash, key, value)
    local code = R.key_of(key)
    if hash.keys[code] == nil then
        hash.n = hash.n + 1
        hash.order[hash.n] = code
        hash.keys[code] = key
    end
    hash.values[code] = value
end

function R.fetch(hash, key)
    local value = hash.values[R.key_of(key)]
    if value == nil then
        return undef
    end
    return value
end

local function has_key(hash, key)
    return hash.values[R.key_of(key)] ~= nil
end

--- Walks the entries of a hash in order.
local function entries(hash)
    local pos = 0
    return function()
        pos = pos + 1
        local code = hash.order[pos]
        if code ~= nil then
            return hash.keys[code], hash.values[code]
        end
    end
end

local function keys_of(hash)
    local keys = {}
    for key in entries(hash) do
        keys[#keys + 1] = key
    end
    return list(keys)
end

local function values_of(hash)
    local values = {}
    for _, value in entries(hash) do
        values[#values + 1] = value
    end
    return list(values)
end

function R.truth(value)
    return value ~= undef and value ~= false
end

local truth = R.truth

local function joined(parts)
    local made = {}
    for pos, part in ipairs(parts) do
        made[pos] = #part .. ":" .. part
    end
    return table.concat(made)
end

--- What tells a value from others: a text that is the same for the same values alone.
function R.key_of(value)
    if is_text(value) then
        return "s" .. value
    elseif value == undef then
        return "u"
    elseif value == DEFAULT then
        return "d"
    elseif type(value) == "boolean" then
        return value and "bt" or "bf"
    elseif is_integer(value) then
        return "i" .. string.format("%d", value)
    elseif is_float(value) then
        return value == 0.0 and "f0" or "f" .. string.format("%.17g", value)
    elseif is_list(value) then
        local parts = {}
        for pos = 1, value.n do
            parts[pos] = R.key_of(value[pos])
        end
        return "a" .. joined(parts)
    elseif is_hash(value) then
        local parts = {}
        for key, held in entries(value) do
            parts[#parts + 1] = joined({ R.key_of(key), R.key_of(held) })
        end
        table.sort(parts)
        return "h" .. joined(parts)
    elseif is_pattern(value) then
        return "r" .. value.shown
    elseif is_type(value) then
        return "t" .. value.name
    elseif is_uri(value) then
        return "l" .. value.text
    end
    local parts = { value.model.name }
    for _, feature in ipairs(value.model.features) do
        local slot = value.slots[feature.name]
        parts[#parts + 1] = slot == UNSET and "-" or R.key_of(slot)
    end
    return "o" .. joined(parts)
end

local key_of = R.key_of

--- The characters of a text, each a text.
local function characters(text)
    local made, count = {}, 0
    for character in text:gmatch(utf8.charpattern) do
        count = count + 1
        made[count] = character
    end
    return made, count
end

local function length_of(text)
    return utf8.len(text) or #text
end

local lowered = string.lower
do
    -- What is a letter must not depend on where the program runs.
    local table_of = {}
    for code = 65, 90 do
        table_of[string.char(code)] = string.char(code + 32)
    end
    lowered = function(text)
        return (text:gsub("[A-Z]", table_of))
    end
end

local function same_number(one, two)
    return one == two
end

function R.equal(one, two)
    if is_text(one) and is_text(two) then
        return lowered(one) == lowered(two)
    elseif is_number(one) and is_number(two) then
        return same_number(one, two)
    elseif is_list(one) and is_list(two) then
        if one.n ~= two.n then
            return false
        end
        for pos = 1, one.n do
            if not R.equal(one[pos], two[pos]) then
                return false
            end
        end
        return true
    elseif is_hash(one) and is_hash(two) then
        if one.n ~= two.n then
            return false
        end
        for key, value in entries(one) do
            if not R.equal(value, R.fetch(two, key)) then
                return false
            end
        end
        return true
    elseif is_type(one) and is_type(two) then
        fail("types cannot be compared here")
    end
    return key_of(one) == key_of(two)
end

local equal = R.equal

--- The shortest digits that read back equal, and the position of the decimal point.
local function digits_of(number)
    for precision = 0, 16 do
        local text = string.format("%." .. precision .. "e", number)
        if tonumber(text) == number then
            local whole, fraction, power = text:match("^(%d)%.?(%d*)e([+-]%d+)$")
            local digits = (whole .. fraction):gsub("0+$", "")
            return digits == "" and "0" or digits, math.tointeger(tonumber(power)) + 1
        end
    end
    return "0", 1
end

function R.float_text(number)
    if number ~= number then
        return "NaN"
    elseif number == math.huge then
        return "Infinity"
    elseif number == -math.huge then
        return "-Infinity"
    end
    local sign = (number < 0 or 1 / number < 0) and "-" or ""
    local size = math.abs(number)
    if size == 0 then
        return sign .. "0.0"
    end
    local digits, point = digits_of(size)
    if size < 1e-4 or size >= 1e15 then
        local power = point - 1
        local rest = digits:sub(2)
        local mark = power < 0 and "-" or "+"
        return string.format("%s%s.%se%s%02d", sign, digits:sub(1, 1), rest == "" and "0" or rest, mark, math.abs(power))
    elseif point <= 0 then
        return sign .. "0." .. string.rep("0", -point) .. digits
    end
    local whole = digits:sub(1, point) .. string.rep("0", point - #digits)
    local fraction = digits:sub(point + 1)
    return sign .. whole .. "." .. (fraction == "" and "0" or fraction)
end

local float_text = R.float_text

local function mapped(value, how, separator)
    local parts = {}
    for pos = 1, value.n do
        parts[pos] = how(value[pos])
    end
    return table.concat(parts, separator or ", ")
end

local function mapped_entries(hash, how, arrow)
    local parts = {}
    for key, value in entries(hash) do
        parts[#parts + 1] = how(key) .. arrow .. how(value)
    end
    return table.concat(parts, ", ")
end

--- A value as part of a text.
function R.text_of(value)
    if is_text(value) then
        return value
    elseif value == undef then
        return ""
    elseif is_list(value) then
        return "[" .. mapped(value, R.text_of) .. "]"
    elseif is_hash(value) then
        return "{" .. mapped_entries(value, R.text_of, " => ") .. "}"
    elseif is_uri(value) then
        return value.text
    end
    return R.source_of(value)
end

local text_of = R.text_of

local function quoted(text)
    if text:find("[\0-\31]") then
        local marks = { ['"'] = '\\"', ["\\"] = "\\\\", ["$"] = "\\$", ["\t"] = "\\t", ["\n"] = "\\n", ["\r"] = "\\r" }
        return '"' .. text:gsub('[\0-\31"\\$]', function(letter)
            return marks[letter] or string.format("\\u{%X}", letter:byte())
        end) .. '"'
    end
    local shown = {}
    for pos = 1, #text do
        local letter, following = text:sub(pos, pos), text:sub(pos + 1, pos + 1)
        if letter == "'" then
            letter = "\\'"
        elseif letter == "\\" and (following == "" or following == "'" or following == "\\") then
            letter = "\\\\"
        end
        shown[pos] = letter
    end
    return "'" .. table.concat(shown) .. "'"
end

--- A value as it is written in the language.
function R.source_of(value)
    if value == undef then
        return "undef"
    elseif value == DEFAULT then
        return "default"
    elseif type(value) == "boolean" then
        return tostring(value)
    elseif is_integer(value) then
        return string.format("%d", value)
    elseif is_float(value) then
        return float_text(value)
    elseif is_text(value) then
        return quoted(value)
    elseif is_list(value) then
        return "[" .. mapped(value, R.source_of) .. "]"
    elseif is_hash(value) then
        return "{" .. mapped_entries(value, R.source_of, " => ") .. "}"
    elseif is_pattern(value) then
        return value.shown
    elseif is_type(value) then
        return value.name
    elseif is_uri(value) then
        return "URI('" .. value.text .. "')"
    end
    local features = {}
    for _, pair in ipairs(R.written(value)) do
        features[#features + 1] = quoted(pair[1]) .. " => " .. R.source_of(pair[2])
    end
    return value.model.name .. "({" .. table.concat(features, ", ") .. "})"
end

local source_of = R.source_of

--- A value as Ruby shows it.
local function inspected(value)
    if value == undef then
        return "nil"
    elseif value == DEFAULT then
        return ":default"
    elseif is_text(value) then
        local marks = {
            ["\n"] = "n", ["\t"] = "t", ["\r"] = "r", ["\27"] = "e", ["\7"] = "a", ["\8"] = "b", ["\11"] = "v", ["\12"] = "f",
        }
        local letters, count = characters(value)
        local shown = {}
        for pos = 1, count do
            local letter, following = letters[pos], letters[pos + 1] or ""
            local code = utf8.codepoint(letter)
            if marks[letter] then
                letter = "\\" .. marks[letter]
            elseif letter == '"' or letter == "\\" or letter == "#" and following:find("^[{$@]") then
                letter = "\\" .. letter
            elseif code < 32 or code >= 127 and code <= 159 or code == 0x2028 or code == 0x2029 then
                letter = string.format("\\u%04X", code)
            end
            shown[pos] = letter
        end
        return '"' .. table.concat(shown) .. '"'
    elseif is_list(value) then
        return "[" .. mapped(value, inspected) .. "]"
    elseif is_hash(value) then
        return "{" .. mapped_entries(value, inspected, "=>") .. "}"
    end
    return text_of(value)
end

local function ruby_text(value)
    if is_list(value) or is_hash(value) then
        return inspected(value)
    end
    return text_of(value)
end

--- What messages call a value.
local function label(value)
    if value == undef then
        return "Undef Value"
    elseif type(value) == "boolean" then
        return "Boolean"
    elseif is_integer(value) then
        return "Integer"
    elseif is_float(value) then
        return "Float"
    elseif is_text(value) then
        return "String"
    elseif is_list(value) then
        return "Array"
    elseif is_hash(value) then
        return "Hash"
    elseif is_pattern(value) then
        return "Regexp"
    elseif is_type(value) then
        return value.name .. "-Type"
    end
    return "Object"
end

local function article(name)
    return name:find("^[aeiouyAEIOUY]") and "an" or "a"
end

local function with_article(value)
    local name = label(value)
    return article(name) .. " " .. name
end
