--- `:checkhealth ragtui`: what is there, and what to do about what is not.

local server = require("ragtui.server")

local M = {}

local PATIENCE = 10000 -- milliseconds

local INSTALL = {
  "Install ragtui, so that `ragtui-lsp --version` works in a terminal.",
  "Or name it: vim.lsp.config('ragtui', { cmd = { '/path/to/ragtui-lsp' } })",
}

local function check_server()
  local name = server.program()
  local program = name and vim.fn.exepath(name)
  if program == "" then
    return vim.health.error(("cannot run `%s`"):format(name), INSTALL)
  elseif program then
    local done = vim.system({ program, "--version" }, { text = true }):wait(PATIENCE)
    local report = done.code == 0 and vim.health.ok or vim.health.error
    report(("%s: %s"):format(program, vim.trim(done.stdout .. done.stderr)))
  end
end

---@param vault table
local function check_vault(vault)
  local said = require("ragtui").coverage(vault)
  if vault.message ~= "" or vault.documents == 0 then
    vim.health.warn(said, "Wait for the index, or see what `ragtui status` tells.")
  else
    vim.health.ok(said)
  end
  vim.health.info(("folder: %s; files skipped: %d"):format(vault.root, #vault.skipped))
end

---@param client vim.lsp.Client
local function check_client(client)
  local said, why = client:request_sync("ragtui/status", vim.empty_dict(), PATIENCE)
  local vaults = said and said.result and said.result.vaults
  if not vaults then
    vim.health.error("the server does not answer: " .. (why or said.err.message))
  elseif #vaults == 0 then
    vim.health.warn("no vault", "Put an empty .ragtui.toml into your folder of notes.")
  else
    vim.tbl_map(check_vault, vaults)
  end
end

function M.check()
  vim.health.start("ragtui")
  vim.health.ok("Neovim " .. tostring(vim.version())) -- without 0.11 nothing is loaded
  check_server()
  local clients = vim.lsp.get_clients({ name = "ragtui" })
  if #clients == 0 then
    vim.health.info("The server does not run: open a note of your vault, and check again.")
  end
  vim.tbl_map(check_client, clients)
end

return M
