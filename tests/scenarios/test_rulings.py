"""Rulings files: each ruling's scenario, numbers and quotations, wherever the ruling stands."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import rules_db
from rules_db.histories import quoting
from scenarios import cards, checking
from scenarios.checking import Case
from tests.conftest import Furnish
from tests.rules_db import small

PLAYED = """\
players:
  alice: {battlefield: [{card: Pelakka Wurm, as: wurm}, {card: Basilisk Collar, attached to: wurm}]}
  bob: {battlefield: [{card: Grizzly Bears, as: bears}]}
turn: {step: precombat main}
do:
  - attack: {wurm: bob}
  - block: {bears: wurm}
  - assign: {wurm: {bears: 1, bob: 6}}
expect: {life: {bob: %s}}
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, furnish: Furnish) -> Path:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("JUDGE_CARDS", raising=False)
    cards.standing_sources.cache_clear()
    return furnish(tmp_path / "home")


def ruling(lines: str, played: str = "", question: str = "Who?") -> str:
    """A ruling of a list, with what else it has, and perhaps a scenario in place."""
    text = f"  - question: {question}\n    answer: So.\n"
    text += "".join(f"    {line}\n" for line in lines.splitlines())
    if played:
        text += "    scenario:\n" + "".join(f"      {line}\n" for line in played.splitlines())
    return text


def checked(tmp_path: Path, *rulings: str, head: str = "", strict: bool = False) -> list[Case]:
    file = tmp_path / "rulings.yaml"
    file.write_text(f"{head}rulings:\n" + "".join(rulings))
    found = checking.check([str(file)], 1, strict=strict)
    assert found.rulings == found.total == len(rulings)
    return list(found.cases)


def test_the_scenario_is_played(tmp_path: Path) -> None:
    (tmp_path / "right.yaml").write_text(PLAYED % 14)
    (tmp_path / "two.yaml").write_text(PLAYED % 14 + "---\n" + PLAYED % 20)
    found = checked(
        tmp_path,
        ruling("cites: [702.19b]", PLAYED % 14),
        ruling("cites: [702.19b]", PLAYED % 20),
        ruling("scenario: right.yaml"),
        ruling("scenario: two.yaml"),
        ruling("scenario: two.yaml#1"),
        ruling("scenario: two.yaml#3"),
        ruling("scenario: nowhere.yaml"),
    )
    statuses = ["right", "wrong", "right", "wrong", "right", "invalid", "invalid"]
    assert [case.status for case in found] == statuses
    assert "bob has 14" in found[1].detail and found[1].line == 27
    assert "it has 2" in found[5].detail and "nowhere.yaml" in found[6].detail


def test_a_number_that_no_rule_has_is_wrong(tmp_path: Path) -> None:
    [case] = checked(tmp_path, ruling("cites: [702.19b, 702.19z]"))
    assert case.status == "wrong" and case.line == 2
    assert "no rule 702.19z" in case.detail and "near it: 702.19" in case.detail


def test_a_rule_that_nothing_turns_on_is_doubted(tmp_path: Path) -> None:
    rulings = ruling("cites: [702.19b, 702.19e, 704.5]", PLAYED % 14)
    [case] = checked(tmp_path, rulings)
    assert case.status == "right"
    [told] = case.warnings
    assert told.startswith("702.19e exists, but nothing in this scenario turns on it; of 702.19 it turns on")
    [case] = checked(tmp_path, rulings, strict=True)
    assert case.status == "wrong" and told in case.detail and not case.warnings


def test_what_checks_nothing_is_doubted(tmp_path: Path) -> None:
    nothing = "players: {alice: , bob: }"
    for text in (ruling(""), ruling("cites: []", nothing)):
        assert checked(tmp_path, text)[0].warnings
        assert checked(tmp_path, text, strict=True)[0].status == "wrong"
    assert not checked(tmp_path, ruling("cites: [704.5g]"), strict=True)[0].warnings


def test_numbers_of_the_edition_before_are_known_without_its_text(tmp_path: Path) -> None:
    """506.3e was 506.3d, and 506.3d is new; 722 is new, and what was 722 is 723."""
    head = "rules: 2026-01-16\n"
    moved, kept, new = checked(
        tmp_path, ruling("cites: [506.3d]"), ruling("cites: [704.5g]"), ruling("cites: [702.190a]"), head=head
    )
    assert moved.status == "right" and "506.3d of the edition of 2026-01-16 is 506.3e" in moved.warnings[0]
    assert (kept.status, kept.warnings) == ("right", ())
    assert new.status == "wrong" and "no rule 702.190a" in new.detail
    [case] = checked(tmp_path, ruling("cites: [704.5g]"), head="rules: 2012-06-01\n")
    assert case.status == "invalid" and "2012-06-01" in case.detail and "rulings.yaml:1:8" in case.detail


