--- Lists of places to choose from, in the picker that is installed; some while one types.

local config = require("ragtui.config")
local notify = require("ragtui.notify")

local M = {}

---@alias ragtui.Search fun(query: string, use: fun(items: vim.quickfix.entry[]))
---@alias ragtui.Go fun(item: vim.quickfix.entry)

--- Modules of pickers by name.
local MODULES = {
  snacks = "snacks.picker",
  telescope = "telescope.builtin",
  ["fzf-lua"] = "fzf-lua",
  mini = "mini.pick",
}
local ORDER = { "snacks", "telescope", "fzf-lua", "mini" } -- of preference

--- Whether a plug-in that has to be set up was.
local READY = {
  snacks = function()
    return rawget(require("snacks"), "did_setup")
  end,
  mini = function()
    return rawget(_G, "MiniPick")
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

function LIVE.telescope(title, search, go)
  local actions, channel =
    require("telescope.actions"), require("plenary.async.control").channel
  local finder = require("telescope.finders").new_dynamic({
    fn = function(query)
      local send, receive = channel.oneshot()
      search(query, send)
      return receive()
    end,
    entry_maker = function(item)
      local shown = { value = item, display = item.text, ordinal = item.text }
      return vim.tbl_extend("error", shown, { filename = item.filename, lnum = item.lnum })
    end,
  })
  local function on_choice(buffer)
    actions.select_default:replace(function()
      local chosen = require("telescope.actions.state").get_selected_entry()
      actions.close(buffer)
      return chosen and go(chosen.value)
    end)
    return true
  end
  local previewer = require("telescope.config").values.grep_previewer({})
  local options = { prompt_title = title, finder = finder, previewer = previewer }
  options.attach_mappings = on_choice
  require("telescope.pickers").new({}, options):find()
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

---@param source table what a source of mini.pick has besides
local function pick_mini(title, source, go)
  source.name = title
  source.choose = function(row)
    vim.schedule(function() -- the picker is closed first
      go(row.item)
    end)
  end
  require("mini.pick").start({ source = source })
end

---@param items vim.quickfix.entry[]
local function mini_rows(items)
  return vim.tbl_map(function(item)
    return { text = item.text, path = item.filename, lnum = item.lnum, item = item }
  end, items)
end

function LIVE.mini(title, search, go)
  local asked
  local function match(_, _, query)
    local words = table.concat(query)
    if words ~= asked then -- else it is called since the items were set
      asked = words
      search(words, function(items)
        require("mini.pick").set_picker_items(mini_rows(items), { do_match = false })
      end)
    end
  end
  pick_mini(title, { items = {}, match = match }, go)
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
---@param title string
---@param items vim.quickfix.entry[]
---@param go ragtui.Go
function M.choose(title, items, go)
  local name = installed()
  if #items == 0 then
    return notify(title .. ": nothing found", true)
  elseif name == "mini" then
    return pick_mini(title, { items = mini_rows(items) }, go)
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
