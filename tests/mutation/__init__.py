"""Does a test notice when a rule is written otherwise? `make mutation GAME=appetite`."""
