-- How many expressions the logic of a type may evaluate, each time.
local LOGIC_STEPS = 1000000

-- How many bytes a text may have that logic makes, and how many values one value may hold at all levels together.
local LOGIC_BYTES, LOGIC_PARTS = 1000000, 100000

-- How deep values may be nested in logic, and how many bytes all texts in one value may have.
local LOGIC_DEPTH, LOGIC_LETTERS = 1000, 64 * 1000000

-- How many bytes of a text, and how many parts of a value, are gone through in the time of a step.
local LETTERS_PER_STEP, PARTS_PER_STEP = 512, 16

-- What is left of the steps; without end where no logic runs.
local left = math.huge

--- Counts steps of logic.
function R.spend(steps)
    left = left - steps
    if left < 0 then
        fail(("The limit of %d expressions in the logic of a type is exceeded"):format(LOGIC_STEPS))
    end
    return true
end

local function exceeded(limit, what)
    fail(("The limit of %d %s is exceeded"):format(limit, what))
end

--- Calls logic, which has steps of its own, and no more than those around it.
function R.within_budget(work, values, count)
    local before = left
    local given = math.min(before, LOGIC_STEPS)
    left = given
    local ok, result = pcall(work, table.unpack(values, 1, count))
    left = before - (given - left)
    if not ok and type(result) == "string" and result:find("stack overflow", 1, true) then
        ok, result = pcall(exceeded, LOGIC_DEPTH, "levels of values in values")
    end
    return ok, result
end

local function holds_others(value)
    return is_list(value) or is_hash(value) or is_instance(value)
end

--- How many parts a value has, at all levels.
local function measure(value)
    local parts, letters, open, depths = 1, 0, { value }, { 1 }
    while #open > 0 do
        local held, depth = table.remove(open), table.remove(depths)
        if depth > LOGIC_DEPTH then
            exceeded(LOGIC_DEPTH, "levels of values in values")
        end
        local function add(item)
            parts = parts + 1
            if holds_others(item) then
                open[#open + 1], depths[#depths + 1] = item, depth + 1
            elseif is_text(item) then
                letters = letters + #item
            end
        end
        if is_list(held) then
            for pos = 1, held.n do
                add(held[pos])
            end
        elseif is_hash(held) then
            for key, item in entries(held) do
                add(key)
                add(item)
            end
        else
            for _, item in pairs(held.slots) do
                add(item)
            end
        end
        if parts > LOGIC_PARTS then
            exceeded(LOGIC_PARTS, "values in one value")
        elseif letters > LOGIC_LETTERS then
            exceeded(LOGIC_LETTERS, "letters in one value")
        end
    end
    return parts
end

--- Counts the work of going through a value.
function R.charge(value, share)
    if is_text(value) then
        if #value >= LETTERS_PER_STEP then
            R.spend(#value // LETTERS_PER_STEP)
        end
    elseif type(value) == "table" and holds_others(value) then
        R.spend(measure(value) // share)
    end
end

--- Refuses what has too many bytes or elements.
function R.no_longer_than_allowed(size)
    if size > LOGIC_BYTES then
        exceeded(LOGIC_BYTES, "bytes or elements in one value")
    end
end

--- Returns a value that logic created, unless it is too large.
function R.checked(value)
    if is_text(value) then
        R.no_longer_than_allowed(#value)
    end
    R.charge(value, PARTS_PER_STEP)
    return value
end

--- A helper whose work is counted, and whose result is checked.
local function bounded(work, share)
    return function(...)
        for pos = 1, select("#", ...) do
            R.charge((select(pos, ...)), share)
        end
        return R.checked(work(...))
    end
end

-- These take the same time for values of any size.
local QUICK = { f_each = true, f_empty = true, f_length = true }

for _, name in ipairs({
    "add", "subtract", "shift_left", "equal", "less", "less_or_equal", "greater", "greater_or_equal", "within", "fits",
    "fits_any", "matches", "interpolate", "concat", "unfold", "convert",
}) do
    R["b_" .. name] = bounded(R[name], PARTS_PER_STEP)
end
local functions = {}
for name, work in pairs(R) do
    if name:find("^f_") then
        functions["b_" .. name] = QUICK[name] and work or bounded(work, 2)
    end
end
for name, work in pairs(functions) do
    R[name] = work
end
