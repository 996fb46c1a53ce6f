--- What follows a completion: Neovim 0.11 inserts at the cursor, whatever range is given.

local M = {}

--- For CompleteDone: moves the cursor after the brackets that close a completed link.
function M.done()
  local lsp = vim.tbl_get(vim.v.completed_item, "user_data", "nvim", "lsp")
  local client = lsp and vim.lsp.get_client_by_id(lsp.client_id)
  if not client or client.name ~= "ragtui" or vim.v.event.reason ~= "accept" then
    return
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local opened = line:sub(1, column):match("(%[%[?)[^%[%]]*$")
  local closed = opened and ("]"):rep(#opened)
  if closed and line:sub(column + 1, column + #closed) == closed then
    vim.api.nvim_win_set_cursor(0, { row, column + #closed })
  end
end

return M
