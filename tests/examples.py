"""How many examples a property test draws: what it asks for, or its share in a lesser profile."""

from hypothesis import settings

USUAL = 25
UNDER_QEMU = 2  # where Python is some twenty times slower

settings.register_profile("repeatable", derandomize=True, max_examples=USUAL, deadline=None)
settings.register_profile("qemu", derandomize=True, max_examples=UNDER_QEMU, deadline=None)


def examples(count):
    """Settings of one test, for the profile that is loaded."""
    return settings(max_examples=max(1, count * settings.default.max_examples // USUAL))
