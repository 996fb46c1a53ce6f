-- The server's configuration; `vim.lsp.config("ragtui", {...})` changes any of it.

---@type vim.lsp.Config
return {
  cmd = { "ragtui-lsp" },
  filetypes = { "markdown" },
  root_dir = function(buffer, start)
    require("ragtui.server").root(buffer, start)
  end,
  on_exit = vim.schedule_wrap(function(_, _, client)
    require("ragtui.request").lost(client)
  end),
  handlers = {
    ["$/progress"] = function(...)
      return require("ragtui.request").progress(...)
    end,
    ["ragtui/indexChanged"] = function(_, news)
      vim.api.nvim_exec_autocmds("User", { pattern = "RagIndexChanged", data = news })
    end,
  },
}
