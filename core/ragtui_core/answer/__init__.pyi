"""Public names of this package, each loaded at its first use."""

from ragtui_core.answer.answer_json import (
    answer_as_json as answer_as_json,
    answer_as_markdown as answer_as_markdown,
    answer_as_note as answer_as_note,
    event_as_json as event_as_json,
)
from ragtui_core.answer.follow_up import refers_back as refers_back
from ragtui_core.answer.marks.markers import MarkerReader as MarkerReader
from ragtui_core.answer.message_reader import (
    MessageReader as MessageReader,
    event_text as event_text,
    event_value as event_value,
)
from ragtui_core.answer.model_provider import ModelProvider as ModelProvider
from ragtui_core.answer.prompt import (
    CLAUDE_PROMPT as CLAUDE_PROMPT,
    MARKER_PROMPT as MARKER_PROMPT,
    SHORT_PROMPT as SHORT_PROMPT,
    question_parts as question_parts,
)
from ragtui_core.answer.prompt_sanitizer import (
    PromptDocument as PromptDocument,
    fields_line as fields_line,
    in_context as in_context,
    prompt_documents as prompt_documents,
    without_special_tokens as without_special_tokens,
)
from ragtui_core.answer.provider_choice import (
    DEFAULT_MODEL as DEFAULT_MODEL,
    SMALL_MODEL as SMALL_MODEL,
    ProviderChoice as ProviderChoice,
    available_providers as available_providers,
    chosen_provider as chosen_provider,
    key_is_present as key_is_present,
    provider_name as provider_name,
    with_provider as with_provider,
)
from ragtui_core.answer.recorder import replay_events as replay_events
from ragtui_core.answer.request import (
    ABOUT_SELECTION as ABOUT_SELECTION,
    AnswerContext as AnswerContext,
    AnswerRequest as AnswerRequest,
    ContextLimits as ContextLimits,
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
    is_idle as is_idle,
    root_of as root_of,
    running_servers as running_servers,
    server_at as server_at,
)
from ragtui_core.answer.servers.prompt_shape import (
    CHARS_PER_TOKEN as CHARS_PER_TOKEN,
    SHORT_TOKENS as SHORT_TOKENS,
    Prompt as Prompt,
    estimated_tokens as estimated_tokens,
    last_seconds as last_seconds,
    note_time as note_time,
    prompt_for as prompt_for,
)
from ragtui_core.answer_events import (
    CANCELLED as CANCELLED,
    NO_ANSWER as NO_ANSWER,
    says_no_answer as says_no_answer,
)
