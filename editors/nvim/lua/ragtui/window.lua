--- The window for answers: plain text that is only ever added to.

local config = require("ragtui.config")

---@class ragtui.Window
---@field buffer integer
---@field from integer? the window that was left for it
---@field stays boolean whether closing the window leaves the answer running
---@field on_close fun()
local Window = {}
Window.__index = Window

local TEXT = vim.api.nvim_create_namespace("ragtui.answer")
local STATE = vim.api.nvim_create_namespace("ragtui.answer.state")
local KEYS = " <CR> go  i ask on  <C-c> stop  q close "

local WRAPPED = { "wrap", "linebreak", "breakindent" }
local PLAIN = { "foldenable", "list", "number", "relativenumber", "spell" }

---@return ragtui.Window
function Window.new()
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, "ragtui://answer/" .. buffer)
  vim.bo[buffer].modeline, vim.bo[buffer].modifiable = false, false
  vim.bo[buffer].bufhidden, vim.bo[buffer].undolevels = "hide", -1
  vim.bo[buffer].filetype = "ragtui"
  vim.bo[buffer].syntax = "markdown" -- after the type, which sets it too
  return setmetatable({ buffer = buffer, stays = false }, Window)
end

--- Binds keys to what they do, with its name for `:map`.
---@param keys string[]
---@param run fun()
---@param does string
function Window:map(keys, run, does)
  for _, key in ipairs(keys) do
    vim.keymap.set("n", key, run, { buffer = self.buffer, nowait = true, desc = does })
  end
end

--- Its window on this tab page.
---@return integer?
function Window:id()
  local id = vim.fn.bufwinid(self.buffer)
  return id ~= -1 and id or nil
end

---@return vim.api.keyset.win_config
local function layout()
  if config.current.layout ~= "float" then
    return { split = config.current.layout == "vsplit" and "right" or "below", win = -1 }
  end
  local width, height = math.min(100, vim.o.columns - 6), math.max(5, vim.o.lines - 6)
  return {
    relative = "editor",
    width = width,
    height = height,
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    border = vim.o.winborder ~= "" and vim.o.winborder or "rounded",
    title = " Answer from your notes ",
    footer = KEYS,
    footer_pos = "right",
  }
end

--- Shows it, in the window that it has or in a new one.
function Window:open()
  local id = self:id()
  if id then
    return vim.api.nvim_set_current_win(id)
  end
  self.from = vim.api.nvim_get_current_win()
  id = vim.api.nvim_open_win(self.buffer, true, layout())
  local options = vim.wo[id][0]
  options.conceallevel, options.signcolumn, options.fillchars = 0, "no", "eob: "
  options.winbar = self:floats() and "" or "%=" .. KEYS
  for _, name in ipairs(PLAIN) do
    options[name] = false
  end
  for _, name in ipairs(WRAPPED) do
    options[name] = true
  end
  vim.fn.matchadd("RagtuiCitation", "\\[\\d\\+\\]")
  vim.api.nvim_create_autocmd("WinClosed", {
    pattern = tostring(id),
    once = true,
    callback = function()
      if not self.stays then
        self.on_close()
      end
    end,
  })
end

---@return boolean
function Window:floats()
  local id = self:id()
  return id ~= nil and vim.api.nvim_win_get_config(id).relative ~= ""
end

--- Closes it, and with it what still runs; `stays` lets that go on.
---@param stays boolean?
function Window:close(stays)
  local id = self:id()
  self.stays = stays == true
  if id and not pcall(vim.api.nvim_win_close, id, true) then
    vim.cmd.enew() -- the last window cannot be closed
    self.on_close()
  end
  self.stays = false
end

--- Adds text; windows whose cursor is at the end follow it.
---@param text string
---@param group string? how it is highlighted
---@return integer line where it begins, from 1
function Window:append(text, group)
  local buffer = self.buffer
  local last = vim.api.nvim_buf_line_count(buffer)
  local column = #vim.api.nvim_buf_get_lines(buffer, last - 1, last, false)[1]
  local lines = vim.split((text:gsub("\r", "")), "\n")
  local following = vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_cursor(window)[1] == last
  end, vim.fn.win_findbuf(buffer))
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_text(buffer, last - 1, column, last - 1, column, lines)
  vim.bo[buffer].modifiable = false
  if group then
    vim.hl.range(buffer, TEXT, group, { last - 1, column }, { last + #lines - 2, -1 })
  end
  for _, window in ipairs(following) do
    vim.api.nvim_win_set_cursor(window, { last + #lines - 1, 0 })
  end
  return last
end

--- Adds a paragraph of its own, an empty line above it.
---@param text string
---@param group string?
---@return integer line where it begins, from 1
function Window:paragraph(text, group)
  local above = vim.api.nvim_buf_get_lines(self.buffer, -3, -1, false)
  if above[#above] ~= "" then
    self:append("\n\n")
  elseif above[#above - 1] and above[#above - 1] ~= "" then
    self:append("\n")
  end
  return self:append(text, group)
end

--- Shows behind the last line what is going on; nothing if it is done.
---@param what string?
function Window:state(what)
  vim.api.nvim_buf_clear_namespace(self.buffer, STATE, 0, -1)
  if what then
    local last = vim.api.nvim_buf_line_count(self.buffer) - 1
    local text = { { " " .. what, "RagtuiBy" } }
    vim.api.nvim_buf_set_extmark(self.buffer, STATE, last, 0, { virt_text = text })
  end
end

return Window
