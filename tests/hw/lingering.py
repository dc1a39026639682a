"""What a process does that nobody ends; at module level and light, since it travels there."""

import time
from multiprocessing.connection import Connection


def linger(pipe: Connection) -> None:
    """Says that it is there, and stays for ten minutes."""
    pipe.send("here")
    time.sleep(600)
