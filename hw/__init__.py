"""The rim of the machine: cameras, buttons, lights. Knows a picture, and nothing else of ours."""