def test_a_faulty_ruling_leaves_the_others(tmp_path: Path) -> None:
    found = checked(tmp_path, ruling("cite: [1]"), ruling("cites: [704.5g]"), ruling("", "doo: []"))
    assert [case.status for case in found] == ["invalid", "right", "invalid"]
    assert "did you mean cites?" in found[0].detail and found[0].line == 4
    assert [case.title for case in found] == ["ruling", "Who?", "ruling"]


def test_quotations_are_held_against_the_edition(tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    path.write_bytes(small.text())
    rules_db.import_file(path)
    quotes = {
        "A spell sits on the stack": "",
        "“a spell … (see rule 101.2a).": "",
        "Your spell waits there": "",
        "A spell stands on the stack": "[-sits-] {+stands+}",
        "spell sits on the sta": "{+sta+}",
        "on the stack ... a spell sits": "a spell sits",
    }
    found = checked(
        tmp_path,
        *(ruling(f'quotes: {{100.1: "{quote}"}}') for quote in quotes),
        ruling("quotes: {100.7: x}"),
        head="rules: 2027-04-01\n",
    )
    for case, difference in zip(found, quotes.values(), strict=False):
        assert case.status == ("wrong" if difference else "right"), case
        assert difference in case.detail
    assert "no rule 100.7" in found[-1].detail
    # In our own words there is nothing to quote.
    [case] = checked(tmp_path, ruling("quotes: {704.5g: some words}"), head="rules: 2026-06-19\n")
    assert case.status == "right" and "can't be checked" in case.warnings[0]


def test_the_difference_of_a_quotation_is_shown() -> None:
    text = "Only when it is sure may the rest of it be given to others."
    found = quoting.difference("may the whole rest be given", text)
    assert [(part.op, part.text) for part in found] == [
        ("same", "may the"),
        ("added", "whole"),
        ("same", "rest"),
        ("removed", "of it"),
        ("same", "be given"),
    ]
    assert quoting.difference("only when it is [...] sure", text) == ()
    assert quoting.difference("", text) == ()


MARKDOWN = """\
# A page

```yaml
what: ever
```

1. A list

   ```yaml title="ours"
   rulings:
     - {question: Who?, answer: So., cites: [704.5g]}
     - {question: Why?, answer: So., cites: [704.9z]}
   ```

> ~~~ yml
> players: {alice: , bob: }
> expect: {life: {alice: 7}}
> ~~~

```python
players: {}
```
"""


def test_blocks_of_markdown_keep_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    (tmp_path / "other.md").write_text("```yaml\nwhat: ever\n```\n")
    for newline in ("\n", "\r\n"):
        file.write_text(MARKDOWN, newline=newline)
        found = checking.check([str(tmp_path)], 2)
        assert [(case.status, case.kind, case.line) for case in found.cases] == [
            ("right", "ruling", 11),
            ("wrong", "ruling", 12),
            ("wrong", "scenario", 17),
        ]
    [case] = checking.check([str(tmp_path / "other.md")], 1).cases
    assert case.status == "invalid" and "no scenarios or rulings in this text" in case.detail


@pytest.mark.parametrize(("text", "cases"), [(MARKDOWN, 3), (PLAYED % 14, 1)])
def test_standard_input_is_a_file_of_either_kind(
    text: str, cases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    found = checking.check(["-"], 1)
    assert found.total == cases and found.cases[0].status == "right"


def test_many_rulings_are_shared_out(tmp_path: Path) -> None:
    """What comes out is in order, and the same with any number of processes."""
    texts = [
        ruling(f"cites: [{'704.5g' if n % 3 else '704.9z'}]", PLAYED % (14 + n % 2) if n % 5 else "", f"Q{n}")
        for n in range(60)
    ]
    file = tmp_path / "many.yaml"
    file.write_text("rulings:\n" + "".join(texts) + "---\n" + PLAYED % 14 + "---\nrulings: {}\n")

    def told(jobs: int) -> list[tuple[str, str, str, int, tuple[str, ...]]]:
        found = checking.check([str(file)], jobs)
        return [(case.title, case.status, case.detail, case.line, case.warnings) for case in found.cases]

    alone = told(1)
    assert [title for title, *_ in alone[:60]] == [f"Q{n}" for n in range(60)]
    assert [status for _, status, *_ in alone[-2:]] == ["right", "invalid"] and len(alone) == 62
    assert told(2) == told(3) == alone


def test_a_fault_in_the_yaml_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("rulings:\n" + "".join(ruling("cites: [704.5g]") for _ in range(400)) + "  - {\n")
    for jobs in (1, 2):
        found = checking.check([str(file)], jobs)
        assert [case.status for case in found.cases] == ["invalid"]
