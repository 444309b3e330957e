"""Device memory and pinned host memory by name, grown when needed, through CUDA's own bindings."""

import weakref
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError


def import_cuda() -> Any:
    """``cuda.bindings.runtime``.

    Raises:
        ModelError: it is not installed, or there is no GPU with a driver.
    """
    try:
        from cuda.bindings import runtime
    except ImportError as error:
        raise ModelError("cuda-python is not installed; pip install cuda-python") from error
    status, count = runtime.cudaGetDeviceCount()
    if status != runtime.cudaError_t.cudaSuccess or count < 1:
        raise ModelError(f"no GPU that CUDA can use ({status.name}); run on the CPU instead")
    return runtime


@dataclass(slots=True)
class _Place:
    device: int
    pinned: int
    host: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class DeviceArray:
    """An array in device memory, freed with its last reference."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


@dataclass(slots=True)
class CudaBuffers:
    """Named pairs of device and pinned host memory on one stream.

    Copies run on the stream; ``wait`` ends when all of them are done.
    """

    runtime: Any = field(default_factory=import_cuda)
    stream: int = 0
    _places: dict[str, _Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stream = int(self._done(self.runtime.cudaStreamCreate()))

    def put(self, name: str, array: npt.NDArray[Any]) -> int:
        """Copy an array to the device; its address there."""
        place = self._room(name, array.nbytes)
        place.host[: array.nbytes] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        kind = self.runtime.cudaMemcpyKind.cudaMemcpyHostToDevice
        self._copy(place.device, place.pinned, array.nbytes, kind)
        return place.device

    def reserve(self, name: str, nbytes: int) -> int:
        """Address of room for an output."""
        return self._room(name, nbytes).device

    def hold(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> DeviceArray:
        """Room of its own for an output that stays on the device."""
        kind = np.dtype(dtype)
        size = max(int(np.prod(shape, dtype=np.int64)) * kind.itemsize, 1)
        array = DeviceArray(int(self._done(self.runtime.cudaMalloc(size))), shape, kind)
        weakref.finalize(array, self.runtime.cudaFree, array.address)
        return array

    def fetch(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """A view of the host's side, valid after ``wait`` and until the next run."""
        nbytes = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        place = self._places[name]
        kind = self.runtime.cudaMemcpyKind.cudaMemcpyDeviceToHost
        self._copy(place.pinned, place.device, nbytes, kind)
        return place.host[:nbytes].view(dtype).reshape(shape)

    def wait(self) -> None:
        """Until the stream has done all that it was given."""
        self._done(self.runtime.cudaStreamSynchronize(self.stream))

    def close(self) -> None:
        """Free everything."""
        for place in self._places.values():
            self._done(self.runtime.cudaFree(place.device))
            self._done(self.runtime.cudaFreeHost(place.pinned))
        self._places.clear()
        if self.stream:
            self._done(self.runtime.cudaStreamDestroy(self.stream))
            self.stream = 0

    def __enter__(self) -> "CudaBuffers":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _room(self, name: str, nbytes: int) -> _Place:
        place = self._places.get(name)
        if place is not None and place.host.size >= nbytes:
            return place
        if place is not None:
            self._done(self.runtime.cudaFree(place.device))
            self._done(self.runtime.cudaFreeHost(place.pinned))
        size = max(nbytes, 1)
        pinned = int(self._done(self.runtime.cudaHostAlloc(size, 0)))
        host = np.ctypeslib.as_array(_bytes_at(pinned, size))
        self._places[name] = _Place(int(self._done(self.runtime.cudaMalloc(size))), pinned, host)
        return self._places[name]

    def _copy(self, target: int, source: int, nbytes: int, kind: Any) -> None:
        self._done(self.runtime.cudaMemcpyAsync(target, source, nbytes, kind, self.stream))

    def _done(self, answer: tuple[Any, ...]) -> Any:
        status, *values = answer
        if status != self.runtime.cudaError_t.cudaSuccess:
            raise ModelError(f"CUDA refused: {status.name}")
        return values[0] if values else None


def _bytes_at(address: int, size: int) -> Any:
    import ctypes

    return (ctypes.c_uint8 * size).from_address(address)
