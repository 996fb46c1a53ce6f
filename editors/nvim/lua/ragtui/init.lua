--- The commands: they send requests to the server and show the results.

local answer = require("ragtui.answer")
local config = require("ragtui.config")
local places = require("ragtui.places")
local server = require("ragtui.server")
local notify = require("ragtui.notify")

local M = {}

M.setup = config.set
M.ask = answer.ask
M.answer = answer.show

--- Sends a request about the current note.
---@param name string
---@param args table as of nvim_create_user_command
---@param params table further parameters
---@param use fun(result: table, client: vim.lsp.Client)
local function about_note(name, args, params, use)
  local client = server.client()
  local place = client and server.place(client, args)
  if client and place then
    server.send(client, name, vim.tbl_extend("error", params, place), { done = use })
  elseif client then
    notify("this is not a file of the vault")
  end
end

--- Lets the user choose among hits or notes; notes beside hits are what the search says.
---@param title string
---@return fun(result: table, client: vim.lsp.Client)
local function picked(title)
  return function(result, client)
    local items = vim.tbl_map(function(hit)
      local state = (hit.state or "") ~= "" and "(" .. hit.state .. ")" or ""
      local dates, text = hit.dates or "", hit.excerpt or hit.summary or ""
      local words = { places.name(hit), hit.title, state, dates, text }
      local label = places.one_line(table.concat(words, "  "))
      return { label = label, uri = hit.uri, range = hit.range }
    end, result.hits or result.notes)
    local named = table.concat({ title, unpack(result.hits and result.notes or {}) }, " · ")
    places.choose(places.one_line(named), items, client.offset_encoding)
  end
end

--- `:RagSearch`: with a range, sources for the selection.
function M.search(args)
  if args.range > 0 and args.args == "" then
    return about_note("ragtui/findSources", args, {}, picked("Sources for the selection"))
  end
  server.input(args, "Search: ", function(query)
    local client = query ~= "" and server.client()
    if client then
      local place = server.place(client, {})
      local params = { query = query, uri = place and place.textDocument.uri }
      server.send(client, "ragtui/search", params, { done = picked("Search: " .. query) })
    end
  end)
end

--- `:RagRelated`
function M.related()
  about_note("ragtui/related", {}, {}, picked("Related notes"))
end

--- `:RagCite`: inserts the best source of the range, or source N, below it.
function M.cite(args)
  local params = { index = tonumber(args.args) }
  if args.args ~= "" and not params.index then
    return notify(":RagCite takes the number of a source")
  end
  about_note("ragtui/insertCitation", args, params, function(result, client)
    vim.lsp.util.apply_workspace_edit(result.edit, client.offset_encoding)
    notify("cited " .. places.name(result.citation), true)
  end)
end

--- `:RagVerify`: every citation of the note, in the quickfix list.
function M.verify()
  local uri = vim.uri_from_bufnr(0)
  about_note("ragtui/verify", {}, {}, function(result, client)
    local failed = false
    local items = vim.tbl_map(function(each)
      local place = { uri = uri, range = each.range }
      local item = places.list_item(place, client.offset_encoding, each.message)
      item.type = each.verified and "I" or "E"
      failed = failed or not each.verified
      return item
    end, result.citations)
    vim.fn.setqflist({}, " ", { title = "Citations", items = items })
    if failed then
      vim.cmd("botright copen")
    end
    notify(result.summary, true)
  end)
end

--- `:RagDaily`: the note of today, or of a day such as 2026-03-07.
function M.daily(args)
  local client = server.client()
  local place = client and server.place(client, {})
  local params = { day = args.args, uri = place and place.textDocument.uri }
  local function done(result)
    vim.lsp.util.apply_workspace_edit(result.edit or {}, client.offset_encoding)
    places.go({ uri = result.uri }, client.offset_encoding)
  end
  return client and server.send(client, "ragtui/dailyNote", params, { done = done })
end

--- `:RagStatus`
function M.status()
  local client = server.client()
  local function done(result)
    local lines = vim.iter(result.vaults):map(places.facts):flatten():totable()
    local none = "there is no vault (:checkhealth ragtui)"
    notify(#lines > 0 and table.concat(lines, "\n") or none, #lines > 0)
  end
  return client and server.send(client, "ragtui/status", vim.empty_dict(), { done = done })
end

return M
