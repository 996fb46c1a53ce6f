"""OpenAI's chat protocol: answers with links, conversations, errors."""

import json

import httpx2
import pytest

from fakes.anthropic_service import FakeAnthropic
from support.serving import QUESTION


def test_openai_clients_get_answers_with_links(http: httpx2.Client) -> None:
    (model,) = http.get("/v1/models").json()["data"]
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION["question"]}]},
    ]
    body = {"model": model["id"], "messages": messages, "temperature": 0.5}
    whole = http.post("/v1/chat/completions", json=body).json()
    text = whole["choices"][0]["message"]["content"]
    assert "every **ninety** days" in text
    link = f"](<{http.base_url}/#/note/pumps/curlew.md?at="
    assert f"- [1] [pumps/curlew.md:10{link}" in text
    streamed = http.post("/v1/chat/completions", json=body | {"stream": True}).text
    parts = [line.removeprefix("data: ") for line in streamed.split("\n\n") if line]
    assert parts[-1] == "[DONE]"
    chunks = [json.loads(part)["choices"][0] for part in parts[:-1]]
    again = "".join(chunk["delta"].get("content", "") for chunk in chunks)
    assert text == f"No language model is configured. {again}"  # Said only once.
    assert chunks[-1]["finish_reason"] == "stop"


def completed(http: httpx2.Client, *messages: tuple[str, str]) -> str:
    """The answer to a conversation, by OpenAI's protocol."""
    sent = [{"role": role, "content": text} for role, text in messages]
    body = http.post("/v1/chat/completions", json={"messages": sent}).json()
    return str(body["choices"][0]["message"]["content"])


def test_a_model_is_sent_the_clients_conversation(
    service: FakeAnthropic, http: httpx2.Client
) -> None:
    source = "- [1] [a\\.md:1](<ragtui://note/a.md>) (verified): It hums."
    completed(
        http,
        ("system", "Be brief."),
        ("user", "Which pump is it?"),
        ("assistant", f"The Curlew [1].\n\n{source}"),
        ("user", "How often is it recalibrated?"),
    )
    sent = json.dumps(service.calls[-1]["messages"])
    assert "Which pump is it?" in sent
    assert "The Curlew." in sent
    assert "ragtui://" not in sent
    assert "It hums." not in sent


def test_openai_clients_are_told_what_is_wrong(http: httpx2.Client) -> None:
    bodies: list[object] = [
        {"messages": []},
        {"messages": "x"},
        {"messages": [{"role": "user"}]},
        {"n": 2, "messages": [{"role": "user", "content": "x"}]},
        {"model": 5, "messages": []},
        [],
    ]
    for body in bodies:
        response = http.post("/v1/chat/completions", json=body)
        assert response.status_code == 422
        problem = response.json()
        assert problem["error"]["message"] == problem["detail"]


def test_an_unknown_model_is_not_found(http: httpx2.Client) -> None:
    (model,) = http.get("/v1/models").json()["data"]
    assert http.get(f"/v1/models/{model['id']}").json() == model
    asked = {"model": "gpt-4", "messages": [{"role": "user", "content": "x"}]}
    for response in (
        http.get("/v1/models/gpt-4"),
        http.post("/v1/chat/completions", json=asked),
    ):
        assert response.status_code == 404
        assert "unknown model `gpt-4`" in response.json()["error"]["message"]


@pytest.mark.usefixtures("service")
def test_tokens_are_counted(http: httpx2.Client) -> None:
    asked = {"messages": [{"role": "user", "content": "Which pump is it?"}]}
    whole = http.post("/v1/chat/completions", json=asked).json()
    options = {"stream": True, "stream_options": {"include_usage": True}}
    streamed = http.post("/v1/chat/completions", json=asked | options).text
    usage = whole["usage"]
    assert usage["prompt_tokens"] > 0
    assert usage["completion_tokens"] > 0
    *_, last, done, _ = streamed.split("\n\n")
    assert done == "data: [DONE]"
    chunk = json.loads(last.removeprefix("data: "))
    assert chunk["choices"] == []
    assert chunk["usage"] == usage
