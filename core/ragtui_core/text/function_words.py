"""Function words (stop words), which carry no topical meaning.

Those of other languages than English are closed classes, in lower case: articles,
pronouns, prepositions, conjunctions, auxiliary verbs, question words and the verbs of
polite questions. Written for ragtui after the usual grammars, so under ragtui's
licence. Words that often name a topic are left out, such as French "été" and Spanish
"nada". Languages without spaces are not here, since their characters are indexed, nor
is Hindi, whose words the tokenizer cuts at vowel signs.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

from ragtui_core.text.folding import folded

_WORDS = """
a about after all also am an and any are as at be because been before being but by
can could did do does doing for from had has have having he her here him his how i if
in into is it its just may me might more most must my no not of on or our out over
shall she should so some such than that the their them then there these they this to too
under up upon was we were what when where which while who whom whose why will with
would you your tell please give know say says many much often long
"""
FUNCTION_WORDS = frozenset(_WORDS.split())
"""English function words, in lower case."""

FOREIGN_WORDS = {
    "de": """
aber als also am an auch auf aus bei beim bin bis bist da damit dann das dass dem den
denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du durch
ein eine einem einen einer eines er es euch euer für gab gibt haben habe hast hat hatte
hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja je jede jedem
jeden jeder jedes jene jener kann kannst können könnte man mein meine meinem meinen
meiner mich mir mit muss müssen nach nicht noch nun nur ob oder ohne sein seine seinem
seinen seiner seit sich sie sind so soll sollen sollte über um und uns unser unsere
unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches
wem wen wenn wer werde werden wessen weshalb wie wieso will wir wird wo wodurch woher
wohin womit wurde wurden zu zum zur zwischen würde würden bitte viel viele
""",
    "fr": """
ai au aux avec avoir avait avaient c ce ceci cela celle celles celui ces cet cette ceux
chez combien comme comment d dans de depuis des donc dont du elle elles en entre est et
eu eux faut fut furent il ils j je l la laquelle le lequel les lesquelles lesquels leur
leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par parce pas
pendant peut peuvent pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa
sans se sera ses si son sont sous sur t ta te tes toi ton tu un une vers vos votre vous
y était étaient être à
""",
    "es": """
a al algo alguna algunas alguno algunos ante aquel aquella aquellos aún como con contra
cual cuales cuando cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo de del desde
donde dónde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos
esta estaba estaban estas este esto estos está están fue fueron ha haber había habían
han hasta hay la las le les lo los me mi mis muy más ni no nos nosotros nuestra nuestro
o os para pero por porque pueda puede pueden que quien quienes quién quiénes qué se sea
ser si sido sin sobre son su sus sí también te tiene tienen tu tus u un una unas uno
unos usted y ya yo él
""",
    "it": """
a ad agli ai al alla alle allo anche avere aveva avevano c che chi ci coi col come con
cosa cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello di
dove e ed era erano essere fra gli ha hanno i il in io l la le lei li lo loro lui ma mi
mia mio ne negli nei nel nell nella nelle nello noi non o perché per però più può
possono qual quale quali quando quanta quante quanti quanto quella quelle quelli quello
questa queste questi questo se si sia sono stata stati stato su sua sue sugli sui sul
sulla sulle suo suoi ti tra tu un una uno vi voi è fu furono
""",
    "pt": """
a ao aos aquela aquele aqueles as até com como da das de dela dele deles do dos e ela
elas ele eles em entre era eram essa essas esse esses esta estas este estes está estão
eu foi foram há isso isto já lhe mais mas me meu minha muito na nas nem no nos nossa
nosso não o onde os ou para pela pelas pelo pelos pode podem por porque porquê qual
quais quando quanta quantas quanto quantos que quem quê se sem ser seu seus sobre sua
suas são também te tem têm tinha tu um uma umas uns você vocês à às é
""",
    "nl": """
aan al als bij dat de den der deze die dit door een en er had hadden heb hebben heeft
hem het hij hoe hoeveel hun ik in is ja je jij jullie kan kunnen maar me met mij mijn
moet moeten na naar niet nog nu of om omdat onder ons onze ook op over te tot uit uw van
voor waar waarom wanneer waren was wat we welk welke werd werden wie wij wordt worden
zal ze zich zij zijn zo zonder zou zouden
""",
    "sv": """
alla att av de dem den denna deras dess dessa det detta dig din du där eller en ett från
för ha hade han hans har henne hennes hon honom hur hör i inte jag kan kunde man med
mellan men mig min mot mycket många ni nu när och om oss på sig sin sina ska skulle som
till under upp ut utan vad var varför varje vem vems vi vid vilka vilken vilket vår våra
än är åt över blev bli blir
""",
    "da": """
