"""``inherit-fast models``: which there are, get them, make them, hold them to their promises."""

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from inherit_fast.cli.model_rows import (
    chosen,
    model_row,
    result_row,
    result_sentence,
    to_precision,
)
from inherit_fast.cli.options import AsJson
from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.inference import ModelEntry, OnnxConfig, OnnxSession
from inherit_fast.inference.cache import models_folder
from inherit_fast.inference.check import check_model, check_precision
from inherit_fast.inference.engine_cache import prepare_engine
from inherit_fast.inference.exports.recipe import RECIPES, find_recipe, run_recipe
from inherit_fast.inference.fetch import pull
from inherit_fast.inference.manifest import load_manifest
from inherit_fast.inference.precision import Precision
from inherit_fast.inference.tensorrt_build import EngineConfig

app = typer.Typer(
    help="Model files: list, pull, export, build, check.",
    no_args_is_help=True,
    add_completion=False,
)

Names = Annotated[list[str] | None, typer.Argument(help="Models or families; all by default.")]
Folder = Annotated[Path | None, typer.Option(help="A folder with a manifest of its own.")]


@app.command("list")
def list_(folder: Folder = None, as_json: AsJson = False) -> None:
    """Every model, its licence, and whether it is on this machine."""
    rows = [model_row(entry) for entry in load_manifest(folder).values()]
    if as_json:
        typer.echo(json.dumps(rows))
        return
    table = Table()
    for heading in ("model", "role", "licence", "MB", "state", "from"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "model")
    for row in rows:
        size = f"{row['bytes'] / 1e6:.1f}" if row["bytes"] else ""
        table.add_row(row["name"], row["role"], row["licence"], size, row["state"], row["from"])
    Console().print(table)


@app.command("pull")
def pull_(names: Names = None, as_json: AsJson = False) -> None:
    """Bring models to this machine, verified; what is here already stays."""
    wanted = chosen(names)
    if not names:
        wanted = [entry for entry in wanted if entry.fetch and not entry.recipe]
    paths = pull(wanted)
    rows = [
        {"name": entry.name, "file": str(path), "sha256": entry.sha256}
        for entry, path in zip(wanted, paths, strict=True)
    ]
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        typer.echo(f"{row['name']}: {row['file']}")


@app.command("check")
def check(
    names: Names = None,
    folder: Folder = None,
    provider: Annotated[
        str, typer.Option(help="Execution provider of ONNX Runtime.")
    ] = OnnxConfig().provider,
    tolerance: Annotated[float, typer.Option(help="Share of an output's largest value.")] = 1e-3,
    precision: Annotated[str, typer.Option(help="float16 or int8: what would it cost?")] = "",
    frames: Annotated[Path | None, typer.Option(help="Images to try the precision on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Verify hashes, run every model once, compare with the manifest and with torch's outputs.

    With --precision: how close each output stays to the file's own, on images of a folder.
    """
    wanted = chosen(names, folder, here=True)
    if precision:
        _tell_precision(wanted, to_precision(precision), frames, as_json)
        return
    config = OnnxConfig(provider=provider)
    results = [check_model(e, lambda path: OnnxSession(path, config), tolerance) for e in wanted]
    if as_json:
        typer.echo(json.dumps([result_row(result) for result in results]))
    else:
        for result in results:
            typer.echo(result_sentence(result))
    if wrong := [result.name for result in results if result.wrong]:
        raise ModelError(f"models check: {', '.join(wrong)} not as promised")


@app.command("export")
def export(
    recipe: Annotated[str, typer.Argument(help=f"One of {', '.join(RECIPES)}.")],
    weights: Annotated[str, typer.Option(help="Folder or hub repository of the weights.")] = "",
    tiny: Annotated[bool, typer.Option(help="Tiny random weights, to try the way.")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Turn published weights into ONNX files, held against torch; needs the extra export."""
    found, folder = find_recipe(recipe), output or models_folder()
    results = run_recipe(found, None if tiny else weights or found.weights, folder)
    if as_json:
        typer.echo(json.dumps([result_row(result) for result in results]))
        return
    for result in results:
        typer.echo(f"{result_sentence(result)}\n  {folder / result.name}")


@app.command("build")
def build(
    names: Names = None,
    folder: Folder = None,
    precision: Annotated[str, typer.Option(help="float32, float16 or int8.")] = "float32",
    most_size: Annotated[int, typer.Option(help="Most images, boxes or texts a run.")] = 16,
    flavour: Annotated[str, typer.Option(help="tensorrt or tensorrt_rtx.")] = "",
    frames: Annotated[Path | None, typer.Option(help="Images to calibrate int8 with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Build TensorRT engines of models and keep them; slow once, then quick starts."""
    config = EngineConfig(to_precision(precision), min(4, most_size), most_size)
    wanted = chosen(names, folder, here=True)
    rows = [_built(entry, config, flavour, frames) for entry in wanted]
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        typer.echo(f"{row['name']}: {row['bytes'] / 1e6:.1f} MB by {row['by']} for {row['gpu']}")


def _tell_precision(
    entries: list[ModelEntry], precision: Precision, frames: Path | None, as_json: bool
) -> None:
    from inherit_fast.perception.calibration import calibration_inputs

    if frames is None:
        raise ConfigError(
            "--precision: expected --frames FOLDER with images to try it on, got none"
        )
    rows = {
        entry.name: check_precision(entry, precision, partial(calibration_inputs, entry, frames))
        for entry in entries
    }
    if as_json:
        typer.echo(json.dumps(rows))
        return
    for name, outputs in rows.items():
        close = ", ".join(f"{output} {value:.4f}" for output, value in outputs.items())
        typer.echo(f"{name} in {precision}, correlation with the file's own outputs: {close}")


def _built(
    entry: ModelEntry, config: EngineConfig, flavour: str, frames: Path | None
) -> dict[str, Any]:
    from inherit_fast.perception.calibration import calibration_inputs

    inputs = calibration_inputs(entry, frames) if frames and config.precision == "int8" else ()
    return {"name": entry.name, **prepare_engine(entry.path(), config, flavour, inputs)}
