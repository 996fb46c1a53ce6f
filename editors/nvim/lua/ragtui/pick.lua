--- Choosing among what was found, in the picker that the person has.

local config = require("ragtui.config")
local places = require("ragtui.places")
local tell = require("ragtui.tell")

---@class ragtui.Found a place, and how it reads in a list
---@field label string
---@field uri string
---@field range lsp.Range?
---@field file string
---@field line integer from 1
---@field column integer in bytes, from 1

local M = {}

---@type table<string, fun(title: string, items: ragtui.Found[], encoding: string)>
local SHOW = {}

function SHOW.select(title, items, encoding)
  local window = vim.api.nvim_get_current_win()
  local function format(item)
    return vim.fn.strcharpart(item.label, 0, vim.o.columns - 8)
  end
  local options = { prompt = title, kind = "ragtui", format_item = format }
  vim.ui.select(items, options, function(item)
    if item then
      places.go(item, encoding, window)
    end
  end)
end

function SHOW.snacks(title, items)
  local rows = vim.tbl_map(function(item)
    return { text = item.label, file = item.file, pos = { item.line, item.column - 1 } }
  end, items)
  local picker = require("snacks").picker
  picker.pick({ title = title, items = rows, format = "text", preview = "file" })
end

function SHOW.telescope(title, items)
  local values = require("telescope.config").values
  local function entry(item)
    local made = { value = item, display = item.label, ordinal = item.label }
    made.filename, made.lnum, made.col = item.file, item.line, item.column
    return made
  end
  local options = {
    prompt_title = title,
    finder = require("telescope.finders").new_table({ results = items, entry_maker = entry }),
    sorter = values.generic_sorter({}),
    previewer = values.grep_previewer({}),
  }
  require("telescope.pickers").new({}, options):find()
end

SHOW["fzf-lua"] = function(title, items)
  local rows = vim.tbl_map(function(item)
    return ("%s:%d:%d:%s"):format(item.file, item.line, item.column, item.label)
  end, items)
  local fzf = require("fzf-lua")
  local options = { prompt = title .. "> ", previewer = "builtin" }
  options.actions = fzf.defaults.actions.files
  fzf.fzf_exec(rows, options)
end

---@return string
local function picker()
  if config.current.picker ~= "auto" then
    return config.current.picker
  end
  local found = vim.iter({ "snacks", "telescope", "fzf-lua" }):find(function(name)
    local there, plugin = pcall(require, name)
    return there and (name ~= "snacks" or rawget(plugin, "did_setup"))
  end)
  return found or "select"
end

--- Lets the person choose, and goes there.
---@param title string
---@param items ragtui.Found[]
---@param encoding string
function M.show(title, items, encoding)
  for _, item in ipairs(items) do
    local start = { uri = item.uri, range = item.range or places.TOP }
    local found = vim.lsp.util.locations_to_items({ start }, encoding)[1]
    item.file, item.line, item.column = found.filename, found.lnum, found.col
  end
  if #items > 0 then
    SHOW[picker()](title, items, encoding)
  else
    tell("nothing found", true)
  end
end

return M
