"""A map over HTTP: requests to the map service, and its answers."""

from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from inherit_fast import __version__
from inherit_fast.cli.map_service import MapService
from inherit_fast.cli.requests import (
    RefusedError,
    answer_unknown_paths,
    json_object,
    read_body,
    require_token,
)
from inherit_fast.errors import InheritFastError, QueryError

REQUESTS = (
    "GET /healthz, GET /graph, POST /query, GET /objects/ID, GET /objects/ID/view.jpg, GET /map.svg"
)


def build_map_service(service: MapService) -> FastAPI:
    """The HTTP side of a service."""
    app = FastAPI(title="inherit-fast map", version=__version__, openapi_url=None)
    app.add_exception_handler(RefusedError, _told)
    app.add_exception_handler(InheritFastError, _told)
    answer_unknown_paths(app, REQUESTS)

    @app.get("/healthz")
    def healthz() -> dict[str, Any]:
        return service.health()

    app.include_router(_routes(service))
    return app


def _routes(service: MapService) -> APIRouter:
    def bears_token(request: Request) -> None:
        require_token(service.config.token, request)

    routes = APIRouter(dependencies=[Depends(bears_token)])

    @routes.get("/graph")
    def graph() -> Response:
        return Response(service.document, media_type="application/json")

    @routes.post("/query")
    async def query(request: Request) -> JSONResponse:
        document = json_object(await read_body(request, service.config.max_body_bytes))
        return JSONResponse(await run_in_threadpool(service.query, document))

    @routes.get("/objects/{object_id}")
    def one_object(object_id: str) -> JSONResponse:
        return JSONResponse(service.object(object_id))

    @routes.get("/objects/{object_id}/view.jpg")
    def view(object_id: str) -> Response:
        return Response(service.picture(object_id), media_type="image/jpeg")

    @routes.get("/map.svg")
    def picture(floor: str = "") -> Response:
        return Response(service.svg(floor), media_type="image/svg+xml")

    return routes


def _told(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, RefusedError):
        return JSONResponse({"error": str(error)}, error.status)
    return JSONResponse({"error": str(error)}, 400 if isinstance(error, QueryError) else 500)
