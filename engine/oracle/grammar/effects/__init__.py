"""Instructions (CR 608.2, 701): one module for each sort of thing that they change."""
