function R.captures()
    return { groups = { n = -1 } }
end

function R.capture(matches, number)
    local groups = matches.groups
    if number > groups.n then
        return undef
    end
    return groups[number]
end

function R.kept(matches)
    return matches.groups
end

function R.restore(matches, groups)
    matches.groups = groups
end

function R.unset()
    return UNSET
end

function R.known(name, value)
    if value == UNSET then
        fail("Unknown variable: '" .. name .. "'.")
    end
    return value
end

function R.unknown(name)
    fail("Unknown variable: '" .. name .. "'.")
end

function R.set_once(name, old, value)
    if old ~= UNSET then
        fail("Cannot reassign variable '$" .. name .. "'")
    end
    return value
end

function R.expect(subject, wanted, value)
    local reason = explain(subject, wanted, value)
    if reason then
        fail(reason)
    end
end

function R.expect_whole(subject, wanted, value)
    local reason = explain(subject, wanted, value)
    if reason then
        error(setmetatable({ message = reason, unfit = true }, REFUSAL), 0)
    end
end

function R.item(values, pos)
    return values[pos + 1]
end

function R.taken_apart(value, names)
    if is_hash(value) then
        local made = {}
        for pos = 1, names.n do
            if not has_key(value, names[pos]) then
                fail("No value for required key '" .. names[pos] .. "' in assignment to variables from hash")
            end
            made[pos] = R.fetch(value, names[pos])
        end
        return list(made, names.n)
    end
    local values = is_list(value) and value or list({ value }, 1)
    if values.n ~= names.n then
        local message = "Mismatched number of assignable entries and values, expected %d, got %d"
        fail(message:format(names.n, values.n))
    end
    return values
end

function R.interpolate(parts)
    return mapped(parts, text_of, "")
end

