"""Scene representation: viewpoints, one or many rooms, panoramas, LiDAR, and SysNav's graph."""

from inherit_fast.scene.colors import basic_color, mask_color
from inherit_fast.scene.representation import SceneRepresentation
from inherit_fast.scene.rooms import RoomNode
from inherit_fast.scene.types import (
    ImageFrame,
    ObjectObservation,
    Pose,
    Quaternion,
    Snapshot,
    Vector3,
    ViewpointNode,
    VLMInput,
    yaw_of,
)
from inherit_fast.scene.viewpoints import ViewpointConfig

__all__ = [
    "ImageFrame",
    "ObjectObservation",
    "Pose",
    "Quaternion",
    "RoomNode",
    "SceneRepresentation",
    "Snapshot",
    "VLMInput",
    "Vector3",
    "ViewpointConfig",
    "ViewpointNode",
    "basic_color",
    "mask_color",
    "yaw_of",
]
