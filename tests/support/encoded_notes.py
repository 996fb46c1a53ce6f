"""Notes in many languages and encodings, made from a seed."""

import random
from collections.abc import Iterator
from typing import NamedTuple

_GERMAN = (
    "Der Ausschuß prüfte am Dienstag die Überschüsse des vergangenen Jahres.",
    "Für die Förderung ländlicher Büchereien stehen künftig größere Beträge bereit.",
    "Die Öffnungszeiten müssen wegen der Straßenarbeiten geändert werden.",
    "Frau Müller schlägt vor, die Gebühren schrittweise zu erhöhen.",
    "Nächste Woche hören wir, ob die Behörde den Antrag genehmigt.",
)
_FRENCH = (
    "Le comité a étudié les dépenses prévues pour l'année prochaine.",
    "Les élèves ont été reçus à la mairie, où le maire les a félicités.",
    "La société a déjà préparé le budget, mais il reste à vérifier les intérêts.",
    "Nous espérons que le problème sera réglé avant la fête de Noël.",
    "Ça va être nécessaire : le théâtre fermera ses portes dès février.",
)
_SPANISH = (
    "El señor Núñez explicó ayer cómo se calculó el presupuesto del año próximo.",
    "¿Quién decidió que la reunión empezaría después de las diez de la mañana?",
    "La comisión también revisó la situación económica de las compañías pequeñas.",
    "Todavía no está claro qué pasará con los niños que viven fuera del país.",
    "Además, el artículo más difícil fue leído con atención por el público.",
)
_ENGLISH = (
    "The committee\u2019s report \u2013 its third this year \u2013 was well received.",
    "\u201cWe can\u2019t wait until March,\u201d said the chair of the board.",
    "Costs rose to \u20ac4,500 a month, although the caf\u00e9 had closed early.",
    "The museum\u2019s na\u00efve paintings \u2026 were moved to the upper floor.",
    "It\u2019s the members\u2019 decision whether the fa\u00e7ade is cleaned.",
)
_POLISH = (
    "Zarząd spółki omówił wczoraj wyniki finansowe za ubiegły rok.",
    "Następne spotkanie odbędzie się w środę o godzinie dziesiątej.",
    "Książki, które pożyczyliśmy z biblioteki, trzeba oddać przed końcem miesiąca.",
    "Wszyscy uczestnicy otrzymają zaświadczenie o ukończeniu szkolenia.",
    "Proszę sprawdzić, czy umowa została już podpisana przez obie strony.",
)
_CZECH = (
    "Výbor včera projednal rozpočet na příští rok a schválil několik změn.",
    "Příští schůze se koná ve středu v devět hodin v městské knihovně.",
    "Všichni účastníci dostanou zprávu o výsledcích během několika týdnů.",
    "Důležité je, aby žádost byla podána včas a řádně vyplněna.",
    "Děti si půjčily knížky, které měly vrátit už před měsícem.",
)
_TURKISH = (
    "Kurul dün gelecek yılın bütçesini görüştü ve bazı değişiklikleri onayladı.",
    "Toplantı çarşamba günü saat onda şehir kütüphanesinde yapılacak.",
    "Katılımcıların hepsine eğitimin sonunda bir belge verilecektir.",
    "Işıklar söndükten sonra çocuklar sessizce dışarı çıktılar.",
    "Müdür, şirketin geçen ayki giderlerinin düştüğünü açıkladı.",
)
_LITHUANIAN = (
    "Taryba vakar svarstė kitų metų biudžetą ir patvirtino kelis pakeitimus.",
    "Kitas susirinkimas įvyks trečiadienį dešimtą valandą miesto bibliotekoje.",
    "Visi dalyviai gaus pažymėjimą, kai mokymai bus baigti.",
    "Šiais metais išlaidos sumažėjo, nes žiema buvo švelnesnė nei įprastai.",
    "Prašome patikrinti, ar sutartį jau pasirašė abi šalys.",
)
_VIETNAMESE = (
    "Hôm qua ủy ban đã thảo luận về ngân sách của năm tới.",
    "Cuộc họp tiếp theo sẽ diễn ra vào thứ tư tại thư viện thành phố.",
    "Tất cả học viên sẽ nhận được giấy chứng nhận sau khóa học.",
    "Chúng tôi hy vọng vấn đề này sẽ được giải quyết trước cuối tháng.",
    "Những cuốn sách mượn từ thư viện phải được trả lại đúng hạn.",
)
_RUSSIAN = (
    "Вчера комитет обсудил бюджет на следующий год и утвердил несколько изменений.",
    "Следующее собрание состоится в среду в десять часов в городской библиотеке.",
    "Все участники получат отчёт о результатах в течение нескольких недель.",
    "Важно, чтобы заявление было подано вовремя и правильно заполнено.",
    "Книги, которые мы взяли в библиотеке, нужно вернуть до конца месяца.",
)
_UKRAINIAN = (
    "Учора комітет обговорив бюджет на наступний рік і затвердив кілька змін.",
    "Наступні збори відбудуться в середу о десятій годині в міській бібліотеці.",
    "Усі учасники отримають звіт про результати протягом кількох тижнів.",
    "Важливо, щоб заяву було подано вчасно й правильно заповнено.",
    "Її книжки, які ми взяли в бібліотеці, треба повернути до кінця місяця.",
)
_GREEK = (
    "Η επιτροπή συζήτησε χθες τον προϋπολογισμό του επόμενου έτους.",
    "Η επόμενη συνάντηση θα γίνει την Τετάρτη στη δημοτική βιβλιοθήκη.",
    "Όλοι οι συμμετέχοντες θα λάβουν βεβαίωση μετά το τέλος του σεμιναρίου.",
    "Είναι σημαντικό να υποβληθεί η αίτηση εγκαίρως και σωστά.",
    "Τα βιβλία που δανειστήκαμε πρέπει να επιστραφούν μέχρι το τέλος του μήνα.",
)
_HEBREW = (
    "הוועדה דנה אתמול בתקציב של השנה הבאה ואישרה כמה שינויים.",
    "הישיבה הבאה תתקיים ביום רביעי בשעה עשר בספרייה העירונית.",
    "כל המשתתפים יקבלו תעודה לאחר סיום הקורס.",
    "חשוב שהבקשה תוגש בזמן ותמולא כראוי.",
    "את הספרים ששאלנו מהספרייה יש להחזיר עד סוף החודש.",
)
_ARABIC = (
    "ناقشت اللجنة أمس ميزانية العام المقبل ووافقت على عدد من التعديلات.",
    "سيعقد الاجتماع القادم يوم الأربعاء في الساعة العاشرة في مكتبة المدينة.",
    "سيحصل جميع المشاركين على شهادة بعد انتهاء الدورة التدريبية.",
    "من المهم أن يقدم الطلب في الوقت المناسب وأن يملأ بشكل صحيح.",
    "يجب إعادة الكتب التي استعرناها من المكتبة قبل نهاية الشهر.",
)
_THAI = (
    "เมื่อวานนี้คณะกรรมการได้พิจารณางบประมาณของปีหน้า",
    "การประชุมครั้งต่อไปจะจัดขึ้นในวันพุธเวลาสิบนาฬิกาที่ห้องสมุดประชาชน",
    "ผู้เข้าร่วมทุกคนจะได้รับใบรับรองหลังจากจบการอบรม",
    "สิ่งสำคัญคือต้องยื่นคำขอให้ทันเวลาและกรอกข้อมูลให้ถูกต้อง",
    "หนังสือที่ยืมจากห้องสมุดต้องส่งคืนก่อนสิ้นเดือน",
)
_SIMPLIFIED = (
    "委员会昨天讨论了明年的预算，并批准了几项修改。",
    "下一次会议将于星期三上午十点在市图书馆举行。",
    "所有参加者在培训结束后都会收到一份证书。",
    "重要的是申请必须按时提交，并且填写正确。",
    "我们从图书馆借的书要在月底之前归还。",
)
_TRADITIONAL = (
    "委員會昨天討論了明年的預算，並批准了幾項修改。",
    "下一次會議將於星期三上午十點在市立圖書館舉行。",
    "所有參加者在培訓結束後都會收到一份證書。",
    "重要的是申請必須按時提交，並且填寫正確。",
    "我們從圖書館借的書要在月底之前歸還。",
)
_JAPANESE = (
    "委員会は昨日、来年度の予算について話し合い、いくつかの変更を承認しました。",
    "次の会議は水曜日の午前十時から市立図書館で行われます。",
    "参加者には研修が終わったあとで証明書をお渡しします。",
    "申請書は期限までに正しく記入して提出することが大切です。",
    "図書館から借りた本は、今月の終わりまでに返してください。",
)
_KOREAN = (
    "위원회는 어제 내년 예산을 논의하고 몇 가지 변경 사항을 승인했습니다.",
    "다음 회의는 수요일 오전 열 시에 시립 도서관에서 열립니다.",
    "모든 참가자는 교육이 끝난 뒤에 수료증을 받게 됩니다.",
    "신청서는 제때에 올바르게 작성하여 제출하는 것이 중요합니다.",
    "도서관에서 빌린 책은 이번 달 말까지 반납해야 합니다.",
)

