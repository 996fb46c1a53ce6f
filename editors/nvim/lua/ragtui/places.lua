--- Places in notes: what is selected, and how to get to what was found.

---@class ragtui.Place
---@field uri string
---@field range lsp.Range?

local tell = require("ragtui.tell")

local M = {}

---@type lsp.Range
M.TOP = { start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 0 } }

local HIGHLIGHTS = vim.api.nvim_create_namespace("ragtui.passage")

local SHOWN = 5000 -- milliseconds for which a passage is marked

vim.api.nvim_set_hl(0, "RagtuiPassage", { link = "Visual", default = true })

--- Text that comes from files or a service, in one line.
---@param text string
---@return string
function M.one_line(text)
  return (text:gsub("%c+", " "))
end

--- `path:first-last` as people and `gf` read it.
---@param found { path: string, lines: integer[]? }
---@return string
function M.name(found)
  local path, lines = M.one_line(found.path), found.lines
  if not lines then
    return path
  end
  local last = lines[2] ~= lines[1] and "-" .. lines[2] or ""
  return ("%s:%d%s"):format(path, lines[1], last)
end

---@param buffer integer
---@param line integer from 0
---@param byte integer
---@param encoding string
---@return lsp.Position
local function position(buffer, line, byte, encoding)
  local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ""
  local index = vim.str_utfindex(text, encoding, math.min(byte, #text), false)
  return { line = line, character = index }
end

--- The range of a command: what was marked by characters, else whole lines.
---@param given { range: integer, line1: integer, line2: integer }
---@param buffer integer
---@param encoding string
---@return lsp.Range
function M.range(given, buffer, encoding)
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local marked = given.range == 2 and first[2] == given.line1 and last[2] == given.line2
  local from, to = 0, vim.v.maxcol
  if marked and vim.fn.visualmode() == "v" then
    local line = vim.fn.getline(last[2])
    from, to = first[3] - 1, last[3] - 1
    to = to + #vim.fn.matchstr(line, ".", to)
  end
  return {
    start = position(buffer, given.line1 - 1, from, encoding),
    ["end"] = position(buffer, given.line2 - 1, to, encoding),
  }
end

---@param buffer integer
---@param range lsp.Range
---@param encoding string
local function highlight(buffer, range, encoding)
  local function mark(at)
    local text = vim.api.nvim_buf_get_lines(buffer, at.line, at.line + 1, false)[1] or ""
    return { at.line, vim.str_byteindex(text, encoding, at.character, false) }
  end
  local first, last = mark(range.start), mark(range["end"])
  vim.hl.range(buffer, HIGHLIGHTS, "RagtuiPassage", first, last, { timeout = SHOWN })
end

--- A window for files: the one given, else any that is no float and shows a file.
---@param window integer?
local function enter_file_window(window)
  local windows = vim.api.nvim_tabpage_list_wins(0)
  table.insert(windows, 1, window)
  for _, each in ipairs(windows) do
    if vim.api.nvim_win_is_valid(each) then
      local floats = vim.api.nvim_win_get_config(each).relative ~= ""
      if not floats and vim.bo[vim.api.nvim_win_get_buf(each)].filetype ~= "ragtui" then
        return vim.api.nvim_set_current_win(each)
      end
    end
  end
  vim.cmd("aboveleft split")
end

--- Goes to a place, and marks the passage for a while.
---@param place ragtui.Place
---@param encoding string
---@param window integer? where files are shown
function M.go(place, encoding, window)
  enter_file_window(window)
  local target = { uri = place.uri, range = place.range }
  if not vim.lsp.util.show_document(target, encoding, { focus = true, reuse_win = true }) then
    tell("the file cannot be opened")
  elseif place.range then
    highlight(vim.uri_to_bufnr(place.uri), place.range, encoding)
  end
end

return M
