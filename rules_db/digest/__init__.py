from rules_db.digest.digest import load, load_asked, load_common, load_glossary, load_slang

__all__ = ["load", "load_asked", "load_common", "load_glossary", "load_slang"]
