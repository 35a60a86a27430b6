"""The tools: each asks one function of `judge.service` in a process that can be killed, and tells its answer in short."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, ParamSpec, TypeAlias

import anyio
import anyio.to_thread
import msgspec
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from judge.assistants import reading, told
from judge.service import NotAnswered
from judge.workers import Workers
from scenarios.runner import Ruling

MOST_TEXT = 100_000
"""So many characters a scenario's text may have."""
MOST_WORDS = 500
"""So many characters a question, a name or words to search for may have."""
MOST_QUESTIONS = 20
MOST_FOUND = 30
"""So many rules a search returns, at most."""

Scenario: TypeAlias = Annotated[
    str,
    Field(
        description="The YAML text of a scenario (never a path): players with their cards, `do`, and `expect` or `ask`. scenario_help shows the form."
    ),
]
Full: TypeAlias = Annotated[
    bool,
    Field(description="All of it, which is long; the short form is enough to answer."),
]
Edition: TypeAlias = Annotated[
    str | None,
    Field(
        description="Cite the rules as an installed edition of this date has them (2012, 2012-06-01); the newest if left out."
    ),
]
FENCED = re.compile(r"\s*```[a-z]*\n(.*\n)```\s*", re.DOTALL)
"""A text as Markdown puts code."""
READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


P = ParamSpec("P")
Tool: TypeAlias = Callable[P, Awaitable[CallToolResult]]


def _clear(tool: Tool[P]) -> Tool[P]:
    """What can't be answered is the message of an error, and no more than that."""

    @functools.wraps(tool)
    async def clear(*args: P.args, **kwargs: P.kwargs) -> CallToolResult:
        try:
            return await tool(*args, **kwargs)
        except NotAnswered as error:
            return _said(str(error), is_error=True)

    return clear


