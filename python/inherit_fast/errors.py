"""Every error that the library raises on purpose; each message says what was wrong and got."""


class InheritFastError(Exception):
    """Base of all errors raised on purpose. Its text is one sentence for people."""


class ConfigError(InheritFastError):
    """A config key or value is unknown or out of range."""


class DatasetError(InheritFastError):
    """A source cannot be read, or is not what it claims to be."""


class FrameError(DatasetError):
    """One frame is unusable; the run skips and counts it."""


class ModelError(InheritFastError):
    """A model file is missing, altered, or does not run."""


class VocabularyError(InheritFastError):
    """The labels asked for and those that the segmenter knows do not meet."""


class StoreError(InheritFastError):
    """A map cannot be read or written."""


class SchemaError(StoreError):
    """A map was written by another version of the format."""


class QueryError(InheritFastError):
    """A query or a query file cannot be understood."""


class EditError(InheritFastError):
    """A correction by hand names no node, or cannot be made."""


class QueueClosedError(InheritFastError):
    """An item was put on a closed queue."""


class LanguageModelError(InheritFastError):
    """A language model gave no usable answer.

    Attributes:
        kind: ``timeout``, ``connection``, ``status``, ``rate limit``, ``garbage``, ``refused``,
            ``budget`` or ``absent``; failures are counted by it.
        again: whether the same question may well be answered later.
        retry_after_s: how long the server asks to be left alone.
        usage: what was spent all the same (a ``language.Usage``), or None.
    """

    def __init__(self, message: str, kind: str, *, again: bool = True) -> None:
        super().__init__(message)
        self.kind = kind
        self.again = again
        self.retry_after_s = 0.0
        self.usage: object = None
