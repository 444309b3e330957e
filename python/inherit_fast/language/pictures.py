"""Pictures as a language model takes them: small enough, and inside the JSON."""

import base64
import io

from PIL import Image

from inherit_fast.errors import LanguageModelError


def data_url(image: bytes, max_side_px: int, quality: int) -> str:
    """A JPEG of at most ``max_side_px`` as a data URL.

    Raises:
        LanguageModelError: the bytes are no picture.
    """
    try:
        with Image.open(io.BytesIO(image)) as opened:
            picture = opened.convert("RGB")
    except OSError as error:
        raise LanguageModelError(
            f"an image is unreadable: {error}", "refused", again=False
        ) from error
    picture.thumbnail((max_side_px, max_side_px), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode()
