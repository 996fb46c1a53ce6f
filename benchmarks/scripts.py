"""Notes in many scripts, with the characters of files of all kinds."""

# ruff: noqa: RUF001  # these scripts are intended

import random

_SENTENCES = (
    "The pump delivers 15 litres per minute and is safe to open.",
    "Die Pumpe fördert 15 Liter je Minute und ist nicht undicht.",
    "La pompe débite 2,5 litres ; elle n'est pas étanche.",
    "Насос подаёт 15 литров в минуту и не протекает.",
    "Η αντλία δίνει 15 λίτρα και είναι ασφαλής.",
    "המשאבה מספקת 15 ליטר בדקה והיא בטוחה לפתיחה.",
    "تضخ المضخة ١٥ لترا في الدقيقة وهي آمنة للفتح.",
    "پمپ ۱۵ لیتر در دقیقه می‌دهد و ایمن است.",
    "पंप प्रति मिनट १५ लीटर देता है और सुरक्षित है।",
    "ปั๊มให้น้ำ 15 ลิตรต่อนาทีและปลอดภัย",
    "该泵每分钟输送15升水,打开时是安全的。",
    "このポンプは毎分15リットルを送り、安全です。",
    "이 펌프는 분당 15리터를 보내며 안전합니다.",
    "Pompa dakikada 15 litre verir ve güvenlidir.",
    "Máy bơm cung cấp 15 lít mỗi phút và an toàn.",
    "Die Familie 👨‍👩‍👧 sah die Flagge 🏴󠁧󠁢󠁳󠁣󠁴󠁿 und das Cafe\u0301 im\u00adpel\u00adler.",
    "Prices: $5, €1.250,50, 5 %, −3 °C, 10⁶ and ½ cup.",
    "**Bold *and* nested** `code`, ~~struck 4 words~~ and [a link](x.md).",
)
_HIDDEN = (
    *("\u200e", "\u200f", "\u061c", "\u202a", "\u202b", "\u202c", "\u202e", "\u2066"),
    *("\u2067", "\u2069", "\u200b", "\u200d", "\ufeff", "\x0c", "\x0b", "\x1b[31m"),
    *("\x1b]8;;x\x07", "\x85", "\x9b1m", "\x00", "\x1c", "\u2028", "\u00a0", "\t"),
)
_GAPS = (
    " ",
    " ",
    "\n",
    "\r\n",
    "  \n",
    "\n\n",
    "\r\n\r\n",
    "\n- ",
    "\n> ",
    "\n\n## ",
    "\r",
)


def generated_text(rng: random.Random) -> str:
    """A note of some sentences."""
    parts = ["# Notes\n\n"]
    for _ in range(rng.randrange(4, 14)):
        sentence = rng.choice(_SENTENCES)
        if rng.random() < 0.7:
            number = str(rng.randrange(2, 9_999))
            sentence = sentence.replace("15", number).replace("١٥", number)
        for _ in range(rng.choice([0, 0, 1, 2, 5])):
            place = rng.randrange(len(sentence) + 1)
            sentence = sentence[:place] + rng.choice(_HIDDEN) + sentence[place:]
        parts += [sentence, rng.choice(_GAPS)]
    return "".join(parts) + "\n"
