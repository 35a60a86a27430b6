"""Whether scenarios come out as they say and rulings hold, many at once.

In come paths of files and folders; out comes a summary with a case for each scenario and each ruling (`rulings`), in the order in which they stand. The files are cut into
documents (`scenarios.format.parts`), which processes of their own run, so that one that takes its process down leaves the others as they are.
"""

from scenarios.checking.cases import Case, FileSummary, Summary, summary
from scenarios.checking.check import SUFFIXES, check, cores, files

__all__ = ["SUFFIXES", "Case", "FileSummary", "Summary", "check", "cores", "files", "summary"]