af alle at blev bliver da de dem den denne der deres det dette dig din disse du efter
eller en er et for fra får ham han hans har have havde hende hendes her hun hvad hvem
hvilke hvilken hvilket hvor hvordan hvorfor hvornår hvis i ikke ind jeg jer kan kunne
man med mellem men mig min mod mange meget nogen nogle nu når og også om op os over på
sig sin sine skal skulle som til ud under var ved vi vil ville være været
""",
    "nb": """
alle at av ble blir da de dem den denne der deres det dette deg din disse du eller en er
et ei etter for fra få ham han hans har hadde hun henne hennes her hva hvem hvilke
hvilken hvilket hvor hvordan hvorfor når i ikke inn jeg kan kunne man med mellom men meg
min mot mange mye noen nå og også om opp oss over på seg sin sine skal skulle som til ut
under var ved vi vil ville være vært
""",
    "pl": """
a aby albo ale bez był była było były być bo czego czemu czy czyj czym dla do gdy gdzie
go i ich ile im ja jak jaka jaki jakie jakich jakiej jakim jako jego jej jest jestem
jeżeli już kiedy kim kogo komu kto która które którego której który których którzy
którym ma mają mam mi mnie może mogą my na nad nie nim niż o od on ona one oni oraz po
pod ponieważ przed przez przy są się skąd ta tak także tam te tego tej ten to tu tych
tym w we wy z za ze że został została zostały
""",
    "cs": """
a aby ale ani asi až bez bude budou by byl byla bylo byli byly být co čeho čem či do ho
i ja jak jaká jaké jaký jakých jako je jeho jej její jejich jen ji jsem jsme jsou já k
kam kde kdo kdy když ke koho komu kolik která které kterého který kteří kterých má mají
mezi mi mít můj může mohou my na nad ne nebo není o od on ona oni ono po pod podle pro
proč protože před při s se si tak také ten tento to tu tuto ty u už v ve však z za ze že
""",
    "ro": """
a ai ale am are au avea aveau avut că câte câtă câți cât ca care căror cărei cărui ce
cei cel cele cea cine cu cui cum când dar de deci despre din dintre după ea ei el ele
era erau este eu fi fie fost iar în într între la le li lor lui mai mea mei meu mi ne
nici noi nostru nu o pe pentru poate pot prin putea sa sale se și si său spre sub sunt
te un una unde unei unor unui unul va vi voi vor vă îi îl își
""",
    "tr": """
acaba ama ancak bana bazı ben beni benim bir biri birkaç biz bize bizim bu buna bunda
bunlar bunu bunun da daha de defa değil diye en gibi göre hangi hangisi hem her hiç için
ile ise kaç kadar ki kim kime kimin kimi mi mu mı mü nasıl ne neden nedir neler nelerdir
nerede nereden nereye neydi niçin niye o ol olan olarak oldu olduğu olduğunu olmuştur
olup on ona onlar onların onu onun sen siz sonra tarafından var vardı ve veya ya yok
zaman şu çok
""",
    "ru": """
а без бы был была были было быть в вам вас во вот все всех вы где да для до его ее если
есть ещё еще ей её же за и из или им ими их к как какая какие каким каких какого какое
какой каком какую ко когда которая которого которое которой котором которую которые
который которым которых кто кого кому кем куда ли между меня мне мог может могут мы на
над нам нас наш не него нее ней нет ни них но о об однако он она они оно от откуда перед
по под после почему при про с сам свой своей своего свою себя сколько со так также там
те тем то того той только том тот ты у уже чего чей чем через что чтобы чья эта эти этих
это этого этой этом этот эту я является являются
""",
    "uk": """
а аби або але без був була були було бути в вам вас ви від він вона вони воно все всі де
для до за з зі і із й його її їх їхній як яка яке який яких якого якому яким якої яку
які якщо кого коли кому куди ким ми мене мені між може можуть на над нам нас наш не ні
них о по під після при про та так також там те тим то того той тільки ти у хто це цей
цього цій цю ці чи чим чого чому що щоб я є скільки звідки
""",
    "el": """
αλλά αν ανάμεσα αντί από αυτά αυτές αυτή αυτό αυτοί αυτόν αυτός αυτού αυτούς αυτών για
γιατί δεν εάν εγώ είμαι είναι εκεί εμείς ένα έναν ένας ενός επί εσείς εσύ έχει έχουν ή
ήταν η θα και κατά κάθε μας με μετά μεταξύ μέχρι μη μην μια μία μιας μου μπορεί μπορούν
να ο οι όμως όπως όταν ότι ου πια ποια ποιά ποιαν ποιας ποιες ποιο ποιό ποιοι ποιον
ποιος ποιός ποιου ποιους ποιων πόσα πόσες πόση πόσο πόσοι πόσους πότε που πού πριν προς
πως πώς σαν σας σε στα στη στην στις στο στον στους σου τα τη την της τι τις το τον του
τους των υπό χωρίς ως είχε είχαν
""",
    "ar": """
