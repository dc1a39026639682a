"""A reading against its labels, and as a document."""
