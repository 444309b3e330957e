"""Torch helpers that every recipe shares."""

from collections.abc import Callable
from typing import Any

import torch

from inherit_fast.errors import ModelError


class Wrapped(torch.nn.Module):
    """A model seen through one function, so that only what the function uses is exported."""

    def __init__(self, model: Any, forward: Callable[..., Any]) -> None:
        super().__init__()
        self.model = model
        self.function = forward
        self.eval()  # the exporter restores this mode, and with training dropout would come back

    def forward(self, *inputs: Any) -> Any:
        """``function`` of the model and its inputs."""
        return self.function(self.model, *inputs)


def open_model(kind: Any, weights: str | None, tiny: Callable[[], Any], **options: Any) -> Any:
    """A model for inference: published weights, or tiny random ones that are always the same.

    Raises:
        ModelError: the weights cannot be had.
    """
    if weights is None:
        return _random(kind._from_config(tiny(), attn_implementation="eager"))
    try:
        model = kind.from_pretrained(weights, attn_implementation="eager", **options)
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise ModelError(
            f"weights of {weights} cannot be had ({reason}); name a folder that holds them, or ask"
            " the hub for access and log in with hf auth login"
        ) from error
    return model.to(torch.float32).eval()


def _random(model: Any) -> Any:
    """Weights that keep activations near one: a comparison of rounding errors says nothing.

    Every weight is drawn here, because some models leave some of them as the memory was.
    """
    draw = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            noise = torch.randn(weights.shape, generator=draw)
            if weights.dim() >= 2:
                weights.copy_(noise * weights[0].numel() ** -0.5)
            else:  # biases near zero, scales near one
                weights.copy_(noise * 0.1 + (0.0 if "bias" in name else 1.0))
    return model.eval()


def tokenizer_json(weights: str | None) -> str:
    """The model's tokenizer as one JSON document; one of single letters for tiny models."""
    if weights is None:
        return _letters()
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(weights).backend_tokenizer
    text: str = tokenizer.to_str()
    return text


def _letters() -> str:
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors

    tokens = ["<pad>", "<start>", "<end>", "<unknown>", *"abcdefghijklmnopqrstuvwxyz"]
    vocabulary = {token: index for index, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unknown>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("."), "isolated")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<start> $A <end>", special_tokens=[("<start>", 1), ("<end>", 2)]
    )
    text: str = tokenizer.to_str()
    return text
