"""Buttons: a request in 64 bytes, and back; whatever else comes in is unreadable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import interface
from bot.domain.remarks import PHRASES
from bot.interface import InvalidPayload, Request
from bot.platforms import callback_data

MATCHES = st.text("23456789ABCDEFGHJKMNPQRSTVWXYZ", min_size=6, max_size=6)
IDS = st.text("0123456789ABCDEF", min_size=18, max_size=18)  # of records
OPTIONAL = st.none() | MATCHES
WORDS = st.lists(st.sampled_from(["roy", "c3e", "w2", "take", "6", "feed", "13"]), max_size=3).map(tuple)
NUMBERS = st.integers(0, 99_999)
PLACES = st.none() | st.sampled_from(["channel", "-1001234567890", "~1234567890123456789"])
WISHES = st.sampled_from(
    ["theme=contrast", "quiet=22-7", "zone=America/Argentina/ComodRivadavia", "language=auto"]
).map(lambda word: (word,))

REQUESTS = st.one_of(
    st.just(interface.Help()),
    st.just(interface.ListMatches()),
    st.builds(interface.ShowInbox, NUMBERS),
    st.builds(interface.ShowHistory, NUMBERS),
    st.builds(interface.OpenMatch, MATCHES, st.booleans()),
    st.builds(interface.ShowRules, st.none() | st.just("sahara")),
    st.builds(
        interface.OfferChallenge, st.just("sahara"), st.none() | st.just("1234567890123456789"), st.just(())
    ),
    st.builds(
        interface.BuildChallenge,
        st.just("0123ab"),
        st.just("sahara"),
        st.none() | st.sampled_from(["robot5", "12345678901234567890"]),
        st.sampled_from([(), ("50", "choice", "clock=none", "no")]),
        st.integers(0, 9),
    ),
    *(
        st.builds(kind, MATCHES)
        for kind in (interface.AcceptChallenge, interface.DeclineChallenge, interface.CancelChallenge)
    ),
    *(
        st.builds(kind, MATCHES)
        for kind in (
            interface.DeclineDraw,
            interface.WithdrawDraw,
            interface.AcceptTakeback,
            interface.DeclineTakeback,
            interface.ClaimWin,
            interface.ClaimDraw,
            interface.KeepWaiting,
        )
    ),
    *(
        st.builds(kind, OPTIONAL)
        for kind in (
            interface.ShowBoard,
            interface.ShowHand,
            interface.OfferDraw,
            interface.RequestTakeback,
            interface.GiveTime,
            interface.OfferRematch,
            interface.VerifyDeal,
            interface.ExportMatch,
        )
    ),
    st.builds(interface.MakeClip, MATCHES | IDS),
    st.builds(interface.Replay, OPTIONAL | IDS, NUMBERS),
    st.builds(interface.ReplayBoth, MATCHES, NUMBERS),
    st.builds(interface.ShowPly, OPTIONAL, NUMBERS),
    st.builds(interface.LinkAccounts, OPTIONAL),
    st.builds(interface.UnlinkAccount, OPTIONAL),
    st.builds(interface.ShowSeeks),
    st.builds(interface.ShowRunning),
    st.builds(interface.Watch, MATCHES),
    st.builds(interface.Unwatch, MATCHES),
    st.builds(interface.OpenTable, MATCHES),
    st.builds(interface.SeekOpponent, st.sampled_from(["sahara", "stacko"]), st.just(())),
    st.builds(interface.TakeSeek, st.sampled_from(["sahara", "stacko"]), st.just("0123456789abcdef0123")),
    st.builds(interface.WithdrawSeek, st.sampled_from(["sahara", "stacko"])),
    st.builds(interface.ShowProfile, st.none() | st.just("1234567890123456789")),
    st.builds(
        interface.ShowLeaderboard,
        st.none() | st.sampled_from(["sahara", "stacko"]),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(
        interface.ShowSettings, st.none() | st.sampled_from(["mine", "zone", "Australia"]), NUMBERS, PLACES
    ),
    st.builds(interface.ChangeSettings, WISHES, PLACES),
    st.builds(interface.ChangeChat, st.just("1234567890123456789"), WISHES),
    st.builds(interface.BlockPlayer, st.just("0123456789abcdef01"), st.booleans(), PLACES),
    st.builds(interface.Resign, OPTIONAL, st.booleans()),
    st.builds(interface.ShowPhrases, OPTIONAL),
    st.builds(interface.SayPhrase, MATCHES, st.sampled_from(PHRASES)),
    st.builds(interface.SayWords, WORDS, OPTIONAL),
    st.builds(interface.ReportRemark, st.just("0123456789abcdef0123"), st.booleans()),
    st.builds(interface.ShowModeration, OPTIONAL, PLACES),
    st.builds(interface.StopMatch, MATCHES, st.just("~1234567890123456789")),
    st.builds(
        interface.HideWords, st.just("0123456789abcdef01"), st.booleans(), st.just("~1234567890123456789")
    ),
    st.builds(interface.MutePlayer, st.just("0123456789abcdef01"), st.booleans()),
    st.builds(interface.TypeMove, WORDS, OPTIONAL),
    st.builds(interface.Choose, MATCHES, NUMBERS, WORDS, st.booleans(), st.integers(0, 99)),
)


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
