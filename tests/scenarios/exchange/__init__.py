"""Files of other programs become scenarios that say the same."""
