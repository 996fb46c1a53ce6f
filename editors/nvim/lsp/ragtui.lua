-- The server's configuration; `vim.lsp.config("ragtui", {...})` changes any of it.

---@type vim.lsp.Config
return {
  cmd = function(dispatchers)
    return vim.lsp.rpc.start(assert(require("ragtui.server").command()), dispatchers)
  end,
  filetypes = { "markdown" },
  root_dir = function(buffer, start)
    require("ragtui.server").root(buffer, start)
  end,
  before_init = function(params)
    local settings = require("ragtui.config").current.settings
    if next(settings) then
      params.initializationOptions = settings
    end
  end,
  on_exit = function(_, _, client)
    vim.schedule(function()
      require("ragtui.request").lost(client)
    end)
  end,
  handlers = {
    ["$/progress"] = function(...)
      return require("ragtui.request").progress(...)
    end,
    ["ragtui/indexChanged"] = function(_, news)
      vim.api.nvim_exec_autocmds("User", { pattern = "RagIndexChanged", data = news })
    end,
  },
}
