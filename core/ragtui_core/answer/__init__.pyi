"""Public names of this package, each loaded at its first use."""

from ragtui_core.answer.answer_json import (
    answer_as_json as answer_as_json,
    answer_as_markdown as answer_as_markdown,
    answer_as_note as answer_as_note,
    event_as_json as event_as_json,
)
from ragtui_core.answer.follow_up import refers_back as refers_back
from ragtui_core.answer.provider_choice import (
    ProviderChoice as ProviderChoice,
    available_providers as available_providers,
    chosen_provider as chosen_provider,
    provider_name as provider_name,
    with_provider as with_provider,
    writing_provider as writing_provider,
)
from ragtui_core.answer.recorder import replay_events as replay_events
from ragtui_core.answer.request import (
    ABOUT_SELECTION as ABOUT_SELECTION,
    SUMMARY as SUMMARY,
    AnswerContext as AnswerContext,
    AnswerRequest as AnswerRequest,
    Provider as Provider,
)
from ragtui_core.answer.servers.model_choice import (
    NO_SERVER as NO_SERVER,
    Offer as Offer,
    choose_model as choose_model,
    described as described,
    offers as offers,
    store_choice as store_choice,
    with_offer as with_offer,
)
from ragtui_core.answer.servers.model_servers import (
    running_servers as running_servers,
    server_at as server_at,
)
from ragtui_core.answer_events import says_no_answer as says_no_answer
