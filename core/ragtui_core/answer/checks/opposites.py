"""Words of opposite meaning, in seven languages: data."""

from collections.abc import Mapping

from ragtui_core.text.stemming import stems

_OPPOSITES = """
allow allowed permit permitted permissible erlaubt erlauben gestattet zulässig autorisé
 autorisée permis permise permitido permitida permite autorizado permesso consentito
 toegestaan
| forbid forbidden forbids prohibit prohibited ban banned disallow disallowed verboten
 verbieten verbietet untersagt unzulässig interdit interdite interdits prohibido
 prohibida prohíbe vietato vietata proibito proibido proibida
increase increased increases rise rises rose risen grow grew grown steigen steigt stieg
 gestiegen erhöhen erhöht augmenter augmente augmenté aumentar aumenta aumentó aumentare
 aumentato aumentou stijgen stijgt gestegen verhogen
| decrease decreased decreases fall falls fell fallen drop dropped decline declined
 shrink shrank reduce reduced reduces sinken sinkt sank gesunken senken gesenkt
 verringern verringert diminuer diminue diminué baisser disminuir disminuye disminuyó
 reducir reducido diminuire diminuisce diminuito diminuir diminuiu reduzir dalen daalt
 gedaald verlagen
enable enabled enables activate activated aktivieren aktiviert activer activé activada
 activado activar attivare attivato ativar ativado inschakelen ingeschakeld
| disable disabled disables deactivate deactivated deaktivieren deaktiviert désactiver
 désactivé desactivar desactivado desactivada disattivare disattivato desativar
 desativado uitschakelen uitgeschakeld
switch-on einschalten eingeschaltet allumer allumé encender encendido accendere acceso
 ligar ligado ligada
| switch-off ausschalten ausgeschaltet abgeschaltet éteindre éteint apagar apagado
 spegnere spento desligar desligado desligada
open opened opens offen geöffnet öffnen ouvert ouverte ouvrir abierto abierta abrir
 aperto aperta aprire aberto aberta
| close closed closes shut geschlossen schließen fermé fermée fermer cerrado cerrada
 cerrar chiuso chiusa chiudere fechado fechada fechar gesloten sluiten
accept accepted accepts akzeptiert accepté aceptado accettato aceito
| reject rejected rejects refuse refused refuses abgelehnt refusé rechazado rifiutato
 rejeitado
include included includes including inklusive inclus incluido incluso incluído
| exclude excluded excludes excluding exklusive exclu excluido escluso excluído
mandatory compulsory obligatory required requires obligatorisch obligatoire obligatorio
 obbligatorio obrigatório verplicht
| optional voluntary facultatif opcional facoltativo freiwillig optioneel
succeed succeeded success successful erfolgreich
| fail failed fails failure unsuccessful fehlgeschlagen
true wahr vrai verdadero vero
| false falsch faux falso
hot heiß chaud caliente caldo quente
| cold kalt froid frío freddo frio
upper upward oben
| lower downward unten
north nord norte noord
| south süd sud sur zuid
left links linke gauche izquierda sinistra esquerda
| right rechts rechte droite derecha destra direita
public öffentlich
| private privat
"""
_COMPARED = """
before prior avant antes prima vor vóór
| after following nach après después depois dopo na
more over above exceeding greater higher longer later mehr über plus más más più
 meer mindestens minimum min
| less fewer under below lower shorter earlier weniger unter moins menos meno minder
 höchstens maximum max
first erste premier primero primo primeiro eerste
| last letzte dernier último ultimo laatste
from von ab desde da vanaf
| until till bis jusque hasta fino até tot
"""

Signed = tuple[str, int]
"""The name of a pair of opposites, and which of the two."""


def _pairs(text: str) -> Mapping[str, Signed]:
    lines = text.strip().replace("\n ", " ").splitlines()
    return {
        word: (f"={line.split()[0]}", 1 - 2 * side)
        for first, second in zip(lines[::2], lines[1::2], strict=True)
        for side, words in enumerate((first, second.removeprefix("|")))
        for word in words.split()
        for line in (first,)
    }


def _stem(word: str) -> str:
    return " ".join(stem for _, stem in stems(word))


OPPOSITES = {_stem(word): sign for word, sign in _pairs(_OPPOSITES).items()}
"""Opposites by stem."""

SWITCHED = _pairs(_OPPOSITES)["switch-on"][0]
"""The pair of `on` and `off` after a verb such as `turn`."""

COMPARED = _pairs(_COMPARED)
"""Opposites that compare what follows with something, by word."""

WEAK_NEGATIONS = frozenset(
    _stem(word)
    for word in str.split(
        "avoid prevent lack lacks fail fails unless only rarely seldom except "
        "instead rather forbid forbidden prohibit prohibited deny denied refuse "
        "refused exclude stop disable disabled unable impossible hardly zero few "
        "little vermeiden verhindern nur selten kaum außer verboten untersagt "
        "éviter empêcher seulement sauf rarement interdit evitar solo sólo salvo "
        "excepto prohibido evitare vietato soltanto tranne apenas exceto proibido "
        "vermijden alleen behalve verboden"
    )
)
"""Stems of words that may negate other words of their clause."""
