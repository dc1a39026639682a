"""A picture as such: read, undamaged, its levels and outlines."""
