"""The commands' answers: a library asked, its answer printed as a page or as JSON.

Nothing here needs the command line's library; `judge.commands` parses what was typed and calls this.
"""
