"""Foods that lie flat, seen from above."""
