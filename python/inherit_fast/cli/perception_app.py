"""A segmenter over HTTP: requests to the perception service, and its answers."""

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from inherit_fast import __version__
from inherit_fast.cli.perception_service import Service
from inherit_fast.cli.requests import (
    RefusedError,
    answer_unknown_paths,
    json_object,
    read_body,
    require_token,
)
from inherit_fast.errors import InheritFastError
from inherit_fast.perception.remote import SCHEMA

REQUESTS = "GET /healthz, POST /detect, POST /reload_classes"
Document = dict[str, Any]


def build_service(service: Service) -> FastAPI:
    """The HTTP side of a service."""
    app = FastAPI(title="inherit-fast perception", version=__version__, openapi_url=None)
    answer_unknown_paths(app, REQUESTS)

    @app.get("/healthz")
    async def healthz() -> dict[str, Any]:
        return {
            "status": "ok",
            "schema_version": SCHEMA,
            "version": __version__,
            "labels": list(service.labels),
            "served": service.served,
            "refused": service.refused,
        }

    @app.post("/detect")
    async def detect(request: Request) -> JSONResponse:
        return await _answer(service, request, service.detect)

    @app.post("/reload_classes")
    async def reload_classes(request: Request) -> JSONResponse:
        return await _answer(service, request, service.reload)

    return app


async def _answer(
    service: Service, request: Request, work: Callable[[Document], Document]
) -> JSONResponse:
    try:
        require_token(service.config.token, request)
        document = _document(await read_body(request, service.config.max_body_bytes))
        answer = await run_in_threadpool(work, document)
    except RefusedError as error:
        service.refused += 1
        return JSONResponse({"error": str(error)}, error.status)
    except InheritFastError as error:
        service.refused += 1
        return JSONResponse({"error": str(error)}, 500)
    service.served += 1
    return JSONResponse(answer)


def _document(body: bytes) -> Document:
    document = json_object(body)
    version = document.get("schema_version", SCHEMA)
    if not isinstance(version, str) or version.split(".")[0] != SCHEMA.split(".")[0]:
        raise RefusedError(400, f"schema_version: this service speaks {SCHEMA}")
    return document
