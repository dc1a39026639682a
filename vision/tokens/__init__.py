"""Round tokens: kind, side up, on what they lie; and what lies over them."""
