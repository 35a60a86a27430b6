"""The commands of `judge`, one module a subject; each is a thin layer over one library call."""
