--- Questions and answers as they are shown, and what their lines lead to.

local config = require("ragtui.config")
local places = require("ragtui.places")
local Window = require("ragtui.window")
local tell = require("ragtui.tell")

---@class ragtui.Turn a question and its answer
---@field line integer where it begins, from 1
---@field citations table<integer, ragtui.Place> by number
---@field listed string[] lines that name the citations
---@field ended boolean

---@class ragtui.Answer
---@field window ragtui.Window
---@field encoding string of the places
---@field turns ragtui.Turn[]
---@field sources table<integer, ragtui.Place> by line
local Answer = {}
Answer.__index = Answer

for group, like in pairs({
  RagtuiQuestion = "Title",
  RagtuiSource = "Directory",
  RagtuiCitation = "Tag",
  RagtuiNotice = "WarningMsg",
  RagtuiBy = "Comment",
}) do
  vim.api.nvim_set_hl(0, group, { link = like, default = true })
end

---@param encoding string
---@return ragtui.Answer
function Answer.new(encoding)
  local made = { window = Window.new(), encoding = encoding, turns = {}, sources = {} }
  local self = setmetatable(made, Answer)
  self.window:map({ "<CR>", "gd" }, function()
    self:jump()
  end, "Go to the source or citation")
  return self
end

---@param question string
function Answer:question(question)
  local title = "# " .. places.one_line(question)
  local line = self.window:paragraph(title, "RagtuiQuestion")
  table.insert(self.turns, { line = line, citations = {}, listed = {}, ended = false })
  self.window:append("\n\n")
  vim.cmd.normal({ "G", bang = true })
  self.window:state("Searching …")
end

---@type table<string, fun(self: ragtui.Answer, event: table, turn: ragtui.Turn)>
local SHOW = {}

function SHOW.sources(self, event)
  for index, source in ipairs(event.sources) do
    if index > config.current.sources then
      self.window:append(("  … and %d more\n"):format(#event.sources - index + 1), "RagtuiBy")
      break
    end
    local text = ("- %s  %s"):format(places.name(source), places.one_line(source.title))
    self.sources[self.window:append(text, "RagtuiSource")] = source
    self.window:append("\n")
  end
  self.window:append("\n")
end

function SHOW.text(self, event)
  self.window:append(event.text)
end

function SHOW.citation(_, event, turn)
  turn.citations[event.number] = event
  local line = ("[%d] %s (%s)"):format(event.number, places.name(event), event.verdict)
  table.insert(turn.listed, line)
end

function SHOW.notice(self, event)
  self.window:paragraph("! " .. places.one_line(event.text), "RagtuiNotice")
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
    SHOW[event.event](self, event, turn)
    self.window:state(not turn.ended and "Answering …" or nil)
  end
end

--- Ends the turn: where its citations lead, and who answered or what went wrong.
---@param by string
---@param failed boolean?
function Answer:finish(by, failed)
  local turn = self.turns[#self.turns]
  if not turn.ended then
    turn.ended = true
    self.window:state()
    if #turn.listed > 0 then
      self.window:paragraph(table.concat(turn.listed, "\n"))
    end
    local mark, group = failed and "! " or "— ", failed and "RagtuiNotice" or "RagtuiBy"
    self.window:paragraph(mark .. places.one_line(by), group)
  end
end

--- What the cursor is on: a mark like `[1]`, the next one of its line, or a source.
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

--- Goes where the cursor leads; a float makes room.
function Answer:jump()
  local target = self:target()
  if not target then
    return tell("no source or citation here")
  end
  if self.window:floats() then
    self.window:close(true)
  end
  places.go(target, self.encoding, self.window.from)
end

return Answer