class Tools:
    """The tools of a server, which share its processes."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def add_to(self, server: MCPServer[Any]) -> None:
        """Give the server all tools."""
        for tool, title in (
            (self.run_scenario, "Rule on a scenario"),
            (self.ask, "Ask questions about a scenario"),
            (self.explore, "Everything that can come of a scenario"),
            (self.validate, "What is wrong with a scenario's text"),
            (self.scenario_help, "How a scenario is written"),
            (self.look_up_rule, "Look up a rule"),
            (self.search_rules, "Search the rules"),
            (self.card, "Look up a card"),
        ):
            structured = tool != self.scenario_help
            server.add_tool(tool, title=title, annotations=READS, structured_output=structured)

    @_clear
    async def run_scenario(
        self, scenario: Scenario, full: Full = False, edition: Edition = None
    ) -> Annotated[CallToolResult, told.Rulings]:
        """Play a scenario by the Comprehensive Rules and return the ruling: the answer, why, and the rules that decide it.

        players: {alice: {hand: [Lightning Bolt], mana: R}, bob: {battlefield: [Grizzly Bears]}}
        do: [{cast: Lightning Bolt, targets: Grizzly Bears}]
        expect: {Grizzly Bears: dies}

        This is how a question about cards and what players do is answered. Tell only what the ruling says, with its rule numbers. Status: right (every check holds, or
        nothing was expected and `changed` says what came of it), wrong (a check fails or the rules refuse an action: what was found is the answer), refused
        (not supported: say so, don't guess), invalid (mend the text and call again)."""
        return await self._answer(_rulings(full), "run", _text(scenario), edition)

    @_clear
    async def ask(
        self,
        scenario: Scenario,
        questions: Annotated[
            list[str],
            Field(
                description='In plain words, about things of the scenario: "why did the bears die?", "what is Humility?", "can bob block the angel?", "how much does Shock cost?"'
            ),
        ],
        number: Annotated[
            int | None, Field(description="Which scenario, from 1, where the text holds several.")
        ] = None,
        full: Full = False,
        edition: Edition = None,
    ) -> Annotated[CallToolResult, told.Rulings]:
        """Play a scenario and answer questions about where it ends: why, why not, can, what is, how much, how many, when, which, who.

        Each answer comes with its rules and how it comes about. A question that isn't understood makes the ruling invalid and says what can be asked."""
        if not 1 <= len(questions) <= MOST_QUESTIONS:
            raise NotAnswered(f"ask 1 to {MOST_QUESTIONS} questions at once, not {len(questions)}")
        asked = [_words(question, "a question") for question in questions]
        return await self._answer(_rulings(full), "ask", _text(scenario), asked, number, edition)

    @_clear
    async def explore(
        self,
        scenario: Scenario,
        over: Annotated[
            list[str] | None,
            Field(
                description="Only these decisions: targets, modes, orders, replacements, may, choices, numbers, damage, chance, blocks, attacks."
            ),
        ] = None,
        limit: Annotated[
            int | None, Field(description="At most so many branches; 2000 if left out.", ge=1, le=20_000)
        ] = None,
        full: Full = False,
    ) -> Annotated[CallToolResult, told.Rulings]:
        """Play every alternative of the decisions that the scenario leaves open and return the distinct outcomes, each with the choices that lead there and its rules.

        For questions such as "can it survive", "does the order matter", "what is the most damage"."""
        return await self._answer(_rulings(full), "explore", _text(scenario), over or (), limit, True)

    @_clear
    async def validate(self, scenario: Scenario) -> Annotated[CallToolResult, told.Faults]:
        """Say what is wrong with a scenario's text, line by line with the line as it would be right, without playing it: unknown keys, names of cards, cards that can't
        be read. run_scenario says the same of a text that is at fault."""
        return await self._answer(told.faults, "validate", _text(scenario))

    @_clear
    async def scenario_help(
        self,
        about: Annotated[
            str,
            Field(
                description="A key or verb of the format (mana, cast, expect, a card, attack); `cookbook` for the list of examples; the name or number of an example. Empty: the form in short."
            ),
        ] = "",
    ) -> CallToolResult:
        """How a scenario is written: the form in short (read it once before the first scenario), what can stand under a key, or a worked example."""
        return _said(reading.scenario_help(_words(about, "what help is wanted about")))

    @_clear
    async def look_up_rule(
        self,
        query: Annotated[
            str,
            Field(
                description="A number (702.19b), a range (704.5a-c) or a name as players say it (trample, layer 7b, legend rule)."
            ),
        ],
        full: Full = False,
        edition: Edition = None,
    ) -> Annotated[CallToolResult, told.Rules]:
        """The text of a rule, and of those below it; with `full` its examples."""
        return await self._answer(
            functools.partial(told.rules, full=full), "rule", _words(query, "a rule"), edition
        )

    @_clear
    async def search_rules(
        self,
        words: Annotated[
            str,
            Field(description="Any words, misspelt and colloquial ones too: my guy died before the spell."),
        ],
        limit: Annotated[int, Field(description="How many rules, at most.", ge=1, le=MOST_FOUND)] = 5,
        edition: Edition = None,
    ) -> Annotated[CallToolResult, told.Rules]:
        """The rules that answer to some words, best first."""
        return await self._answer(told.hits, "search", _words(words, "what is searched"), edition, limit)

    @_clear
    async def card(
        self,
        name: Annotated[
            str, Field(description="The card's name, or words of it if no other card's name has them.")
        ],
        full: Annotated[bool, Field(description="With its abilities as data.")] = False,
    ) -> Annotated[CallToolResult, told.CardRead]:
        """A card as the engine reads it: cost, types, text. An error if there is none of that name (near names are told) or if the engine can't read it (the line is told):
        a scenario with such a card is refused."""
        return await self._answer(
            functools.partial(told.card, full=full), "card", _words(name, "a card's name")
        )

    async def _answer(
        self, telling: Callable[[Any], tuple[str, Any]], function: str, *args: Any
    ) -> CallToolResult:
        """The answer of a function of `judge.service`, told; what can't be answered is the message of an error."""
        stop = threading.Event()
        ask = functools.partial(self._workers.call, function, *args, stop=stop)
        try:
            text, data = telling(await anyio.to_thread.run_sync(ask, abandon_on_cancel=True))
        finally:
            stop.set()
        return _said(text, data)


def _rulings(full: bool) -> Callable[[Any], tuple[str, told.Rulings]]:
    """Tells what `run`, `ask` and `explore` answer: one ruling or several."""

    def telling(data: Any) -> tuple[str, told.Rulings]:
        several = data if isinstance(data, Sequence) else [data]
        return told.rulings(msgspec.convert(several, list[Ruling]), full)

    return telling


def _said(text: str, data: Any = None, is_error: bool = False) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=data, is_error=is_error
    )


def _text(scenario: str) -> str:
    """The text of a scenario, without the fence that an assistant may have put around it. Raises NotAnswered if it is too long."""
    if len(scenario) > MOST_TEXT:
        raise NotAnswered(f"a scenario has at most {MOST_TEXT:,} characters, and this has {len(scenario):,}")
    fenced = FENCED.fullmatch(scenario)
    return fenced[1] if fenced else scenario


def _words(words: str, what: str) -> str:
    """Words that aren't too many. Raises NotAnswered."""
    if len(words) > MOST_WORDS:
        raise NotAnswered(f"{what} has at most {MOST_WORDS} characters, and this has {len(words):,}")
    return words
