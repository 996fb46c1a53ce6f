-- The server's configuration; `vim.lsp.config("ragtui", {...})` changes any of it.

local notify = require("ragtui.notify")
local server = require("ragtui.server")

--- Commands of code actions whose results the plug-in shows itself.
---@param command lsp.Command
local function shown(command)
  require("ragtui").shown(command)
end

---@type vim.lsp.Config
return {
  cmd = { "ragtui-lsp" },
  filetypes = { "markdown" },
  capabilities = { workspace = { textDocumentContent = { dynamicRegistration = false } } },
  root_dir = server.root,
  commands = {
    ["ragtui.askSelection"] = shown,
    ["ragtui.findSources"] = shown,
  },
  on_exit = vim.schedule_wrap(server.lost),
  handlers = {
    ["$/progress"] = server.progress,
    ["window/showMessage"] = function(error, message, context)
      if message.type == vim.lsp.protocol.MessageType.Info then
        return notify(message.message, true) -- does not wait for a key
      end
      return vim.lsp.handlers["window/showMessage"](error, message, context)
    end,
  },
}
