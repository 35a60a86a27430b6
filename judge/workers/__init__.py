"""Processes that answer for a server: started beforehand, held to limits, and replaced when they had to be killed.

A scenario is played in Python's own stack, so that nothing inside the process that plays it can stop it for certain. A worker dies by SIGKILL, and has its pipe for
itself: what it does or leaves undone harms no other, which is why this is no pool of a library, where workers share a queue and its lock.
"""

from judge.workers.limits import Broken, Limits, OutOfLimit, OutOfMemory, OutOfTime, TooLarge
from judge.workers.pool import Workers

__all__ = ["Broken", "Limits", "OutOfLimit", "OutOfMemory", "OutOfTime", "TooLarge", "Workers"]
