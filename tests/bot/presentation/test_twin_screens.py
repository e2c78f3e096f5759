"""Twins, screen by screen: what a viewer may not know changes nothing that is made for them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.interface import Account, Message
from bot.platforms import callback_data
from bot.presentation import Phrasing
from bot.texts import texts_for
from games.actions import Resign
from games.dice import SEED_BYTES, Dice
from games.events import ChallengeAccepted, ChallengeOffered, MatchId, PlayerId
from games.game import VIEWERS, State, Viewer
from games.match import Match, fold
from tests.games.sampling import every_case
from tests.games.walks import Case, random_line

PHRASING = Phrasing(
    texts_for("en"), {PlayerId(who): Account("web", who, who.title()) for who in ("ada", "ben")}
)


def match_of(case: Case, state: State) -> Match:
    """A running match of Ada and Ben that has come to this state."""
    opened = ChallengeOffered(
        at=0,
        match=MatchId("ABCDEF"),
        game=case.key,
        game_version=1,
        house_rules=dict(case.words),
        challenger=PlayerId("ada"),
        invited=None,
        first=PlayerId("ada"),
        seed="00" * SEED_BYTES,
        entropy="one",
    )
    match = fold([opened, ChallengeAccepted(at=1, player=PlayerId("ben"), entropy="two")])
    return replace(match, state=state)


def all_that_is_made(match: Match, viewer: Viewer) -> list[object]:
    """Every message for this viewer at every first step of a choice, with what stands in its buttons."""
    view = match.seen_by(viewer)
    steps = [(), *((word,) for word in presentation.legal_moves(view).branches)][:4]
    given_up = match.decide(Resign(PlayerId("ada")), 2).after.seen_by(viewer)
    made: list[object] = [presentation.result_page(given_up, PHRASING, None)]
    made.append(presentation.thread_name(view, PHRASING))
    for words in steps:
        message: Message = ImageCache().message(presentation.board(view, PHRASING, words=words), "light")
        payloads = [callback_data.encode(button.request) for row in message.rows for button in row]
        made += [message, payloads]
    return made


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 50), ply=st.floats(0, 1), chance=st.binary(min_size=32, max_size=32))
def test_twins_look_the_same_to_the_byte(case: Case, seed: int, ply: float, chance: bytes) -> None:
    states = random_line(case, seed).states
    state = states[int(ply * (len(states) - 1))]
    for viewer in VIEWERS:
        twin = state.view(viewer).imagine(Dice.from_seed(chance))
        assert all_that_is_made(match_of(case, state), viewer) == all_that_is_made(
            match_of(case, twin), viewer
        )
