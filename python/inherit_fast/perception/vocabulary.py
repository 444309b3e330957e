"""Which labels to look for, and the error when those asked for and those known do not meet."""

from collections.abc import Collection, Sequence

from inherit_fast.errors import VocabularyError

INDOOR_COCO = (
    "backpack",
    "umbrella",
    "handbag",
    "suitcase",
    "sports ball",
    "bottle",
    "wine glass",
    "cup",
    "fork",
    "knife",
    "spoon",
    "bowl",
    "banana",
    "apple",
    "orange",
    "chair",
    "couch",
    "potted plant",
    "bed",
    "dining table",
    "toilet",
    "tv",
    "laptop",
    "mouse",
    "remote",
    "keyboard",
    "cell phone",
    "microwave",
    "oven",
    "toaster",
    "sink",
    "refrigerator",
    "book",
    "clock",
    "vase",
    "scissors",
    "teddy bear",
    "hair drier",
    "toothbrush",
)
"""The COCO classes that stand in homes and offices: no people, animals, vehicles or street."""


def checked_vocabulary(asked: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """``asked`` without repeats, once every label of it is known.

    Raises:
        VocabularyError: it is empty, or holds labels that the segmenter does not know.
    """
    unknown = [label for label in asked if label not in known]
    if asked and not unknown:
        return tuple(dict.fromkeys(asked))
    wrong = f"unknown labels {unknown}" if unknown else "an empty vocabulary"
    raise VocabularyError(
        f"{wrong}: asked for [{', '.join(asked)}];"
        f" this segmenter knows [{', '.join(sorted(known))}]"
    )
