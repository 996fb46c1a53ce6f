"""What providers of the Messages API share: streams, errors, prompts."""
