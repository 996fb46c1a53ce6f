-- Entry point: the commands, and the server for Markdown files.

if vim.g.loaded_ragtui then
  return
end
vim.g.loaded_ragtui = true

if vim.fn.has("nvim-0.11") == 0 then
  return vim.notify("ragtui: Neovim 0.11 or newer is needed", vim.log.levels.WARN)
end

--- A command that runs a function of the module `ragtui`, and `<Plug>(ragtui-…)` for keys.
local function command(name, run, options)
  vim.api.nvim_create_user_command(name, function(args)
    require("ragtui")[run](args)
  end, options)
  local key, desc = ("<Plug>(ragtui-%s)"):format(run), { desc = options.desc }
  vim.keymap.set("n", key, ("<Cmd>%s<CR>"):format(name), desc)
  if options.range then
    vim.keymap.set("x", key, (":%s<CR>"):format(name), desc)
  end
end

command("RagAsk", "ask", { nargs = "*", range = true, bang = true, desc = "Ask your notes" })
command("RagAnswer", "answer", { desc = "Show the last answer again" })
command("RagSearch", "search", { nargs = "*", range = true, bang = true, desc = "Search" })
command("RagRelated", "related", { desc = "Show related notes" })
command("RagCite", "cite", { nargs = "?", range = true, desc = "Insert the best source" })
command("RagVerify", "verify", { desc = "Check the citations of this note" })
command("RagStatus", "status", { desc = "Show what is indexed" })

local function on(event, pattern, run, once)
  vim.api.nvim_create_autocmd(event, { pattern = pattern, callback = run, once = once })
end

on("BufReadCmd", "ragtui://*", function(args)
  require("ragtui.server").read(args.buf)
end)
on({ "CompleteDone", "TextChangedI" }, "*", function(args)
  require("ragtui.places").finish_completion(args.event)
end)

vim.lsp.enable("ragtui")
on("FileType", "markdown", function() -- Neovim does not report a missing server
  vim.schedule(require("ragtui.server").startable)
end, true)
