--- Requests to the server, with progress and cancellation.

---@class ragtui.Request the callbacks of a request
---@field done fun(result: table, client: vim.lsp.Client)
---@field failed fun(error: string)? by default the error is shown
---@field event fun(event: table)? called with each event of progress
---@field client vim.lsp.Client? once the request is sent

local notify = require("ragtui.notify")

local M = {}

local PREFIX = "ragtui-request-"
local count = 0

---@type table<string, ragtui.Request> running requests by progress token
local open = {}

---@param token string
---@param error string?
---@param result table?
local function finish(token, error, result)
  local request = open[token]
  open[token] = nil
  if request and error then
    (request.failed or notify)(error)
  elseif request then
    request.done(result or {}, request.client)
  end
end

--- Sends a custom request.
---@param client vim.lsp.Client
---@param name string such as `ragtui/ask`
---@param params table
---@param request ragtui.Request
---@return fun() cancel it here and in the server
function M.send(client, name, params, request)
  count = count + 1
  local token = PREFIX .. count
  request.client = client
  open[token] = request
  if request.event then
    params = vim.tbl_extend("force", params, { token = token })
  end
  local sent, id = client:request(name, params, function(error, result)
    finish(token, error and error.message, result)
  end)
  if not sent then
    finish(token, "the language server has stopped")
  end
  return function()
    if open[token] then
      open[token] = nil
      client:cancel_request(id)
    end
  end
end

--- The handler of `$/progress`: events of our requests, and progress from others.
function M.progress(error, params, context)
  local request = open[params.token]
  if request then
    request.event(params.value)
  elseif not vim.startswith(tostring(params.token), PREFIX) then
    return vim.lsp.handlers["$/progress"](error, params, context)
  end
end

--- Ends the requests of a server that has stopped.
---@param client integer
function M.lost(client)
  for token, request in pairs(vim.tbl_extend("error", {}, open)) do
    if request.client.id == client then
      finish(token, "the language server has stopped; ask again to restart it")
    end
  end
end

return M
