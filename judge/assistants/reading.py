"""What an assistant can open: the scenario format, its schema, the cookbook, the rules by number; and the help that a tool gives of the same."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

import anyio.to_thread
import msgspec
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from judge.assistants import told
from judge.completing import rule_numbers
from judge.service import NotAnswered
from judge.workers import Workers
from scenarios import manual
from scenarios.manual import Recipe

MARKDOWN, YAML, JSON = "text/markdown", "application/yaml", "application/json"
MOST_COMPLETIONS = 100
"""The protocol's own limit."""


@functools.cache
def page(name: str) -> str:
    """A text of this folder."""
    return resources.files("judge.assistants").joinpath(f"{name}.md").read_text(encoding="utf-8")


def scenario_help(about: str) -> str:
    """The form in short; or what the manual says of a key, the list of the cookbook, one of its recipes. Raises NotAnswered."""
    wanted = about.strip()
    if not wanted:
        return page("format")
    if wanted.lower() == "cookbook":
        return "\n".join(f"{_number(each)}: {each.question}" for each in manual.recipes())
    recipe = _recipe(wanted)
    if recipe is not None:
        return recipe.text
    text = manual.about(wanted)
    if text.startswith("the format has no key"):
        raise NotAnswered(
            f"{text}; `cookbook` lists the examples, and nothing at all means the form in short"
        )
    return text


def _recipe(wanted: str) -> Recipe | None:
    """A recipe by its file's name, with or without its ending, or by its number."""
    names = (wanted.lower(), f"{wanted.lower()}.yaml")
    number = wanted.zfill(2)
    return next((each for each in manual.recipes() if each.file in names or _number(each) == number), None)


def _number(recipe: Recipe) -> str:
    return recipe.file.partition("-")[0]


def add_resources(server: MCPServer[Any], workers: Workers) -> None:
    """Give the server what can be opened."""
    pages: Sequence[tuple[str, Callable[[], str], str, str]] = (
        (
            "judge://answering",
            functools.partial(page, "answering"),
            MARKDOWN,
            "How to answer with these tools",
        ),
        (
            "judge://format/short",
            functools.partial(page, "format"),
            MARKDOWN,
            "How a scenario is written, in short",
        ),
        ("judge://format", manual.page, MARKDOWN, "The scenario format: every key, and the cookbook"),
        ("judge://schema/scenario", _scenario_schema, JSON, "JSON Schema of scenarios (large: for programs)"),
        ("judge://schema/ruling", _ruling_schema, JSON, "JSON Schema of rulings"),
        *(
            (f"judge://cookbook/{each.file}", functools.partial(_text_of, each), YAML, each.question)
            for each in manual.recipes()
        ),
    )
    for uri, text, kind, title in pages:
        name = uri.removeprefix("judge://")
        server.add_resource(
            FunctionResource(uri=uri, name=name, title=title, description=title, mime_type=kind, fn=text)
        )
    _add_templates(server, workers)


def _text_of(recipe: Recipe) -> str:
    return recipe.text


def _scenario_schema() -> str:
    from scenarios.format import schema

    return json.dumps(schema(), separators=(",", ":"))


def _ruling_schema() -> str:
    from scenarios.runner import Ruling

    return json.dumps(msgspec.json.schema(Ruling), separators=(",", ":"))


def _add_templates(server: MCPServer[Any], workers: Workers) -> None:
    @server.resource("rule://{number}", title="A rule by its number", mime_type="text/plain")
    async def rule(number: str) -> str:
        """A rule with those below it and its examples: rule://702.19b."""
        ask = functools.partial(workers.call, "rule", number)
        try:
            return told.rules(await anyio.to_thread.run_sync(ask), full=True)[0]
        except NotAnswered as error:
            raise ResourceNotFoundError(str(error)) from None

    @server.resource("judge://cookbook/{recipe}", title="A worked example", mime_type=YAML)
    def cookbook(recipe: str) -> str:
        """A common question as a scenario, by the name or number of its file."""
        found = _recipe(recipe)
        if found is None:
            raise ResourceNotFoundError(f"the cookbook has no '{recipe}'; its files are listed as resources")
        return found.text

    @server.resource("judge://format/{key}", title="A key of the scenario format", mime_type="text/plain")
    def key(key: str) -> str:
        """What can stand under a key or verb of the format, with an example."""
        try:
            return scenario_help(key)
        except NotAnswered as error:
            raise ResourceNotFoundError(str(error)) from None

    @server.completion()  # type: ignore[no-untyped-call, untyped-decorator]
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        del context
        typed = argument.value
        values: list[str] = []
        if isinstance(ref, ResourceTemplateReference) and argument.name == "number":
            values = [number for number, _ in await anyio.to_thread.run_sync(rule_numbers, typed)]
        elif isinstance(ref, ResourceTemplateReference) and argument.name == "recipe":
            values = [each.file for each in manual.recipes() if typed.lower() in each.file]
        return Completion(values=values[:MOST_COMPLETIONS], total=len(values))
