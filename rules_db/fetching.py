"""The official text from the network: bounded in size and time, tried again when the server stumbles, whole or not at all."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import unquote, urljoin, urlsplit

import httpx

from rules_db import importing, texts
from rules_db.errors import RulesError

# The page that links to the current text; the link's name changes with every edition.
RULES_PAGE = "https://magic.wizards.com/en/rules"
TRIES = 3
TIMEOUT = 20.0
DEADLINE = 300.0

Progress = Callable[[int, int | None], None]

_LINK = re.compile(r"""href\s*=\s*["']([^"']*\.txt(?:\?[^"']*)?)["']""", re.IGNORECASE)


def fetch(
    url: str = RULES_PAGE,
    *,
    progress: Progress | None = None,
    timeout: float = TIMEOUT,
    tries: int = TRIES,
    pause: float = 1.0,
    max_bytes: int = texts.MAX_BYTES,
) -> importing.Imported:
    """Download a rules text and import it. `progress` is told the bytes so far and in all, if known.

    `timeout` is in seconds for each wait on the server, `pause` before the second try (it doubles after that). Raises
    RulesError with what went wrong; the database is then as it was.
    """
    if urlsplit(url).scheme not in ("http", "https"):
        raise RulesError(f"{url!r} is no http or https address")
    raw, kind, final = _download(url, progress, timeout, tries, pause, max_bytes)
    if _is_page(raw, kind):
        link = _link_in(raw, final)
        if link is None:
            raise RulesError(f"{final} is a web page, not a rules text, and links to none")
        raw, kind, final = _download(link, progress, timeout, tries, pause, max_bytes)
        if _is_page(raw, kind):
            raise RulesError(f"{final} is a web page, not a rules text")
    name = unquote(urlsplit(final).path.rsplit("/", 1)[-1]) or final
    return importing.import_bytes(raw, name, final)


def _is_page(raw: bytes, kind: str) -> bool:
    head = raw[:500].lstrip().lower()
    return "html" in kind or head.startswith((b"<!doctype html", b"<html"))


def _link_in(raw: bytes, base: str) -> str | None:
    """The link to the rules text on a page: one that names them, else the only text file there is."""
    links = list(dict.fromkeys(match[1] for match in _LINK.finditer(raw.decode("utf-8", "replace"))))
    named = [link for link in links if re.search(r"comp.*rules|rules.*comp", unquote(link), re.IGNORECASE)]
    chosen = named or (links if len(links) == 1 else [])
    return urljoin(base, chosen[0].replace(" ", "%20")) if chosen else None


def _download(
    url: str, progress: Progress | None, timeout: float, tries: int, pause: float, max_bytes: int
) -> tuple[bytes, str, str]:
    """The body, its content type and the address it came from in the end."""
    problem = ""
    for attempt in range(tries):
        if attempt:
            time.sleep(pause * 2 ** (attempt - 1))
        try:
            return _try(url, progress, timeout, max_bytes)
        except httpx.TimeoutException:
            problem = f"no answer within {timeout:g} seconds"
        except httpx.ConnectError as error:
            problem = f"no connection ({error}); is there a network?"
        except httpx.RemoteProtocolError as error:
            problem = f"the download broke off ({error})"
        except httpx.HTTPStatusError as error:
            status = error.response.status_code
            problem = f"the server answered {status} {error.response.reason_phrase}".rstrip()
            if status < 500 and status not in (408, 429):
                break
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            problem = str(error) or type(error).__name__
    raise RulesError(f"can't fetch {url}: {problem}")


def _try(url: str, progress: Progress | None, timeout: float, max_bytes: int) -> tuple[bytes, str, str]:
    too_big = f"can't fetch {url}: it is larger than {max_bytes:,} bytes, and no rules text is"
    started = time.monotonic()
    with httpx.stream("GET", url, timeout=timeout, follow_redirects=True) as response:
        response.raise_for_status()
        length = response.headers.get("content-length", "")
        encoded = "content-encoding" in response.headers
        total = int(length) if length.isdigit() and not encoded else None
        if total is not None and total > max_bytes:
            raise RulesError(too_big)
        parts: list[bytes] = []
        done = 0
        for part in response.iter_bytes():
            parts.append(part)
            done += len(part)
            if done > max_bytes:
                raise RulesError(too_big)
            if time.monotonic() - started > DEADLINE:
                raise RulesError(f"can't fetch {url}: it took more than {DEADLINE:g} seconds")
            if progress is not None:
                progress(done, total)
        return b"".join(parts), response.headers.get("content-type", "").lower(), str(response.url)
