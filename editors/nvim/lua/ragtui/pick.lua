--- Shows results in the user's picker.

local config = require("ragtui.config")
local places = require("ragtui.places")
local notify = require("ragtui.notify")

---@class ragtui.Found: ragtui.Place a place and its label in a list
---@field label string

local M = {}

--- Modules of plug-ins whose `loclist` picks from the location list, with a preview.
local PICKERS = {
  snacks = "snacks.picker",
  telescope = "telescope.builtin",
  ["fzf-lua"] = "fzf-lua",
}

---@return string? name of the first that is installed and allowed
local function picker()
  local wanted = config.current.picker
  local names = wanted == "auto" and { "snacks", "telescope", "fzf-lua" } or { wanted }
  return vim.iter(names):find(function(name)
    local there, plugin = pcall(require, name)
    return there and (name ~= "snacks" or rawget(plugin, "did_setup"))
  end)
end

--- Lets the user choose, and goes there.
---@param title string
---@param items ragtui.Found[]
---@param encoding string
function M.show(title, items, encoding)
  local name, window = picker(), vim.api.nvim_get_current_win()
  if #items == 0 then
    return notify("nothing found", true)
  elseif name then
    local rows = vim.tbl_map(function(item)
      return places.list_item(item, encoding, item.label)
    end, items)
    vim.fn.setloclist(0, {}, " ", { title = title, items = rows })
    return require(PICKERS[name]).loclist()
  end
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

return M
