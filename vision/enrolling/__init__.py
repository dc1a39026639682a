"""A box shown to the camera: pieces cut out, proposed, held against each other."""
