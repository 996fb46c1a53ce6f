--- Shows a message; up to 67 characters fit in 80 columns without a prompt.
---@param message string
---@param quiet boolean? information rather than a warning
return function(message, quiet)
  vim.cmd.redraw() -- otherwise a second message would scroll and wait for a key
  vim.notify("ragtui: " .. message, quiet and vim.log.levels.INFO or vim.log.levels.WARN)
end
