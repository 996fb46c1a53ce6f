"""What can be chosen for a question: the provider that answers, and the scope."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from ragtui_core import Vault
from ragtui_core.answer import (
    Offer,
    ProviderChoice,
    available_providers,
    chosen_provider,
    with_offer,
    with_provider,
)
from ragtui_core.settings import PROVIDER_TITLES, AnswerSettings
from ragtui_tui import formatting, question_scope
from ragtui_tui.dialogs.choice_list import Choice
from ragtui_tui.question_scope import WHOLE_VAULT, QuestionScope, ScopeKind


def name_of(provider: str, model: str) -> str:
    """`Claude claude-sonnet-5-5`, without saying the name twice."""
    name = PROVIDER_TITLES.get(provider, provider)
    return formatting.one_line(f"{name} · {model}" if model else name)


SERVERS = ProviderChoice("servers")
"""The choice to look for model servers, and to choose one of their models."""


class ProviderSelection:
    """The vault under the settings of who was chosen. Asks nothing of the network."""

    def __init__(self, vault: Vault) -> None:
        self._own = vault
        self.vault = vault
        """The vault with the chosen provider."""

    @property
    def choice(self) -> ProviderChoice:
        """The provider, and what prevents it from answering."""
        return chosen_provider(self.vault.settings.answer)

    def choices(self) -> list[Choice[ProviderChoice]]:
        """All providers; an unavailable one has no value but a reason."""
        ways = [
            Choice(
                name_of(way.provider, way.model),
                None if way.obstacle else way,
                way.obstacle,
            )
            for way in available_providers(self._own.settings.answer)
        ]
        return [*ways, Choice("a model of this computer's servers …", SERVERS)]

    def choose(self, choice: ProviderChoice) -> None:
        """Use this provider from now on."""
        self._answer_by(with_provider(self._own.settings.answer, choice))

    def use(self, offer: Offer) -> None:
        """Use a model of a server from now on."""
        self._answer_by(with_offer(self._own.settings.answer, offer))

    def _answer_by(self, answer: AnswerSettings) -> None:
        chosen = replace(self._own.settings, answer=answer)
        self.close()
        self.vault = self._own.under(chosen)

    def close(self) -> None:
        """Close what was opened here."""
        if self.vault is not self._own:
            self.vault.close()
            self.vault = self._own

    def remember(self) -> dict[str, str]:
        """The provider that was chosen here; empty if the settings decide."""
        if self.vault is self._own:
            return {}
        choice = self.choice
        return {"provider": choice.provider, "model": choice.model}

    def restore(self, state: Any) -> None:
        """Restore what `remember` returned."""
        if not isinstance(state, dict):
            return
        provider, model = state.get("provider"), state.get("model")
        if isinstance(provider, str) and isinstance(model, str):
            self.choose(ProviderChoice(provider, model))


def scope_choices(
    scope: QuestionScope, offers: Sequence[QuestionScope], paths: Sequence[str]
) -> list[Choice[QuestionScope]]:
    """All scopes: what other views show, the present one, folders, and files."""
    above = (PurePosixPath(path).parents for path in paths)
    folders = {str(folder) for parents in above for folder in parents} - {"."}
    found = {WHOLE_VAULT: ""} | dict.fromkeys(offers, "shown now") | {scope: ""}
    folder, file = (
        partial(QuestionScope, ScopeKind.FOLDER),
        partial(QuestionScope, ScopeKind.FILE),
    )
    for each in (*map(folder, sorted(folders)), *map(file, paths)):
        found.setdefault(each, "")
    return [
        Choice(question_scope.label(each), each, remark)
        for each, remark in found.items()
    ]
