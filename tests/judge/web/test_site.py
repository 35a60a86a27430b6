"""The pages, as they are without a script."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from judge.web.app import application
from tests.judge.web.conftest import InPlace

TEXT = Path("scenarios/library/702-keyword-abilities/deathtouch-and-trample.yaml").read_text(encoding="utf-8")
CHOICE = """\
players:
  alice: {hand: [Diabolic Edict], mana: unlimited}
  bob: {battlefield: [Craw Wurm, Hill Giant]}
do: [{cast: Diabolic Edict, targets: bob}]
"""
MARKED = "title: <b>&\nplayers: {alice: {}, bob: {}}\n"


@pytest.mark.parametrize(
    "path, status, says",
    [
        ("/", 200, "Growing out of a bolt"),
        ("/?example=01-a-combat-trick", 200, "Giant Growth"),
        ("/?example=none", 404, "no example"),
        ("/rule", 200, "<form"),
        ("/rule?q=702.19b", 200, "702.19b"),
        ("/rule/trample", 200, "702.19"),
        ("/rule/999.99", 404, "no rule 999.99"),
        ("/search?q=deathtouch+trample&edition=digest", 200, "702.19"),
        ("/glossary/trample", 200, "Trample"),
        ("/card/Grizzly%20Bears", 200, "2/2"),
        ("/card?q=grizzly", 404, "/card/Grizzly%20Bears"),
        ("/history/702.19b", 422, "no edition is installed"),
        ("/diff", 200, "<form"),
        ("/diff?old=1066&new=2026", 422, "1066"),
        ("/nothing", 404, "alert"),
        ("/rule/%3Cscript%3E", 404, "&lt;script&gt;"),
    ],
)
def test_pages(client: TestClient, path: str, status: int, says: str) -> None:
    said = client.get(path)
    assert said.status_code == status and said.headers["content-type"] == "text/html; charset=utf-8"
    assert says in said.text and "<script>" not in said.text


def test_a_form_is_answered_with_the_page(client: TestClient) -> None:
    said = client.post("/run", data={"text": TEXT.replace("\n", "\r\n"), "what": "run", "edition": ""})
    assert said.status_code == 200 and "Deathtouch makes one point lethal" in said.text
    assert said.text.count("<article") == 1 and TEXT.splitlines()[0] in said.text and "\r" not in said.text


def test_the_script_gets_a_piece(client: TestClient) -> None:
    said = client.post("/run", json={"text": f"{TEXT}---\n{MARKED}"})
    assert said.text.startswith("<article") and said.text.count("<article") == 2
    assert "<b>&" not in said.text and "&lt;b&gt;" in said.text
    wrong = client.post("/run", json={"text": TEXT, "edition": "1066"})
    assert wrong.status_code == 422 and wrong.text.startswith('<p class="error" role="alert">')


def test_a_ruling_to_keep_loads_nothing(client: TestClient) -> None:
    said = client.post("/run", data={"text": TEXT, "as": "page"})
    assert said.headers["content-disposition"] == 'attachment; filename="ruling.html"'
    assert "<article" in said.text and "/static/" not in said.text and "<!DOCTYPE html>" in said.text


def test_questions_and_explorations_of_a_form(client: TestClient) -> None:
    asked = client.post("/run", data={"text": TEXT, "what": "ask", "question": "who has priority?"})
    assert "Who has priority?" in asked.text
    assert "outcome" in client.post("/run", data={"text": TEXT, "what": "explore"}).text
    form = {"text": CHOICE, "what": "explore", "over": ["choices", "may"], "limit": ""}
    several = client.post("/run", data=form).text
    assert "2 outcomes" in several and several.count("checked>") == 2
    assert "may be more" in client.post("/run", data={**form, "limit": "1"}).text
    assert "2 outcomes" not in client.post("/run", data={**form, "over": ["modes"]}).text
    assert client.post("/run", data={"text": TEXT, "what": "rm"}).status_code == 400


def test_answers_are_compressed_for_those_who_take_it(client: TestClient) -> None:
    for path in ("/api/schema", "/", "/static/page.css"):
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip" and packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(gzip.compress(plain.content)) * 1.2
        assert "content-encoding" not in plain.headers


def test_static_files_of_a_version_are_kept(client: TestClient) -> None:
    assert "immutable" in client.get("/static/page.css?v=1").headers["cache-control"]
    assert client.get("/static/page.css").headers["cache-control"] == "no-cache"
    assert client.get("/static/../app.py").status_code == client.get("/static/..%2fapp.py").status_code == 404


def test_other_names_and_other_sites_are_refused() -> None:
    with TestClient(
        application(names=["localhost", "::1"], workers=InPlace), base_url="http://localhost"
    ) as client:
        for host in ("localhost", "LOCALHOST:8000", "[::1]:8000"):
            assert client.get("/api/health", headers={"Host": host}).status_code == 200
        for host in ("evil.example", "localhost.evil.example", "", "[", "127.0.0.1:1"):
            said = client.get("/api/health", headers={"Host": host})
            assert said.status_code == 400 and "--name" in said.json()["error"]["message"]
        for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
            said = client.post("/api/validate", json={"text": TEXT}, headers={"Sec-Fetch-Site": site})
            assert said.status_code == status
        for origin, status in (("https://evil.example", 403), ("null", 403), ("http://localhost:8000", 200)):
            headers = {"Origin": origin, "Host": "localhost:8000"}
            assert client.post("/api/validate", json={"text": TEXT}, headers=headers).status_code == status
