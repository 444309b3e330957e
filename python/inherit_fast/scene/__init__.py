"""Scene representation: viewpoints, one or many rooms, panoramas, LiDAR, and SysNav's graph."""

from inherit_fast.scene.challenge import Challenge, ChallengeAnswer, Waypoint
from inherit_fast.scene.colors import basic_color, mask_color
from inherit_fast.scene.explore import ExploreConfig, Explorer, NextRoom, StayOrGo
from inherit_fast.scene.faces import Faces, FacesConfig, PanoramaMask, join_across_seams
from inherit_fast.scene.levels import SceneEdges
from inherit_fast.scene.lift import ScanLiftConfig, ScanLifter, camera_pose
from inherit_fast.scene.panorama_frames import (
    MAPPER_SETTINGS,
    PanoramaFrames,
    PanoramaFramesConfig,
)
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
from inherit_fast.scene.visibility import VisibilityConfig

__all__ = [
    "MAPPER_SETTINGS",
    "Challenge",
    "ChallengeAnswer",
    "ExploreConfig",
    "Explorer",
    "Faces",
    "FacesConfig",
    "ImageFrame",
    "NextRoom",
    "ObjectObservation",
    "PanoramaFrames",
    "PanoramaFramesConfig",
    "PanoramaMask",
    "Pose",
    "Quaternion",
    "RoomNode",
    "ScanLiftConfig",
    "ScanLifter",
    "SceneEdges",
    "SceneRepresentation",
    "Snapshot",
    "StayOrGo",
    "VLMInput",
    "Vector3",
    "ViewpointConfig",
    "ViewpointNode",
    "VisibilityConfig",
    "Waypoint",
    "basic_color",
    "camera_pose",
    "join_across_seams",
    "mask_color",
    "yaw_of",
]
