"""Public names of this package, each loaded at its first use."""

from ragtui_core.tools.document_tools import (
    GET_FILE_CONTENT as GET_FILE_CONTENT,
    VERIFY_QUOTES as VERIFY_QUOTES,
)
from ragtui_core.tools.request_option import (
    RequestError as RequestError,
    RequestOption as RequestOption,
    body_schema as body_schema,
    read_request as read_request,
    request_schema as request_schema,
)
from ragtui_core.tools.request_options import (
    ASK as ASK,
    MAX_PATH as MAX_PATH,
    MAX_QUERY as MAX_QUERY,
    MAX_VALUE as MAX_VALUE,
    NARROWING as NARROWING,
    QUESTION as QUESTION,
    SEARCH as SEARCH,
    FrontEnd as FrontEnd,
    ask_options as ask_options,
    named_option as named_option,
    options_at as options_at,
    search_options as search_options,
)
from ragtui_core.tools.row_sums import SUM_ROWS as SUM_ROWS
from ragtui_core.tools.search_files import (
    AFTER as AFTER,
    BEFORE as BEFORE,
    FOLDER as FOLDER,
    KIND as KIND,
    SEARCH_FILES as SEARCH_FILES,
)
from ragtui_core.tools.tool import (
    MAX_QUOTE as MAX_QUOTE,
    MAX_RESULT as MAX_RESULT,
    Tool as Tool,
    ToolCall as ToolCall,
)
