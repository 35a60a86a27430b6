"""Whether scenarios come out as they say, many at once.

In come paths of files and folders; out comes a summary with a case for each document, in the order of files and documents. The files are cut into
documents (`scenarios.format.parts`), which processes of their own run, so that one that takes its process down leaves the others as they are.
"""

from scenarios.checking.cases import Case, Summary, summary
from scenarios.checking.check import SUFFIXES, check, cores, files

__all__ = ["SUFFIXES", "Case", "Summary", "check", "cores", "files", "summary"]
