"""A camera's frames: only what is new, still and agreed upon."""
