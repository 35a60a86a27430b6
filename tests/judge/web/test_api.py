"""The API: what it answers, and what it says where it doesn't."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from judge import service
from judge.web import questions
from judge.web.api import ENDPOINTS

TEXT = Path("scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml").read_text(encoding="utf-8")


def without_times(rulings: Any) -> Any:
    return [{**ruling, "ms": 0} for ruling in rulings]


def test_rulings_are_those_of_the_command(client: TestClient) -> None:
    said = client.post("/api/run", json={"text": TEXT})
    assert said.status_code == 200 and said.headers["content-type"] == "application/json"
    assert without_times(said.json()["rulings"]) == without_times(service.run(TEXT))


def test_questions_and_explorations(client: TestClient) -> None:
    asked = client.post("/api/ask", json={"text": TEXT, "questions": ["who has priority?"]}).json()
    assert asked["ruling"]["answers"][0]["ask"] == "who has priority?"
    explored = client.post("/api/explore", json={"text": TEXT, "limit": 10}).json()
    assert explored["rulings"][0]["exploration"]["outcomes"]


def test_faults_of_a_text(client: TestClient) -> None:
    (fault,) = client.post(
        "/api/validate", json={"text": "players: {alice: {}, bob: {}}\ndo: [{cats: Shock}]\n"}
    ).json()["faults"]
    assert (fault["line"], fault["column"], fault["corrected"]) == (2, 7, "do: [{cast: Shock}]")


@pytest.mark.parametrize(
    "path, answer",
    [
        ("/api/rule/702.19b", lambda: service.rule("702.19b")),
        ("/api/search?q=deathtouch+trample&limit=3", lambda: {"hits": service.search("deathtouch trample", None, 3)}),
        ("/api/glossary/trample?edition=digest", lambda: {"entries": service.glossary("trample", "digest")}),
        ("/api/card/Grizzly%20Bears", lambda: service.card("Grizzly Bears")),
        ("/api/cards?q=grizzly+be", lambda: {"names": ["Grizzly Bears"]}),
        ("/api/schema", service.schema),
        ("/api/schema?of=ruling", lambda: service.schema("ruling")),
        ("/api/editions", lambda: {"editions": service.editions()}),
    ],
)  # fmt: skip
def test_look_ups_are_those_of_the_commands(client: TestClient, path: str, answer: Any) -> None:
    said = client.get(path)
    assert said.status_code == 200 and said.json() == answer()


def test_examples_are_the_cookbook(client: TestClient) -> None:
    first = client.get("/api/examples").json()["examples"][0]
    told = client.get(f"/api/examples/{first['name']}").json()
    assert told["question"] == first["question"] and f"title: {first['title']}" in told["text"]
    assert client.get("/api/examples/..%2flibrary").status_code == 404


@pytest.mark.parametrize(
    "method, path, given, status, kind, says",
    [
        ("GET", "/api/rule/999.99", None, 404, "unknown", "no rule 999.99"),
        ("GET", "/api/card/no-such-card", None, 404, "unknown", "no card"),
        ("GET", "/api/schema?of=cards", None, 404, "unknown", "'ruling'"),
        ("GET", "/api/nothing", None, 404, "unknown", ""),
        ("GET", "/api/rule/702.19b?edition=1066", None, 422, "not-answerable", "1066"),
        ("GET", "/api/search", None, 400, "bad-input", "`q` is missing: expected text"),
        ("GET", "/api/search?q=a&limit=many", None, 400, "bad-input", "`limit` is 'many': expected a whole number from 1 to 200"),
        ("GET", "/api/search?q=a&colour=red", None, 400, "bad-input", "there is no `colour`: expected `q`, `edition` or `limit`"),
        ("GET", f"/api/search?q={'a' * 501}", None, 400, "bad-input", "1 to 500 characters"),
        ("GET", "/api/glossary/tramp", None, 404, "unknown", "Trample"),
        ("POST", "/api/run", b'{"text": 1}', 400, "bad-input", "`text` is a number: expected text"),
        ("POST", "/api/run", b"[]", 400, "bad-input", "the body is a list: expected an object with `text` or `edition`"),
        ("POST", "/api/ask", b'{"text": "", "questions": [1]}', 400, "bad-input", "`questions[0]` is a number"),
        ("POST", "/api/run", b"{", 400, "bad-input", "no JSON: line 1, column 2"),
        ("POST", "/api/run", b'{"text": "\xff"}', 400, "bad-input", "byte 10"),
        ("POST", "/api/run", b'{"text": "\\ud800"}', 400, "bad-input", "surrogate"),
        ("POST", "/api/run", b'{"text": "", "file": "/etc/passwd"}', 400, "bad-input", "file"),
        ("POST", "/api/run", b'{"text": "", "edition": "1066"}', 422, "not-answerable", "1066"),
        ("POST", "/api/explore", b'{"text": "", "over": ["colours"]}', 422, "not-answerable", "colours"),
        ("POST", "/api/run", b" " * 50_001, 413, "too-large", "50,000"),
        ("GET", "/api/run", None, 405, "method", ""),
    ],
)  # fmt: skip
def test_errors_are_told_as_data(
    client: TestClient, method: str, path: str, given: bytes | None, status: int, kind: str, says: str
) -> None:
    headers = {"Content-Type": "application/json"} if given else {}
    said = client.request(method, path, content=given, headers=headers)
    assert said.status_code == status, said.text
    error = said.json()["error"]
    assert error["kind"] == kind and error["message"] and says in error["message"]


def test_a_body_that_isnt_said_to_be_json_isnt_read(client: TestClient) -> None:
    said = client.post("/api/run", content='{"text": ""}', headers={"Content-Type": "text/plain"})
    assert said.status_code == 415 and said.json()["error"]["kind"] == "not-json"


def test_the_document_tells_every_route(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    told = {(path, method) for path, said in document["paths"].items() for method in said}
    assert told == {(each.path.replace(":path", ""), each.method.lower()) for each in ENDPOINTS}
    assert "timeline" in document["components"]["schemas"]["Ruling"]["properties"]
    rule = document["paths"]["/api/rule/{q}"]["get"]["parameters"]
    assert [(p["name"], p["in"], p["required"]) for p in rule] == [
        ("q", "path", True),
        ("edition", "query", False),
    ]


def test_nothing_is_kept_and_little_allowed(client: TestClient) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/nothing", "/static/robots.txt"):
        headers = client.get(path).headers
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        )
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
        assert "set-cookie" not in headers and "unsafe" not in headers["content-security-policy"]


def test_a_traceback_doesnt_tell_where_the_program_lies() -> None:
    told = questions._without_places(
        'File "/home/me/x/scenarios/runner/a.py", line 1\nFile "/usr/lib/python3.11/re.py"'
    )
    assert told == 'File "scenarios/runner/a.py", line 1\nFile "re.py"'
    assert (
        questions._without_places("File &#34;/home/me/x/engine/b.py&#34;,") == "File &#34;engine/b.py&#34;,"
    )
