--- The server: its folder, its client, and requests with progress and cancellation.

---@class ragtui.Request the callbacks of a request
---@field done fun(result: table, client: vim.lsp.Client)
---@field failed fun(error: string)? by default the error is shown
---@field event fun(event: table)? called with each event of progress
---@field client vim.lsp.Client? once the request is sent

local places = require("ragtui.places")
local notify = require("ragtui.notify")

local M = {}

local TIMEOUT = 10000 -- milliseconds to wait for a server that was just started
local EXTRACTION = 30000 -- milliseconds to wait for a text that must be extracted first
local ROOTS = { ".obsidian", ".zk", ".git" } -- used if there is no `.ragtui.toml`

--- The program that starts the server, unless a function does.
---@return string?
function M.program()
  local command = vim.lsp.config.ragtui.cmd
  return type(command) == "table" and command[1] or nil
end

--- Whether the server can be started; shows a warning if not.
---@return boolean
function M.startable()
  local program = M.program()
  local there = not program or vim.fn.executable(program) == 1
  if not there then
    notify(("cannot run `%s` (:checkhealth ragtui)"):format(program))
  end
  return there
end

--- Whether a buffer is a file; not help, health pages, mail and the like.
---@param buffer integer
---@return boolean
local function is_file(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  return vim.bo[buffer].buftype == "" and name ~= "" and not name:find("^%a[%w+.-]+://")
end

--- The folder that the notes of a buffer belong to.
---@param buffer integer
---@return string? folder nil if the server's setting `vault` decides
local function folder_of(buffer)
  local marked = vim.fs.root(buffer, ".ragtui.toml") or vim.fs.root(buffer, ROOTS)
  local here, file = vim.fn.getcwd(), vim.api.nvim_buf_get_name(buffer)
  local whole = here == "/" or here == vim.fs.normalize("~")
  local inside = not is_file(buffer) or vim.fs.relpath(here, file)
  return marked or (inside and not whole and here or nil)
end

--- Lets `K` wait for a server that is being started; Neovim maps it once that is there.
---@param buffer integer
local function map_hover(buffer)
  local mapped = vim.api.nvim_buf_call(buffer, function()
    return vim.fn.maparg("K", "n") ~= "" or vim.o.keywordprg ~= ":Man"
  end)
  if not mapped then
    vim.keymap.set("n", "K", function()
      return M.client() and vim.lsp.buf.hover()
    end, { buffer = buffer, desc = "vim.lsp.buf.hover()" })
  end
end

--- For `root_dir`: starts the server for a file in a folder of notes. For others a command
--- starts it, which serves the vault of the setting `vault`.
---@param buffer integer
---@param start fun(root: string?)
function M.root(buffer, start)
  local folder = is_file(buffer) and folder_of(buffer)
  if folder then
    start(folder)
    map_hover(buffer)
  end
end

local function started()
  if M.startable() then
    local settings = vim.tbl_extend("force", vim.lsp.config.ragtui, { name = "ragtui" })
    settings.root_dir = folder_of(0)
    local id = vim.lsp.start(settings, { attach = is_file(0) })
    return id and vim.lsp.get_client_by_id(id)
  end
end

--- The client for the current buffer, or the one that filled it; the server is started if
--- it is not running.
---@return vim.lsp.Client? client nil after a warning
function M.client()
  local of = { name = "ragtui", bufnr = is_file(0) and 0 or nil, id = vim.b.ragtui_client }
  local client = vim.lsp.get_clients(of)[1] or started()
  local function settled()
    return client.initialized or client:is_stopped()
  end
  if client and vim.wait(TIMEOUT, settled, 10) and not client:is_stopped() then
    return client
  elseif client then
    notify("the server does not answer, try again (:checkhealth ragtui)")
  end
end

--- The request parameters for the current note or a range of it.
---@param client vim.lsp.Client
---@param args table as of nvim_create_user_command, or empty for the whole note
---@return { textDocument: lsp.TextDocumentIdentifier, range: lsp.Range? }? place nil if the
---current buffer is not a file
function M.place(client, args)
  local buffer = vim.api.nvim_get_current_buf()
  if is_file(buffer) then
    vim.lsp.buf_attach_client(buffer, client.id)
    local range = args.line1 and places.range(args, buffer, client.offset_encoding)
    return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, range = range or nil }
  end
end

--- For BufReadCmd: fills a read-only buffer `ragtui:///…` with the text of a file that is
--- not text, such as PDF. The client whose vault has the file is kept.
---@param buffer integer
function M.read(buffer)
  local method, params = "workspace/textDocumentContent", { uri = vim.uri_from_bufnr(buffer) }
  local text, faults = nil, {}
  for _, client in ipairs(M.client() and vim.lsp.get_clients({ name = "ragtui" }) or {}) do
    local reply, reason = client:request_sync(method, params, EXTRACTION, buffer)
    if reply and not reply.err then
      vim.b[buffer].ragtui_client, text = client.id, reply.result.text
      break
    end
    table.insert(faults, reply and reply.err.message or reason or "no answer")
  end
  if not text then
    return #faults > 0 and notify(table.concat(faults, "; "))
  end
  local lines = vim.split(text, "\n", { plain = true })
  local options = vim.bo[buffer]
  options.modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  options.buftype, options.swapfile, options.filetype = "nofile", false, "markdown"
  options.modified, options.modifiable, options.readonly = false, false, true
end

local PREFIX = "ragtui-request-"
local count = 0

---@type table<string, ragtui.Request> running requests by progress token
local open = {}

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

--- Calls `use` with the words of a command, or with what the user types.
---@param args table as of nvim_create_user_command
---@param prompt string
---@param use fun(words: string)
function M.input(args, prompt, use)
  if args.args ~= "" then
    return use(args.args)
  end
  vim.ui.input({ prompt = prompt }, function(words)
    return words and use(words)
  end)
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

--- For `on_exit`: ends the requests of a server that has stopped.
---@param client integer
function M.lost(_, _, client)
  for token, request in pairs(vim.tbl_extend("error", {}, open)) do
    if request.client.id == client then
      finish(token, "the language server has stopped; ask again to restart it")
    end
  end
end

return M
