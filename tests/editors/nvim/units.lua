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
  local made = require("ragtui.answer").new("utf-8")
  made.window.on_close = function() end
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
  require("ragtui").setup({ layout = "sideways", picker = "select", colour = 1, sources = "x" })
  equal(#said, 3)
  assert(table.concat(said):find("`layout` must be split, vsplit, float", 1, true))
  assert(table.concat(said):find("`colour` is unknown", 1, true))
  equal(require("ragtui.config").current.layout, "split")
  equal(require("ragtui.config").current.picker, "select")
end

function T.setup_makes_the_commands_where_a_manager_came_too_late()
  vim.api.nvim_del_user_command("RagAsk")
  vim.g.loaded_ragtui = nil
  require("ragtui").setup()
  equal(vim.fn.exists(":RagAsk"), 2)
end

function T.a_configured_server_is_used_and_a_wrong_one_named()
  local said = told()
  require("ragtui").setup({ cmd = { "sh", "-c", "x" } })
  vim.env.PATH = "/bin:/usr/bin"
  equal(require("ragtui.server").command(true), { "sh", "-c", "x" })
  require("ragtui").setup({ cmd = { "/no/ragtui-lsp" } })
  equal(require("ragtui.server").command(true), nil)
  equal(said, { "ragtui: cannot run `/no/ragtui-lsp` (:checkhealth ragtui)" })
  require("ragtui.config").current.cmd = nil
  vim.lsp.config("ragtui", { cmd = { "sh" } })
  equal(require("ragtui.server").command(true), { "sh" })
end

function T.text_of_files_stays_text()
  vim.o.conceallevel = 2
  local made = answer()
  made:event({ event = "sources", sources = { source("a\nb.md", "t\27[31m\n# x") } })
  made:event({ event = "text", text = "<!-- x -->\r\n%{system('x')} vim: set ft=lua :\n[a](b)" })
  made:event({ event = "notice", text = "one\ntwo" })
  equal(vim.wo.conceallevel, 0)
  equal(vim.bo.filetype, "ragtui")
  equal(vim.bo.syntax, "markdown")
  equal({ vim.bo.modeline, vim.bo.modifiable, vim.bo.buftype }, { false, false, "nofile" })
  local lines = vim.split(shown(), "\n")
  equal(lines[1], "# what for?")
  equal(lines[3], "- a b.md:1-2  t [31m # x")
  equal(lines[5], "<!-- x -->")
  assert(vim.tbl_contains(lines, "! one two"))
end

function T.more_sources_are_counted()
  require("ragtui").setup({ sources = 2 })
  local made = answer()
  local sources = { source("a.md", "A"), source("b.md", "B"), source("c.md", "C") }
  made:event({ event = "sources", sources = sources })
  assert(shown():find("- b.md:1-2  B\n  … and 1 more\n", 1, true), shown())
end

function T.numbers_lead_to_the_citations_of_their_own_answer()
  local made = answer()
  local function cite(path)
    made:event({ event = "text", text = "x [1] y [2]" })
    local found = vim.tbl_extend("force", source(path, ""), { number = 1, verdict = "exact" })
    made:event(vim.tbl_extend("force", found, { event = "citation" }))
    made:finish("somebody")
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
  made:event({ event = "text", text = ("line\n"):rep(50) })
  equal(vim.fn.line("."), 1)
  vim.cmd.normal("G")
  made:event({ event = "text", text = "more\nand more" })
  equal(vim.fn.line("."), vim.fn.line("$"))
end

function T.what_comes_after_the_end_is_not_shown()
  local made = answer()
  made:finish("cancelled")
  made:event({ event = "text", text = "late" })
  assert(not shown():find("late"))
end

function T.the_picker_that_is_there_is_used()
  local file = vim.fn.tempname() .. ".md"
  vim.fn.writefile({ "é passage" }, file)
  local range = { start = { line = 0, character = 3 }, ["end"] = { line = 0, character = 10 } }
  local items = { { label = "the label", uri = vim.uri_from_fname(file), range = range } }
  local given
  package.loaded["fzf-lua"] = {
    defaults = { actions = { files = {} } },
    fzf_exec = function(rows)
      given = rows
    end,
  }
  require("ragtui.pick").show("title", vim.deepcopy(items), "utf-8")
  equal(given, { file .. ":1:4:the label" })
  local picker = {}
  picker.pick = function(options)
    given = options.items[1]
  end
  package.loaded.snacks = { did_setup = true, picker = picker }
  require("ragtui.pick").show("title", vim.deepcopy(items), "utf-8")
  equal(given, { text = "the label", file = file, pos = { 1, 3 } })
end

local name = assert(vim.env.RAGTUI_UNIT)
local fine, fault = xpcall(T[name], debug.traceback)
io.stdout:write(fine and "ok" or fault, "\n")
os.exit(fine and 0 or 1)
