--- The window for answers: append-only plain text.

local config = require("ragtui.config")

---@class ragtui.Window
---@field buffer integer
---@field top number the first line of an answer that is to stay in view
---@field what string the state that is shown
local Window = {}
Window.__index = Window

local TEXT = vim.api.nvim_create_namespace("ragtui.answer")
local STATE = vim.api.nvim_create_namespace("ragtui.state")
local BAR = "%= <CR> go  i follow up  p insert  <C-c> stop  q close "

---@param keys table<string, { [1]: fun(), [2]: string }> what they run, and its description
---@param on_close fun() called when no window shows the buffer any more
---@return ragtui.Window
function Window.new(keys, on_close)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, "ragtui://answer/" .. buffer)
  vim.bo[buffer].modeline, vim.bo[buffer].modifiable = false, false
  vim.bo[buffer].bufhidden, vim.bo[buffer].undolevels = "hide", -1
  vim.bo[buffer].filetype = "ragtui"
  vim.bo[buffer].syntax = "markdown" -- after the type, which sets it too
  for key, each in pairs(keys) do
    vim.keymap.set("n", key, each[1], { buffer = buffer, nowait = true, desc = each[2] })
  end
  vim.api.nvim_create_autocmd("BufWinLeave", { buffer = buffer, callback = on_close })
  return setmetatable({ buffer = buffer, top = math.huge, what = "" }, Window)
end

--- Its window on this tab page.
---@return integer?
function Window:id()
  local id = vim.fn.bufwinid(self.buffer)
  return id ~= -1 and id or nil
end

--- Shows it, in the window that it has or in a new one.
function Window:open()
  if self:id() then
    return vim.api.nvim_set_current_win(self:id())
  end
  local split = config.current.layout == "vsplit" and "right" or "below"
  local layout = { split = split, win = -1, style = "minimal" }
  local id = vim.api.nvim_open_win(self.buffer, true, layout)
  local options = vim.wo[id][0]
  options.winbar, options.conceallevel, options.foldenable = BAR, 0, false
  options.wrap, options.linebreak, options.breakindent = true, true, true
  vim.fn.matchadd("Tag", "\\[\\d\\+\\]")
end

--- Stops following when text has filled the window from `top` on, once; a reader who goes
--- to the end follows again.
---@param id integer
function Window:hold(id)
  vim.api.nvim_win_call(id, function()
    if vim.fn.line("w0") > self.top then
      vim.fn.winrestview({ topline = self.top, lnum = self.top, col = 0 })
      self.top = math.huge
    end
  end)
end

--- Adds text; a cursor at the end follows it.
---@param text string
---@param group string? how it is highlighted
---@return integer line its first line, from 1
function Window:append(text, group)
  local buffer, id = self.buffer, self:id()
  local last = vim.api.nvim_buf_line_count(buffer)
  local column = #vim.api.nvim_buf_get_lines(buffer, last - 1, last, false)[1]
  local lines = vim.split((text:gsub("\r", "")), "\n")
  local follows = id and vim.api.nvim_win_get_cursor(id)[1] == last
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_text(buffer, last - 1, column, last - 1, column, lines)
  vim.bo[buffer].modifiable = false
  self:state(self.what)
  if group then
    vim.hl.range(buffer, TEXT, group, { last - 1, column }, { last + #lines - 2, -1 })
  end
  if id and follows then
    vim.api.nvim_win_set_cursor(id, { last + #lines - 1, 0 })
    self:hold(id)
  end
  return last
end

--- Adds a separate paragraph, with an empty line above it.
---@param text string
---@param group string?
---@return integer line its first line, from 1
function Window:paragraph(text, group)
  local above = table.concat(vim.api.nvim_buf_get_lines(self.buffer, -4, -1, false), "\n")
  if above ~= "" then
    self:append(("\n"):rep(2 - #above:match("\n*$")))
  end
  return self:append(text, group)
end

--- Shows the state where the next text will be.
---@param what string
function Window:state(what)
  self.what = what
  local last = vim.api.nvim_buf_line_count(self.buffer) - 1
  vim.api.nvim_buf_clear_namespace(self.buffer, STATE, 0, -1)
  if what ~= "" then
    vim.api.nvim_buf_set_extmark(
      self.buffer,
      STATE,
      last,
      0,
      { virt_text = { { what, "Comment" } } }
    )
  end
end

return Window
