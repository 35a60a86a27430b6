"""How rule numbers, names, words and dates are written, and how two ways of writing one are told to be the same.

In come pieces of text; out come numbers, stems, names and dates as everything above compares them. The modules are handed
on whole (`numbers.parent`, `stems.stem`) and load when they are imported: most questions need two of them.
"""

__all__ = ["asking", "canonical", "dates", "naming", "numbers", "references", "stems", "typography"]
