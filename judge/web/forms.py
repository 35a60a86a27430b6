"""What a request gives, taken into the form that is wanted, and what is said of one that doesn't fit: what is wrong, where, and what would be right."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException

F = TypeVar("F", bound=msgspec.Struct)

_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_NAMED = re.compile(r"Object (?:missing required|contains unknown) field `(.*)`")
_GOT = re.compile(r"got `(\w+)")
_KINDS = {
    "str": "text", "int": "a number", "float": "a number with a fraction", "bool": "true or false", "array": "a list", "object": "an object", "null": "null",
}  # fmt: skip


def of_json(body: bytes, form: type[F]) -> F:
    """The form that a body of JSON fills in. Raises HTTPException (400)."""
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise HTTPException(400, _told(error, form, body)) from None


def of_words(given: dict[str, Any], form: type[F]) -> F:
    """The form that the words of a path, a query or a page's form fill in. Raises HTTPException (400)."""
    try:
        return msgspec.convert(given, form, strict=False)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise HTTPException(400, _told(error, form, given)) from None


def _told(error: Exception, form: type[msgspec.Struct], given: bytes | dict[str, Any]) -> str:
    """What is wrong, in a sentence."""
    fields = _fields(form)
    if not isinstance(error, msgspec.ValidationError):
        return _no_json(error, given) if isinstance(given, bytes) else str(error)
    takes = _listed(fields)
    named, place = _NAMED.search(str(error)), _PLACE.search(str(error))
    if named and named[1] in fields:
        return f"`{named[1]}` is missing: expected {_expected(fields[named[1]])}"
    if named:
        return f"there is no `{named[1][:50]}`: expected {takes}"
    if place is None:
        return f"the body is {_got(error)}: expected an object with {takes}"
    name = re.split(r"[.\[]", place[1])[0]
    schema = fields.get(name, {})
    schema = schema.get("items", schema) if "[" in place[1] else schema
    found = given.get(name) if isinstance(given, dict) else None
    said = f"'{found[:50]}'" if isinstance(found, str) and found and len(found) <= 50 else _got(error)
    return f"`{place[1]}` is {said}: expected {_expected(schema)}"


def _got(error: Exception) -> str:
    """Of which kind is what was given; of a right kind, it is too long, too short, too high or too low."""
    found = _GOT.search(str(error))
    return _KINDS.get(found[1], found[1]) if found else "none that is taken"


def _no_json(error: Exception, body: bytes) -> str:
    if isinstance(error, RecursionError):
        return "the body isn't taken: its lists or objects lie too deep in one another"
    try:
        json.loads(body)
    except json.JSONDecodeError as found:
        return f"the body is no JSON: line {found.lineno}, column {found.colno}: {found.msg[:1].lower()}{found.msg[1:]}"
    except UnicodeError as found:
        return f"the body is no UTF-8: byte {getattr(found, 'start', 0)}"
    except RecursionError:
        return _no_json(RecursionError(), body)
    if b"\\u" in body:
        return "a text of the body holds half of a surrogate pair (\\ud800 to \\udfff)"
    return f"the body is no JSON: {error}"


@cache
def _fields(form: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """The fields of a form and what each takes, as JSON Schema says it."""
    schema = msgspec.json.schema(form)["$defs"][form.__name__]
    return {
        name: next((each for each in field.get("anyOf", ()) if each != {"type": "null"}), field)
        for name, field in schema["properties"].items()
    }


def _expected(schema: dict[str, Any]) -> str:
    """What a field takes, in words."""
    if "enum" in schema:
        return _or([f"`{each}`" for each in schema["enum"]])
    if schema.get("type") == "integer":
        least, most = schema.get("minimum"), schema.get("maximum")
        return f"a whole number from {least:,}" + (f" to {most:,}" if most is not None else " on")
    if schema.get("type") == "array":
        each = _expected(schema["items"])
        return f"a list of {schema.get('minItems', 0)} to {schema['maxItems']}, each {each}"
    return (
        f"text of {schema.get('minLength', 0)} to {schema['maxLength']:,} characters"
        if "maxLength" in schema
        else "text"
    )


def _listed(fields: dict[str, Any]) -> str:
    return _or([f"`{name}`" for name in fields]) if fields else "nothing"


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0]
