--- Tells the person something; up to 67 characters ask for no key in 80 columns.
---@param sentence string
---@param quiet boolean? whether it is no more than news
return function(sentence, quiet)
  vim.cmd.redraw() -- a message after another one would scroll, and wait
  vim.notify("ragtui: " .. sentence, quiet and vim.log.levels.INFO or vim.log.levels.WARN)
end
