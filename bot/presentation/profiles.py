"""Profiles of players, and leaderboards of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from bot import interface
from bot.domain.ratings import LISTED_FOR, PROVISIONAL_UNTIL, Rating, Tally
from bot.domain.terms import DAY
from bot.interface import Button, Career, Careers, Headings, Outcome, Ranking, Rows, Screen, Standing
from bot.presentation.alt_texts import table_in_words
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.presentation.results import score_line
from games import GAMES
from games.events import PlayerId

PROVISIONAL = "?"  # after a provisional rating, as on chess sites


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match of a player."""

    game: str
    how: Outcome
    ended: int
    """In seconds since 1970."""
    against: PlayerId | None
    """None if hidden from the reader."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a player, as a certain reader may see it."""

    player: PlayerId
    rated: tuple[Rating, ...]
    last: tuple[PastMatch, ...]
    """The latest matches, newest first."""
    scores: tuple[Tally, ...]
    account: str | None
    """The platform's id by which the reader can challenge the player; None if that is impossible."""


@dataclass(frozen=True, slots=True)
class OwnRank:
    """The reader's rank on a leaderboard."""

    rated: Rating | None
    ahead: int | None
    """Players ahead of the reader, at most `counted`; None if the reader is not listed."""
    counted: int
    """Players up to which ranks are counted."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best players of a game."""

    game: str
    everywhere: bool
    """All chats instead of this one."""
    best: tuple[Rating, ...]
    own: OwnRank | None
    """The reader's rank; None if the page is for the whole chat."""


def profile_page(profile: Profile, reader: PlayerId, phrasing: Phrasing) -> Screen:
    texts, name = phrasing.texts, phrasing.name(profile.player)
    rated = [_rated(rated, phrasing) for rated in profile.rated] or [texts("profile.unrated")]
    last = [_past(past, phrasing) for past in profile.last]
    last = [texts("profile.last"), *last] if last else []
    scores = [score_line(score, (name, phrasing.name(reader)), phrasing) for score in profile.scores]
    table = None if phrasing.text_only or not profile.rated else _careers(profile, [*rated, *last], phrasing)
    buttons = [Button(texts("button.leaderboard"), interface.ShowLeaderboard(None, everywhere=False))]
    if profile.account is not None:
        challenge = interface.PickGame(profile.account)
        buttons.insert(0, Button(texts("button.challenge"), challenge, "main"))
    return Screen(
        "\n".join([*([] if table and last else rated), *last, *scores]),
        texts("title.profile", name=name),
        rows=in_rows(buttons),
        text_only=phrasing.text_only,
        table=table,
    )


