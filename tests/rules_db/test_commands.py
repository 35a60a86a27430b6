"""The rules commands: each prints its library call's answer, and says in one line what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rules_db
from judge.__main__ import command_line, run
from tests.rules_db import small


@pytest.fixture
def small_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.txt"
    path.write_bytes(small.text())
    return path


def _run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(command_line(), list(arguments))
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.stderr


def test_rule(home: Path) -> None:
    output = _run("rule", "704.5g")
    assert output.splitlines()[0] == "7 Additional Rules > 704 State-Based Actions > 704.5"
    assert "704.5g" in output.splitlines()[1]
    assert "digest" in output


def test_rule_by_several_words(home: Path) -> None:
    assert "702.19 Trample" in _run("rule", "Trample")
    assert "is taken as" in _run("rule", "state", "based", "actons")


def test_glossary(home: Path) -> None:
    output = _run("glossary", "stapped")
    assert "'stapped' is taken as 'Tapped'" in output
    assert "701.26b" in output
    assert "taken as" not in _run("glossary", "Tapped")
    assert "fizzle (players' word)" in _run("glossary", "fizzle")


def test_context_brings_the_text_of_references(home: Path, small_file: Path) -> None:
    _run("rules", "import", str(small_file))
    plain = _run("rule", "100.1", "-e", "2027")
    assert "Refers to: 101.2a" in plain
    assert "There are five." not in plain
    assert "There are five." in _run("rule", "100.1", "-e", "2027", "--context")


def test_json_is_the_librarys_answer(home: Path) -> None:
    answer = json.loads(_run("rule", "702.19b", "--json"))
    assert answer["entries"][0]["number"] == "702.19b"
    hits = json.loads(_run("search", "fizzle", "--json"))
    assert hits[0]["number"] == "608.2b"
    assert json.loads(_run("glossary", "trample", "--json"))[0]["rules"][0]["number"] == "702.19"


def test_search_marks_words_with_stars_in_a_pipe(home: Path) -> None:
    assert "*deathtouch*" in _run("search", "deathtouch damage lethal").lower()


def test_search_says_as_what_it_took_a_misspelt_word(home: Path) -> None:
    told = _run("search", "what does deathtuch do")
    assert told.startswith("'deathtuch' is taken as 'deathtouch'")
    assert "702.2" in told


@pytest.mark.parametrize("written", ["-3", "-X", "-1/-1 counter"])
def test_a_loyalty_cost_is_no_option(
    written: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["judge", "rule", written])
    with pytest.raises(SystemExit) as ended:
        run()
    assert ended.value.code == 0
    assert ("122.1a" if "/" in written else "606.4") in capsys.readouterr().out


def test_a_text_that_is_cut_or_bears_no_date_is_imported_with_an_option(home: Path, tmp_path: Path) -> None:
    cut, undated = tmp_path / "cut.txt", tmp_path / "undated.txt"
    cut.write_bytes(small.text(small.BODY[:22], back=[]))
    undated.write_bytes(small.text().replace(b"effective as of April 1, 2027", b"in effect"))
    assert "with --partial it is taken as a part" in _run("rules", "import", str(cut), status=2)
    assert "(partial)" in _run("rules", "import", "--partial", str(cut))
    assert "it bears no date: import it again with --date" in _run("rules", "import", str(undated))
    assert "imported edition 2017-04-01" in _run("rules", "import", "--date", "2017-04-01", str(undated))
    assert "--date is of one text" in _run(
        "rules", "import", "--date", "2017-04-01", str(cut), str(undated), status=2
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rule", "704.5zz"), "704.5"),
        (("rule", "704.5g", "--edition", "1850"), "1850"),
        (("rule", "qqqqxxxx"), "qqqqxxxx"),
        (("search", "qqqqxxxx"), "qqqqxxxx"),
        (("glossary", "qqqqxxxx"), "qqqqxxxx"),
        (("history", "704.5g"), "no edition is installed"),
        (("diff", "2012", "2024"), "2012"),
        (("rules", "import", "/nowhere/at/all.txt"), "all.txt"),
        (("rules", "fetch", "--url", "nonsense"), "nonsense"),
        (("rules", "identify", "/nowhere/at/all.txt"), "all.txt"),
        (("rules", "check", "1850"), "1850"),
        (("rules", "export", "--edition", "digest", "--format", "pdf"), "pdf"),
    ],
)
def test_bad_input_is_one_message_and_status_2(home: Path, arguments: tuple[str, ...], words: str) -> None:
    message = _run(*arguments, status=2)
    assert words in message
    assert message.startswith("judge: ")
    assert "Traceback" not in message


def test_import_list_check_and_export(home: Path, small_file: Path, tmp_path: Path) -> None:
    assert "no edition is installed" in _run("rules", "list")
    assert "imported edition 2027-04-01" in _run("rules", "import", str(small_file))
    assert "nothing changed" in _run("rules", "import", str(small_file))
    assert "2027-04-01" in _run("rules", "list")
    assert "nothing to report" in _run("rules", "check", "2027")
    target = tmp_path / "out.md"
    _run("rules", "export", "--edition", "2027", "--format", "md", "-o", str(target))
    assert "### 101. Mana" in target.read_text(encoding="utf-8")
    assert json.loads(_run("rules", "export", "--edition", "2027"))["date"] == "2027-04-01"


def test_of_several_files_those_that_can_be_are_imported(
    home: Path, small_file: Path, tmp_path: Path
) -> None:
    bad, correction = tmp_path / "bad.txt", tmp_path / "correction.txt"
    bad.write_text("A shopping list: eggs, milk.")
    correction.write_bytes(small.text().replace(b"There are five", b"There are six"))
    files = [str(path) for path in (bad, tmp_path, small_file, small_file, tmp_path / "none.txt", correction)]
    result = CliRunner().invoke(command_line(), ["rules", "import", *files])
    assert result.exit_code == 2
    assert [edition.id for edition in rules_db.installed()] == ["2027-04-01-partial", "2027-04-01-partial.2"]
    told = result.stderr.splitlines()
    assert [line.split(" ")[0] for line in told] == ["judge:", "judge:", "judge:", "of"]
    assert told[0] == f"judge: {bad}: this is no rules text of Magic: The Gathering"
    assert str(tmp_path / "none.txt") in told[2]
    assert told[-1] == "of 6 files 2 imported, 1 installed already, 3 refused"
    assert "2027-04-01-partial is of the same date and reads otherwise; both are kept" in result.stdout


def test_a_pipe_is_no_file(home: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for command in ("import", "identify"):
        assert "is a pipe" in _run("rules", command, str(pipe), status=2)


def test_history_and_diff(all_editions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(all_editions))
    output = _run("history", "trample")
    assert "2009-07-11  702.17  renumbered from 502.9" in output
    output = _run("diff", "2012", "2024", "--section", "702.19")
    assert "added: 702.19c" in output
    assert "{+" in output
    assert _run("rules", "identify", str(next((all_editions).iterdir())), status=2)


def test_a_history_is_as_long_as_its_changes(all_editions: Path) -> None:
    lines = _run("history", "704.5g").splitlines()
    assert any(line.endswith("unchanged in 7 editions") for line in lines)
    assert len([line for line in lines if line.startswith("  2")]) <= 12
    whole = json.loads(_run("history", "704.5g", "--json"))
    assert len([stage for stage in whole["stages"] if not stage["partial"]]) == 20


def test_a_history_tells_what_became_of_a_rule_that_left(all_editions: Path) -> None:
    output = _run("history", "502.10c", "--edition", "2005")
    assert "2009-07-11  502.10c is gone; went into 702.19c" in output
    assert "rewritten from 310.4 (weak match)" in _run("history", "510.2")


def test_a_difference_of_a_section_that_has_moved(all_editions: Path) -> None:
    for section in ("702.19", "502.9"):
        output = _run("diff", "2003", "2024", "--section", section)
        assert "in 702.19 (502.9 in 2003-03-15)" in output.splitlines()[0]
        assert "renumbered: 502.9 -> 702.19 Trample" in output
    assert "neither" in _run("diff", "2003", "2024", "--section", "999", status=2)


SCENARIO = """
title: Trampling
rules: {edition}
players:
  alice: {{battlefield: [{{card: Baloth, as: baloth}}]}}
  bob: {{battlefield: [{{card: Bear, as: bear}}]}}
