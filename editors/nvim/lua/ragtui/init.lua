--- What the commands do: they ask the server, and show what it answers.

local ask = require("ragtui.ask")
local config = require("ragtui.config")
local pick = require("ragtui.pick")
local places = require("ragtui.places")
local request = require("ragtui.request")
local server = require("ragtui.server")
local tell = require("ragtui.tell")

local M = {}

M.setup = config.set
M.ask = ask.ask
M.answer = ask.show

--- Sends a request about the current note.
---@param name string
---@param given table as of nvim_create_user_command
---@param params table further parameters
---@param use fun(result: table, client: vim.lsp.Client)
local function about_note(name, given, params, use)
  local client = server.client()
  local place = client and server.place(client, given)
  if client and place then
    request.send(client, name, vim.tbl_extend("error", params, place), { done = use })
  elseif client then
    tell("this is no file of the vault")
  end
end

--- Lets the person choose among hits or notes.
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

--- `:RagSearch`: with a range, what the selection may rest on.
function M.search(given)
  if given.range > 0 and given.args == "" then
    return about_note("ragtui/findSources", given, {}, picked("Sources for the selection"))
  end
  local function with(query)
    local client = query and query ~= "" and server.client()
    if client then
      local place = server.place(client, {})
      local params = { query = query, uri = place and place.textDocument.uri }
      request.send(client, "ragtui/search", params, { done = picked("Search: " .. query) })
    end
  end
  if given.args ~= "" then
    with(given.args)
  else
    vim.ui.input({ prompt = "Search: " }, with)
  end
end

--- `:RagRelated`
function M.related()
  about_note("ragtui/related", {}, {}, picked("Notes like this one"))
end

--- `:RagCite`: puts the best source of the range, or source N, below it.
function M.cite(given)
  local params = { index = tonumber(given.args) }
  about_note("ragtui/insertCitation", given, params, function(result, client)
    vim.lsp.util.apply_workspace_edit(result.edit, client.offset_encoding)
    tell("cited " .. places.name(result.citation), true)
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
    local holding = ("%d of %d citations hold"):format(#items - failed, #items)
    tell(#items > 0 and holding or "no saved citations in this note", true)
  end)
end

--- What of a vault is indexed, in a sentence.
---@param vault table
---@return string
function M.coverage(vault)
  local share = vault.share >= 1 and "all" or math.floor(100 * vault.share) .. " %"
  local name = vim.fs.basename(vault.root)
  local said = ("%s: %d notes, %s by meaning"):format(name, vault.documents, share)
  said = said .. (vault.indexing and ", indexing" or "")
  said = said .. "; answers: " .. (vault.provider ~= "" and vault.provider or "none")
  return places.one_line(said .. (vault.message ~= "" and "; " .. vault.message or ""))
end

--- `:RagStatus`
function M.status()
  local client = server.client()
  local function done(result)
    local said = vim.tbl_map(M.coverage, result.vaults)
    local none = "there is no vault (:checkhealth ragtui)"
    tell(#said > 0 and table.concat(said, "\n") or none, #said > 0)
  end
  if client then
    request.send(client, "ragtui/status", vim.empty_dict(), { done = done })
  end
end

return M
