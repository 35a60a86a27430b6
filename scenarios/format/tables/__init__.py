"""The scenario format as tables: every key, what it holds, and what it means.

Reader, schema and writer all run on these; a key is added here and in ``types``, and nowhere else.
"""