cards:
  - {{name: Baloth, mana_cost: "{{G}}", type_line: Creature, power: "4", toughness: "4", oracle_text: Trample}}
  - {{name: Bear, mana_cost: "{{G}}", type_line: Creature, power: "2", toughness: "2"}}
do:
  - attack: {{baloth: bob}}
  - block: {{bear: baloth}}
  - assign: {{baloth: {{bear: 2, bob: 2}}}}
expect:
  cites: [702.19b, 704.5g]
"""


def _scenario(tmp_path: Path, edition: str) -> str:
    path = tmp_path / "trampling.yaml"
    path.write_text(SCENARIO.format(edition=edition))
    return str(path)


def test_a_ruling_cites_the_rules_as_an_edition_numbers_them(all_editions: Path, tmp_path: Path) -> None:
    file = _scenario(tmp_path, "2003-03-15")
    output = _run("run", file)
    assert "502.9b (now 702.19b)  Trample" in output
    assert "420.5c (now 704.5g)" in output
    assert "no number (now " in _run("run", "--full", file)
    assert "[502.9b, " in output
    assert "702.17b (now 702.19b)" in _run("run", "--edition", "2010", file)
    assert "702.19b  Trample" in _run("run", "--edition", "2026", file)
    cites = {cite["rule"]: cite for cite in json.loads(_run("run", "--json", file))["cites"]}
    assert (cites["702.19b"]["number"], cites["702.19b"]["match"]) == ("502.9b", "same")
    assert {(cite["number"], cite["match"]) for cite in cites.values() if cite["match"] == "none"} == {
        (None, "none")
    }


def test_an_edition_that_is_not_installed_is_one_clear_error(all_editions: Path, tmp_path: Path) -> None:
    file = _scenario(tmp_path, "2012-07-01")
    told = _run("run", "--edition", "1850", file, file, status=2)
    assert told.startswith("judge: --edition: no edition '1850' is installed; near it: 2003-03-15, ")
    assert told.count("\n") == 1
    assert told.count("judge:") == 1
    result = CliRunner().invoke(command_line(), ["run", file])
    assert result.exit_code == 2
    assert f"{file}:3:8: no edition '2012-07-01' is installed; near it: " in result.stdout


def test_a_swapped_difference_says_so_in_a_line(all_editions: Path) -> None:
    told = _run("diff", "2026", "2012", "--section", "702.9a")
    assert "2012-06-01 -> 2026-06-19" in told.splitlines()[0]
    assert "though '2026' was named first" in told.splitlines()[1]
    assert "named first" not in _run("diff", "2012", "2026", "--section", "702.9a")


def test_an_answer_says_which_of_several_editions_it_is_from(all_editions: Path) -> None:
    for command in (("rule", "100.1"), ("search", "mulligan"), ("glossary", "attack")):
        last = _run(*command, "--edition", "2004").splitlines()[-1]
        assert "edition 2004-06-01 (the newest that '2004' fits; also 2004-02-01, " in last
        assert "fits" not in _run(*command, "--edition", "2004-06")


def test_some_of_several_numbers(home: Path) -> None:
    result = CliRunner().invoke(command_line(), ["rule", "704.5g", "704.99", "--json"])
    assert result.exit_code == 2
    answer = json.loads(result.stdout)
    assert ([entry["number"] for entry in answer["entries"]], answer["missing"]) == (["704.5g"], ["704.99"])
    assert result.stderr == "judge: the digest has no rule 704.99\n"


def test_a_players_word_in_an_older_edition_is_explained(all_editions: Path) -> None:
    told = _run("rule", "mana burn", "--edition", "2003")
    assert told.startswith("'mana burn', in the rules of today: ")
    assert "(now 500.5)" in told
    assert "(now 702.19b)" in _run("rule", "702.18b", "--edition", "2012", "--digest")


def test_every_command_shows_an_example() -> None:
    for command in ("rule", "search", "glossary", "history", "diff"):
        assert "Example: judge" in _run(command, "--help")
    for command in ("import", "fetch", "list", "identify", "check", "export"):
        assert "Example: judge" in _run("rules", command, "--help")
