-- What needs no server: run by test_units.py, one function at a time.

local T = {}

local function equal(found, expected)
  local same = vim.deep_equal(found, expected)
  assert(same, ("found %s, expected %s"):format(vim.inspect(found), vim.inspect(expected)))
end

---@return string[] what was told
local function told()
  local said = {}
  vim.notify = function(sentence)
    table.insert(said, sentence)
  end
  return said
end

---@param layout string?
local function answer(layout)
  require("ragtui").setup({ layout = layout })
  local made = require("ragtui.answer").new({ offset_encoding = "utf-8" })
  made.window:open()
  made:question("what\nfor?")
  return made
end

---@return string
local function shown()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function source(path, title)
  local range = { start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 1 } }
  return { path = path, title = title, lines = { 1, 2 }, uri = "file:///x/" .. path, range = range }
end

function T.options_that_are_wrong_are_told_and_left_out()
  local said = told()
  require("ragtui").setup({ layout = "sideways", picker = "select", colour = 1 })
  equal(#said, 2)
  assert(table.concat(said):find("`layout` must be split, vsplit", 1, true))
  assert(table.concat(said):find("`colour` is unknown", 1, true))
  equal(require("ragtui.config").current.layout, "split")
  equal(require("ragtui.config").current.picker, "select")
end

function T.a_configured_server_is_used_and_a_wrong_one_named()
  local said = told()
  vim.lsp.config("ragtui", { cmd = { "/no/ragtui-lsp" } })
  equal(require("ragtui.server").client(), nil)
  equal(said, { "ragtui: cannot run `/no/ragtui-lsp` (:checkhealth ragtui)" })
  equal(require("ragtui.server").program(), "/no/ragtui-lsp")
end

function T.text_of_files_stays_text()
  vim.o.conceallevel = 2
  local made = answer()
  made:event({ event = "sources", sources = { source("a\nb.md", "t\27[31m\n# x") } })
  made:event({ event = "text", shown = "<!-- x -->\r\n%{system('x')} vim: set ft=lua :\n[a](b)" })
  made:event({ event = "notice", text = "one\ntwo" })
  equal(vim.wo.conceallevel, 0)
  equal(vim.bo.filetype, "ragtui")
  equal(vim.bo.syntax, "markdown")
  equal({ vim.bo.modeline, vim.bo.modifiable, vim.bo.buftype }, { false, false, "nofile" })
  local lines = vim.split(shown(), "\n")
  equal(lines[1], "# what for?")
  equal(lines[3], "- a b.md:1  t [31m # x")
  equal(lines[5], "<!-- x -->")
  assert(vim.tbl_contains(lines, "! one two"))
end

function T.more_sources_are_counted()
  local made = answer()
  local sources = {}
  for number = 1, 7 do
    sources[number] = source(number .. ".md", "N")
  end
  made:event({ event = "sources", sources = sources })
  assert(shown():find("- 5.md:1  N\n  … and 2 more\n", 1, true), shown())
end

function T.numbers_lead_to_the_citations_of_their_own_answer()
  local made = answer()
  local function cite(path)
    made:event({ event = "text", shown = "x [1] y [2]" })
    local found = vim.tbl_extend("force", source(path, ""), { number = 1, verdict = "exact" })
    made:event(vim.tbl_extend("force", found, { event = "citation" }))
    made:finish("claude")
  end
  cite("first.md")
  made:question("and then?")
  cite("second.md")
  vim.fn.cursor(3, 1)
  equal(made:target().path, "first.md")
  vim.fn.search("^x", "b")
  vim.cmd.normal("G")
  vim.fn.search("^x", "b")
  equal(made:target().path, "second.md")
  vim.cmd.normal("gg")
  equal(made:target(), nil)
end

function T.a_reader_who_scrolled_up_is_left_there()
  local made = answer()
  vim.cmd.normal("gg")
  made:event({ event = "text", shown = ("line\n"):rep(50) })
  equal(vim.fn.line("."), 1)
  vim.cmd.normal("G")
  made:event({ event = "text", shown = "more\nand more" })
  equal(vim.fn.line("."), vim.fn.line("$"))
end

function T.an_answer_fills_its_window_from_the_top()
  local made = answer()
  made:event({ event = "sources", sources = { source("a.md", "A") } })
  made:event({ event = "text", shown = "first\n" .. ("line\n"):rep(50) })
  vim.cmd.redraw()
  local above = vim.fn.search("^first", "n") - 1
  equal({ vim.fn.line("w0"), vim.fn.line(".") }, { above, above })
end

function T.an_answer_that_has_ended_can_be_continued_at_once()
  local made = answer()
  local done = { event = "done", by = "claude" }
  made:event(vim.tbl_extend("error", done, { chat = "first" }))
  equal(made.chat, "first")
  made:question("and then?")
  made:event(vim.tbl_extend("error", done, { chat = "" }))
  equal(made.chat, "first")
end

function T.an_answer_that_quotes_nothing_is_not_inserted_and_K_opens_no_manual()
  local said, made = told(), answer()
  made:event({ event = "text", shown = "I don't have information about that." })
  made.turns[1].text = "I don't have information about that."
  made:finish("extractive")
  vim.cmd.normal("p")
  vim.cmd.normal("K")
  equal(said, { "ragtui: this answer quotes nothing", "ragtui: no source or citation here" })
end

function T.what_comes_after_the_end_is_not_shown()
  local made = answer()
  made:finish("cancelled")
  made:event({ event = "text", shown = "late" })
  assert(not shown():find("late"))
end

---@return vim.quickfix.entry[] one place, and a file where it is
local function found()
  local file = vim.fn.tempname() .. ".md"
  vim.fn.writefile({ "é passage" }, file)
  local range = { start = { line = 0, character = 3 }, ["end"] = { line = 0, character = 10 } }
  local place = { uri = vim.uri_from_fname(file), range = range }
  return { require("ragtui.places").list_item(place, "utf-8", "the\nlabel") }, file
end

function T.a_picker_that_is_there_shows_the_location_list()
  local items, file = found()
  local opened = {}
  local function picker(name)
    return function()
      table.insert(opened, name)
    end
  end
  local function show()
    require("ragtui.pickers").choose("title", items, error)
  end
  package.loaded["fzf-lua"] = { loclist = picker("fzf-lua") }
  show()
  local list = vim.fn.getloclist(0, { title = true, items = true })
  local item = list.items[1]
  equal({ list.title, item.text, item.lnum, item.col }, { "title", "the label", 1, 4 })
  equal(vim.api.nvim_buf_get_name(item.bufnr), file)
  package.loaded.snacks = {}
  package.loaded["snacks.picker"] = { loclist = picker("snacks") }
  show() -- it is there, but not set up
  package.loaded.snacks.did_setup = true
  show()
  require("ragtui").setup({ picker = "fzf-lua" })
  show()
  equal(opened, { "fzf-lua", "fzf-lua", "snacks", "fzf-lua" })
end

--- Searches live with what stands in for one picker; returns what was asked and chosen.
local function live(typed)
  local items = found()
  local asked, chosen = {}, {}
  local function search(query, use)
    table.insert(asked, query)
    use(items)
  end
  local opened = require("ragtui.pickers").live("title", search, function(item)
    table.insert(chosen, item)
  end)
  assert(opened)
  typed()
  vim.wait(1000, function()
    return #chosen > 0
  end, 1)
  equal(chosen, items)
  return asked
end

function T.fzf_lua_searches_while_one_types()
  local contents, options
  package.loaded["fzf-lua"] = {
    fzf_live = function(...)
      contents, options = ...
    end,
  }
  local asked = live(function()
    local lines = {}
    contents({ "hi" })(function(line)
      table.insert(lines, line or "end")
    end)
    equal(lines[2], "end")
    assert(vim.endswith(lines[1], ".md:1:4:the label"), lines[1])
    options.actions.default({ lines[1] })
  end)
  equal(asked, { "hi" })
end

function T.snacks_searches_while_one_types()
  local options
  package.loaded.snacks = { did_setup = true }
  package.loaded["snacks.picker"] = {
    pick = function(given)
      options = given
    end,
  }
  local asked = live(function()
    local shown, thread
    local async = {
      suspend = coroutine.yield,
      resume = function()
        coroutine.resume(thread)
      end,
    }
    local add = options.finder(nil, { async = async, filter = { search = "hi" } })
    thread = coroutine.create(function()
      add(function(item)
        shown = item
      end)
    end)
    coroutine.resume(thread)
    vim.wait(1000, function()
      return shown
    end, 1)
    equal({ shown.text, shown.pos, options.live }, { "the label", { 1, 3 }, true })
    options.confirm({ close = function() end }, shown)
  end)
  equal(asked, { "hi" })
end

function T.without_a_picker_nothing_is_searched_live()
  equal(require("ragtui.pickers").live("title", error, error), false)
  require("ragtui").setup({ picker = "select" })
  package.loaded["fzf-lua"] = {}
  equal(require("ragtui.pickers").live("title", error, error), false)
end

local name = assert(vim.env.RAGTUI_UNIT)
local fine, fault = xpcall(T[name], debug.traceback)
io.stdout:write(fine and "ok" or fault, "\n")
os.exit(fine and 0 or 1)
