"""What a game's own page needs beyond its `show`: one module each, found by the game's name; a game without one has the generic page."""
