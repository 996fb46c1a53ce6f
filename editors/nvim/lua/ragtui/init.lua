--- What the commands do: they ask the server, and show what it answers.

local ask = require("ragtui.ask")
local pick = require("ragtui.pick")
local places = require("ragtui.places")
local request = require("ragtui.request")
local server = require("ragtui.server")
local tell = require("ragtui.tell")

local M = {}

--- Changes options (`:help ragtui-setup`); nothing needs it.
---@param options table<string, any>?
function M.setup(options)
  require("ragtui.config").set(options)
  vim.cmd.runtime("plugin/ragtui.lua") -- a plug-in manager may not have come to it
end

M.ask = ask.ask
M.answer = ask.show

--- Sends a request about the current note, and uses its result; failures are told.
---@param name string
---@param given table as of nvim_create_user_command
---@param params table further parameters
---@param use fun(result: table, client: vim.lsp.Client)
local function about_note(name, given, params, use)
  local client = server.client(0)
  local place = client and server.place(client, given)
  if client and place then
    request.ask_for(client, name, vim.tbl_extend("error", params, place), use)
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
    local client = query and query ~= "" and server.client(0)
    if client then
      local place = server.place(client, {})
      local params = { query = query, uri = place and place.textDocument.uri }
      request.ask_for(client, "ragtui/search", params, picked("Search: " .. query))
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
      local location = { uri = uri, range = each.range }
      local item = vim.lsp.util.locations_to_items({ location }, client.offset_encoding)[1]
      item.text, item.type = places.one_line(each.message), each.verified and "I" or "E"
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
  local said = ("%s: %d notes, %s found by meaning"):format(name, vault.documents, share)
  said = said .. (vault.indexing and ", indexing" or "")
  said = said .. (vault.provider ~= "" and "; answers: " .. vault.provider or "")
  return places.one_line(said .. (vault.message ~= "" and "; " .. vault.message or ""))
end

--- `:RagStatus`
function M.status()
  local client = server.client(0)
  if client then
    request.ask_for(client, "ragtui/status", vim.empty_dict(), function(result)
      local said = vim.tbl_map(M.coverage, result.vaults)
      local none = "there is no vault (:checkhealth ragtui)"
      tell(#said > 0 and table.concat(said, "\n") or none, #said > 0)
    end)
  end
end

return M