local function pairs_of(hash)
    local made = {}
    for key, value in entries(hash) do
        made[#made + 1] = list({ key, value }, 2)
    end
    return list(made)
end

function R.unfold(value)
    if value == undef then
        return list({}, 0)
    elseif is_list(value) then
        return value
    elseif is_hash(value) then
        return pairs_of(value)
    end
    return list({ value }, 1)
end

local function appended(one, two)
    local made = table.move(one, 1, one.n, 1, {})
    table.move(two, 1, two.n, one.n + 1, made)
    return list(made, one.n + two.n)
end

function R.concat(lists)
    local made = list({}, 0)
    for pos = 1, lists.n do
        made = appended(made, lists[pos])
    end
    return made
end

--- Converts a text to a number, if it is one.
local function number_in(text)
    local sign, digits = text:gsub("^::", ""):match("^[ \t]*([+-]?)[ \t]*(.-)[ \t]*$")
    local number
    if digits:find("^0[xX]%x+$") then
        local size = digits:sub(3):gsub("^0+", "")
        number = #size <= 16 and tonumber("0x0" .. size) or nil
        if number == nil or number < 0 and not (sign == "-" and number == math.mininteger) then
            return nil
        end
    elseif digits:find("^0[0-7]+$") then
        number = 0
        for digit in digits:gmatch("%d") do
            if number > math.maxinteger >> 3 then
                return nil
            end
            number = number * 8 + math.tointeger(tonumber(digit))
        end
    elseif digits:find("^[1-9]%d*$") or digits == "0" then
        number = math.tointeger(tonumber(sign .. digits))
        if number == nil or math.type(tonumber(sign .. digits)) ~= "integer" then
            return nil
        end
        return number
    elseif digits:find("^%d+%.%d+$") or digits:find("^%d+[eE]%-?%d+$") or digits:find("^%d+%.%d+[eE]%-?%d+$") then
        number = tonumber(digits) + 0.0
        if number == math.huge then
            return nil
        end
    else
        return nil
    end
    return sign == "-" and -number or number
end

local function number_of(value)
    if is_number(value) then
        return value
    elseif is_text(value) then
        local number = number_in(value)
        if number then
            fail("The string '" .. value .. "' was automatically coerced to the numerical value " .. text_of(number))
        end
    end
    fail("The value '" .. ruby_text(value) .. "' cannot be converted to Numeric.")
end

local function overflow(symbol, negative, size)
    local message = "A '%s' expression resulted in a value outside of Puppet Integer %s range, got '%s%s'"
    fail(message:format(symbol, negative and "min" or "max", negative and "-" or "+", size))
end

local function floating(symbol, number)
    if number == math.huge or number == -math.huge then
        fail("The result of the " .. symbol .. " expression is Infinity")
    end
    return number
end

local function not_applicable(symbol, value)
    fail("Operator '" .. symbol .. "' is not applicable to " .. with_article(value) .. ".")
end

local function merged(one, two)
    local made = Hash()
    for key, value in entries(one) do
        R.put(made, key, value)
    end
    if is_hash(two) then
        for key, value in entries(two) do
            R.put(made, key, value)
        end
        return made
    elseif not is_list(two) then
        fail("Can only append Array or Hash to a Hash")
    end
    local of_pairs = two.n > 0
    for pos = 1, two.n do
        of_pairs = of_pairs and is_list(two[pos])
    end
    if of_pairs then
        for pos = 1, two.n do
            local pair = two[pos]
            if pair.n < 1 or pair.n > 2 then
                fail(("invalid number of elements (%d for 1..2)"):format(pair.n))
            end
            local held = pair[2]
            if pair.n == 1 then
                held = undef
            end
            R.put(made, pair[1], held)
        end
    elseif two.n % 2 == 1 then
        fail("odd number of arguments for Hash")
    else
        for pos = 1, two.n, 2 do
            R.put(made, two[pos], two[pos + 1])
        end
    end
    return made
end

local function several(value)
    if is_list(value) then
        return value
    elseif is_hash(value) then
        return pairs_of(value)
    end
    return list({ value }, 1)
end

function R.add(one, two)
    if is_list(one) then
        return appended(one, several(two))
    elseif is_hash(one) then
        return merged(one, two)
    end
    one, two = number_of(one), number_of(two)
    if is_integer(one) and is_integer(two) then
        local sum = one + two
        if one >= 0 and two >= 0 and sum < 0 or one < 0 and two < 0 and sum >= 0 then
            overflow("+", one < 0, "")
        end
        return sum
    end
    return floating("+", one + 0.0 + two)
end

--- A value with whole numbers in it as such, however they were written.
local function comparable(value)
    if is_float(value) then
        return math.tointeger(value) or value
    elseif is_list(value) then
        local made = {}
        for pos = 1, value.n do
            made[pos] = comparable(value[pos])
        end
        return list(made, value.n)
    elseif is_hash(value) then
        local made = Hash()
        for key, held in entries(value) do
            R.put(made, key, comparable(held))
        end
        return made
    end
    return value
end

function R.subtract(one, two)
    if is_list(one) then
        local removed, made, unwanted = {}, {}, several(two)
        for pos = 1, unwanted.n do
            removed[key_of(comparable(unwanted[pos]))] = true
        end
        for pos = 1, one.n do
            if not removed[key_of(comparable(one[pos]))] then
                made[#made + 1] = one[pos]
            end
        end
        return list(made)
    elseif is_hash(one) then
        local unwanted = is_list(two) and two or is_hash(two) and keys_of(two) or list({ two }, 1)
        local removed, made = {}, Hash()
        for pos = 1, unwanted.n do
            removed[key_of(unwanted[pos])] = true
        end
        for key, value in entries(one) do
            if not removed[key_of(key)] then
                R.put(made, key, value)
            end
        end
        return made
    end
    one, two = number_of(one), number_of(two)
    if is_integer(one) and is_integer(two) then
        local rest = one - two
        if one >= 0 and two < 0 and rest < 0 or one < 0 and two >= 0 and rest >= 0 then
            overflow("-", one < 0, "")
        end
        return rest
    end
    return floating("-", one + 0.0 - two)
end

function R.multiply(one, two)
    one, two = number_of(one), number_of(two)
    if is_integer(one) and is_integer(two) then
        local product = one * two
        local fits = one == 0 or product // one == two and product % one == 0 and not (one == -1 and two == math.mininteger)
        if not fits then
            overflow("*", (one < 0) ~= (two < 0), "")
        end
        return product
    end
    return floating("*", (one + 0.0) * two)
end

function R.divide(one, two)
    one, two = number_of(one), number_of(two)
    if is_integer(one) and is_integer(two) then
        if two == 0 then
            fail("Division by 0")
        elseif one == math.mininteger and two == -1 then
            overflow("/", false, "0x8000000000000000")
        end
        return one // two
    end
    return floating("/", one / two)
end

function R.modulo(one, two)
    one, two = number_of(one), number_of(two)
    if is_integer(one) and is_integer(two) then
        if two == 0 then
            fail("Division by 0")
        end
        return one % two
    elseif is_integer(one) then
        local message = "Operator '%%' is not applicable to %s when right side is %s."
        fail(message:format(with_article(one), with_article(two)))
    end
    not_applicable("%", one)
end

local function shift(symbol, one, two, direction)
    one, two = number_of(one), number_of(two)
    if not is_integer(one) then
        not_applicable(symbol, one)
    end
    if is_float(two) then
        local most = 4611686018427387904.0
        two = two ~= two and 0 or math.tointeger(two < 0 and math.ceil(math.max(two, -most)) or math.floor(math.min(two, most)))
    end
    local count = direction * two
    if count <= 0 then
        count = count < -63 and 63 or -count
        return one >= 0 and one >> count or ~(~one >> count)
    elseif one == 0 then
        return 0
    end
    local shifted = one << count
    if count > 63 or shifted == 0 or (shifted >= 0 and shifted >> count or ~(~shifted >> count)) ~= one then
        overflow(symbol, one < 0, "")
    end
    return shifted
end

function R.shift_left(one, two)
    if is_list(one) then
        return appended(one, list({ two }, 1))
    elseif is_hash(one) then
        not_applicable("<<", one)
    end
    return shift("<<", one, two, 1)
end

function R.shift_right(one, two)
    return shift(">>", one, two, -1)
end

function R.negate(value)
    value = number_of(value)
    if value == math.mininteger and is_integer(value) then
        fail("An Unary Minus resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'")
    end
    return -value
end

local function bytes_order(one, two)
    for pos = 1, math.min(#one, #two) do
        local left, right = one:byte(pos), two:byte(pos)
        if left ~= right then
            return left < right and -1 or 1
        end
    end
    return #one == #two and 0 or #one < #two and -1 or 1
end

local function order(symbol, one, two)
    local reason
    if is_text(one) then
        if is_text(two) then
            return bytes_order(lowered(one), lowered(two))
        end
        reason = "A String is not comparable to a non String"
    elseif is_number(one) then
        if is_number(two) then
            return one < two and -1 or one > two and 1 or one == two and 0 or nil
        end
        reason = "A Numeric is not comparable to non Numeric"
    elseif one == DEFAULT then
        if two == DEFAULT then
            return 0
        end
        reason = "Symbol not comparable to non Symbol"
    else
        reason = "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"
    end
    local message = "Comparison of: %s %s %s, is not possible. Caused by '%s'."
    fail(message:format(label(one), symbol, label(two), reason))
end

function R.less(one, two)
    return order("<", one, two) == -1
end

function R.less_or_equal(one, two)
    local found = order("<=", one, two)
    return found == -1 or found == 0
end

function R.greater(one, two)
    return order(">", one, two) == 1
end

function R.greater_or_equal(one, two)
    local found = order(">=", one, two)
    return found == 1 or found == 0
end

local function searched(matches, pattern, text)
    local start, _, groups = search(pattern, text, 1)
    if not start then
        return false
    end
    if matches ~= undef then
        matches.groups = groups
    end
    return true
end

function R.matches(matches, value, pattern)
    if is_type(pattern) then
        return is_of(pattern.code, value)
    elseif not is_text(value) then
        fail("Left match operand must result in a String value. Got " .. with_article(value) .. ".")
    end
    return searched(matches, pattern, value)
end

--- Whether a value fits an option of a case.
function R.fits(matches, value, option)
    if option == DEFAULT then
        return true
    elseif is_pattern(option) then
        return is_text(value) and searched(matches, option, value)
    elseif is_type(option) then
        return is_of(option.code, value)
    elseif is_list(option) and is_list(value) then
        if option.n ~= value.n then
            return false
        end
        for pos = 1, option.n do
            if not R.fits(matches, value[pos], option[pos]) then
                return false
            end
        end
        return true
    elseif is_hash(option) and is_hash(value) then
        for key, wanted in entries(option) do
            if not R.fits(matches, R.fetch(value, key), wanted) then
                return false
            end
        end
        return true
    end
    return equal(value, option)
end

function R.fits_any(matches, value, options)
    for pos = 1, options.n do
        if R.fits(matches, value, options[pos]) then
            return true
        end
    end
    return false
end

function R.no_entry(value)
    fail("No matching entry for selector parameter with value '" .. ruby_text(value) .. "'")
end

function R.within(matches, wanted, container)
    if is_text(container) then
        if is_text(wanted) then
            return lower_text(container):find(lower_text(wanted), 1, true) ~= nil
        end
        return is_pattern(wanted) and searched(matches, wanted, container)
    end
    local items = is_hash(container) and keys_of(container) or container
    if not is_list(items) then
        return false
    end
    for pos = 1, items.n do
        local held, found = items[pos], nil
        if is_pattern(wanted) then
            found = is_text(held) and searched(matches, wanted, held)
        elseif is_text(wanted) then
            found = R.fits(matches, wanted, held)
        elseif is_type(wanted) then
            found = is_of(wanted.code, held)
        else
            found = equal(held, wanted)
        end
        if found then
            return true
        end
    end
    return false
end

local function flat(values, into)
    into = into or list({}, 0)
    for pos = 1, values.n do
        if is_list(values[pos]) then
            flat(values[pos], into)
        else
            into.n = into.n + 1
            into[into.n] = values[pos]
        end
    end
    return into
end

local function range_of(length, start, count)
    start = start < 0 and start + length or start
    local taken = count < 0 and length - start + count + 1 or count
    if start < 0 then
        taken, start = taken + start, 0
    end
    if taken < 0 or start > length then
        return 0, 0
    end
    return start, taken > length - start and length or start + taken
end

local function index_key(key, of_list)
    local number = key
    if of_list then
        number = number_of(key)
        if not is_integer(number) then
            fail("An Array[] cannot use " .. kind_of(number) .. " where Integer is expected")
        end
        return number
    end
    if is_text(key) then
        number = number_in(key) or key
    end
    if not is_integer(number) then
        local kind = kind_of(number)
        local message = "A substring operation does not accept %s %s as a character index. Expected an Integer"
        fail(message:format(article(kind), kind))
    end
    return number
end

function R.access(value, keys)
    if is_hash(value) then
        if keys.n == 1 then
            return R.fetch(value, keys[1])
        end
        local made = {}
        for pos = 1, keys.n do
            local held = R.fetch(value, keys[pos])
            if held ~= undef then
                made[#made + 1] = held
            end
        end
        return list(made)
    elseif (is_instance(value) or is_making(value)) and keys.n == 1 and is_text(keys[1]) then
        return R.member(value, keys[1], value.model.name .. " has no feature '" .. keys[1] .. "'")
    elseif not is_list(value) and not is_text(value) then
        fail("Operator '[]' is not applicable to " .. with_article(value) .. ".")
    end
    local of_list, given = is_list(value), flat(keys)
    if not of_list then
        R.charge(value, 1)
    end
    if given.n < 1 or given.n > 2 then
        fail(("%s supports [] with one or two arguments. Got %d"):format(of_list and "Array" or "String", given.n))
    end
    local first = index_key(given[1], of_list)
    local second = given.n == 2 and index_key(given[2], of_list)
    local items, count = value, value.n
    if not of_list then
        items, count = characters(value)
    end
    if not second then
        local pos = first < 0 and first + count or first
        if pos >= 0 and pos < count then
            return items[pos + 1]
        end
        return of_list and undef or ""
    end
    local start, stop = range_of(count, first, second)
    local made = table.move(items, start + 1, stop, 1, {})
    return of_list and list(made, stop - start) or table.concat(made)
end
