"""Vaults for other programs: MCP, HTTP, Telegram.

Each sub-package translates between its protocol and `ragtui_core`. It is imported by
the command that serves it, since its libraries come with an extra (`ragtui[serve]`,
`ragtui[telegram]`). The options of `request_options` need none: those of a search are
arguments of commands, too.
"""
