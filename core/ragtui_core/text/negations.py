"""Words that negate: lists shared by the checks of quotations and of claims.

They are deliberately simple: the common negations of the most used languages.
"""

_BY_LANGUAGE = {
    "en": """not no never nor neither without cannot hardly barely scarcely none""",
    "de": """nicht kein keine keinen keinem keiner keines nie niemals ohne weder
    niemand""",
    "fr": "ne pas jamais sans aucun aucune ni",
    "es": "no nunca jamás sin ni ningún ninguna ninguno tampoco",
    "it": "non senza mai né nessun nessuna nessuno",
    "pt": "não nao nunca nem sem jamais nenhum nenhuma",
    "nl": "niet geen nooit zonder",
}
NEGATIONS = {code: frozenset(words.split()) for code, words in _BY_LANGUAGE.items()}
"""The words of languages that are told apart, by code (ISO 639-1)."""

_OTHERS = """
un non ikke ingen aldrig inte utan ei не ни нет без нельзя nie bez nem değil yok לא אין
בלי لا لم لن ليس ليست غير بدون नहीं मत बिना 안 못 δεν μη μην όχι χωρίς không chẳng chưa
tidak bukan jangan
"""
NEGATIONS_BEFORE = frozenset(_OTHERS.split()).union(*NEGATIONS.values()) - {"mai"}
"""Words that negate what follows them, of any language; "mai" is a month elsewhere."""

NEGATIONS_AFTER = frozenset(
    str.split("""
not never nicht kein keine keinen nie niemals pas jamais guère niet geen nooit ikke
aldrig inte не нет değil değildir yok לא ليس नहीं nunca não tidak bukan không
""")
)
"""Words that negate what they follow."""

PREFIXES = tuple("不没沒未無无非否勿莫别別弗毋") + tuple(
    str.split("ไม่ มิ ห้าม อย่า ບໍ່ មិន មិនមែន")
)
"""Negations before a word, in scripts without spaces."""

SUFFIXES = (
    *str.split("ない なかっ なく なけ ません ぬ まい ではな じゃな でな"),
    *("ではありません", "しない", "不", "没", "未", "ไม่", "지 않", "않", "지 못", "못"),
)
"""Negations after a word, in such scripts and in Korean."""
