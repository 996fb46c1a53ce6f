"""Keys as people write them."""

SHOWN = {
    "question_mark": "?",
    "slash": "/",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "space": "Space",
    "backspace": "Bksp",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "comma": ",",
    "full_stop": ".",
}
"""Those that have a name or sign of their own."""


def key_names(keys: str) -> str:
    """`ctrl+t,f2` as people write it: `^T F2`."""
    return " ".join(_name(key) for key in keys.split(","))


def _name(key: str) -> str:
    if key in SHOWN:
        return SHOWN[key]
    if key.startswith("ctrl+"):
        return f"^{key[5:].upper()}"
    return key if len(key) == 1 else key.capitalize()
