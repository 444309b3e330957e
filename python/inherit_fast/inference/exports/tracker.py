"""Models in Segment Anything's form, points and boxes to masks: what SAM 2 and SAM 3 share."""

from typing import Any

import torch

from inherit_fast.inference.exports.modules import Wrapped
from inherit_fast.inference.exports.recipe import Export, Part

EMBEDDINGS = ("fine", "middle", "image_embeddings")
PROMPTS = ("point_coords", "point_labels")


def _encode(model: Any, image: Any) -> Any:
    return tuple(model.get_image_embeddings(image))


def _decode(model: Any, *inputs: Any) -> Any:
    """One mask a prompt: the model's own choice for boxes."""
    *levels, points, labels = inputs
    out = model(
        image_embeddings=list(levels),
        input_points=points[None],
        input_labels=labels[None],
        multimask_output=False,
    )
    return out.pred_masks[0], out.iou_scores[0]


def promptable(model: Any, side_px: int, preprocess: dict[str, Any]) -> Export:
    """Encoder and decoder of ``model``."""
    image = torch.randn(1, 3, side_px, side_px)
    with torch.no_grad():
        levels = dict(zip(EMBEDDINGS, _encode(model, image), strict=True))
    far = side_px - 1.0
    corners = torch.tensor([[[0.0, 0.0], [far, far]], [[9.0, 9.0], [far / 2, far / 2]]])
    labels = torch.tensor([[2, 3], [2, 3]], dtype=torch.int64)
    answers = ("low_res_masks", "iou_predictions")
    boxes = {name: {0: "n", 1: "p"} for name in PROMPTS}
    parts = (
        Part(
            name="encoder",
            role="mask encoder",
            module=Wrapped(model, _encode),
            inputs={"image": image},
            outputs=EMBEDDINGS,
            free={},
            preprocess={**preprocess, "size_px": side_px, "fit": "stretch"},
        ),
        Part(
            name="decoder",
            role="mask decoder",
            module=Wrapped(model, _decode),
            inputs={**levels, "point_coords": corners, "point_labels": labels},
            outputs=answers,
            free={**boxes, **{name: {0: "n"} for name in answers}},
        ),
    )
    return Export(parts)
