"""Property tests draw the same examples in every run, and few enough to stay quick."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, max_examples=25, deadline=None)
settings.load_profile("repeatable")
