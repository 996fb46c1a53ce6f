std = "luajit"
max_line_length = 100
read_globals = { "vim" }
-- Options are set by assignment.
globals = { "vim.b", "vim.bo", "vim.wo", "vim.g" }
