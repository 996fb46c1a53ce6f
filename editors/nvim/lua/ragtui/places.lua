--- Locations in notes: the selection, a choice of results, and navigation to them.

---@class ragtui.Place
---@field uri string
---@field range lsp.Range?
---@field label string? in a list

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

--- `path:line`, which `gF` understands; `path, p. 12` for a file that is not text.
---@param found { path: string, lines: integer[]?, location: table?, where: string? }
---@return string
function M.name(found)
  if found.where and type(found.location) == "table" then
    return M.one_line(found.where)
  end
  local line = found.lines and ":" .. found.lines[1] or ""
  return M.one_line(found.path) .. line
end

--- The state of a vault, in lines.
---@param vault table
---@return string[]
function M.facts(vault)
  local summary = vim.fs.basename(vault.root) .. ": " .. vault.summary
  return vim.tbl_map(M.one_line, { summary, unpack(vault.facts) })
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
  return { start = position(args.line1 - 1, from), ["end"] = position(args.line2 - 1, to) }
end

--- A place as quickfix and location lists expect it, in lines and bytes from 1; it is kept
--- as `user_data`.
---@param place ragtui.Place
---@param encoding string
---@param text string
---@return vim.quickfix.entry
function M.list_item(place, encoding, text)
  local location = { uri = place.uri, range = place.range or TOP }
  local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
  item.text = M.one_line(text)
  return item
end

--- Goes to a place, and highlights the passage for a while. A running answer continues.
---@param place ragtui.Place
---@param encoding string
function M.go(place, encoding)
  if vim.bo.filetype == "ragtui" then
    vim.cmd("wincmd p")
  end
  if vim.bo.filetype == "ragtui" then
    vim.cmd("aboveleft split") -- it was the only window
  end
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

--- Completes what Neovim 0.11 inserted: it takes an item's text up to the first blank, and
--- inserts at the cursor, whatever range is given, before brackets that close the link.
---@param event string CompleteDone; or TextChangedI, as without `menuone` the only match is
--- inserted at once, and no menu is shown
function M.finish_completion(event)
  local reason = event == "CompleteDone" and vim.v.event.reason
  local inserted = vim.fn.mode(1) == "ic" and vim.fn.pumvisible() == 0
  local accepted = reason == "accept" or event == "TextChangedI" and inserted
  local lsp = vim.tbl_get(vim.v.completed_item, "user_data", "nvim", "lsp")
  local client = lsp and vim.lsp.get_client_by_id(lsp.client_id)
  if not (client and client.name == "ragtui" and (accepted or reason == "discard")) then
    return
  end
  local word, text = vim.v.completed_item.word, lsp.completion_item.textEdit.newText
  local line, column = vim.api.nvim_get_current_line(), vim.fn.col(".")
  local before, after = line:sub(1, column - 1), line:sub(column)
  if vim.endswith(before, word) and not vim.endswith(before, text) then
    local row, rest = vim.fn.line(".") - 1, text:sub(#word + 1)
    vim.api.nvim_buf_set_text(0, row, column - 1, row, column - 1, { rest })
    before = before .. rest
  end
  local opened = accepted and before:match("(%[%[?)[^%[%]]*$") or ""
  local closed = vim.startswith(after, ("]"):rep(#opened)) and #opened or 0
  vim.fn.cursor(0, #before + closed + 1)
  vim.fn.cursor(0, #before + closed + 1)
end

return M
