"""Buttons: a request in 64 bytes, and back; whatever else comes in is unreadable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import interface
from bot.domain import commands
from bot.domain.remarks import PHRASES
from bot.interface import InvalidPayload, Request
from bot.interface.registry import VERBS
from bot.platforms import callback_data

MATCHES = st.text("23456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=6, max_size=6)
WORDS = st.lists(st.sampled_from(["roy", "c3e", "w2", "take", "6", "feed", "13"]), max_size=3).map(tuple)
WISHES = ["theme=contrast", "quiet=22-7", "zone=America/Argentina/ComodRivadavia", "language=auto"]
FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "bool": st.booleans(),
    "int": st.integers(0, 99_999),
    "MatchId": MATCHES,
    "PlayerId": st.just("0123456789abcdef01"),
    "Words": WORDS,
    "against": st.sampled_from(["robot5", "12345678901234567890"]),
    "game": st.sampled_from(["sahara", "stacko"]),
    "level": st.integers(1, 5),
    "opponent": st.just("1234567890123456789"),
    "owner": st.just("0123ab"),
    "page": st.integers(0, 9),
    "person": st.just("1234567890123456789"),
    "phrase": st.sampled_from(PHRASES),
    "place": st.sampled_from(["channel", "-1001234567890", "~1234567890123456789"]),
    "platform": st.sampled_from(["telegram", "web"]),
    "remark": st.just("0123456789abcdef0123"),
    "seek": st.just("0123456789abcdef0123"),
    "str": st.text("0123456789ABCDEF", min_size=6, max_size=18),  # codes and ids
}
"""What stands in the fields of requests, by their names, or else by their types."""
SOME: Mapping[type[Request], Mapping[str, st.SearchStrategy[Any]]] = {
    interface.ChangeChat: {"words": st.sampled_from(WISHES).map(lambda word: (word,))},
    interface.ChangeSettings: {"words": st.sampled_from(WISHES).map(lambda word: (word,))},
    interface.ShowSettings: {"page": st.none() | st.sampled_from(["mine", "zone", "Australia"])},
}


def some(kind: type[Request]) -> st.SearchStrategy[Request]:
    """Requests of a kind that has buttons."""
    parts = {}
    for part in fields(kind):  # type: ignore[arg-type]
        if part.kw_only:  # it can only be typed
            continue
        name, _, optional = str(part.type).partition(" | ")
        known = {part.name: FIELDS[name]} if part.name not in FIELDS else FIELDS
        found = {**known, **SOME.get(kind, {})}[part.name]
        parts[part.name] = st.none() | found if optional else found
    return st.builds(kind, **parts)


REQUESTS = st.one_of(*map(some, VERBS.values()))


@given(REQUESTS)
def test_decode_is_the_inverse_of_encode_in_64_bytes(request: Request) -> None:
    payload = callback_data.encode(request)
    assert len(payload.encode()) <= 64
    assert callback_data.decode(payload) == request


@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda data: data.decode("latin-1")))
def test_anything_else_decodes_to_a_request_and_never_raises(payload: str) -> None:
    callback_data.decode(payload)


@given(REQUESTS, st.integers(0, 63))
def test_a_truncated_button_is_unreadable_or_means_less(request: Request, length: int) -> None:
    callback_data.decode(callback_data.encode(request)[:length])


@pytest.mark.parametrize(
    "payload",
    [
        "board:a\ud800",
        "",
        "c",
        "nonsense:1",
        "c:ABCDEF:z z:4:0:0",
        "c:ABCDEF:1:4:2:0",
        "c:ABCDEF:1:4:0",
        "c:ABCDEF:1:4:0:0:0",
        "ok:" + "A" * 100,
        "c:ABCDEF:-1:4:0:0",
        "c:ABCDEF:1:4  5:0:0",
        "c:ABCDEF:" + "1" * 50 + "::0:0",  # no version is as large as this
        "c:ABCDEF:123456789::0:0",
    ],
)
def test_forged_and_truncated_buttons_are_unreadable(payload: str) -> None:
    assert callback_data.decode(payload) == InvalidPayload()


def test_what_does_not_fit_is_never_shown() -> None:
    with pytest.raises(callback_data.TooLong):
        callback_data.encode(interface.TypeMove(("x" * 60,), None))


@given(st.sampled_from(["/play", "/settings", "/board", "/join", "/seek", "/rules", "/profile"]), st.text())
def test_what_is_said_to_fit_into_a_button_comes_back_whole(name: str, rest: str) -> None:
    request = commands.read(f"{name} {rest}")
    if commands.fits_button(request):
        assert callback_data.decode(callback_data.encode(request)) == request
