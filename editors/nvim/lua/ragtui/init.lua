--- The commands: they send requests to the server and show the results.

local ask = require("ragtui.ask")
local config = require("ragtui.config")
local pick = require("ragtui.pick")
local places = require("ragtui.places")
local request = require("ragtui.request")
local server = require("ragtui.server")
local notify = require("ragtui.notify")

local M = {}

M.setup = config.set
M.ask = ask.ask
M.answer = ask.show

--- Sends a request about the current note.
---@param name string
---@param args table as of nvim_create_user_command
---@param params table further parameters
---@param use fun(result: table, client: vim.lsp.Client)
local function about_note(name, args, params, use)
  local client = server.client()
  local place = client and server.place(client, args)
  if client and place then
    request.send(client, name, vim.tbl_extend("error", params, place), { done = use })
  elseif client then
    notify("this is not a file of the vault")
  end
end

--- Lets the user choose among hits or notes.
---@param title string
---@return fun(result: table, client: vim.lsp.Client)
local function picked(title)
  return function(result, client)
    local items = vim.tbl_map(function(hit)
      local words = { places.name(hit), hit.title, hit.excerpt or hit.summary or "" }
      local label = places.one_line(table.concat(words, "  "))
      return { label = label, uri = hit.uri, range = hit.range }
    end, result.hits or result.notes)
    pick.show(title, items, client.offset_encoding)
  end
end

--- `:RagSearch`: with a range, sources for the selection.
function M.search(args)
  if args.range > 0 and args.args == "" then
    return about_note("ragtui/findSources", args, {}, picked("Sources for the selection"))
  end
  local function with(query)
    local client = query and query ~= "" and server.client()
    if client then
      local place = server.place(client, {})
      local params = { query = query, uri = place and place.textDocument.uri }
      request.send(client, "ragtui/search", params, { done = picked("Search: " .. query) })
    end
  end
  if args.args ~= "" then
    with(args.args)
  else
    vim.ui.input({ prompt = "Search: " }, with)
  end
end

--- `:RagRelated`
function M.related()
  about_note("ragtui/related", {}, {}, picked("Related notes"))
end

--- `:RagCite`: inserts the best source of the range, or source N, below it.
function M.cite(args)
  local params = { index = tonumber(args.args) }
  about_note("ragtui/insertCitation", args, params, function(result, client)
    vim.lsp.util.apply_workspace_edit(result.edit, client.offset_encoding)
    notify("cited " .. places.name(result.citation), true)
  end)
end

--- `:RagVerify`: every citation of the note, in the quickfix list.
function M.verify()
  local uri = vim.uri_from_bufnr(0)
  about_note("ragtui/verify", {}, {}, function(result, client)
    local failed = 0
    local items = vim.tbl_map(function(each)
      local place = { uri = uri, range = each.range }
      local item = places.list_item(place, client.offset_encoding, each.message)
      item.type = each.verified and "I" or "E"
      failed = failed + (each.verified and 0 or 1)
      return item
    end, result.citations)
    vim.fn.setqflist({}, " ", { title = "Citations", items = items })
    if failed > 0 then
      vim.cmd("botright copen")
    end
    local summary = ("%d of %d citations verified"):format(#items - failed, #items)
    notify(#items > 0 and summary or "no saved citations in this note", true)
  end)
end

--- The index coverage of a vault, as a sentence.
---@param vault table
---@return string
function M.coverage(vault)
  local share = vault.share >= 1 and "all" or math.floor(100 * vault.share) .. " %"
  local name = vim.fs.basename(vault.root)
  local text = ("%s: %d notes, %s by meaning"):format(name, vault.documents, share)
  text = text .. (vault.indexing and ", indexing" or "")
  text = text .. "; answers: " .. (vault.provider ~= "" and vault.provider or "none")
  return places.one_line(text .. (vault.message ~= "" and "; " .. vault.message or ""))
end

--- `:RagStatus`
function M.status()
  local client = server.client()
  local function done(result)
    local lines = vim.tbl_map(M.coverage, result.vaults)
    local none = "there is no vault (:checkhealth ragtui)"
    notify(#lines > 0 and table.concat(lines, "\n") or none, #lines > 0)
  end
  if client then
    request.send(client, "ragtui/status", vim.empty_dict(), { done = done })
  end
end

return M
