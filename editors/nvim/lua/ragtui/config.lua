--- The options of the plug-in; all have defaults.

---@class ragtui.Config
---@field layout "split"|"vsplit" where answers are shown
---@field picker "auto"|"select"|"snacks"|"fzf-lua" shows results

local notify = require("ragtui.notify")

local M = {}

---@type ragtui.Config
M.current = { layout = "split", picker = "auto" }

local ALLOWED = {
  layout = { "split", "vsplit" },
  picker = { "auto", "select", "snacks", "fzf-lua" },
}

--- `setup`: sets options; a wrong one is reported and ignored.
---@param options table<string, any>?
function M.set(options)
  for key, value in pairs(options or {}) do
    local allowed = ALLOWED[key]
    if allowed and vim.list_contains(allowed, value) then
      M.current[key] = value
    else
      local must = allowed and "must be " .. table.concat(allowed, ", ") or "is unknown"
      notify(("setup: `%s` %s (:help ragtui-setup)"):format(key, must))
    end
  end
end

return M
