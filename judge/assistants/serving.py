"""The server on its transports: the standard streams of a process that the assistant's program starts, or HTTP."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError
from starlette.applications import Starlette

from judge import __version__
from judge.assistants import prompts, reading
from judge.assistants.tools import Tools
from judge.workers import Workers
from scenarios.format import nearest

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MOST_BODY = 1024 * 1024
"""So many bytes a request may have: a scenario of the greatest length, however JSON writes its letters."""
PATH = "/mcp"


class Server(MCPServer[Any]):
    """A server whose tools say in a line which argument is wrong."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raises ToolError for arguments that it doesn't take."""
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"there is no tool '{name}'; there are {', '.join(tools)}")
        taken = tools[name].input_schema["properties"]
        for argument in arguments:
            if argument not in taken:
                near = nearest(argument, taken)
                meant = f" (did you mean {near[0]}?)" if near else ""
                raise ToolError(f"{name} takes no '{argument}'{meant}: it takes {', '.join(taken)}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_faults(error.__cause__)}") from error.__cause__
            raise


def _faults(error: ValidationError) -> str:
    """What is wrong with arguments, in a line."""
    told = []
    for each in error.errors():
        where = ".".join(str(part) for part in each["loc"])
        told.append(f"`{where}` is missing" if each["type"] == "missing" else f"`{where}`: {each['msg']}")
    return "; ".join(told)


def server(workers: Workers) -> MCPServer[Any]:
    """A server with all tools, resources and prompts. `workers` answer for it."""
    made = Server(
        "judge",
        title="judge: rules questions about Magic: The Gathering",
        instructions=prompts.INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    Tools(workers).add_to(made)
    reading.add_resources(made, workers)
    prompts.add_prompts(made)
    return made


def app(of: MCPServer[Any], host: str, names: Sequence[str] = ()) -> Starlette:
    """The server as a web application that answers requests to these names, to `host` and to the loopback alone, and pages of these alone: others may have
    been sent by a page of somebody else's whose name was made to mean this machine."""
    literal = f"[{host}]" if ":" in host else host
    hosts = list(dict.fromkeys((*LOOPBACK, literal, *names)))
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in hosts for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{form}"
            for scheme in ("http", "https")
            for name in hosts
            for form in (name, f"{name}:*")
        ],
    )
    return of.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=MOST_BODY,
        transport_security=security,
        host=host,
    )


def serve_stdio(workers: Workers) -> None:
    """Serve on the standard streams, until the other side closes them."""
    server(workers).run("stdio")


def serve_http(
    workers: Workers,
    host: str,
    port: int,
    names: Sequence[str] = (),
    listening: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve over HTTP until Ctrl-C. `listening` is told the address. Raises OSError if the port can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as open_socket:
        config = uvicorn.Config(app(server(workers), host, names), log_level="warning")
        literal = f"[{host}]" if ":" in host else host
        listening(f"http://{literal}:{open_socket.getsockname()[1]}{PATH}")
        anyio.run(lambda: uvicorn.Server(config).serve(sockets=[open_socket]))
