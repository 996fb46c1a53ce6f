--- `:checkhealth ragtui`: the state of the installation, with advice.

local places = require("ragtui.places")
local server = require("ragtui.server")

local M = {}

local TIMEOUT = 10000 -- milliseconds
local INSTALL = {
  "Install ragtui, so that `ragtui-lsp --version` works in a terminal.",
  "Or set its path: vim.lsp.config('ragtui', { cmd = { '/path/to/ragtui-lsp' } })",
}

local function check_server()
  local name = server.program()
  local program = name and vim.fn.exepath(name)
  if program == "" then
    return vim.health.error(("cannot run `%s`"):format(name), INSTALL)
  elseif program then
    local done = vim.system({ program, "--version" }, { text = true }):wait(TIMEOUT)
    local report = done.code == 0 and vim.health.ok or vim.health.error
    report(("%s: %s"):format(program, vim.trim(done.stdout .. done.stderr)))
  end
end

---@param vault table
local function check_vault(vault)
  local facts = places.facts(vault)
  local summary, state, rest = facts[1], facts[2], vim.list_slice(facts, 3)
  if vault.message ~= "" or vault.documents == 0 then
    vim.health.warn(("%s: %s"):format(vim.fs.basename(vault.root), state))
  else
    vim.health.ok(summary)
    vim.health.info(state)
  end
  vim.health.info(("folder: %s; files skipped: %d"):format(vault.root, #vault.skipped))
  vim.tbl_map(vim.health.info, rest)
end

---@param client vim.lsp.Client
local function check_client(client)
  local response, why = client:request_sync("ragtui/status", vim.empty_dict(), TIMEOUT)
  local vaults = response and response.result and response.result.vaults
  if not vaults then
    vim.health.error("the server does not answer: " .. (why or response.err.message))
  elseif #vaults == 0 then
    vim.health.warn("no vault", "Put an empty .ragtui.toml into your folder of notes.")
  else
    vim.tbl_map(check_vault, vaults)
  end
end

function M.check()
  vim.health.start("ragtui")
  vim.health.ok("Neovim " .. tostring(vim.version())) -- the plug-in is not loaded before 0.11
  check_server()
  local clients = vim.lsp.get_clients({ name = "ragtui" })
  if #clients == 0 then
    vim.health.info("The server is not running: open a note of your vault, and check again.")
  end
  vim.tbl_map(check_client, clients)
end

return M
