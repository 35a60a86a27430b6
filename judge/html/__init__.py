"""A ruling as a web page: one self-contained document, or an article for a page of somebody else's. A face over `Ruling` without logic of its own.

    text = open("growth.yaml").read()
    [ruling] = run_text(text, pictures=True)     # without `pictures` it has no drawings of the board
    open("growth.html", "w").write(page(ruling, text))

Whoever embeds `fragment` puts `STYLE` and `SCRIPT` into the page once; the script calls no network and needs neither inline handlers nor inline styles. It looks
after the articles that are there when it is run; `judgeRulings(element)` does the same for one that is put in later.
"""

from judge.html.documents import SCRIPT, STYLE, Shown, document, fragment, index, page

__all__ = ["SCRIPT", "STYLE", "Shown", "document", "fragment", "index", "page"]
