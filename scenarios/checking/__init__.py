"""Whether scenarios come out as they say and rulings hold, many at once.

In come paths of files and folders; out comes a summary with a case for each scenario and each ruling (`rulings`), in the order in which they stand. The files are cut into
documents (`scenarios.format.parts`), which processes of their own run, so that one that takes its process down leaves the others as they are: on this machine or,
with `scenarios.checking.cluster`, which is imported only where it is asked for, on many.
"""

from scenarios.checking.cases import Case, FileSummary, Summary, summary
from scenarios.checking.check import SUFFIXES, check, cores, files
from scenarios.checking.executors import Executor, ExecutorProblem

__all__ = [
    "SUFFIXES",
    "Case",
    "Executor",
    "ExecutorProblem",
    "FileSummary",
    "Summary",
    "check",
    "cores",
    "files",
    "summary",
]
