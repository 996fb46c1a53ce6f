"""The keys of the reader."""

from textual.binding import Binding

READER_KEYS = (
    Binding("escape", "leave", "Back"),
    Binding("m", "toggle_raw", "Rendered/raw", show=False),
    Binding("ctrl+f", "find", "Find"),
    Binding("t", "side('OUTLINE')", "Outline"),
    Binding("i", "side('BACKLINKS')", "Linked from", show=False),
    Binding("r", "side('SIMILAR')", "Similar notes", show=False),
    Binding("l", "side('LINKS')", "Links", show=False),
    Binding("s", "toggle_side", "Show or hide the side pane", show=False),
    Binding("less_than_sign", "resize_side(4)", "Wider side pane", show=False),
    Binding("greater_than_sign", "resize_side(-4)", "Narrower side pane", show=False),
    Binding("left_square_bracket,backspace", "go_back", "Document before", show=False),
    Binding("right_square_bracket", "go_forward", "Document after", show=False),
    Binding("comma", "tab(-1)", "Tab to the left", show=False),
    Binding("full_stop", "tab(1)", "Tab to the right", show=False),
    *(
        Binding(str(n), f"tab_at({n})", "To the nth tab", show=False)
        for n in range(1, 10)
    ),
    Binding("x", "close_tab", "Close tab", show=False),
    Binding("X", "reopen_tab", "Open the closed tab again", show=False),
    Binding("e", "edit", "Edit"),
    Binding("ctrl+g", "ask_file", "Ask"),
    Binding("a", "ask_file", "Ask about this file", show=False),
    Binding("A", "ask_passage", "Ask about this passage", show=False),
    Binding("y", "copy_path", "Copy path", show=False),
    Binding("Y", "copy_wiki_link", "Copy [[link]]", show=False),
    Binding("ctrl+y", "copy_markdown_link", "Copy Markdown link", show=False),
    Binding("c", "copy_quotation", "Copy quotation", show=False),
)
"""Every action of the reader has one, so that help and palette tell of it."""
