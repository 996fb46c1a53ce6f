--- Requests to the server that tell on their way, and end when they are cancelled.

---@class ragtui.Request
---@field client vim.lsp.Client
---@field on_event fun(event: table)?
---@field on_end fun(error: string?, result: table?)

local tell = require("ragtui.tell")

local M = {}

local PREFIX = "ragtui-request-"
local count = 0

---@type table<string, ragtui.Request> those that run, by the token of their progress
local open = {}

---@param token string
---@param error string?
---@param result table?
local function finish(token, error, result)
  local request = open[token]
  open[token] = nil
  if request then
    request.on_end(error, result)
  end
end

--- Sends a custom request.
---@param client vim.lsp.Client
---@param name string such as `ragtui/ask`
---@param params table
---@param on_end fun(error: string?, result: table?) called once, unless it is cancelled
---@param on_event fun(event: table)? called with each event of progress
---@return fun() cancel ends it here and in the server
function M.send(client, name, params, on_end, on_event)
  count = count + 1
  local token = PREFIX .. count
  open[token] = { client = client, on_end = on_end, on_event = on_event }
  if on_event then
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

--- Sends a request and tells the person if it fails.
---@param client vim.lsp.Client
---@param name string
---@param params table
---@param use fun(result: table, client: vim.lsp.Client)
function M.ask_for(client, name, params, use)
  M.send(client, name, params, function(error, result)
    if error then
      tell(error)
    else
      use(result, client)
    end
  end)
end

--- The handler of `$/progress`: events of our requests, and anybody else's progress.
function M.progress(error, params, context)
  local request = open[params.token]
  if request then
    request.on_event(params.value)
  elseif not vim.startswith(tostring(params.token), PREFIX) then
    return vim.lsp.handlers["$/progress"](error, params, context)
  end
end

--- Ends what waits for a server that has stopped.
---@param client integer
function M.lost(client)
  for _, token in ipairs(vim.tbl_keys(open)) do
    if open[token].client.id == client then
      finish(token, "the language server has stopped; ask again to start it anew")
    end
  end
end

return M
