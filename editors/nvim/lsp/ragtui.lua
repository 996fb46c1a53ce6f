-- The server's configuration; `vim.lsp.config("ragtui", {...})` changes any of it.

local server = require("ragtui.server")

---@type vim.lsp.Config
return {
  cmd = { "ragtui-lsp" },
  filetypes = { "markdown" },
  capabilities = { workspace = { textDocumentContent = { dynamicRegistration = false } } },
  root_dir = server.root,
  on_exit = vim.schedule_wrap(server.lost),
  handlers = {
    ["$/progress"] = server.progress,
    ["workspace/textDocumentContent/refresh"] = function(_, params)
      vim.schedule(function() -- the request is answered first
        server.refresh(params.uri)
      end)
      return vim.NIL
    end,
    ["ragtui/indexChanged"] = function(_, news)
      vim.api.nvim_exec_autocmds("User", { pattern = "RagIndexChanged", data = news })
    end,
  },
}
