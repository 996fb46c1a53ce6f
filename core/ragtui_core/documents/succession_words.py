"""Words by which notes say that they are superseded, obsolete or drafts: data.

Patterns for texts that are folded (`text/folding.py`). In the lists, `_` is any
white space or hyphens.
"""

from ragtui_core.documents.validity import Validity
from ragtui_core.text.folding import folded

SUPERSEDED = "superseded superceded abgelost abgeloest"
REPLACED = (
    "replaced ersetzt remplacee? reemplazad[oa] sustituid[oa] sostituit[oa] "
    "rimpiazzat[oa] superat[oa] substituid[oa] vervangen"
)
"""Words for `replaced`, which may be said of things, too, such as a pump."""

IN_SCRIPTS = {
    Validity.SUPERSEDED: "已?被?(?:取代|替代|代替|替换|替換) "
    "(?:置換|差し替え|改訂|置き換え)(?:済み)? 대체됨?",
    Validity.DEPRECATED: "已?[弃棄]用 非推奨 사용_?중단",
    Validity.OBSOLETE: "已?(?:[废廢]止|作[废廢]|失效|[过過][期时時]|[废廢][弃棄]) "
    "廃止(?:済み)? 失効 旧版 無効 폐지 폐기 만료",
    Validity.DRAFT: "草稿 草案 下書き? ドラフト 초안",
}
"""Words of Chinese, Japanese and Korean."""

WORDS = {
    Validity.SUPERSEDED: f"{SUPERSEDED} {REPLACED}",
    Validity.DEPRECATED: "deprecated depreciee? depreciad[oa] deprecat[oa] "
    "descontinuad[oa] en_desuso em_desuso",
    Validity.OBSOLETE: "obsoleted? outdated out_of_date withdrawn retired "
    "no_longer_(?:valid|current|in_force|maintained|in_use|used|applicable|applies) "
    "obsolet veraltet uberholt ueberholt ungultig ungueltig aufgehoben "
    "nicht_mehr_(?:gultig|gueltig|aktuell|in_kraft) perimee? caduc caduque depassee? "
    "plus_(?:valable|valide|a_jour|en_vigueur) obsolet[oa] desactualizad[oa] "
    "anticuad[oa] derogad[oa] ya_no_(?:es_valid[oa]|es_vigente|esta_vigente) "
    "non_piu_(?:valid[oa]|in_vigore|aggiornat[oa]) abrogat[oa] desatualizad[oa] "
    "ultrapassad[oa] revogad[oa] verouderd achterhaald vervallen "
    "niet_meer_(?:geldig|actueel)",
    Validity.DRAFT: "draft work_in_progress wip entwurf brouillon ebauche borrador "
    "bozza rascunho klad concept",
}

REPLACES = (
    "supersedes replaces obsoletes deprecates predecessor ersetzt remplace reemplaza "
    "sustituye sostituisce substitui vervangt"
)


def any_of(words: str) -> str:
    """A pattern for any of the words."""
    return f"(?:{'|'.join(words.split())})".replace("_", r"[\s-]+")


STATE = "|".join(
    f"(?P<{validity.name}>{any_of(f'{words} {folded(IN_SCRIPTS[validity])}')})"
    for validity, words in WORDS.items()
)
BY = any_of(
    "by with durch von par por pel[oa] con com da dal dall[ao]? dai dalle door met"
)
SEE = any_of(
    "see use read refer_to in_favou?r_of moved_to siehe bitte voir utiliser utilisez "
    "consulte[rz]? au_profit_de ver veja vease usar vedi vedere usare zie gebruik"
)
SINCE = any_of("since as_of seit depuis desde sinds")
LEAD = any_of(
    "status state note warning caution important info danger attention statut estado "
    "stato nota aviso avviso achtung hinweis warnung zustand let_op attenzione"
)
THIS = any_of(
    "this these the_above dieses? diese[rn]? dies ce cet cette est[aeo] quest[aeo]? "
    "ess[ae] deze dit"
)
IS = any_of(
    "is was are were has_been have_been ist sind wurde wurden wird est a_ete esta es "
    "ha_sido fue foi e e_stat[oa] werd wordt"
)
NOT = any_of("not never nicht kein keine pas jamais plus no non nao niet geen")
IN_FORCE = any_of(
    "accepted approved adopted published final released signed_off angenommen "
    "freigegeben genehmigt verabschiedet gultig acceptee? adoptee? validee? "
    "approuvee? aceptad[oa] aprobad[oa] vigente accettat[oa] approvat[oa] aprovad[oa] "
    "aceit[oa] goedgekeurd vastgesteld geldig"
)
NOTE = (
    r"\w*?"
    + any_of(
        "note page document file article policy version guide list specification spec "
        "memo procedure proposal decision adr rfc record entry text report plan sheet "
        "manual handbook instructions process template notiz seite dokument datei "
        "artikel richtlinie anleitung liste fassung vermerk bericht entscheidung "
        "verfahren handbuch fichier politique fiche texte nota pagina documento "
        "archivo fichero articulo politica guia lista texto procedimiento articolo "
        "versione guida elenco listino testo procedura arquivo ficheiro artigo versao "
        "notitie bestand beleid versie handleiding lijst tekst"
    )
    + "s?"
)
