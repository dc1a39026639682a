"""Letters of any game: the net, boards of cells, loose tiles."""
