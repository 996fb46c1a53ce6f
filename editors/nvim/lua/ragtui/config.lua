--- What a person can set. Everything works without.

---@class ragtui.Config
---@field cmd string[]? the server's command line; found by itself if not given
---@field settings table<string, any> settings as in config.toml, for the server
---@field layout "split"|"vsplit"|"float" where answers are shown
---@field sources integer how many sources of an answer are shown
---@field picker "auto"|"select"|"snacks"|"telescope"|"fzf-lua" shows what was found
---@field root_markers string[] files and folders that mark a vault's root

local tell = require("ragtui.tell")

local M = {}

---@type ragtui.Config
M.current = {
  settings = {},
  layout = "split",
  sources = 5,
  picker = "auto",
  root_markers = { ".obsidian", ".zk", ".git" },
}

local ALLOWED = {
  cmd = { "table" },
  settings = { "table" },
  layout = { "split", "vsplit", "float" },
  sources = { "number" },
  picker = { "auto", "select", "snacks", "telescope", "fzf-lua" },
  root_markers = { "table" },
}

--- Takes over options; one that is wrong is told and left out.
---@param options table<string, any>?
function M.set(options)
  for key, value in pairs(options or {}) do
    local allowed = ALLOWED[key] or {}
    if vim.list_contains(allowed, type(value) == "string" and value or type(value)) then
      M.current[key] = value
    else
      local must = ALLOWED[key] and "must be " .. table.concat(allowed, ", ") or "is unknown"
      tell(("setup: `%s` %s (:help ragtui-setup)"):format(key, must))
    end
  end
end

return M
