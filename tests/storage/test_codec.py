"""Events go into the log and come out of it unchanged, or not at all."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.events import (
    AbandonmentWarned,
    AwayTold,
    ChallengeAccepted,
    ChallengeCancelled,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeOffered,
    DrawAccepted,
    DrawClaimed,
    DrawDeclined,
    DrawOffered,
    DrawWithdrawn,
    Event,
    LaidOpen,
    MatchAbandoned,
    MatchId,
    MatchStopped,
    MovePlayed,
    Resigned,
    TakebackAccepted,
    TakebackDeclined,
    TakebackRequested,
    TimeExpired,
    TimeGiven,
    WinClaimed,
)
from storage.codec import UnreadableEvent, dump, load
from tests.storage.facts import ADA, BOB

KINDS: tuple[type[Any], ...] = get_args(Event)
EVENTS: st.SearchStrategy[Event] = st.one_of([st.builds(kind) for kind in KINDS])

SEED = "ab" * 32
STORED: list[tuple[str, str, Event]] = [
    (
        "Challenged",
        '{"at":1,"match":"K7QF2M","game":"sato","game_version":1,"house_rules":{"variant":"split"},'
        f'"challenger":"ada","invited":"bob","first":null,"seed":"{SEED}","entropy":"web:1",'
        '"clock":259200,"rated":true}',
        ChallengeOffered(
            at=1,
            match=MatchId("K7QF2M"),
            game="sato",
            game_version=1,
            house_rules={"variant": "split"},
            challenger=ADA,
            invited=BOB,
            first=None,
            seed=SEED,
            entropy="web:1",
            clock=259200,
            rated=True,
        ),
    ),
    (
        "Accepted",
        '{"at":2,"player":"bob","entropy":"web:2"}',
        ChallengeAccepted(at=2, player=BOB, entropy="web:2"),
    ),
    ("Declined", '{"at":2,"player":"bob"}', ChallengeDeclined(at=2, player=BOB)),
    ("Cancelled", '{"at":2,"player":"ada"}', ChallengeCancelled(at=2, player=ADA)),
    (
        "MovePlayed",
        '{"at":3,"seat":0,"notation":"c3xb4"}',
        MovePlayed(at=3, seat=0, notation="c3xb4"),
    ),
    ("DrawOffered", '{"at":4,"seat":1}', DrawOffered(at=4, seat=1)),
    ("DrawDeclined", '{"at":5,"seat":0}', DrawDeclined(at=5, seat=0)),
    ("DrawWithdrawn", '{"at":5,"seat":1}', DrawWithdrawn(at=5, seat=1)),
    ("DrawAgreed", '{"at":6,"seat":0}', DrawAccepted(at=6, seat=0)),
    ("Resigned", '{"at":7,"seat":1}', Resigned(at=7, seat=1)),
    ("TimeGiven", '{"at":8,"seat":0,"seconds":86400}', TimeGiven(at=8, seat=0, seconds=86400)),
    ("AwayTold", '{"at":8,"seat":0,"begin":9,"end":20}', AwayTold(at=8, seat=0, begin=9, end=20)),
    ("TimeForfeited", '{"at":8,"seat":0}', WinClaimed(at=8, seat=0)),
    ("TakeBackAsked", '{"at":9,"seat":0}', TakebackRequested(at=9, seat=0)),
    ("TakeBackRefused", '{"at":9,"seat":1}', TakebackDeclined(at=9, seat=1)),
    ("TakenBack", '{"at":9,"seat":0}', TakebackAccepted(at=9, seat=0)),
    ("DrawnOnTime", '{"at":9,"seat":1}', DrawClaimed(at=9, seat=1)),
    ("TimeRanOut", '{"at":9,"seat":1}', TimeExpired(at=9, seat=1)),
    ("Expired", '{"at":9}', ChallengeExpired(at=9)),
    ("Forewarned", '{"at":9}', AbandonmentWarned(at=9)),
    ("Abandoned", '{"at":9}', MatchAbandoned(at=9)),
    ("Stopped", '{"at":9}', MatchStopped(at=9)),
    ("LaidOpen", '{"at":9,"seat":1}', LaidOpen(at=9, seat=1)),
]
"""Events as they lie in databases that exist: these lines must be readable for ever."""


@given(EVENTS)
def test_load_is_the_inverse_of_dump(event: Event) -> None:
    assert load(*dump(event)) == event


@given(st.text(st.characters()))
def test_every_text_that_python_can_hold_comes_back(text: str) -> None:
    event = MovePlayed(at=0, seat=0, notation=text)
    kind, body = dump(event)
    assert body.isascii()
    assert load(kind, body) == event


@pytest.mark.parametrize(("kind", "body", "event"), STORED, ids=[kind for kind, _, _ in STORED])
def test_what_is_stored_stays_readable(kind: str, body: str, event: Event) -> None:
    assert load(kind, body) == event
    assert dump(event) == (kind, body)


def test_a_challenge_from_before_clocks_and_ratings_has_neither() -> None:
    """The line as it lies in databases of the first version."""
    body = STORED[0][1].replace(',"clock":259200,"rated":true', "")
    old = load("Challenged", body)
    assert isinstance(old, ChallengeOffered)
    assert (old.clock, old.rated) == (0, False)
    assert dump(old) == ("Challenged", body)


def test_a_challenge_that_says_that_it_has_neither_stays_readable() -> None:
    """As it lies in databases of versions that always wrote these two."""
    said = STORED[0][1].replace('"clock":259200,"rated":true', '"clock":0,"rated":false')
    unsaid = STORED[0][1].replace(',"clock":259200,"rated":true', "")
    assert load("Challenged", said) == load("Challenged", unsaid)


def test_an_example_of_every_kind_is_kept() -> None:
    assert {kind for kind, _, _ in STORED} == {dump(event)[0] for _, _, event in STORED}
    assert {type(event) for _, _, event in STORED} == set(KINDS)


HIDDEN = "c3 is the white dot"


@pytest.mark.parametrize(
    ("kind", "body", "complaint"),
    [
        (f"DotsPlaced {HIDDEN}", "{}", "its kind is unknown"),
        ("MovePlayed", f'{{"at":1,"notation":"{HIDDEN}', "its text is not JSON"),
        ("MovePlayed", f'["{HIDDEN}"]', "its text is no MovePlayed"),
        (
            "MovePlayed",
            f'{{"at":1,"seat":0,"notation":"{HIDDEN}","{HIDDEN}":1}}',
            "it has a field that MovePlayed does not have",
        ),
        (
            "MovePlayed",
            f'{{"at":1,"notation":"{HIDDEN}"}}',
            "it has no seat, which MovePlayed has",
        ),
        (
            "MovePlayed",
            f'{{"at":1,"seat":"{HIDDEN}","notation":"a"}}',
            "its seat is not of the type that MovePlayed says",
        ),
    ],
)
def test_what_cannot_be_read_is_described_without_its_contents(kind: str, body: str, complaint: str) -> None:
    with pytest.raises(UnreadableEvent) as caught:
        load(kind, body)
    assert str(caught.value) == complaint
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", 2), ("seat", True), ("seat", 0.0), ("at", "1"), ("at", 1.5), ("at", True), ("notation", None)],
)
def test_a_value_of_another_type_is_refused_both_ways(field: str, value: object) -> None:
    values: dict[str, Any] = {"at": 1, "seat": 0, "notation": "4", field: value}
    with pytest.raises(UnreadableEvent, match=f"its {field} is not of the type"):
        load("MovePlayed", json.dumps(values))
    with pytest.raises(UnreadableEvent, match=f"its {field} is not of the type"):
        dump(MovePlayed(**values))


@pytest.mark.parametrize("house_rules", [{"target": 30}, ["target"], "target", None])
def test_house_rules_are_words(house_rules: object) -> None:
    values = {**json.loads(STORED[0][1]), "house_rules": house_rules}
    with pytest.raises(UnreadableEvent, match="its house_rules is not of the type"):
        load("Challenged", json.dumps(values))
