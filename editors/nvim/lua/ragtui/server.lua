--- The root folder of the server, and its client.

local places = require("ragtui.places")
local notify = require("ragtui.notify")

local M = {}

local TIMEOUT = 3000 -- milliseconds to wait for a server that was just started

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

--- For `root_dir`: starts the server for a file.
---@param buffer integer
---@param start fun(root: string?)
function M.root(buffer, start)
  if is_file(buffer) then
    start(folder_of(buffer))
  end
end

---@return vim.lsp.Client?
local function started()
  if M.startable() then
    local settings = vim.tbl_extend("force", vim.lsp.config.ragtui, { name = "ragtui" })
    settings.root_dir = folder_of(0)
    local id = vim.lsp.start(settings, { attach = is_file(0) })
    return id and vim.lsp.get_client_by_id(id)
  end
end

--- The client for the current buffer; the server is started if it is not running.
---@return vim.lsp.Client? client nil after a warning
function M.client()
  local of = { name = "ragtui", bufnr = is_file(0) and 0 or nil }
  local client = vim.lsp.get_clients(of)[1] or started()
  if not client then
    return nil
  end
  local function settled()
    return client.initialized or client:is_stopped()
  end
  if vim.wait(TIMEOUT, settled, 10) and not client:is_stopped() then
    return client
  end
  notify("the server does not answer, try again (:checkhealth ragtui)")
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

return M
