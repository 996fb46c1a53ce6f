--- Questions: one conversation at a time, in one window, and the targets of its lines.

local places = require("ragtui.places")
local server = require("ragtui.server")
local Window = require("ragtui.window")
local notify = require("ragtui.notify")

local M = {}

---@class ragtui.Turn a question and its answer
---@field line integer its first line, from 1
---@field citations table[] by number: places with path, lines and verdict
---@field ended boolean
---@field by string? who answered
---@field text string? the complete answer in the form for a note

---@class ragtui.Answer
---@field window ragtui.Window
---@field client vim.lsp.Client
---@field chat string? the server's id of the conversation
---@field stop fun() ends the request of the last turn
---@field turns ragtui.Turn[]
---@field sources table<integer, ragtui.Place> by line
---@field note { buffer: integer, mark: integer }? where the last question was asked
local Answer = {}
Answer.__index = Answer

local SOURCES = 5 -- shown per answer
local NOTES = vim.api.nvim_create_namespace("ragtui.asked")

---@type ragtui.Answer? the last conversation
local last

--- A new conversation; the last one is closed.
---@param client vim.lsp.Client
---@return ragtui.Answer
function M.new(client)
  if last then
    vim.api.nvim_buf_delete(last.window.buffer, { force = true })
  end
  local self = setmetatable({ client = client, turns = {}, sources = {} }, Answer)
  local function run(method)
    return function()
      Answer[method](self)
    end
  end
  local function follow_up()
    M.ask({ args = "", range = 0 })
  end
  local function close()
    if not pcall(vim.cmd.close) then
      vim.cmd.enew() -- it was the only window
    end
  end
  self.window = Window.new({
    ["<CR>"] = { run("jump"), "Go to the source or citation" },
    gd = { run("jump"), "Go to the source or citation" },
    K = { run("jump"), "Go to the source or citation" },
    i = { follow_up, "Follow up" },
    p = { run("insert"), "Insert the answer with its citations into the note" },
    ["<C-c>"] = { run("cancel"), "Cancel" },
    q = { close, "Close" },
  }, run("cancel"))
  last = self
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
  self.window.top = vim.api.nvim_buf_line_count(self.window.buffer) - 1
end

function SHOW.text(self, event)
  self.window:append(event.shown, event.remark and "WarningMsg" or nil)
end

function SHOW.citation(_, event, turn)
  turn.citations[event.number] = event
end

function SHOW.notice(self, event)
  self.window:paragraph("! " .. places.one_line(event.text), "WarningMsg")
  self.window:append("\n\n")
end

function SHOW.done(self, event, turn)
  self.chat = event.chat ~= "" and event.chat or self.chat
  turn.by = event.by
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
      return ("[%d] %s (%s)"):format(each.number, places.name(each), each.label or each.verdict)
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

--- The turn at the cursor.
---@return ragtui.Turn?
function Answer:turn()
  return vim.iter(self.turns):rev():find(function(turn)
    return turn.line <= vim.fn.line(".")
  end)
end

--- The target at the cursor: a mark like `[1]`, the next one in the line, or a source.
---@return ragtui.Place?
function Answer:target()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local turn = self:turn()
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
    places.go(target, self.client.offset_encoding)
  else
    notify("no source or citation here")
  end
end

--- Inserts the answer at the cursor, with its citations, below the lines of the note where
--- the last question was asked.
function Answer:insert()
  local turn, note = self:turn(), self.note
  if not (turn and turn.text) then
    return notify("there is no complete answer here")
  elseif not next(turn.citations) then
    return notify("this answer quotes nothing")
  elseif not (note and vim.api.nvim_buf_is_loaded(note.buffer)) then
    return notify("ask from a note, to insert the answer into it")
  end
  local row = vim.api.nvim_buf_get_extmark_by_id(note.buffer, NOTES, note.mark, {})[1]
  local at = { line = row, character = 0 }
  local uri = vim.uri_from_bufnr(note.buffer)
  local params = { range = { start = at, ["end"] = at }, text = turn.text }
  params.textDocument = { uri = uri }
  server.send(self.client, "ragtui/insertText", params, {
    done = function(result)
      vim.lsp.util.apply_workspace_edit(result.edit, self.client.offset_encoding)
      places.go({ uri = uri, range = params.range }, self.client.offset_encoding)
    end,
  })
end

---@param question string
---@param place table? from server.place; with a range, the question is about it
function Answer:send(question, place)
  self:cancel()
  self.window:open()
  self:question(question ~= "" and question or "About the selection")
  local about = place and place.range
  local name = about and "ragtui/askSelection" or "ragtui/ask"
  local params = about and place or { uri = place and place.textDocument.uri }
  local more = { question = question, chat = self.chat }
  local turn = self.turns[#self.turns]
  self.stop = server.send(self.client, name, vim.tbl_extend("error", params, more), {
    event = function(event)
      self:event(event)
    end,
    done = function(result) -- the event "done" came before
      turn.text = result.text
      self:finish(turn.by)
    end,
    failed = function(error)
      self:finish(error, true)
    end,
  })
end

--- The line of a note where a question is asked, which moves with the text.
---@param line integer
---@return { buffer: integer, mark: integer }? note nil in a window of answers
local function asked_at(line)
  if vim.bo.buftype == "" then
    local mark = vim.api.nvim_buf_set_extmark(0, NOTES, line - 1, 0, {})
    return { buffer = vim.api.nvim_get_current_buf(), mark = mark }
  end
end

--- `:RagAsk`: with a range about the selection, with a bang in a new conversation. If
--- the window is open, the question continues its conversation.
---@param args table as of nvim_create_user_command
---@param place table? as of server.place, if the command does not say it
function M.ask(args, place)
  local answer = not args.bang and last and last.window:id() and last or nil
  local client = answer and not answer.client:is_stopped() and answer.client or server.client()
  if not client then
    return
  end
  place = place or server.place(client, args.range > 0 and args or {})
  local about = place and place.range
  local line = about and about["end"].line + 1 or vim.fn.line(".")
  local note = asked_at(line) or last and last.note
  server.input(args, about and "Ask about the selection: " or "Ask: ", function(question)
    if question ~= "" or about then
      answer = answer or M.new(client)
      answer.client = client
      vim.b[answer.window.buffer].ragtui_client = client.id
      answer.note = note
      answer:send(question, place)
    end
  end)
end

--- `:RagAnswer`: reopens the last answer.
function M.show()
  if last then
    last.window:open()
  else
    notify("no question asked yet (:RagAsk)")
  end
end

return M
