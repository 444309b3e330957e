"""Every number that can be set, gathered from the stages that own them."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from inherit_fast.bounded_queue import Overflow
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.errors import ConfigError
from inherit_fast.geometric.stream import GeometricConfig
from inherit_fast.language.providers import LanguageConfig
from inherit_fast.perception.providers import PerceptionConfig
from inherit_fast.retrieval import RetrievalConfig
from inherit_fast.semantic.config import SemanticConfig
from inherit_fast.semantic.describe import DescribeConfig
from inherit_fast.updates.global_update import UpdatesConfig
from inherit_fast.updates.memory import MemoryConfig

T = TypeVar("T")
PROFILES = Path(__file__).parent / "profiles"


@dataclass(frozen=True, slots=True)
class QueueConfig:
    """Where the streams meet.

    Attributes:
        capacity: parcels that may wait.
        overflow: ``block`` for replays, ``drop_oldest`` for a live robot.
        threads: keyframes that are looked at side by side (segmenter, lifting, features). They
            are matched with the nodes one after the other, so the map does not depend on it.
    """

    capacity: int = 8
    overflow: Overflow = "block"
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("capacity", "threads"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}: expected >= 1, got {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration; each part is documented by the stage that owns it.

    Attributes:
        keyframe_features: choose keyframes by the visual encoder too, not by pose and time alone.
    """

    dataset: DatasetConfig = field(default_factory=DatasetConfig)
    perception: PerceptionConfig = field(default_factory=PerceptionConfig)
    geometric: GeometricConfig = field(default_factory=GeometricConfig)
    semantic: SemanticConfig = field(default_factory=SemanticConfig)
    updates: UpdatesConfig = field(default_factory=UpdatesConfig)
    describe: DescribeConfig = field(default_factory=DescribeConfig)
    language: LanguageConfig = field(default_factory=LanguageConfig)
    queue: QueueConfig = field(default_factory=QueueConfig)
    memory: MemoryConfig = field(default_factory=MemoryConfig)
    retrieval: RetrievalConfig = field(default_factory=RetrievalConfig)
    keyframe_features: bool = True


def load_config(path: Path | None = None, overrides: Iterable[str] = ()) -> Config:
    """Read a TOML file and ``key.sub=value`` overrides; what is left out keeps its default.

    A path without a folder and ending may name a profile of the package: see ``profile_names``.

    Raises:
        ConfigError: the file is missing or not TOML, a key is unknown, a value has another type.
    """
    values = _read(_profile_or_file(path)) if path else {}
    for override in overrides:
        _override(values, override)
    return build(Config, values)


def profile_names() -> list[str]:
    """The machines that the package has a config file for."""
    return sorted(path.stem for path in PROFILES.glob("*.toml"))


def _profile_or_file(path: Path) -> Path:
    if path.exists() or path.suffix or len(path.parts) != 1:
        return path
    if path.name not in profile_names():
        raise ConfigError(f"{path}: no such file; profiles are {', '.join(profile_names())}")
    return PROFILES / f"{path.name}.toml"


def build(cls: type[T], values: Mapping[str, Any], where: str = "") -> T:
    """Make a config dataclass from nested mappings; unknown keys are an error."""
    hints = get_type_hints(cls)
    known = [f.name for f in fields(cls)]  # type: ignore[arg-type]
    for key in values:
        if key not in known:
            raise ConfigError(f"unknown key {where}{key}; known: {', '.join(sorted(known))}")
    settled = {key: _settle(hints[key], value, f"{where}{key}") for key, value in values.items()}
    try:
        return cls(**settled)
    except ValueError as error:
        raise ConfigError(f"{where.rstrip('.')}: {error}") from error


def to_dict(config: Config) -> dict[str, Any]:
    """Nested plain values, as kept in a map's file."""
    return asdict(config)


def content_config(config: Config) -> dict[str, Any]:
    """``to_dict`` without what changes the speed or the answers alone, and never the map."""
    values = to_dict(config)
    del values["retrieval"]
    del values["queue"]["threads"]
    del values["perception"]["onnx"]["threads"]
    return values


def _settle(hint: Any, value: Any, where: str) -> Any:
    if is_dataclass(hint):
        if not isinstance(value, Mapping):
            raise ConfigError(f"{where}: expected a table, got {value!r}")
        return build(hint, value, f"{where}.")  # type: ignore[arg-type]
    if isinstance(value, list) and any(get_origin(h) is tuple for h in (hint, *get_args(hint))):
        value = tuple(value)
    if hint is float and type(value) is int:
        value = float(value)
    if not _fits(hint, value):
        raise ConfigError(f"{where}: expected {_name(hint)}, got {value!r}")
    return value


def _fits(hint: Any, value: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return value in get_args(hint)
    if origin is tuple:
        kinds = get_args(hint)
        return isinstance(value, tuple) and all(
            _fits(kind, item) for kind, item in zip(_spread(kinds, len(value)), value, strict=False)
        )
    if origin is Union or origin is type(int | None):
        return any(_fits(kind, value) for kind in get_args(hint))
    if hint in (int, float, str, bool, type(None)):
        return type(value) is hint or (hint is float and type(value) is int)
    return True


def _spread(kinds: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    return kinds[:1] * count if len(kinds) == 2 and kinds[1] is Ellipsis else kinds


def _name(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return " or ".join(repr(choice) for choice in get_args(hint))
    return getattr(hint, "__name__", str(hint)) if get_origin(hint) is None else str(hint)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error


def _override(values: dict[str, Any], text: str) -> None:
    key, separator, raw = text.partition("=")
    if not separator or not key.strip():
        raise ConfigError(f"--set: expected key=value, got {text!r}")
    *tables, last = key.strip().split(".")
    for table in tables:
        values = values.setdefault(table, {})
        if not isinstance(values, dict):
            raise ConfigError(f"--set: {table!r} in {key.strip()!r} is a value, not a table")
    values[last] = _value(raw.strip())


def _value(raw: str) -> Any:
    """A TOML value, or the bare text where it is none (``segmenter=dataset``)."""
    try:
        return tomllib.loads(f"value = {raw}")["value"]
    except tomllib.TOMLDecodeError:
        return raw
