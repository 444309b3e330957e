"""The compiled kernels, for people who keep their own mapper. One noun, one section."""

__all__: list[str] = []
