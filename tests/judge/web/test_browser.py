"""The page of `judge serve` in a browser: Debian's Chromium, as users' browsers would run it, against a server of its own.

Without Chromium these tests are skipped, but where JUDGE_BROWSER names the one that has to be there (`.ci/run` does).
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import Furnish

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 90_000
"""How many milliseconds a busy machine is waited for."""
SCENARIO = """\
title: A bolt
players:
  alice:
    hand: [Lightning Bolt]
    mana: unlimited
  bob:
    battlefield: [Grizzly Bears]
do:
  - cast: Lightning Bolt
    targets: Grizzly Bears
expect:
  Grizzly Bears: dies
"""
FAULTY = SCENARIO.replace("targets", "tragets")
PAGES = ("/rule/702.19", "/card/Giant%20Growth", "/diff")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    named = os.environ.get("JUDGE_BROWSER")
    found = named or shutil.which("chromium")
    if found is None:
        pytest.skip("there is no Chromium to show the page in: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(browser: Browser, furnish: Furnish, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `judge serve` answers."""
    place = tmp_path_factory.mktemp("serve")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {k: v for k, v in os.environ.items() if k != "JUDGE_CARDS"}
    environment["JUDGE_HOME"] = str(furnish(place / "home"))
    command = [
        sys.executable,
        "-m",
        "judge",
        "serve",
        "--port",
        str(port),
        "--workers",
        "2",
        "--seconds",
        "60",
    ]
    with (
        (place / "log").open("w") as log,
        subprocess.Popen(
            command, stdout=log, stderr=log, env=environment, cwd=Path(__file__).parents[3]
        ) as server,
    ):
        try:
            until_it_answers(f"http://127.0.0.1:{port}", server, place / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def until_it_answers(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for the server. Fails with its log."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(f"{address}/api/health", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.05)
    pytest.fail(f"judge serve doesn't answer:\n{log.read_text()}")


class Complaints(list[str]):
    """What a page had on its console: errors, and what the policy of its security forbade; not that a busy server puts it off."""

    def hear(self, context: BrowserContext) -> None:
        context.on("console", lambda said: self.take(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: self.take(str(error.error)))

    def take(self, said: str) -> None:
        if not re.search("status of (429|503)", said):
            self.append(said)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """An empty page of a window at a desk, which has nothing to complain of at its end."""
    context = browser.new_context(
        base_url=address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    complaints = Complaints()
    complaints.hear(context)
    yield context.new_page()
    context.close()
    assert complaints == []


expect.set_options(timeout=PATIENCE)


def opened(page: Page, text: str) -> Page:
    """The page of the editor, with this text in it."""
    page.goto("/")
    write(page, text)
    return page


def write(page: Page, text: str) -> None:
    """Write this text in place of the one in the editor."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def written(page: Page) -> str:
    """The text in the editor."""
    return "\n".join(page.locator(".cm-line").all_inner_texts()).replace("\n\n", "\n").rstrip("\n") + "\n"


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_a_scenario_is_written_and_ruled_on_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/")
    page.locator(".cm-content").wait_for()
    for _ in range(30):
        if page.evaluate("document.activeElement.id") == "editor":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    for line in SCENARIO.splitlines():
        page.keyboard.insert_text(line)
        page.keyboard.press("Escape")
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("Shift+Home")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#answer")).to_contain_text("Grizzly Bears is destroyed")
    expect(page.locator("#status")).to_have_text("The ruling is there.")
    page.keyboard.press("Tab")  # indents
    assert page.evaluate("document.activeElement.id") == "editor"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")  # leaves
    expect(page.get_by_role("button", name="Run")).to_be_focused()
    page.get_by_label("Ask about it").focus()
    page.keyboard.insert_text("why did Grizzly Bears die?")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(re.compile("why did Grizzly Bears die", re.IGNORECASE))


def test_a_mistake_is_shown_at_its_line_and_corrected(page: Page) -> None:
    opened(page, FAULTY)
    mark = page.locator(".cm-lintRange-error")
    expect(mark).to_have_text("tragets")
    expect(page.get_by_role("button", name="Line 10, column 5")).to_be_visible()
    page.get_by_role("button", name="Correct to targets: Grizzly Bears").click()
    expect(mark).to_have_count(0)
    assert "    targets: Grizzly Bears" in written(page)
    expect(page.locator("#faults li")).to_have_count(0)


def test_keys_values_names_and_cards_are_completed(page: Page) -> None:
    offered = page.locator(".cm-tooltip-autocomplete li")
    for text, typed, wanted in (
        ("players:\n  alice:\n    ", "batt", "battlefield"),
        ("do:\n  - cast: Shock\n    from: ", "grav", "graveyard"),
        (
            "players:\n  alice: {battlefield: [{card: Forest, as: grove}]}\ndo:\n  - activate: ",
            "gro",
            "grove",
        ),
        ("players:\n  alice:\n    hand: ", "giant gro", "Giant Growth"),
    ):
        opened(page, text)
        page.wait_for_function(
            "performance.getEntriesByType('resource').some(each => each.name.endsWith('/api/schema'))"
        )
        page.keyboard.type(typed)
        expect(offered.filter(has_text=wanted).first).to_be_visible()
        offered.filter(has_text=wanted).first.click()
        expect(page.locator(".cm-content")).to_contain_text(wanted)
        page.keyboard.press("Escape")


def test_long_lines_keep_nobody_from_writing(page: Page) -> None:
    """Where a key can stand, the lines above are searched for brackets that are open."""
    words = " ".join(["a line of many words"] * 12)
    opened(
        page,
        f"question: {words}\nplayers:\n  alice: {{note: {words}}}\n  bob: {{}}\ndo:\n  - cast: Shock\n    ",
    )
    page.keyboard.type("targ")
    expect(page.locator(".cm-tooltip-autocomplete li").filter(has_text="targets").first).to_be_visible()


def test_a_link_carries_the_scenario_in_itself(page: Page) -> None:
    text = SCENARIO.replace("A bolt", 'A "bolt" – Æther')
    opened(page, text)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#status")).to_contain_text("link")
    link = page.url
    assert "#s=" in link
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".cm-content")).to_contain_text("Æther")
    assert written(other) == text
    other.goto("about:blank")
    other.goto(f"{link[: link.index('#')]}#s=nonsense")
    expect(other.locator("#status")).to_contain_text("broken")


def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, FAULTY)
    expect(page.locator("#faults li")).to_have_count(1)
    assert not is_too_wide(page)
    write(page, SCENARIO)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#answer")).to_contain_text("Grizzly Bears")
    assert not is_too_wide(page)
    assert page.evaluate("ruling.getBoundingClientRect().top >= editor.getBoundingClientRect().bottom")
    wide = []
    for each in PAGES:
        page.goto(each)
        wide += [each] if is_too_wide(page) else []
    assert wide == []


def test_axe_finds_nothing_serious(page: Page) -> None:
    opened(page, SCENARIO)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#answer")).to_contain_text("Grizzly Bears")
    write(page, FAULTY)
    expect(page.locator("#faults li")).to_have_count(1)
    found = serious(page)
    for each in PAGES[:2]:
        page.goto(each)
        found += serious(page)
    assert found == []


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people from using the page, in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [scheme + " " + each for each in violations(page)]
    return found


def violations(page: Page) -> list[str]:
    return [
        f"{page.url} {each['id']}: {each['nodes'][0]['html'][:200]} {each['nodes'][0]['failureSummary'][:300]}"
        for each in Axe().run(page).response["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def test_without_a_script_the_page_rules_too(browser: Browser, address: str) -> None:
    with browser.new_context(base_url=address, java_script_enabled=False) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")
        page.get_by_label("Scenario").fill(SCENARIO)
        page.get_by_role("button", name="Run").click()
        expect(page.locator("#answer")).to_contain_text("Grizzly Bears is destroyed")
