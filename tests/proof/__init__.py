"""What the library proves: which scenario fails when an entry of the engine's tables does nothing, or answers the opposite."""
