--- A conversation in its window, and the targets of its lines.

local places = require("ragtui.places")
local Window = require("ragtui.window")
local notify = require("ragtui.notify")

---@class ragtui.Turn a question and its answer
---@field line integer its first line, from 1
---@field citations table[] by number: places with path, lines and verdict
---@field ended boolean

---@class ragtui.Answer
---@field window ragtui.Window
---@field client vim.lsp.Client
---@field chat string? the server's id of the conversation
---@field stop fun() ends the request of the last turn
---@field turns ragtui.Turn[]
---@field sources table<integer, ragtui.Place> by line
local Answer = {}
Answer.__index = Answer

local SOURCES = 5 -- shown per answer

---@param client vim.lsp.Client
---@return ragtui.Answer
function Answer.new(client)
  local window = Window.new()
  local made = { window = window, client = client, turns = {}, sources = {} }
  local self = setmetatable(made, Answer)
  local function jump()
    self:jump()
  end
  window.on_close = function()
    self:cancel()
  end
  window:map("<CR>", "Go to the source or citation", jump)
  window:map("gd", "Go to the source or citation", jump)
  window:map("<C-c>", "Cancel", window.on_close)
  window:map("q", "Close", function()
    window:close()
  end)
  return self
end

---@param question string
function Answer:question(question)
  local line = self.window:paragraph("# " .. places.one_line(question), "Title")
  table.insert(self.turns, { line = line, citations = {}, ended = false })
  self.window:append("\n\n")
  vim.cmd.normal({ "G", bang = true })
  self.window:state("Searching …")
end

---@type table<string, fun(self: ragtui.Answer, event: table, turn: ragtui.Turn)>
local SHOW = {}

function SHOW.sources(self, event)
  for _, source in ipairs(vim.list_slice(event.sources, 1, SOURCES)) do
    local text = ("- %s  %s"):format(places.name(source), places.one_line(source.title))
    self.sources[self.window:append(text, "Directory")] = source
    self.window:append("\n")
  end
  local more = #event.sources - SOURCES
  self.window:append(more > 0 and ("  … and %d more\n\n"):format(more) or "\n", "Comment")
  self.window:hold()
end

function SHOW.text(self, event)
  self.window:append(event.text)
end

function SHOW.citation(_, event, turn)
  turn.citations[event.number] = event
end

function SHOW.notice(self, event)
  self.window:paragraph("! " .. places.one_line(event.text), "WarningMsg")
  self.window:append("\n\n")
end

function SHOW.done(self, event)
  local by = event.provider .. (event.model ~= "" and " · " .. event.model or "")
  self:finish(by .. " · confidence " .. event.confidence)
end

--- Shows an event of the answer.
---@param event table
function Answer:event(event)
  local turn = self.turns[#self.turns]
  if not turn.ended and SHOW[event.event] then
    self.window:state("Answering …")
    SHOW[event.event](self, event, turn)
  end
end

--- Ends the turn: lists its citations, and the model or the error.
---@param by string
---@param failed boolean?
function Answer:finish(by, failed)
  local turn = self.turns[#self.turns]
  if not turn.ended then
    turn.ended = true
    self.window:state("")
    local listed = vim.tbl_map(function(each)
      return ("[%d] %s (%s)"):format(each.number, places.name(each), each.verdict)
    end, turn.citations)
    if #listed > 0 then
      self.window:paragraph(table.concat(listed, "\n"))
    end
    local mark, group = failed and "! " or "— ", failed and "WarningMsg" or "Comment"
    self.window:paragraph(mark .. places.one_line(by), group)
  end
end

--- Cancels the current turn, here and in the service.
function Answer:cancel()
  local turn = self.turns[#self.turns]
  if turn and not turn.ended then
    self.stop()
    self:finish("cancelled")
  end
end

--- The target at the cursor: a mark like `[1]`, the next one in the line, or a source.
---@return ragtui.Place?
function Answer:target()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local turn = vim.iter(self.turns):rev():find(function(each)
    return each.line <= line
  end)
  local found = self.sources[line]
  if turn and not found then
    for number, after in vim.api.nvim_get_current_line():gmatch("%[(%d+)%]()") do
      found = turn.citations[tonumber(number)] or found
      if after > column + 1 and found then
        break
      end
    end
  end
  return found
end

--- Goes to the target at the cursor.
function Answer:jump()
  local target = self:target()
  if target then
    self.window:leave()
    places.go(target, self.client.offset_encoding, self.window.from)
  else
    notify("no source or citation here")
  end
end

return Answer
