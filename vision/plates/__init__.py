"""A plate seen from the side: foods, heights, who touches whom, falls."""
