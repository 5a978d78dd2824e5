-- JSON, and what programs call.
local json = {}

do
    local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
    local MAX_DEPTH = 200

    local function wrong(pos)
        refuse(("the JSON text is wrong at its byte %d"):format(pos))
    end

    local function skip(text, pos)
        return text:find("[^ \t\r\n]", pos) or #text + 1
    end

    local function text_at(text, pos)
        local parts = {}
        pos = pos + 1
        while true do
            local stop = text:find('["\\%c]', pos)
            if not stop then
                wrong(pos)
            end
            parts[#parts + 1] = text:sub(pos, stop - 1)
            local letter = text:sub(stop, stop)
            if letter == '"' then
                return table.concat(parts), stop + 1
            elseif letter ~= "\\" then
                if letter ~= "\127" then
                    wrong(stop)
                end
                parts[#parts + 1] = letter
                pos = stop + 1
            else
                local mark = text:sub(stop + 1, stop + 1)
                if mark == "u" then
                    local code = tonumber(text:match("^%x%x%x%x", stop + 2) or wrong(stop), 16)
                    pos = stop + 6
                    if code >= 0xD800 and code <= 0xDBFF then
                        local low = tonumber(text:match("^\\u(%x%x%x%x)", pos) or wrong(stop), 16)
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                        pos = pos + 6
                    end
                    parts[#parts + 1] = utf8.char(code)
                else
                    parts[#parts + 1] = escapes[mark] or wrong(stop)
                    pos = stop + 2
                end
            end
        end
    end

    local function number_at(text, pos)
        local digits = text:match("^%-?%d+%.?%d*[eE]?[+-]?%d*", pos)
        local number = digits and tonumber(digits)
        if not number then
            wrong(pos)
        elseif digits:find("^%-?%d+$") and math.type(number) ~= "integer" then
            refuse(digits .. " is outside Integer's range")
        end
        return number, pos + #digits
    end

    local value_at

    local function list_at(text, pos, depth)
        local items, count = {}, 0
        pos = skip(text, pos + 1)
        if text:sub(pos, pos) == "]" then
            return list(items, 0), pos + 1
        end
        while true do
            local value
            value, pos = value_at(text, pos, depth)
            count = count + 1
            items[count] = value
            pos = skip(text, pos)
            local mark = text:sub(pos, pos)
            if mark == "]" then
                return list(items, count), pos + 1
            elseif mark ~= "," then
                wrong(pos)
            end
            pos = skip(text, pos + 1)
        end
    end

    local function hash_at(text, pos, depth)
        local hash = Hash()
        pos = skip(text, pos + 1)
        if text:sub(pos, pos) == "}" then
            return hash, pos + 1
        end
        while true do
            if text:sub(pos, pos) ~= '"' then
                wrong(pos)
            end
            local key, value
            key, pos = text_at(text, pos)
            pos = skip(text, pos)
            if text:sub(pos, pos) ~= ":" then
                wrong(pos)
            end
            value, pos = value_at(text, skip(text, pos + 1), depth)
            R.put(hash, key, value)
            pos = skip(text, pos)
            local mark = text:sub(pos, pos)
            if mark == "}" then
                return hash, pos + 1
            elseif mark ~= "," then
                wrong(pos)
            end
            pos = skip(text, pos + 1)
        end
    end

    function value_at(text, pos, depth)
        if depth > MAX_DEPTH then
            refuse(("the JSON text is nested deeper than %d levels"):format(MAX_DEPTH))
        end
        local first = text:sub(pos, pos)
        if first == "{" then
            return hash_at(text, pos, depth + 1)
        elseif first == "[" then
            return list_at(text, pos, depth + 1)
        elseif first == '"' then
            return text_at(text, pos)
        end
        for word, value in pairs({ ["true"] = true, ["false"] = false, null = undef }) do
            if text:sub(pos, pos + #word - 1) == word then
                return value, pos + #word
            end
        end
        return number_at(text, pos)
    end

    function json.read(text)
        local value, pos = value_at(text, skip(text, 1), 0)
        pos = skip(text, pos)
        if pos <= #text then
            wrong(pos)
        end
        return value
    end

    local function quoted_text(text)
        return '"' .. text:gsub('[%z\1-\31"\\]', function(letter)
            return string.format("\\u%04x", letter:byte())
        end) .. '"'
    end

    local function part(value, feature)
        if is_instance(value) and lowered(value.model.name) ~= lowered(feature.target) then
            local written = json.write(value)
            return '{"__ptype":' .. quoted_text(value.model.name) .. (written == "{}" and "" or ",") .. written:sub(2)
        end
        return json.write(value)
    end

    function json.write(value)
        if value == undef then
            return "null"
        elseif type(value) == "boolean" then
            return tostring(value)
        elseif is_integer(value) then
            return string.format("%d", value)
        elseif is_float(value) then
            return float_text(value)
        elseif is_list(value) then
            return "[" .. mapped(value, json.write, ",") .. "]"
        end
        local parts = {}
        if is_hash(value) then
            for key, held in entries(value) do
                parts[#parts + 1] = quoted_text(text_of(key)) .. ":" .. json.write(held)
            end
            return "{" .. table.concat(parts, ",") .. "}"
        elseif not is_instance(value) then
            return quoted_text(text_of(value))
        end
        for _, written in ipairs(R.written(value)) do
            local held, feature = written[2], written[3]
            local text
            if feature.target and feature.containment and is_list(held) then
                text = "[" .. mapped(held, function(one)
                    return part(one, feature)
                end, ",") .. "]"
            elseif feature.target and feature.containment and is_instance(held) then
                text = part(held, feature)
            else
                text = json.write(held)
            end
            parts[#parts + 1] = quoted_text(written[1]) .. ":" .. text
        end
        return "{" .. table.concat(parts, ",") .. "}"
    end
end

local M = { undef = undef }

--- Converts a Lua value: a table without indices is a hash, one with indices is a list.
local function from_lua(value)
    if type(value) ~= "table" or getmetatable(value) ~= nil then
        return value == nil and undef or value
    end
    local items, names = {}, {}
    for pos, held in ipairs(value) do
        items[pos] = from_lua(held)
    end
    for name in pairs(value) do
        if type(name) == "string" then
            names[#names + 1] = name
        end
    end
    if #names == 0 then
        return list(items)
    end
    table.sort(names)
    local hash = Hash()
    for _, name in ipairs(names) do
        R.put(hash, name, from_lua(value[name]))
    end
    return hash
end

--- What Lua has for a value: nothing for undef, tables for lists and hashes.
local function to_lua(value)
    if value == undef then
        return nil
    elseif is_list(value) then
        local made = {}
        for pos = 1, value.n do
            made[pos] = to_lua(value[pos])
        end
        return made
    elseif is_hash(value) then
        local made = {}
        for key, held in entries(value) do
            made[to_lua(key)] = to_lua(held)
        end
        return made
    elseif is_uri(value) then
        return value.text
    end
    return value
end

INSTANCE.__index = function(value, name)
    if name ~= "container" and value.model.by_name[name] then
        return to_lua(read(value.model, value, name))
    end
end

INSTANCE.__newindex = function(value, name, held)
    if name == "container" then
        return rawset(value, name, held)
    end
    error("An instance of " .. value.model.name .. " does not change once it is made", 2)
end

INSTANCE.__tostring = function(value)
    return source_of(value)
end

local function model_of(name)
    return R.MODELS[lowered(name)] or error("there is no type " .. tostring(name), 3)
end

local function protected(work)
    local ok, result = pcall(work)
    if ok then
        return result
    elseif getmetatable(result) == REFUSAL then
        return nil, result.message, result.fault
    end
    error(result, 0)
end

--- Makes an instance of a table of features. Returns it; or nothing, the reason, and whether the logic is at fault.
function M.create(name, features)
    local model = model_of(name)
    return protected(function()
        local given = from_lua(features)
        return create(model, is_hash(given) and given or Hash(), false)
    end)
end

--- Makes an instance of a JSON text. Returns it; or nothing, the reason, and whether the logic is at fault.
function M.from_json(name, text)
    local model = model_of(name)
    return protected(function()
        local given = json.read(text)
        if not is_hash(given) then
            refuse("an instance is a JSON object")
        end
        return create(model, given, false)
    end)
end

--- An instance as a JSON text.
function M.to_json(value)
    return json.write(value)
end

--- A feature of an instance, whatever it is called.
function M.get(value, name)
    return to_lua(read(value.model, value, name))
end

--- Checks instances: one JSON object a line; says what is wrong with each.
function M.main(name)
    local model = name and R.MODELS[lowered(name)]
    if not model then
        io.stderr:write("usage: lua models.lua TYPE < instances\n")
        return 2
    end
    local status = 0
    for line in io.lines() do
        if line:find("%S") then
            local answer, message, fault = protected(function()
                local made, reason, is_fault = M.from_json(name, line)
                if not made then
                    error(setmetatable({ message = reason, fault = is_fault }, REFUSAL), 0)
                end
                local parts = {}
                for _, feature in ipairs(model.features) do
                    local value = read(model, made, feature.name)
                    parts[#parts + 1] = json.write(feature.name) .. ":" .. json.write(value)
                end
                return '{"ok":true,"features":{' .. table.concat(parts, ",") .. "}}"
            end)
            if not answer then
                status = 1
                answer = ('{"ok":false,"fault":%s,"message":'):format(tostring(fault)) .. json.write(message) .. "}"
            end
            io.write(answer, "\n")
        end
    end
    return status
end
