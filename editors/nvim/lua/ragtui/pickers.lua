--- Lists of places to choose from, in the picker that is installed; some while one types.

local config = require("ragtui.config")
local notify = require("ragtui.notify")

local M = {}

---@alias ragtui.Search fun(query: string, use: fun(items: vim.quickfix.entry[]))
---@alias ragtui.Go fun(item: vim.quickfix.entry)

--- Modules of pickers by name.
local MODULES = {
  snacks = "snacks.picker",
  ["fzf-lua"] = "fzf-lua",
}
local ORDER = { "snacks", "fzf-lua" } -- of preference

--- Whether a plug-in that has to be set up was.
local READY = {
  snacks = function()
    return rawget(require("snacks"), "did_setup")
  end,
}

---@return string? name of the first that is installed, set up and allowed
local function installed()
  local wanted = config.current.picker
  return vim.iter(wanted == "auto" and ORDER or { wanted }):find(function(name)
    local there = MODULES[name] and pcall(require, MODULES[name])
    return there and (not READY[name] or READY[name]())
  end)
end

---@type table<string, fun(title: string, search: ragtui.Search, go: ragtui.Go)>
local LIVE = {}

function LIVE.snacks(title, search, go)
  require("snacks.picker").pick({
    title = title,
    live = true,
    supports_live = true,
    format = "text",
    finder = function(_, context)
      return function(add)
        local async, there = context.async, false
        vim.schedule(function()
          search(context.filter.search, function(items)
            for _, item in ipairs(items) do
              local position = { item.lnum, item.col - 1 }
              add({ text = item.text, file = item.filename, pos = position, item = item })
            end
            there = true
            async:resume()
          end)
        end)
        while not there do
          async:suspend()
        end
      end
    end,
    confirm = function(picker, chosen)
      picker:close()
      return chosen and go(chosen.item)
    end,
  })
end

LIVE["fzf-lua"] = function(title, search, go)
  local found = {} ---@type table<string, vim.quickfix.entry>
  require("fzf-lua").fzf_live(function(words)
    return function(add)
      search(words[1], function(items)
        for _, item in ipairs(items) do
          local line = ("%s:%d:%d:%s"):format(item.filename, item.lnum, item.col, item.text)
          found[line] = item
          add(line)
        end
        add()
      end)
    end
  end, {
    prompt = title .. "> ",
    previewer = "builtin",
    fzf_opts = { ["--delimiter"] = ":", ["--with-nth"] = "4.." },
    actions = {
      default = function(chosen)
        return found[chosen[1]] and go(found[chosen[1]])
      end,
    },
  })
end

--- Lets the user search while typing, and goes to the chosen place.
---@param title string
---@param search ragtui.Search sends what is typed; a later call overtakes it
---@param go ragtui.Go
---@return boolean opened false if there is no picker for it
function M.live(title, search, go)
  local name = installed()
  if name then
    LIVE[name](title, search, go)
  end
  return name ~= nil
end

--- Lets the user choose, and goes there.
---@param title string all that is shown if there are no items
---@param items vim.quickfix.entry[]
---@param go ragtui.Go
function M.choose(title, items, go)
  local name = installed()
  if #items == 0 then
    return notify(title, true)
  elseif name then
    vim.fn.setloclist(0, {}, " ", { title = title, items = items })
    return require(MODULES[name]).loclist()
  end
  local function format(item)
    return vim.fn.strcharpart(item.text, 0, vim.o.columns - 8)
  end
  vim.ui.select(items, { prompt = title, kind = "ragtui", format_item = format }, function(item)
    return item and go(item)
  end)
end

return M
