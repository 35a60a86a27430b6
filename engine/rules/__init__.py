"""How the game runs: one module for each subject of the CR, named for it."""
