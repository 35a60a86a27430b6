"""The table of what is bound otherwise than field by field; the modules of constructions and of words that refer fill it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SPECIAL: dict[type[Any], Callable[..., Any]] = {}
"""By type: the function that binds a value of it: in come the pass, the value, what was spoken of, whether its nouns are not spoken of, and the addresses of what the
same verb acts on; out comes the value bound."""
