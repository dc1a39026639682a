"""Small learned models, each with the script and the seed that made it. What training needs is imported by the scripts alone."""
