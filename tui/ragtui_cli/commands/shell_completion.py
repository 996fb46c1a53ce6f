"""`ragtui completion SHELL`: a script that completes commands, options and values.

shtab writes it from the parser. Completed values of options are those that the parser
lists, and the names of files and folders.
"""

import argparse
import re

from ragtui_cli import exit_codes

SHELLS = ("bash", "zsh", "fish")

FOLDERS = frozenset({"V", "VAULT", "[NAME=]VAULT"})
"""Names of values that are folders."""

FILES = frozenset(
    {"FILE", "FILE:LINES", "FILE[:LINE]", "PATH[#HEADING]", "SET"},
)
"""Names of values that are files."""

_DIRECTORIES = "complete -c ragtui -n '{}' -a '(__fish_complete_directories)'\n".format(
    "_shtab_ragtui_using; and test $_shtab_ragtui_npos -eq 0"
)

_ZSH = {
    # The first word may also be a folder.
    r"^(  _describe 'ragtui commands' _commands\n)": r"\1  _directories\n",
    # Several words: as shtab writes them, zsh expects no second one.
    r'^  "\(\*\)::?': '  "*:',
    # Without an action, zsh would show the name of a word and insert no option.
    r'^(  "\*?:.*:)"$': r'\1()"',
}
"""What is replaced in the script for zsh: patterns of lines, and replacements."""

_ADDED = {
    "bash": "complete -o bashdefault -o default -F _shtab_ragtui ragtui\n",
    "fish": _DIRECTORIES,
}
"""The last line of other scripts: the first word may also be a folder."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help="one of: bash, zsh, fish"
    )


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(completion_script(args.shell), end="")
    return exit_codes.FOUND


def completion_script(shell: str) -> str:
    """The script for one of `SHELLS`."""
    import shtab

    from ragtui_cli.command_parser import whole_parser

    parser = whole_parser()
    _name_kinds(parser, shtab.FILE, shtab.DIRECTORY)
    text = f"{shtab.complete(parser, shell)}\n"
    if shell == "zsh":
        for written, meant in _ZSH.items():
            text = re.sub(written, meant, text, flags=re.MULTILINE)
    return text + _ADDED.get(shell, "")


def _name_kinds(parser: argparse.ArgumentParser, file: object, folder: object) -> None:
    """Tell shtab which values are files or folders."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _name_kinds(command, file, folder)
        elif action.metavar in FOLDERS:
            action.complete = folder  # type: ignore[attr-defined]
        elif action.metavar in FILES:
            action.metavar = "FILE"  # zsh allows no colon
            action.complete = file  # type: ignore[attr-defined]
