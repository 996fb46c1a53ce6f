--- `:checkhealth ragtui`: what is there, and what to do about what is not.

local server = require("ragtui.server")

local M = {}

local PATIENCE = 10000 -- milliseconds

local function check_server()
  local command = server.command()
  if not command then
    local name = "Or name it: require('ragtui').setup({ cmd = { '/path/to/ragtui-lsp' } })"
    return vim.health.error("server not found", { "Install it: " .. server.INSTALL, name })
  end
  local program = vim.fn.exepath(command[1])
  if #command > 1 then
    local advice = "It starts faster once it is installed: " .. server.INSTALL
    return vim.health.warn("the server runs by " .. program, advice)
  end
  local done = vim.system({ program, "--version" }, { text = true }):wait(PATIENCE)
  if done.code == 0 then
    vim.health.ok(("%s: %s"):format(vim.trim(done.stdout), program))
  else
    vim.health.error(program .. " does not run", vim.trim(done.stderr or ""))
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
  if vault.provider == "" then
    vim.health.warn("nothing can answer", "See [answer] in docs/configuration.md.")
  elseif vault.provider == "extractive" then
    vim.health.info("Answers are exact extracts; with ANTHROPIC_API_KEY Claude writes them.")
  end
end

---@param client vim.lsp.Client
local function check_client(client)
  local found, why = client:request_sync("ragtui/status", vim.empty_dict(), PATIENCE)
  local fault = why or found and found.err and found.err.message
  if fault then
    vim.health.error("the server does not answer: " .. fault, "See :checkhealth vim.lsp")
  elseif #found.result.vaults == 0 then
    vim.health.warn("no vault", "Put an empty .ragtui.toml into your folder of notes.")
  else
    vim.tbl_map(check_vault, found.result.vaults)
  end
end

function M.check()
  vim.health.start("ragtui")
  local version = vim.version()
  local named = ("Neovim %d.%d.%d"):format(version.major, version.minor, version.patch)
  if vim.fn.has("nvim-0.11") == 0 then
    return vim.health.error(named .. ", but 0.11 is needed")
  end
  vim.health.ok(named)
  check_server()
  local clients = vim.lsp.get_clients({ name = "ragtui" })
  if #clients == 0 then
    vim.health.info("The server does not run: open a note of your vault, and check again.")
  end
  vim.tbl_map(check_client, clients)
end

return M