def leaderboard_page(
    board: Leaderboard, reader: PlayerId | None, phrasing: Phrasing, *, ephemeral: bool
) -> Screen:
    """The best players of a game, the reader's rank, and buttons to the other games.

    Without a `reader` it is for the whole chat; an `ephemeral` chat has no leaderboard of its own.
    """
    texts, text_only, best = phrasing.texts, phrasing.text_only, _listed(board, phrasing)
    key = "title.leaderboard_all" if board.everywhere else "title.leaderboard_here"
    title = texts(key, game=phrasing.game(board.game))
    own = [] if any(rated.player == reader for rated in board.best) else _own(board, phrasing)
    around = [texts("leaderboard.who", days=LISTED_FOR // DAY, needed=PROVISIONAL_UNTIL), *own]
    return Screen(
        "\n".join([*best, *around] if text_only else around),
        title,
        rows=_ways(board, phrasing, ephemeral=ephemeral),
        text_only=text_only,
        table=None if text_only else _ranking(board, title, reader, phrasing),
    )


def _careers(profile: Profile, lines: Sequence[str], phrasing: Phrasing) -> Careers:
    rows = tuple(
        Career(
            phrasing.game(rated.game),
            round(rated.strength.value),
            rated.provisional,
            *(rated.matches, rated.won, rated.drawn, rated.lost),
            last=tuple(past.how for past in reversed(profile.last) if past.game == rated.game),
        )
        for rated in profile.rated
    )
    return Careers(phrasing.plain(profile.player), rows, headings(phrasing), alt="\n".join(lines))


def _ranking(board: Leaderboard, title: str, reader: PlayerId | None, phrasing: Phrasing) -> Ranking:
    rows = tuple(
        Standing(
            rank,
            phrasing.plain(rated.player),
            round(rated.low),
            rated.provisional,
            *(rated.matches, rated.won, rated.drawn, rated.lost),
            own=rated.player == reader,
        )
        for rank, rated in _placed(board)
    )
    alt = table_in_words(lambda named: _listed(board, named), phrasing)
    return Ranking(title, rows, headings(phrasing, rating="low"), alt)


def _placed(board: Leaderboard) -> Iterator[tuple[int, Rating]]:
    """Yield the best players with their places; equal ratings share a place, as in `OwnRank`."""
    place = 1
    for index, rated in enumerate(board.best):
        if rated.low < board.best[index - 1].low:
            place = index + 1
        yield place, rated


def _listed(board: Leaderboard, phrasing: Phrasing) -> list[str]:
    lines = [_standing(place, rated, phrasing) for place, rated in _placed(board)]
    return lines or [phrasing.texts("leaderboard.none")]


def headings(phrasing: Phrasing, **others: str) -> Headings:
    """The headings of a table; `others` are keys of texts by field."""
    keys = {field.name: field.name for field in fields(Headings)} | others
    return Headings(**{name: phrasing.texts(f"heading.{key}") for name, key in keys.items()})


def _rated(rated: Rating, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    return texts(
        "profile.provisional" if rated.provisional else "profile.rating",
        game=phrasing.game(rated.game),
        rating=round(rated.strength.value),
        matches=texts("profile.matches", count=rated.matches),
        won=rated.won,
        drawn=rated.drawn,
        lost=rated.lost,
    )


def _past(past: PastMatch, phrasing: Phrasing) -> str:
    values = {"day": phrasing.texts.date(past.ended, phrasing.zone), "game": phrasing.game(past.game)}
    if past.against is None:
        return phrasing.texts(f"profile.{past.how}", **values)
    return phrasing.texts(f"profile.{past.how}_against", opponent=phrasing.name(past.against), **values)


def _standing(place: int, rated: Rating, phrasing: Phrasing) -> str:
    return phrasing.texts(
        "leaderboard.line",
        place=place,
        name=phrasing.name(rated.player),
        rating=_low(rated),
        won=rated.won,
        drawn=rated.drawn,
        lost=rated.lost,
    )


def _low(rated: Rating) -> str:
    """The value by which leaderboards are ordered, marked if provisional, as in the picture."""
    return f"{round(rated.low)}{PROVISIONAL if rated.provisional else ''}"


def _own(board: Leaderboard, phrasing: Phrasing) -> list[str]:
    """The reader's rank; nothing on a shared page."""
    own, texts = board.own, phrasing.texts
    if own is None:
        return []
    if own.rated is None:
        return [texts("leaderboard.own_none", game=phrasing.game(board.game))]
    rating = _low(own.rated)
    if own.ahead is None:
        return [texts("leaderboard.own_resting", rating=rating)]
    if own.ahead >= own.counted:
        return [texts("leaderboard.own_far", place=texts.number(own.counted), rating=rating)]
    return [texts("leaderboard.own", place=own.ahead + 1, rating=rating)]


def _ways(board: Leaderboard, phrasing: Phrasing, *, ephemeral: bool) -> Rows:
    texts = phrasing.texts
    others = [
        Button(phrasing.game(game), interface.ShowLeaderboard(game, board.everywhere, again=True))
        for game in GAMES
        if game != board.game
    ]
    turned = interface.ShowLeaderboard(board.game, not board.everywhere, again=True)
    where = Button(texts("button.here" if board.everywhere else "button.everywhere"), turned)
    profile = Button(texts("button.my_profile"), interface.ShowProfile(None))
    return (*in_rows(others), *in_rows([profile] if ephemeral else [where, profile]))
