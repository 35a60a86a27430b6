"""Card English and the ability vocabulary, each written from the other (see `kernel` for how, `grammar` for the rules)."""
