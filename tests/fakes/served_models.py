"""What four servers say of a model, by path: fields as in their documentation."""

from fakes.frames import Body


def _listed(name: str, owner: str, **further: object) -> Body:
    entry = {"id": name, "object": "model", "created": 1, "owned_by": owner, **further}
    return {"object": "list", "data": [entry]}


def ollama(
    name: str = "qwen2.5-coder:1.5b",
    *,
    parameters: int = 1_543_714_304,
    loaded: int = 0,
    num_ctx: int = 0,
) -> dict[str, Body]:
    """Ollama, with a model that is loaded with so many tokens of context, if any."""
    running = [{"name": name, "model": name, "context_length": loaded}]
    return {
        "/v1/models": _listed(name, "library"),
        "/api/ps": {"models": running if loaded else []},
        "/api/show": {
            "parameters": f"stop <|im_end|>\nnum_ctx   {num_ctx}" if num_ctx else "",
            "details": {"family": "qwen2", "quantization_level": "Q4_K_M"},
            "model_info": {
                "general.architecture": "qwen2",
                "general.parameter_count": parameters,
                "qwen2.context_length": 32768,
            },
            "capabilities": ["completion", "tools"],
        },
    }


def lm_studio(name: str = "qwen2.5-14b-instruct", loaded: int = 0) -> dict[str, Body]:
    """LM Studio, with a model of 32,768 tokens and one for embeddings."""
    facts = {"id": name, "type": "llm", "max_context_length": 32768}
    if loaded:
        facts |= {"state": "loaded", "loaded_context_length": loaded}
    models = _listed(name, "organization_owner")
    embedding = {"id": "text-embedding-nomic", "owned_by": "organization_owner"}
    models["data"].append(embedding)
    facts |= {"capabilities": ["tool_use"]}
    further = {"id": embedding["id"], "type": "embeddings"}
    return {"/v1/models": models, "/api/v0/models": {"data": [facts, further]}}


def llama_cpp(
    name: str = "model.gguf", *, context: int = 2048, parameters: int = 8_030_261_312
) -> dict[str, Body]:
    """llama.cpp."""
    meta = {"n_ctx_train": 131072, "n_params": parameters, "size": 4_912_898_304}
    return {
        "/v1/models": _listed(name, "llamacpp", meta=meta),
        "/props": {
            "default_generation_settings": {"n_ctx": context},
            "total_slots": 1,
            "chat_template_caps": {"supports_tools": True},
        },
    }


def vllm(
    name: str = "Qwen/Qwen2.5-72B-Instruct", length: int = 32768
) -> dict[str, Body]:
    """vLLM."""
    return {"/v1/models": _listed(name, "vllm", root=name, max_model_len=length)}
