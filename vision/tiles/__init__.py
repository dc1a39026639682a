"""The square of letter tiles read through a red glass, with what lies on it."""
