-- Entry point: the commands, and the server for Markdown files.

if vim.g.loaded_ragtui then
  return
end
vim.g.loaded_ragtui = true

if vim.fn.has("nvim-0.11") == 0 then
  vim.notify("ragtui: Neovim 0.11 or newer is needed", vim.log.levels.WARN)
  return
end

---@param name string
---@param run string function of the module `ragtui`
---@param options vim.api.keyset.user_command
local function command(name, run, options)
  vim.api.nvim_create_user_command(name, function(args)
    require("ragtui")[run](args)
  end, options)
end

command("RagAsk", "ask", { nargs = "*", range = true, bang = true, desc = "Ask your notes" })
command("RagAnswer", "answer", { desc = "Show the last answer again" })
command("RagSearch", "search", { nargs = "*", range = true, desc = "Search your notes" })
command("RagRelated", "related", { desc = "Show related notes" })
command("RagCite", "cite", { nargs = "?", range = true, desc = "Insert the best source" })
command("RagVerify", "verify", { desc = "Check the citations of this note" })
command("RagDaily", "daily", { nargs = "?", desc = "Open the note of today or of a day" })
command("RagStatus", "status", { desc = "Show what is indexed" })

vim.api.nvim_create_autocmd("BufReadCmd", {
  pattern = "ragtui://*",
  callback = function(args)
    require("ragtui.server").read(args.buf)
  end,
})

vim.api.nvim_create_autocmd("CompleteDone", {
  callback = function()
    require("ragtui.completion").done()
  end,
})

vim.lsp.enable("ragtui")
vim.api.nvim_create_autocmd("FileType", {
  pattern = "markdown",
  once = true, -- Neovim does not report a missing server
  callback = vim.schedule_wrap(function()
    require("ragtui.server").startable()
  end),
})
