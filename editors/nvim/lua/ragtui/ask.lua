--- Asking: one conversation at a time, in one window.

local Answer = require("ragtui.answer")
local request = require("ragtui.request")
local server = require("ragtui.server")
local tell = require("ragtui.tell")

local M = {}

---@class ragtui.Conversation
---@field answer ragtui.Answer
---@field client vim.lsp.Client
---@field uri string? the note that it began at
---@field chat string? the name under which the server keeps it
---@field cancel fun()? ends the answer that runs

---@type ragtui.Conversation?
local last

---@param talk ragtui.Conversation
local function cancel(talk)
  if talk.cancel then
    talk.cancel()
    talk.cancel = nil
    talk.answer:finish("cancelled")
  end
end

---@param client vim.lsp.Client
---@param uri string?
---@return ragtui.Conversation
local function begin(client, uri)
  if last then
    last.answer.window:close()
    vim.api.nvim_buf_delete(last.answer.window.buffer, { force = true })
  end
  local talk = { answer = Answer.new(client.offset_encoding), client = client, uri = uri }
  local window = talk.answer.window
  window.on_close = function()
    cancel(talk)
  end
  window:map({ "<C-c>" }, window.on_close, "Cancel")
  window:map({ "q" }, function()
    window:close()
  end, "Close")
  window:map({ "i" }, function()
    M.ask({ args = "", range = 0 })
  end, "Ask on")
  last = talk
  return talk
end

---@param talk ragtui.Conversation
---@param question string
---@param about { textDocument: table, range: lsp.Range }?
local function send(talk, question, about)
  cancel(talk)
  talk.answer.window:open()
  talk.answer:question(question ~= "" and question or "About the selection")
  local name = about and "ragtui/askSelection" or "ragtui/ask"
  local params = { question = question, uri = talk.uri, chat = talk.chat }
  params = vim.tbl_extend("force", params, about or {})
  talk.cancel = request.send(talk.client, name, params, function(error, result)
    talk.cancel = nil
    if error then
      talk.answer:finish(error, true)
    else
      talk.chat = result.chat ~= "" and result.chat or talk.chat
    end
  end, function(event)
    talk.answer:event(event)
  end)
end

--- `:RagAsk`: with a range about the selection, with a bang in a new conversation. In
--- the window that is open it goes on with the conversation.
---@param given table as of nvim_create_user_command
function M.ask(given)
  local talk = not given.bang and last and last.answer.window:id() and last or nil
  local client = talk and not talk.client:is_stopped() and talk.client or server.client(0)
  if not client then
    return
  end
  local place = server.place(client, given)
  local about = given.range > 0 and place or nil
  local function with(question)
    if question and (question ~= "" or about) then
      talk = talk or begin(client, place and place.textDocument.uri)
      talk.client = client
      send(talk, question, about)
    end
  end
  if given.args ~= "" then
    with(given.args)
  else
    vim.ui.input({ prompt = about and "Ask about the selection: " or "Ask: " }, with)
  end
end

--- `:RagAnswer`: the last answer again, if its window was closed.
function M.show()
  if last then
    last.answer.window:open()
  else
    tell("nothing was asked yet (:RagAsk)")
  end
end

return M