ENCODINGS = {
    "gb18030": (_SIMPLIFIED,),
    "gb2312": (_SIMPLIFIED,),
    "big5": (_TRADITIONAL,),
    "shift_jis": (_JAPANESE,),
    "euc_jp": (_JAPANESE,),
    "euc_kr": (_KOREAN,),
    "koi8_r": (_RUSSIAN,),
    "koi8_u": (_UKRAINIAN,),
    "cp1251": (_RUSSIAN,),
    "cp866": (_RUSSIAN,),
    "iso8859_5": (_RUSSIAN,),
    "mac_cyrillic": (_RUSSIAN,),
    "cp1250": (_POLISH, _CZECH),
    "iso8859_2": (_CZECH, _POLISH),
    "cp1252": (_ENGLISH, _GERMAN, _SPANISH),
    "latin_1": (_FRENCH, _SPANISH),
    "iso8859_15": (_GERMAN,),
    "mac_roman": (_FRENCH, _GERMAN, _SPANISH),
    "cp850": (_SPANISH, _FRENCH),
    "cp1253": (_GREEK,),
    "iso8859_7": (_GREEK,),
    "cp1254": (_TURKISH,),
    "cp1255": (_HEBREW,),
    "cp1256": (_ARABIC,),
    "cp1257": (_LITHUANIAN,),
    "cp1258": (_VIETNAMESE,),
    "cp874": (_THAI,),
    "utf_16_le": (_SIMPLIFIED, _JAPANESE, _RUSSIAN, _ENGLISH, _ARABIC),
    "utf_16_be": (_TRADITIONAL, _KOREAN, _UKRAINIAN, _GERMAN, _THAI),
    "utf_32_le": (_SIMPLIFIED, _RUSSIAN, _GREEK),
    "utf_32_be": (_JAPANESE, _ARABIC, _FRENCH),
    "utf_8": (_GERMAN, _JAPANESE, _ARABIC, _ENGLISH),
}
"""Languages that are written in each encoding; no byte order marks."""

