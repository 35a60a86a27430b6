"""The commands' answers: a library asked, its answer printed as a page or as JSON.

In come the words of a command and its options; out go pages on standard output, and an error that says what is wrong. Nothing here needs the command
line's library, which takes longer to load than a rule to be found: `judge.commands` parses what was typed and calls this.
"""
