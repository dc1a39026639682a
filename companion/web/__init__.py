"""The page: what a session shows, to every browser and program of the local network."""
