"""`judge mcp`: a server of the Model Context Protocol, by which an assistant asks the rules and the engine instead of its memory.

`tools` are thin over `judge.service`; `told` makes of its data the texts and the short data that an assistant reads; `reading` has the pages that it can open (the format,
the cookbook, the rules by number) and `prompts` how a player's question becomes a scenario and its ruling an answer. `serving` joins them to the transports.
The package `mcp` (the extra `judge[mcp]`) is imported by `tools`, `reading`, `prompts` and `serving` alone.
"""
