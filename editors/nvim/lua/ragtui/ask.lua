--- Questions: one conversation at a time, in one window.

local Answer = require("ragtui.answer")
local request = require("ragtui.request")
local server = require("ragtui.server")
local notify = require("ragtui.notify")

local M = {}

---@type ragtui.Answer? the last conversation
local last

---@param client vim.lsp.Client
---@return ragtui.Answer
local function begin(client)
  if last then
    last.window:close()
    vim.api.nvim_buf_delete(last.window.buffer, { force = true })
  end
  last = Answer.new(client)
  last.window:map("i", "Follow up", function()
    M.ask({ args = "", range = 0 })
  end)
  return last
end

---@param answer ragtui.Answer
---@param question string
---@param place table? from server.place; with a range, the question is about it
local function send(answer, question, place)
  answer:cancel()
  answer.window:open()
  answer:question(question ~= "" and question or "About the selection")
  local about = place and place.range
  local name = about and "ragtui/askSelection" or "ragtui/ask"
  local params = about and place or { uri = place and place.textDocument.uri }
  local more = { question = question, chat = answer.chat }
  answer.stop = request.send(answer.client, name, vim.tbl_extend("error", params, more), {
    event = function(event)
      answer:event(event)
    end,
    done = function(result)
      answer.chat = result.chat ~= "" and result.chat or answer.chat
    end,
    failed = function(error)
      answer:finish(error, true)
    end,
  })
end

--- `:RagAsk`: with a range about the selection, with a bang in a new conversation. If
--- the window is open, the question continues its conversation.
---@param args table as of nvim_create_user_command
function M.ask(args)
  local answer = not args.bang and last and last.window:id() and last or nil
  local client = answer and not answer.client:is_stopped() and answer.client or server.client()
  if not client then
    return
  end
  local place = server.place(client, args.range > 0 and args or {})
  local about = place and place.range
  local function with(question)
    if question and (question ~= "" or about) then
      answer = answer or begin(client)
      answer.client = client
      send(answer, question, place)
    end
  end
  if args.args ~= "" then
    with(args.args)
  else
    vim.ui.input({ prompt = about and "Ask about the selection: " or "Ask: " }, with)
  end
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
