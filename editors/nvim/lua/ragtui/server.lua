--- Where the server is, which folder it is started for, and the client that talks to it.

local config = require("ragtui.config")
local places = require("ragtui.places")
local tell = require("ragtui.tell")

local M = {}

M.INSTALL = "`uv tool install ragtui` or `pipx install ragtui`"

local PATIENCE = 3000 -- milliseconds in which a server that was just started answers

--- Ways to start a server that nobody configured, the program to look for first.
local KNOWN = {
  { "ragtui-lsp" },
  { "uvx", "--from", "ragtui", "ragtui-lsp" },
  { "pipx", "run", "--spec", "ragtui", "ragtui-lsp" },
}

--- The command line that starts the server.
---@param told boolean? whether the person is told if there is none
---@return string[]?
function M.command(told)
  local native = vim.lsp.config.ragtui.cmd
  local given = config.current.cmd or (type(native) == "table" and native or nil)
  for _, command in ipairs(given and { given } or KNOWN) do
    if vim.fn.executable(command[1] or "") == 1 then
      return vim.deepcopy(command)
    end
  end
  if told then
    local missing = given and ("cannot run `%s`"):format(given[1])
    tell((missing or "no server; `uv tool install ragtui`") .. " (:checkhealth ragtui)")
  end
end

--- Whether a buffer is a file; help, health pages, mail and the like are none.
---@param buffer integer
---@return boolean
local function is_file(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  return vim.bo[buffer].buftype == "" and name ~= "" and not name:find("^%a[%w+.-]+://")
end

--- The folder that the notes of a buffer belong to.
---@param buffer integer
---@return string? folder nil leaves it to the server's setting `vault`
local function folder_of(buffer)
  local marked = vim.fs.root(buffer, ".ragtui.toml")
    or vim.fs.root(buffer, config.current.root_markers)
  local here, home = vim.fn.getcwd(), vim.fs.normalize("~")
  local file = vim.api.nvim_buf_get_name(buffer)
  local inside = not is_file(buffer) or vim.fs.relpath(here, file) ~= nil
  return marked or (inside and here ~= home and here ~= "/" and here or nil)
end

local told = false

--- For `root_dir`: starts the server for a file, unless it is missing, which is told once.
---@param buffer integer
---@param start fun(root: string?)
function M.root(buffer, start)
  if is_file(buffer) and M.command() then
    start(folder_of(buffer))
  elseif is_file(buffer) and not told then
    told = true
    vim.schedule_wrap(M.command)(true)
  end
end

---@param buffer integer
---@return vim.lsp.Client?
local function started(buffer)
  if not M.command(true) then
    return nil
  end
  local settings = vim.tbl_extend("force", vim.lsp.config.ragtui, { name = "ragtui" })
  settings.root_dir = folder_of(buffer)
  local id = vim.lsp.start(settings, { bufnr = buffer, attach = is_file(buffer) })
  return id and vim.lsp.get_client_by_id(id)
end

--- The client for a buffer; the server is started if it does not run yet.
---@param buffer integer
---@return vim.lsp.Client? client nil once the person was told why
function M.client(buffer)
  local of = { name = "ragtui", bufnr = is_file(buffer) and buffer or nil }
  local client = vim.lsp.get_clients(of)[1] or started(buffer)
  if not client then
    return nil
  end
  vim.wait(PATIENCE, function()
    return client.initialized or client:is_stopped()
  end, 10)
  if client.initialized and not client:is_stopped() then
    return client
  end
  tell("the server is still starting, try again")
end

--- Tells the server which note is meant, and which part of it.
---@param client vim.lsp.Client
---@param given table as of nvim_create_user_command, or empty for the whole note
---@return { textDocument: lsp.TextDocumentIdentifier, range: lsp.Range? }? place nil if the
---current buffer is no file
function M.place(client, given)
  local buffer = vim.api.nvim_get_current_buf()
  if is_file(buffer) then
    vim.lsp.buf_attach_client(buffer, client.id)
    local range = given.line1 and places.range(given, buffer, client.offset_encoding)
    return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, range = range or nil }
  end
end

return M
