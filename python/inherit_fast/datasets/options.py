"""What a user may say about a source that its files do not say, or say wrongly."""

from dataclasses import dataclass
from typing import Literal

UpAxisName = Literal["auto", "floor", "+x", "-x", "+y", "-y", "+z", "-z"]
CameraAxes = Literal["auto", "opencv", "opengl"]
PoseMeaning = Literal["auto", "camera_to_world", "world_to_camera"]


@dataclass(frozen=True, slots=True)
class DatasetConfig:
    """Settings of every reader; the defaults take the source at its word.

    Attributes:
        up_axis: the axis of the source's world that points up; ``auto`` takes the source's word
            or, where it has none, the floor's; ``floor`` estimates it from the floor in any case.
        camera_axes: axes of the camera that the poses place: OpenCV (x right, y down, z forward)
            or OpenGL (x right, y up, z back); ``auto`` is the format's own.
        pose_meaning: what a pose maps to what; ``auto`` is the format's own.
        depth_scale_m: metres a unit of depth; 0 means the format's own, 1 for float depth.
        frame_period_s: time between frames where the source has no time stamps; 0 means the
            format's own.
        intrinsics: fx, fy, cx, cy in pixels of the colour image (of the depth image, where the
            source needs registration); empty means the source's own.
        horizontal_fov_deg: field of view of simulated walks that come without a camera file.
        registration: path of a JSON file that maps the depth camera to the colour camera, as
            ``registration.json`` does; empty means the one beside the frames, where there is one.
        max_association_s: largest gap between time stamps that still makes a pair.
        min_image_width_px: a depth image narrower than its colour image, but at least this
            wide, sets the frame's size; a narrower one is enlarged to the colour image's.
        floor_frames: frames that the floor estimate looks at, spread over the source.
    """

    up_axis: UpAxisName = "auto"
    camera_axes: CameraAxes = "auto"
    pose_meaning: PoseMeaning = "auto"
    depth_scale_m: float = 0.0
    frame_period_s: float = 0.0
    intrinsics: tuple[float, ...] = ()
    horizontal_fov_deg: float = 90.0
    registration: str = ""
    max_association_s: float = 0.02
    min_image_width_px: int = 320
    floor_frames: int = 24