_MARKS = ("", "", "", "- ", "> ", "1. ")


class EncodedNote(NamedTuple):
    """A note as text, and its bytes in one encoding."""

    encoding: str
    text: str
    data: bytes


def encoded_notes(seed: int, per_encoding: int) -> Iterator[EncodedNote]:
    """Notes of 1 to 40 lines, `per_encoding` for each encoding, the same for a seed."""
    for encoding, languages in ENCODINGS.items():
        chance = random.Random(f"{seed} {encoding}")
        for _ in range(per_encoding):
            text = _note(chance, chance.choice(languages), encoding)
            yield EncodedNote(encoding, text, text.encode(encoding))


def _note(chance: random.Random, sentences: tuple[str, ...], encoding: str) -> str:
    parts = [f"# {chance.choice(sentences)[:20].strip()}", ""]
    if chance.random() < 0.3:
        parts = ["---", f"title: {chance.choice(sentences)[:15].strip()}", "---"]
    for _ in range(chance.choice((1, 2, 5, 10, 40))):
        spoken = chance.sample(sentences, chance.randint(1, 3))
        parts.append(chance.choice(_MARKS) + " ".join(spoken))
        if chance.random() < 0.3:
            parts.append(f"{chance.randint(1, 31)}.{chance.randint(1, 12)}.2024")
    text = chance.choice(("\n", "\n", "\r\n")).join(parts) + "\n"
    # Vietnamese in cp1258 and a few others lack precomposed letters.
    return text.encode(encoding, "ignore").decode(encoding)
