"""Property tests draw the same examples in every run, and few enough to stay quick."""

from hypothesis import settings

import examples  # noqa: F401  registers the profiles

settings.load_profile("repeatable")  # --hypothesis-profile=qemu comes later and wins
