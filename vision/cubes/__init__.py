"""Wooden cubes."""
