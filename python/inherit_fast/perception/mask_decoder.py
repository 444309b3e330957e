"""The second half of Segment Anything: boxes in an encoded image become logits."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import Held, ModelEntry, Session
from inherit_fast.inference.tensors import TensorNote
from inherit_fast.perception.depth_vote import Logits, VoteConfig, Votes, voted
from inherit_fast.perception.enlarge import enlarge, shown_extent, shrink_votes, used_part

BoxesPx = npt.NDArray[np.float64]
Encoded = dict[str, Held]
Prompts = dict[str, npt.NDArray[Any]]
PROMPTS = ("point_coords", "point_labels", "mask_input", "has_mask_input", "orig_im_size")
TOP_LEFT, BOTTOM_RIGHT, NO_POINT = 2.0, 3.0, -1.0  # labels of a box's corners, of padding


class Decoded(NamedTuple):
    """Logits (N, H, W) in the image's size, and how good the model thinks each mask is, (N,)."""

    logits: Logits
    scores: npt.NDArray[np.float32]


class MaskDecoder:
    """A mask decoder of any of the forms that are exported.

    Args:
        session: the loaded decoder.
        entry: its manifest entry.
        size_px: side of the encoder's square.
        fit: how images lie in it, ``corner`` or ``stretch``.
        vote: how much votes weigh in a second look; None means that one look is all.

    Attributes:
        embeddings: the encoder's outputs that it takes, by the decoder's names.
        takes_many: several boxes fit in one run.
    """

    def __init__(
        self, session: Session, entry: ModelEntry, size_px: int, fit: str, vote: VoteConfig | None
    ) -> None:
        self._session, self._size_px, self._fit, self._vote = session, size_px, fit, vote
        self._notes = {name: TensorNote.of(note) for name, note in entry.inputs.items()}
        self.embeddings = [name for name in entry.inputs if name not in PROMPTS]
        per_box = [self._notes[name] for name in PROMPTS[::2] if name in self._notes]
        self.takes_many = all(note.shape[0] != 1 for note in per_box if len(note.shape) > 1)
        self._takes_masks = "mask_input" in self._notes

    def __call__(
        self,
        encoded: Encoded,
        boxes_px: BoxesPx,
        shape: tuple[int, int],
        votes: Votes | None = None,
    ) -> Decoded:
        """Logits of (N, 4) boxes; ``votes``, (N, H, W), are for the second look."""
        prompts = self._prompts(boxes_px, shape)
        out = self._session.run({**encoded, **prompts})
        if votes is not None and self._takes_masks and self._vote is not None:
            prompts |= second_look(out["low_res_masks"][:, 0], votes, self._fit, self._vote)
            out = self._session.run({**encoded, **prompts})
        scores = out["iou_predictions"][:, 0]
        if "orig_im_size" in self._notes:
            return Decoded(out["masks"][:, 0], scores)
        small = out["low_res_masks"][:, 0]
        used = used_part(self._fit, shape, small.shape[1:])
        return Decoded(enlarge(small, used, shape), scores)

    def _prompts(self, boxes_px: BoxesPx, shape: tuple[int, int]) -> Prompts:
        """Those of PROMPTS that this decoder takes."""
        scale = self._size_px / np.array(shown_extent(self._fit, shape))
        corners, labels, side = boxes_px.reshape(-1, 2, 2) * scale, [TOP_LEFT, BOTTOM_RIGHT], 1
        if self._takes_masks:
            # This form of the decoder answers less than three points as if they were ambiguous,
            # with the best of a part, a thing and a group; a box is not.
            corners = np.pad(corners, ((0, 0), (0, 1), (0, 0)))
            labels.append(NO_POINT)
            side = int(self._notes["mask_input"].shape[2])
        prompts = {
            "point_coords": corners,
            "point_labels": np.tile(labels, (len(boxes_px), 1)),
            "mask_input": np.zeros((len(boxes_px), 1, side, side)),
            "has_mask_input": np.zeros(1),
            "orig_im_size": np.array(shape),
        }
        return {
            name: np.ascontiguousarray(values, self._notes[name].dtype)
            for name, values in prompts.items()
            if name in self._notes
        }


def second_look(small: Logits, votes: Votes, fit: str, vote: VoteConfig) -> Prompts:
    """Prompts that show a decoder its own logits (N, h, w) after the vote."""
    used = used_part(fit, votes.shape[1:], small.shape[1:])
    said = shrink_votes(votes, used, small.shape[1:])
    border = 0.0  # the network's own between inside and outside
    seen = [voted(*pair, border, vote) for pair in zip(small, said, strict=True)]
    return {
        "mask_input": np.ascontiguousarray(np.array(seen)[:, None], np.float32),
        "has_mask_input": np.ones(1, np.float32),
    }
