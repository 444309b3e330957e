"""What can be chosen about the procedural house and the camera that walks through it."""

from dataclasses import dataclass, fields
from typing import Any

from inherit_fast.errors import DatasetError


@dataclass(frozen=True, slots=True)
class HouseConfig:
    """Everything that the house depends on; the same values give the same bytes.

    Attributes:
        seed: another seed is another house.
        floors: 1 or 2.
        rooms_per_floor: 2 to 8 besides the hallway or landing.
        clutter: share of the places for small things that are used, 0 to 1.
        storey_m: from floor to floor; ceilings hang 0.2 m lower.
        width_px, height_px, focal_px: the pinhole camera, centred.
        rate_hz: nominal frame rate that the time stamps follow.
        camera_height_m: above the floor or the stair.
        pitch_rad: downward.
        step_m: walked from one frame to the next, at most.
        turn_rad: turned from one frame to the next, at most.
        shadows: cast the shadows of the room lamps.
        depth_noise: add noise that grows with the square of the distance, as a Kinect's does.
        float_depth: deliver float32 metres in place of uint16 millimetres.
    """

    seed: int = 0
    floors: int = 2
    rooms_per_floor: int = 4
    clutter: float = 0.8
    storey_m: float = 2.8
    width_px: int = 320
    height_px: int = 240
    focal_px: float = 200.0
    rate_hz: float = 2.0
    camera_height_m: float = 1.4
    pitch_rad: float = 0.28
    step_m: float = 0.45
    turn_rad: float = 0.42
    shadows: bool = True
    depth_noise: bool = False
    float_depth: bool = False

    def __post_init__(self) -> None:
        _within("floors", self.floors, 1, 2)
        _within("rooms_per_floor", self.rooms_per_floor, 2, 8)
        _within("clutter", self.clutter, 0.0, 1.0)
        _within("storey_m", self.storey_m, 2.4, 3.4)
        _within("width_px", self.width_px, 16, 4096)
        _within("height_px", self.height_px, 16, 4096)
        _within("focal_px", self.focal_px, 8.0, 8192.0)
        _within("rate_hz", self.rate_hz, 0.1, 120.0)
        _within("camera_height_m", self.camera_height_m, 0.8, 1.8)
        _within("pitch_rad", self.pitch_rad, -0.5, 1.0)
        _within("step_m", self.step_m, 0.02, 0.5)
        _within("turn_rad", self.turn_rad, 0.02, 0.8)


def parse_house_config(text: str) -> HouseConfig:
    """Read ``seed=3,rooms_per_floor=6``; an empty text is the default house.

    Raises:
        DatasetError: an unknown key or a value that does not fit it.
    """
    kinds = {f.name: f.type for f in fields(HouseConfig)}
    values: dict[str, Any] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        key, _, value = part.partition("=")
        if key not in kinds:
            raise DatasetError(f"house: unknown key {key!r}; known: {', '.join(kinds)}")
        values[key] = _parse(key, value, str(getattr(kinds[key], "__name__", kinds[key])))
    return HouseConfig(**values)


def _parse(key: str, value: str, kind: str) -> Any:
    try:
        if kind == "bool":
            return {"true": True, "false": False}[value.lower()]
        return int(value) if kind == "int" else float(value)
    except (KeyError, ValueError) as error:
        raise DatasetError(f"house: {key}: expected {kind}, got {value!r}") from error


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise DatasetError(f"house: {name} must be within {low} to {high}, got {value}")
