"""How each piece looks, and where two looks differ."""
