"""The Comprehensive Rules: import, index, look up, digest."""