أو أي أية أين إذا إلى إن أن أنا أنت أنه أنها الذي الذين التي اللذان اللتان اللواتي بعد
بل بن به بها بين تكون تم ثم حتى حول حيث خلال ذلك سوف عن عند على عليه عليها عندما غير فقط
في فيه فيها قبل قد كان كانت كانوا كل كم كما كيف لا لأن لدى لقد لكن لم لماذا لمن لن له
لها لهم ليس ليست ما ماذا متى مع من منذ منه منها منهم نحن نعم هذا هذه هؤلاء هل هم هن هناك
هو هي و وهو وهي يا يتم يكون يمكن بم بما مما فيما لما
""",
    "vi": """
ai ấy bao bằng bị bởi các cái cần chỉ cho chưa có còn của cùng cũng do đã đang đâu để
đến đi điều đó được gì hay hoặc khi không là làm lại lên lúc mà mấy một mỗi nào này nên
nếu ngoài nhiêu như nhưng những nó nơi ở qua ra rằng rất sao sau sẽ tại tất theo thì thế
tôi tới trên trong trước từ và vào vẫn về vì vị với vậy
""",
    "id": """
ada adalah agar akan anda antara apa apakah atau bagaimana bahwa bagi berapa bisa bukan
dalam dan dapat dari dengan di dia dimana mana hanya harus ia ini itu jika juga kami
kamu kapan karena ke kepada kita lebih maka mengapa mereka namun oleh pada para saat
saja saya sebagai sebuah sedang seperti serta siapa sudah tapi tetapi telah tentang
tersebut tidak untuk yaitu yang
""",
}
"""Function words of languages other than English by code (ISO 639-1), separated by
white space."""

LANGUAGES = ("en", *FOREIGN_WORDS)
"""The codes of the languages whose function words are known."""

MIN_FOREIGN = 2
"""From this number of function words, each of two letters or more, a text may be in
another language than English. One that is not ASCII counts as two: it is not an English
word."""


def is_function_word(word: str) -> bool:
    """Whether a word of a query has no topic; in capitals, as in CAN or IT, it has."""
    return word.lower() in FUNCTION_WORDS and not _is_name(word)


def function_words_in(words: Iterable[str]) -> frozenset[str]:
    """The words of a text, as written, that are function words of its language.

    The language is that of which most words are function words, so "die" is one in
    "was kostet die Pumpe", but not in "die hard"; English if none has more.
    """
    written = frozenset(words)
    listed = _lists()[language_of(written)]
    return frozenset(w for w in written if _plain(w) in listed and not _is_name(w))


def language_of(words: Iterable[str]) -> str:
    """The code of the language with the most of `words` as function words.

    That is "en" unless another language has more, and at least `MIN_FOREIGN`; no other
    property of the words is looked at.
    """
    return _language_of(frozenset(words))


def function_word_language(words: Collection[str]) -> str:
    """The language of a text's function words; "" if it has none."""
    return language_of(words) if function_words_in(words) else ""


@lru_cache(maxsize=256)
def _language_of(written: frozenset[str]) -> str:
    counts = Counter[str]()
    known = _languages()
    for word in {_plain(w) for w in written if len(w) > 1 and not _is_name(w)}:
        for language in known.get(word, ()):
            counts[language] += 2 - word.isascii()
    best = max(LANGUAGES, key=counts.__getitem__)
    return best if counts[best] >= MIN_FOREIGN else "en"


def _is_name(word: str) -> bool:
    return word.isupper() and len(word) > 1


def _plain(word: str) -> str:
    plain = word.lower()
    return plain if plain.isascii() else unicodedata.normalize("NFC", plain)


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """The languages of each function word."""
    languages: dict[str, tuple[str, ...]] = {}
    for language, words in _lists().items():
        for word in words:
            languages[word] = (*languages.get(word, ()), language)
    return languages


@cache
def _lists() -> dict[str, frozenset[str]]:
    """Function words by language, English first.

    Also without accents, which people omit; not in Vietnamese, where they make
    another word.
    """
    words_of = {"en": FUNCTION_WORDS}
    for language, text in FOREIGN_WORDS.items():
        words = text.split()
        plain = [] if language == "vi" else map(folded, words)
        words_of[language] = frozenset((*words, *plain))
    return words_of
