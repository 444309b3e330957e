#include <pybind11/typing.h>

#include <cstring>
#include <span>

#include "arrays.hpp"
#include "inherit_fast/occupancy_grid.hpp"

namespace inherit_fast::python {
namespace {

template <typename T>
std::size_t integrate(OccupancyGrid& grid, const Array<T>& depth, float depth_scale,
                      const Array<double>& intrinsics, const Array<double>& T_world_camera,
                      const Array<double>& floor_plane, float min_depth_m, float max_depth_m,
                      std::size_t stride) {
  const auto view = image_view(depth, "depth");
  const auto camera = intrinsics_of(intrinsics, "intrinsics");
  const auto pose = pose_of(T_world_camera, "T_world_camera");
  require_shape(floor_plane, {3}, "floor_plane");
  const FloorPlane floor{floor_plane.data()[0], floor_plane.data()[1], floor_plane.data()[2]};
  const py::gil_scoped_release release;
  return grid.integrate(view, depth_scale, camera, pose, floor, {min_depth_m, max_depth_m}, stride);
}

template <typename T>
void def_integrate(py::class_<OccupancyGrid>& cls) {
  cls.def(
      "integrate", &integrate<T>, py::arg("depth").noconvert(), py::kw_only(),
      py::arg("depth_scale"), py::arg("intrinsics").noconvert(),
      py::arg("T_world_camera").noconvert(), py::arg("floor_plane").noconvert(),
      py::arg("min_depth_m"), py::arg("max_depth_m"), py::arg("stride"),
      "Add one depth image, (H, W) uint16 or float32; depth times depth_scale is metres along\n"
      "the optical axis. floor_plane is (3,) float64: z = plane[0] * x + plane[1] * y + plane[2]\n"
      "in the world. Every stride-th pixel of every stride-th row counts. Returns how many\n"
      "cells got evidence.");
}

using SnapshotTuple = py::typing::Tuple<Array<std::int32_t>, Array<std::int16_t>,
                                        Array<std::uint16_t>, Array<std::uint16_t>>;
using TilesTuple = py::typing::Tuple<Array<std::int32_t>, Array<std::uint16_t>>;

SnapshotTuple snapshot(const OccupancyGrid& grid) {
  OccupancySnapshot s;
  {
    const py::gil_scoped_release release;
    s = grid.snapshot();
  }
  const std::vector<py::ssize_t> shape{s.rect.height, s.rect.width};
  return py::make_tuple(to_array(std::vector<std::int32_t>{s.rect.ix, s.rect.iy}, {2}),
                        to_array(std::move(s.log_odds), shape),
                        to_array(std::move(s.height_bits), shape),
                        to_array(std::move(s.frames), shape));
}

TilesTuple tiles(const OccupancyGrid& grid) {
  const auto& store = grid.tiles();
  const auto n = static_cast<py::ssize_t>(store.size());
  py::array_t<std::int32_t> coordinates({n, py::ssize_t{2}});
  py::array_t<std::uint16_t> cells(
      {n, py::ssize_t{kTileCells}, py::ssize_t{kTileCells}, py::ssize_t{4}});
  for (std::size_t i = 0; i < store.size(); ++i) {
    std::memcpy(coordinates.mutable_data() + 2 * i, store.coordinates()[i].data(),
                2 * sizeof(std::int32_t));
    std::memcpy(cells.mutable_data() + i * sizeof(OccupancyTiles::Tile) / 2, store.at(i).data(),
                sizeof(OccupancyTiles::Tile));
  }
  return py::make_tuple(coordinates, cells);
}

void restore(OccupancyGrid& grid, const Array<std::int32_t>& coordinates,
             const Array<std::uint16_t>& cells) {
  require_shape(coordinates, {-1, 2}, "coordinates");
  const auto n = coordinates.shape(0);
  require_shape(cells, {n, kTileCells, kTileCells, 4}, "cells");
  const auto count = static_cast<std::size_t>(n);
  std::vector<std::array<std::int32_t, 2>> at(count);
  std::vector<OccupancyTiles::Tile> tiles(count);
  std::memcpy(at.data(), coordinates.data(), count * sizeof(at[0]));
  std::memcpy(static_cast<void*>(tiles.data()), cells.data(), count * sizeof(tiles[0]));
  grid.restore(at, tiles);
}

}  // namespace

void bind_occupancy_grid(py::module_& m) {
  py::class_<OccupancyGrid> cls(
      m, "OccupancyGrid",
      "2D log-odds grid of one floor with the occupied heights of every cell.\n\n"
      "Cell (ix, iy) holds world x in [ix, ix + 1) * cell_m and y in [iy, iy + 1) * cell_m. The\n"
      "grid grows by tiles of 64 x 64 cells up to max_tiles. Not for several threads at once.");
  cls.def(
      py::init([](double cell_m, double hit_log_odds, double free_log_odds, double min_log_odds,
                  double max_log_odds, double band_low_m, double band_high_m, double slice_m,
                  int slice_frames, int min_points, double free_below_m, std::size_t max_tiles) {
        return OccupancyGrid({cell_m, hit_log_odds, free_log_odds, min_log_odds, max_log_odds,
                              band_low_m, band_high_m, slice_m, slice_frames, min_points,
                              free_below_m, max_tiles});
      }),
      py::kw_only(), py::arg("cell_m"), py::arg("hit_log_odds"), py::arg("free_log_odds"),
      py::arg("min_log_odds"), py::arg("max_log_odds"), py::arg("band_low_m"),
      py::arg("band_high_m"), py::arg("slice_m"), py::arg("slice_frames"), py::arg("min_points"),
      py::arg("free_below_m"), py::arg("max_tiles"));
  def_integrate<std::uint16_t>(cls);
  def_integrate<float>(cls);
  cls.def("snapshot", &snapshot,
          "(origin (2,) int32, log_odds (h, w) int16, height_bits (h, w) uint16, frames (h, w)\n"
          "uint16). Row r, column c is cell (origin[0] + c, origin[1] + r). log_odds is in\n"
          "thousandths of a nat, > 0 occupied, < 0 free; bit i of height_bits: slice i is solid;\n"
          "frames counts those that gave evidence, 0 = unknown. Empty grids give (0, 0) arrays.");
  cls.def("tiles", &tiles,
          "(coordinates (n, 2) int32, cells (n, 64, 64, 4) uint16): all that restore needs.");
  cls.def("restore", &restore, py::kw_only(), py::arg("coordinates").noconvert(),
          py::arg("cells").noconvert(), "Replace all cells by what tiles() gave.");
  cls.def_property_readonly("bytes", &OccupancyGrid::bytes, "Memory of the tiles.");
  cls.def_property_readonly("dropped_cells", &OccupancyGrid::dropped_cells,
                            "Pieces of evidence lost because max_tiles was reached.");
}

}  // namespace inherit_fast::python
