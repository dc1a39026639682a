"""Whatever is typed where a number is asked for ends in a number or in a sentence."""

import pytest

from companion.game import CompanionError
from companion.numerals import LARGEST, number_of, whole


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("007", 7), ("9" * 15, LARGEST)])
def test_digits_are_a_whole_number(text: str, value: int) -> None:
    assert whole(text) == value


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.0", "1e3", "٣", "²", "one", "9" * 16, "9" * 5000])
def test_nothing_else_is(text: str) -> None:
    assert whole(text) is None


@pytest.mark.parametrize(("text", "value"), [("", 0.0), ("63", 63.0), ("-2.5", -2.5), ("1e2", 100.0)])
def test_a_number_may_have_a_fraction_and_a_sign(text: str, value: float) -> None:
    assert number_of(text) == value


@pytest.mark.parametrize("text", ["six", "1,5", "nan", "inf", "1e999", "9" * 5000])
def test_what_is_none_is_said_in_one_short_line(text: str) -> None:
    with pytest.raises(CompanionError, match="is no number; type one in digits") as told:
        number_of(text)
    assert len(str(told.value)) < 80 and "\n" not in str(told.value)


def test_a_number_of_a_program_is_one_within_the_same_bounds() -> None:
    assert [whole(given) for given in (7, LARGEST, LARGEST + 1, 10**5000, -1, True, 1.0, None, [7])] == [7, LARGEST, *[None] * 7]
