--- Locations in notes: the selection, and navigation to results.

---@class ragtui.Place
---@field uri string
---@field range lsp.Range?

local notify = require("ragtui.notify")

local M = {}

---@type lsp.Range
local TOP = { start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 0 } }

local HIGHLIGHTS = vim.api.nvim_create_namespace("ragtui.passage")

local SHOWN = 5000 -- milliseconds for which a passage is highlighted

--- Text that comes from files or a service, in one line.
---@param text string
---@return string
function M.one_line(text)
  return (text:gsub("%c+", " "))
end

--- `path:line`, which `gF` understands.
---@param found { path: string, lines: integer[]? }
---@return string
function M.name(found)
  local line = found.lines and ":" .. found.lines[1] or ""
  return M.one_line(found.path) .. line
end

--- The range of a command: the characters selected in Visual mode, else whole lines.
---@param args { range: integer, line1: integer, line2: integer }
---@param buffer integer
---@param encoding string
---@return lsp.Range
function M.range(args, buffer, encoding)
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local marked = args.range == 2 and first[2] == args.line1 and last[2] == args.line2
  local from, to = 0, vim.v.maxcol
  if marked and vim.fn.visualmode() == "v" then
    local line = vim.fn.getline(last[2])
    from, to = first[3] - 1, last[3] - 1
    to = to + #vim.fn.matchstr(line, ".", to)
  end
  local function position(line, byte)
    local character = vim.lsp.util.character_offset(buffer, line, byte, encoding)
    return { line = line, character = character }
  end
  return {
    start = position(args.line1 - 1, from),
    ["end"] = position(args.line2 - 1, to),
  }
end

--- A place as quickfix and location lists hold it, in lines and bytes from 1.
---@param place ragtui.Place
---@param encoding string
---@param text string
---@return vim.quickfix.entry
function M.list_item(place, encoding, text)
  local location = { uri = place.uri, range = place.range or TOP }
  local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
  item.text, item.user_data = M.one_line(text), nil
  return item
end

--- A window for files: the one named, or a new one if it is gone or shows answers.
---@param window integer?
local function enter_file_window(window)
  local there = window and vim.api.nvim_win_is_valid(window)
  if there and vim.bo[vim.api.nvim_win_get_buf(window)].filetype ~= "ragtui" then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd("aboveleft split")
  end
end

--- Goes to a place, and highlights the passage for a while.
---@param place ragtui.Place
---@param encoding string
---@param window integer? where files are shown
function M.go(place, encoding, window)
  enter_file_window(window)
  local target = { uri = place.uri, range = place.range }
  if not vim.lsp.util.show_document(target, encoding, { focus = true, reuse_win = true }) then
    notify("the file cannot be opened")
  elseif place.range then
    local at = M.list_item(place, encoding, "")
    local first, last = { at.lnum - 1, at.col - 1 }, { at.end_lnum - 1, at.end_col - 1 }
    vim.cmd.normal({ "zz", bang = true })
    vim.hl.range(0, HIGHLIGHTS, "Visual", first, last, { timeout = SHOWN })
  end
end

return M
