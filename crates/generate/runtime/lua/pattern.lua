-- Regular expressions: a backtracking matcher over the code points of a text, with a bound on its steps.
do
local MAX_STEPS = 5000000

--- A pattern of its tree.
function R.pattern(shown, tree, groups)
    return setmetatable({ shown = shown, tree = tree, groups = groups }, PATTERN)
end

local function set_test(ranges)
    if #ranges == 2 and ranges[1] == ranges[2] then
        local only = ranges[1]
        return function(code)
            return code == only
        end
    end
    local small = {}
    for pos = 1, #ranges, 2 do
        for code = ranges[pos], math.min(ranges[pos + 1], 127) do
            small[code] = true
        end
    end
    return function(code)
        if code == nil then
            return false
        elseif code < 128 then
            return small[code] == true
        end
        local low, high = 1, #ranges // 2
        while low <= high do
            local middle = (low + high) // 2
            if code < ranges[2 * middle - 1] then
                high = middle - 1
            elseif code > ranges[2 * middle] then
                low = middle + 1
            else
                return true
            end
        end
        return false
    end
end

local make = {}

local function compile(state, node, continue)
    return make[node[1]](state, node, continue)
end

local function step(state)
    state.steps = state.steps + 1
    if state.steps > MAX_STEPS then
        fail("a regular expression takes too many steps")
    end
end

local function saved(state)
    local starts, ends = {}, {}
    for number = 1, state.groups do
        starts[number], ends[number] = state.starts[number], state.ends[number]
    end
    return starts, ends
end

function make.set(state, node, continue)
    local fits = set_test(node[2])
    return function(pos)
        if fits(state.codes[pos]) then
            step(state)
            return continue(pos + 1)
        end
    end
end

function make.seq(state, node, continue)
    for pos = #node, 2, -1 do
        continue = compile(state, node[pos], continue)
    end
    return continue
end

function make.alt(state, node, continue)
    local branches = {}
    for pos = 2, #node do
        branches[pos - 1] = compile(state, node[pos], continue)
    end
    return function(pos)
        for _, branch in ipairs(branches) do
            step(state)
            local found = branch(pos)
            if found then
                return found
            end
        end
    end
end

function make.cap(state, node, continue)
    local number = node[2]
    local inner = compile(state, node[3], function(pos)
        local start, stop = state.starts[number], state.ends[number]
        state.starts[number], state.ends[number] = state.open[number], pos
        local found = continue(pos)
        if not found then
            state.starts[number], state.ends[number] = start, stop
        end
        return found
    end)
    return function(pos)
        local open = state.open[number]
        state.open[number] = pos
        local found = inner(pos)
        state.open[number] = open
        return found
    end
end

local function here(pos)
    return pos
end

function make.atomic(state, node, continue)
    local inner = compile(state, node[2], here)
    return function(pos)
        local starts, ends = saved(state)
        local stop = inner(pos)
        local found = stop and continue(stop)
        if not found then
            state.starts, state.ends = starts, ends
        end
        return found
    end
end

--- { "look", negative, inner }
function make.look(state, node, continue)
    local negative, inner = node[2], compile(state, node[3], here)
    return function(pos)
        local starts, ends = saved(state)
        local found = inner(pos)
        if negative then
            state.starts, state.ends = starts, ends
            if found then
                return nil
            end
            return continue(pos)
        end
        found = found and continue(pos)
        if not found then
            state.starts, state.ends = starts, ends
        end
        return found
    end
end

--- { "behind", negative, { width, inner }, ... }
function make.behind(state, node, continue)
    local negative, branches = node[2], {}
    for pos = 3, #node do
        branches[pos - 2] = { node[pos][1], compile(state, node[pos][2], here) }
    end
    return function(pos)
        local starts, ends = saved(state)
        local found
        for _, branch in ipairs(branches) do
            if pos - branch[1] >= 1 and branch[2](pos - branch[1]) then
                found = true
                break
            end
        end
        if negative then
            state.starts, state.ends = starts, ends
            if found then
                return nil
            end
            return continue(pos)
        end
        found = found and continue(pos)
        if not found then
            state.starts, state.ends = starts, ends
        end
        return found
    end
end

