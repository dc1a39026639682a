"""What a process has freed is the system's again."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
from companion.spared import give_back

def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20

kept, freed = [], [bytearray(3000) for _ in range(40_000)]
for number, one in enumerate(freed):
    if number % 1000 == 0:
        kept.append(bytearray(3000))
kept.append(bytearray(3000))
full = resident_mb()
del freed, one
before = resident_mb()
assert give_back()
print(full, before, resident_mb())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="glibc alone hands back what is free")
def test_what_lies_free_between_what_is_in_use_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    full, before, after = map(float, done.stdout.split())
    assert full > 100 and after < before / 2
