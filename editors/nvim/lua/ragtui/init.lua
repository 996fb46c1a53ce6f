--- The commands: they send requests to the server and show the results.

local answer = require("ragtui.answer")
local config = require("ragtui.config")
local pickers = require("ragtui.pickers")
local places = require("ragtui.places")
local server = require("ragtui.server")
local notify = require("ragtui.notify")

local M = {}

M.setup = config.set
M.ask = answer.ask
M.answer = answer.show

--- Sends a request about the current note, or a place of a note.
---@param name string
---@param args table as of nvim_create_user_command
---@param params table further parameters
---@param use fun(result: table, client: vim.lsp.Client)
---@param place table? as of server.place
local function about_note(name, args, params, use, place)
  local client = server.client()
  place = place or client and server.place(client, args)
  if client and place then
    server.send(client, name, vim.tbl_extend("error", params, place), { done = use })
  elseif client then
    notify("this is not a file of the vault")
  end
end

--- Hits or notes of a result, as a list of places. Of a hit, its words come first:
--- there may be room for little more.
---@param result table
---@param encoding string
---@param weaker boolean? whether weaker hits are in the list, too
---@return vim.quickfix.entry[]
local function listed(result, encoding, weaker)
  local last = not weaker and result.listed or nil
  local hits = result.hits and vim.list_slice(result.hits, 1, last)
  return vim.tbl_map(function(hit)
    local state = (hit.state or "") ~= "" and "(" .. hit.state .. ")" or ""
    local words =
      { state, hit.excerpt or "", hit.title or "", hit.summary or "", hit.dates or "" }
    local shown = table.concat({ places.name(hit), unpack(words) }, "  ")
    return places.list_item(hit, encoding, vim.trim((shown:gsub("   +", "  "))))
  end, hits or result.notes)
end

---@param client vim.lsp.Client
---@return fun(item: vim.quickfix.entry)
local function going(client)
  return function(item)
    places.go(item.user_data, client.offset_encoding)
  end
end

--- Lets the user choose among what was found, under what the search says; of nothing
--- found only the first of that.
---@param title string
---@param weaker boolean? whether weaker hits are in the list, too
---@return fun(result: table, client: vim.lsp.Client)
local function picked(title, weaker)
  return function(result, client)
    local items = listed(result, client.offset_encoding, weaker)
    local notes = result.hits and result.notes or {}
    local none = { notes[1] or "Nothing was found." }
    local named = #items > 0 and { title, unpack(notes) } or none
    if #items > 0 and not weaker and (result.weaker or "") ~= "" then
      table.insert(named, result.weaker .. " with :RagSearch!")
    end
    pickers.choose(places.one_line(table.concat(named, " · ")), items, going(client))
  end
end

--- Searches while the user types; the last request counts.
---@param weaker boolean whether weaker hits are in the list, too
---@return boolean opened false if there is no picker for it
local function search_live(weaker)
  local client = server.client()
  local place = client and server.place(client, {})
  local params = { live = true, uri = place and place.textDocument.uri }
  local function cancel() end
  local function send(query, use)
    cancel()
    if query == "" then
      return use({})
    end
    cancel =
      server.send(client, "ragtui/search", vim.tbl_extend("error", params, { query = query }), {
        done = function(result)
          use(listed(result, client.offset_encoding, weaker))
        end,
        failed = function(error)
          use({})
          notify(error)
        end,
      })
  end
  return not client or pickers.live("Search your notes", send, going(client))
end

--- `:RagSearch`: with a range, sources for the selection; with a bang, weaker ones, too.
function M.search(args)
  if args.range > 0 and args.args == "" then
    local use = picked("Sources for the selection", args.bang)
    return about_note("ragtui/findSources", args, {}, use)
  elseif args.args == "" and search_live(args.bang) then
    return
  end
  server.input(args, "Search: ", function(query)
    local client = query ~= "" and server.client()
    if client then
      local place = server.place(client, {})
      local params = { query = query, uri = place and place.textDocument.uri }
      local use = picked("Search: " .. query, args.bang)
      server.send(client, "ragtui/search", params, { done = use })
    end
  end)
end

--- `:RagRelated`
function M.related()
  about_note("ragtui/related", {}, {}, picked("Related notes"))
end

--- Shows the result of a command of a code action.
---@param command lsp.Command
function M.shown(command)
  local place = vim.deepcopy(command.arguments[1])
  place.show = nil -- else the server shows it, too
  if command.command == "ragtui.askSelection" then
    return answer.ask({ args = "", range = 0 }, place)
  end
  local name = command.command:gsub("%.", "/")
  about_note(name, {}, {}, picked(command.title), place)
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

--- `:RagStatus`: in a window that closes when the cursor moves.
function M.status()
  local client = server.client()
  local function done(result)
    local lines = vim.iter(result.vaults):map(places.facts):flatten():totable()
    if #lines == 0 then
      return notify("there is no vault (:checkhealth ragtui)")
    end
    vim.lsp.util.open_floating_preview(lines, "ragtui", { wrap = true, focus_id = "ragtui" })
  end
  return client and server.send(client, "ragtui/status", vim.empty_dict(), { done = done })
end

return M
