local lower_letters, upper_letters, lower_text, capitalized

-- Upper and lower case, by the tables of Unicode: runs of characters, and those that become several.
do
local LOWER, UPPER = {}, {}

local function read_cases(text, into)
    for from, to, step, distance in text:gmatch("(%x+)-(%x+)/(%d)([+-]%d+);") do
        local shift = math.tointeger(tonumber(distance))
        for code = tonumber(from, 16), tonumber(to, 16), tonumber(step) do
            into[utf8.char(code)] = utf8.char(code + shift)
        end
    end
    for from, to in text:gmatch("(%x+)=([%x,]+);") do
        local made = {}
        for code in to:gmatch("%x+") do
            made[#made + 1] = utf8.char(tonumber(code, 16))
        end
        into[utf8.char(tonumber(from, 16))] = table.concat(made)
    end
end

read_cases("@LOWER@", LOWER)
read_cases("@UPPER@", UPPER)

function lower_letters(text)
    if not text:find("[\128-\255]") then
        return lowered(text)
    end
    return (text:gsub(utf8.charpattern, LOWER))
end

function upper_letters(text)
    return (text:gsub(utf8.charpattern, UPPER))
end

local function is_cased(letter)
    return letter ~= nil and (LOWER[letter] ~= nil or UPPER[letter] ~= nil)
end

local IGNORED = { ["'"] = true, ["."] = true, [":"] = true, ["^"] = true, ["`"] = true, ["\u{AD}"] = true, ["\u{2019}"] = true }

--- A text in lower case, where a sigma at the end of a word is special.
function lower_text(text)
    if not text:find("\u{3A3}", 1, true) then
        return lower_letters(text)
    end
    local letters, count = characters(text)
    local made = {}
    for pos = 1, count do
        local letter = letters[pos]
        if letter == "\u{3A3}" then
            local before, after = pos - 1, pos + 1
            while IGNORED[letters[before]] do
                before = before - 1
            end
            while IGNORED[letters[after]] do
                after = after + 1
            end
            made[pos] = is_cased(letters[before]) and not is_cased(letters[after]) and "\u{3C2}" or "\u{3C3}"
        else
            made[pos] = LOWER[letter] or letter
        end
    end
    return table.concat(made)
end

--- A character as it begins a title.
local function title_letter(letter)
    local code = utf8.codepoint(letter)
    if code >= 0x1C4 and code <= 0x1C6 then
        return "\u{1C5}"
    elseif code >= 0x1C7 and code <= 0x1C9 then
        return "\u{1C8}"
    elseif code >= 0x1CA and code <= 0x1CC then
        return "\u{1CB}"
    elseif code >= 0x1F1 and code <= 0x1F3 then
        return "\u{1F2}"
    elseif code == 0x149 then
        return "\u{2BC}N"
    elseif code >= 0x10D0 and code <= 0x10FF or code >= 0x1C90 and code <= 0x1CBF then
        return LOWER[letter] or letter
    elseif code >= 0x1F80 and code <= 0x1FAF then
        return utf8.char(code | 8)
    elseif code == 0x1FB3 or code == 0x1FBC then
        return "\u{1FBC}"
    elseif code == 0x1FC3 or code == 0x1FCC then
        return "\u{1FCC}"
    elseif code == 0x1FF3 or code == 0x1FFC then
        return "\u{1FFC}"
    end
    local upper = characters(UPPER[letter] or letter)
    for pos = 2, #upper do
        upper[pos] = LOWER[upper[pos]] or upper[pos]
    end
    return table.concat(upper)
end

function capitalized(text)
    if text == "" then
        return text
    end
    local first = text:match(utf8.charpattern)
    return title_letter(first) .. lower_letters(text:sub(#first + 1))
end
end
