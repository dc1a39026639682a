"""Events are written and read back exactly, and nothing else is taken for one."""

import pytest
from hypothesis import assume, given, settings, strategies as st

from companion.events import KINDS, Asked, Event, EventError, Ruled, decode, encode
from companion.snapshot import Answer


@given(st.one_of([st.from_type(kind) for kind in KINDS.values()]))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(event: Event) -> None:
    try:
        payload = encode(event)
    except EventError:
        assume(False)
    assert decode(payload) == event and "\n" not in payload


@pytest.mark.parametrize("corner", [float("nan"), float("inf")])
def test_what_could_not_be_read_back_is_not_written(corner: float) -> None:
    point = (0.0, corner)
    with pytest.raises(EventError):
        encode(Asked("?", "", (), "", None, ((point, point, point, point),)))
    with pytest.raises(EventError, match="cannot be written"):
        encode(Ruled("\ud800"))


def test_every_event_documents_itself() -> None:
    assert all(kind.__doc__ and not kind.__doc__.startswith(kind.__name__) for kind in KINDS.values())


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        ("", "not an event"),
        ("[]", "not an event"),
        ('{"undone":{"seq":' + "[" * 9000 + "]" * 9000 + "}}", "not an event"),
        ("{}", "not an event"),
        ('{"undone":{"seq":1,"said":""},"redone":{"seq":1,"said":""}}', "not an event"),
        ('{"exploded":{}}', "no event 'exploded'"),
        ('{"undone":{}}', "missing required field `seq`"),
        ('{"undone":{"seq":"1","said":""}}', "Expected `int`, got `str`"),
        ('{"undone":{"seq":1,"said":"","more":2}}', "undone: no field 'more'"),
        ('{"acted":{"action":"a","said":"b","seat":1.5}}', "not an event"),
    ],
)
def test_anything_else_is_refused_in_one_line(payload: str, why: str) -> None:
    with pytest.raises(EventError, match=why) as caught:
        decode(payload)
    assert "\n" not in str(caught.value)


def test_an_answer_keeps_its_reasons() -> None:
    quad = ((0.0, 0.5), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    asked = Asked("?", "glare", (Answer("1", "a 3", "play 3 P1", ("C-3: no",)),), "x", None, (quad,))
    assert decode(encode(asked)) == asked
