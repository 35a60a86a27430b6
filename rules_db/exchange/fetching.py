"""The official text from the network: bounded in size and time, tried again when the server stumbles, whole or not at all."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import httpx

from rules_db.errors import RulesError
from rules_db.exchange import importing
from rules_db.notation import dates
from rules_db.texts import MAX_BYTES

# The page that links to the current text; the link's name changes with every edition.
RULES_PAGE = "https://magic.wizards.com/en/rules"
TRIES = 3
TIMEOUT = 20.0
DEADLINE = 300.0

Progress = Callable[[int, int | None], None]

# A page that a script puts together holds its addresses as data.
_ADDRESS = re.compile(r"""(?:https?:)?//[^\s"'<>\\]+?\.txt(?:\?[^\s"'<>\\]*)?(?=["'<>\\\s])""", re.IGNORECASE)
# What the rules are called, surest first.
_NAMES = (
    re.compile(r"comp.*rules|rules.*comp", re.IGNORECASE),
    re.compile(r"^(?!.*tournament).*\brules|^m?cr[-_. ]?\d", re.IGNORECASE),
)
MOST_REDIRECTS = 5


class _Links(HTMLParser):
    """The links of a page to text files: address and the words of the link."""

    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.found: dict[str, str] = {}
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = (dict(attrs).get("href") or "").strip()
        if tag == "base" and address:
            self.base = urljoin(self.base, address)
        elif tag == "a":
            self.inside = self.add(address) if address else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[self.inside] += data

    def add(self, address: str) -> str:
        """The address in full, if it is one of a text file on the network."""
        try:
            whole = urljoin(self.base, re.sub(r"\s", "%20", address))
            parts = urlsplit(whole)
        except ValueError:
            return ""
        if parts.scheme not in ("http", "https") or not parts.path.lower().endswith(".txt"):
            return ""
        self.found.setdefault(whole, "")
        return whole


def fetch(
    url: str = RULES_PAGE,
    *,
    progress: Progress | None = None,
    timeout: float = TIMEOUT,
    tries: int = TRIES,
    pause: float = 1.0,
    max_bytes: int = MAX_BYTES,
) -> importing.Imported:
    """Download a rules text and import it. `progress` is told the bytes so far and in all, if known.

    `timeout` is in seconds for each wait on the server, `pause` before the second try (it doubles after that). Raises
    RulesError with what went wrong; the database is then as it was.
    """
    if urlsplit(url).scheme not in ("http", "https"):
        raise RulesError(f"{url!r} is no http or https address")
    raw, kind, final = _download(url, progress, timeout, tries, pause, max_bytes)
    if _is_page(raw, kind):
        raw, kind, final = _download(_link_in(raw, final), progress, timeout, tries, pause, max_bytes)
        if _is_page(raw, kind):
            raise RulesError(f"{final} is a web page, not a rules text")
    name = unquote(urlsplit(final).path.rsplit("/", 1)[-1]) or final
    return importing.import_bytes(raw, name, final)


def _is_page(raw: bytes, kind: str) -> bool:
    head = raw[:500].lstrip().lower()
    tagged = "html" in kind and re.search(rb"<(?:html|head|body|a|div|p|title)\b", raw[:20_000].lower())
    return bool(tagged) or head.startswith((b"<!doctype html", b"<html"))


def _link_in(raw: bytes, page: str) -> str:
    """The newest rules text that a page links to. Raises RulesError when it links to none, or none can be told from it."""
    text = raw.decode("utf-8", "replace")
    links = _Links(page)
    links.feed(text)
    links.close()
    if not links.found:
        for match in _ADDRESS.finditer(text.replace("\\u002F", "/").replace("\\/", "/")):
            links.add(match[0])
    if not links.found:
        raise RulesError(f"{page} is a web page, not a rules text, and links to none")
    names = {link: unquote(urlsplit(link).path.rsplit("/", 1)[-1]) for link in links.found}
    named: list[str] = []
    for pattern in _NAMES:
        named = named or [
            link
            for link, words in links.found.items()
            if pattern.search(names[link]) or pattern.search(words)
        ]
    dated = {
        link: dates.in_name(names[link].rsplit(".", 1)[0]) or dates.find(links.found[link])
        for link in named or links.found
    }
    newest = max(dated.values())
    if newest or named or len(dated) == 1:
        return next(link for link, date in dated.items() if date == newest)
    listed = ", ".join(sorted(names[link] for link in dated)[:8])
    raise RulesError(
        f"{page} links to {len(dated)} text files, and none of them by a name that tells the newest rules: {listed};"
        " give the address of one of them"
    )


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
        except httpx.TooManyRedirects:
            problem = f"it was sent on more than {MOST_REDIRECTS} times"
            break
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            problem = f"it leads to what is no http or https address ({error})"
            break
        except httpx.ConnectError as error:
            problem = f"no connection ({error}); is there a network?"
        except httpx.RemoteProtocolError as error:
            problem = f"the download broke off ({error})"
        except httpx.HTTPStatusError as error:
            status = error.response.status_code
            problem = f"the server answered {status} {error.response.reason_phrase}".rstrip()
            if status < 500 and status not in (408, 429):
                break
        except httpx.DecodingError as error:
            problem = f"its packing is damaged ({error})"
        except httpx.HTTPError as error:
            problem = str(error) or type(error).__name__
    raise RulesError(f"can't fetch {url}: {problem}")


def _try(url: str, progress: Progress | None, timeout: float, max_bytes: int) -> tuple[bytes, str, str]:
    too_big = f"can't fetch {url}: it is larger than {max_bytes:,} bytes, and no rules text is"
    started = time.monotonic()
    with (
        httpx.Client(timeout=timeout, follow_redirects=True, max_redirects=MOST_REDIRECTS) as client,
        client.stream("GET", url) as response,
    ):
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