--- { "rep", inner, least, most or -1, "greedy" or "lazy" }
function make.rep(state, node, continue)
    local inner, least, most, greed = node[2], node[3], node[4], node[5]
    if most < 0 then
        most = math.maxinteger
    end
    if inner[1] == "set" then
        local fits = set_test(inner[2])
        if greed == "greedy" then
            return function(pos)
                local count = 0
                while count < most and fits(state.codes[pos + count]) do
                    count = count + 1
                    step(state)
                end
                for taken = count, least, -1 do
                    local found = continue(pos + taken)
                    if found then
                        return found
                    end
                end
            end
        end
        return function(pos)
            local count = 0
            while true do
                if count >= least then
                    local found = continue(pos + count)
                    if found then
                        return found
                    end
                end
                if count >= most or not fits(state.codes[pos + count]) then
                    return nil
                end
                count = count + 1
                step(state)
            end
        end
    end
    local count, start = 0, nil
    local body
    local function round(pos)
        if count >= most then
            return nil
        end
        step(state)
        local old_count, old_start = count, start
        count, start = count + 1, pos
        local found = body(pos)
        count, start = old_count, old_start
        return found
    end
    local function leave(pos)
        if count < least then
            return nil
        end
        local old_count, old_start = count, start
        local found = continue(pos)
        count, start = old_count, old_start
        return found
    end
    local function attempt(pos)
        if greed == "greedy" then
            return round(pos) or leave(pos)
        end
        return leave(pos) or round(pos)
    end
    body = compile(state, inner, function(pos)
        -- A round that takes nothing beyond what is needed leads nowhere.
        if pos == start and count > least then
            return nil
        end
        return attempt(pos)
    end)
    return function(pos)
        local old_count, old_start = count, start
        count, start = 0, nil
        local found = attempt(pos)
        count, start = old_count, old_start
        return found
    end
end

function make.back(state, node, continue)
    local number = node[2]
    return function(pos)
        local start, stop = state.starts[number], state.ends[number]
        if not start then
            return nil
        end
        for offset = 0, stop - start - 1 do
            if state.codes[start + offset] ~= state.codes[pos + offset] then
                return nil
            end
        end
        return continue(pos + stop - start)
    end
end

local function at(test)
    return function(state, _, continue)
        return function(pos)
            if test(state.codes, pos, state.count) then
                return continue(pos)
            end
        end
    end
end

make.start = at(function(_, pos)
    return pos == 1
end)
make["end"] = at(function(_, pos, count)
    return pos == count + 1
end)
make.last = at(function(codes, pos, count)
    return pos == count + 1 or pos == count and codes[pos] == 10
end)
make.bol = at(function(codes, pos, count)
    return pos == 1 or codes[pos - 1] == 10 and pos <= count
end)
make.eol = at(function(codes, pos, count)
    return pos == count + 1 or codes[pos] == 10
end)

local function codes_of(text)
    local codes, count = {}, 0
    for _, code in utf8.codes(text, true) do
        count = count + 1
        codes[count] = code
    end
    return codes, count
end

local function between(text, start, stop)
    return text:sub(utf8.offset(text, start), utf8.offset(text, stop) - 1)
end

--- The first match at or after a character: where it starts, where it ends, and what each group took.
function R.search(pattern, text, from)
    local state = pattern.state
    if not state then
        state = { groups = pattern.groups, open = {} }
        pattern.state = state
        pattern.run = compile(state, pattern.tree, here)
    end
    if state.text ~= text then
        state.text = text
        state.codes, state.count = codes_of(text)
    end
    state.steps = 0
    for pos = from, state.count + 1 do
        state.starts, state.ends = {}, {}
        local ok, stop = pcall(pattern.run, pos)
        if not ok then
            state.text, pattern.state = nil, nil
            if getmetatable(stop) == REFUSAL then
                error(stop, 0)
            end
            fail("a regular expression goes too deep")
        end
        if stop then
            local taken = { [0] = between(text, pos, stop), n = pattern.groups }
            for number = 1, pattern.groups do
                local start = state.starts[number]
                taken[number] = start and between(text, start, state.ends[number]) or undef
            end
            return pos, stop, taken
        end
    end
end

end

local search = R.search
