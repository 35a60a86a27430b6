"""What `judge check` found: as a page, as annotations of GitHub's workflows, and as JUnit's XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from judge.output import visible
from judge.report import STYLES, Page, count, print_text
from scenarios.checking import Case, FileSummary, Summary

MOST_FILES = 20
"""So many files are all listed; of more, those that aren't all right."""


def show(found: Summary) -> None:
    """Print what isn't right, the warnings, a line for each file that has any, and all of them counted."""
    page = Page()
    for case in found.cases:
        if case.status != "right":
            page.add(f"{case.status}: {case.file}: {case.title}", STYLES[case.status])
            for line in case.detail.strip().splitlines():
                page.add(line, "", 4)
        for warning in case.warnings:
            place = f"{case.file}:{case.line}" if case.line else case.file
            page.add(f"warning: {place}: {case.title}", "yellow")
            page.add(warning, "", 4)
    if len(found.files) > 1:
        _files(page, found)
    what = _counted(found.total, found.rulings)
    page.add(f"{what}: {_statuses(found) or 'none'}{_warnings(found.warnings)}", "bold")
    page.show()


def _files(page: Page, found: Summary) -> None:
    """A line for each file or, where there are many, each that isn't all right."""
    few = len(found.files) <= MOST_FILES
    shown = [file for file in found.files if few or file.right < file.total or file.warnings]
    for file in shown:
        style = "" if file.right == file.total else STYLES["crashed" if file.crashed else "wrong"]
        page.add(f"{file.file}: {_statuses(file)}{_warnings(file.warnings)}", style)
    rest = len(found.files) - len(shown)
    if shown and rest:
        page.add(f"{count(rest, 'other file')}: all right")


def _counted(total: int, rulings: int) -> str:
    scenarios = total - rulings
    told = [count(scenarios, "scenario")] if scenarios or not rulings else []
    return " and ".join([*told, *([count(rulings, "ruling")] if rulings else [])])


def _statuses(found: Summary | FileSummary) -> str:
    return ", ".join(f"{getattr(found, status)} {status}" for status in STYLES if getattr(found, status))


def _warnings(number: int) -> str:
    return f"; {count(number, 'warning')}" if number else ""


def annotate(found: Summary) -> None:
    """Print what isn't right as errors, and warnings, in the form that GitHub's workflows show beside the lines of a file."""
    for case in found.cases:
        if case.status != "right":
            _annotation("error", case, f"{case.status}: {case.detail.strip()}")
        for warning in case.warnings:
            _annotation("warning", case, warning)
    print_text(f"{_counted(found.total, found.rulings)}: {_statuses(found)}{_warnings(found.warnings)}")


def _annotation(level: str, case: Case, message: str) -> None:
    properties = {"file": case.file, "line": str(case.line) if case.line else "", "title": case.title}
    told = ",".join(f"{key}={_escaped(value, True)}" for key, value in properties.items() if value)
    print_text(f"::{level} {told}::{_escaped(message)}")


def _escaped(text: str, a_property: bool = False) -> str:
    """As GitHub's workflow commands want it: https://docs.github.com/actions/reference/workflow-commands-for-github-actions."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if a_property else text


def write_junit(found: Summary, path: str) -> None:
    """Write the cases as JUnit's XML, a suite for each file: `failure` where one is wrong, `error` where it is refused, invalid or crashed. Raises OSError."""
    root = ET.Element("testsuites", _suite("judge", found, found.cases))
    for file in found.files:
        cases = [case for case in found.cases if case.file == file.file]
        suite = ET.SubElement(root, "testsuite", _suite(file.file, file, cases))
        for case in cases:
            _test_case(suite, case)
    ET.indent(root)
    ET.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _suite(name: str, found: Summary | FileSummary, cases: Any) -> dict[str, str]:
    return {
        "name": visible(name),
        "tests": str(found.total),
        "failures": str(found.wrong),
        "errors": str(found.refused + found.invalid + found.crashed),
        "time": f"{sum(case.ms for case in cases) / 1000:.3f}",
    }


def _test_case(suite: ET.Element, case: Case) -> None:
    attributes = {"name": visible(case.title), "classname": visible(case.file), "file": visible(case.file)}
    if case.line:
        attributes["line"] = str(case.line)
    test = ET.SubElement(suite, "testcase", {**attributes, "time": f"{case.ms / 1000:.3f}"})
    if case.status != "right":
        kind = "failure" if case.status == "wrong" else "error"
        detail = visible(case.detail.strip())
        told = ET.SubElement(test, kind, {"type": case.status, "message": detail.split("\n")[0]})
        told.text = detail
    if case.warnings:
        ET.SubElement(test, "system-out").text = visible("\n".join(case.warnings))
