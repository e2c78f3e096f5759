"""People as players: the profile of one, and the leaderboard of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from bot import interface
from bot.domain.ratings import Rating
from bot.interface import Button, Career, Careers, Headings, Outcome, Ranking, Screen, Standing
from bot.presentation.alt_texts import table_in_words
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import Rows, in_rows
from bot.presentation.results import Score, rating_in_words, score_line
from games import GAMES
from games.events import PlayerId

PROVISIONAL = "?"  # behind a rating that is not sure yet, as chess sites write it


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of somebody that is over."""

    game: str
    how: Outcome
    ended: int
    """In seconds since 1970."""
    against: PlayerId | None
    """None where it is not the reader's business."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person as a player, as a certain reader may see them."""

    player: PlayerId
    rated: tuple[Rating, ...]
    last: tuple[PastMatch, ...]
    """The newest first."""
    scores: tuple[Score, ...]
    """How they have done against the reader."""
    account: str | None
    """The platform's id by which the reader can challenge them; None where that is impossible."""
    zone: str = "UTC"
    """The reader's time zone."""


@dataclass(frozen=True, slots=True)
class OwnRank:
    """The rank of the reader of a leaderboard."""

    rated: Rating | None
    ahead: int | None
    """How many are ahead of the reader, as far as they were counted; None: the reader is not listed."""
    counted: int
    """How far that was."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best players of a game."""

    game: str
    everywhere: bool
    """In all chats, not in this one alone."""
    best: tuple[Rating, ...]
    """The best first."""
    own: OwnRank | None
    """Of the reader; None where it is shown to all."""
    needed: int
    """Rating matches after which a rating is not provisional any more."""
    days: int
    """So long somebody is listed after a rated match."""


def profile_page(profile: Profile, reader: PlayerId, phrasing: Phrasing, *, text_only: bool) -> Screen:
    """Ratings, last results, and how the person has done against the reader.

    Args:
        profile: what is shown.
        reader: who reads it.
        phrasing: the reader's language, and the names of all who are named.
        text_only: without a picture; the text tells all that it would show.
    """
    texts, name = phrasing.texts, phrasing.name(profile.player)
    rated = [_rated(rated, phrasing) for rated in profile.rated] or [texts("profile.unrated")]
    last = (
        [texts("profile.last"), *(_past(past, profile.zone, phrasing) for past in profile.last)]
        if profile.last
        else []
    )
    scores = [score_line(score, (name, phrasing.name(reader)), phrasing) for score in profile.scores]
    table = None if text_only or not profile.rated else _careers(profile, [*rated, *last], phrasing)
    buttons = [Button(texts("button.leaderboard"), interface.ShowLeaderboard(None, everywhere=False))]
    if profile.account is not None:
        challenge = interface.PickGame(profile.account)
        buttons.insert(0, Button(texts("button.challenge"), challenge, "main"))
    return Screen(
        "\n".join([*([] if table and last else rated), *last, *scores]),
        texts("title.profile", name=name),
        rows=in_rows(buttons),
        text_only=text_only,
        table=table,
    )


def leaderboard_page(
    board: Leaderboard, reader: PlayerId | None, phrasing: Phrasing, *, ephemeral: bool, text_only: bool
) -> Screen:
    """The best of a game, where the reader stands, and ways to the other games.

    Args:
        board: what is shown.
        reader: who reads it; None: all who are there.
        phrasing: the reader's language, and the names of all who are listed.
        ephemeral: it is read in a private chat, which has no best of its own.
        text_only: without a picture; the text tells all that it would show.
    """
    texts = phrasing.texts
    key = "title.leaderboard_all" if board.everywhere else "title.leaderboard_here"
    title = texts(key, game=phrasing.game(board.game))
    best = _listed(board, phrasing)
    own = [] if any(rated.player == reader for rated in board.best) else _own(board, phrasing)
    around = [texts("leaderboard.who", days=board.days, needed=board.needed), *own]
    return Screen(
        "\n".join([*best, *around] if text_only else around),
        title,
        rows=_ways(board, phrasing, ephemeral=ephemeral),
        text_only=text_only,
        table=None if text_only else _ranking(board, title, reader, phrasing),
    )


def _careers(profile: Profile, told: Sequence[str], phrasing: Phrasing) -> Careers:
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
    return Careers(phrasing.plain(profile.player), rows, _headings(phrasing), alt="\n".join(told))


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
    headings = replace(_headings(phrasing), rating=phrasing.texts("heading.low"))
    alt = table_in_words(lambda named: _listed(board, named), phrasing)
    return Ranking(title, rows, headings, alt)


def _placed(board: Leaderboard) -> Iterator[tuple[int, Rating]]:
    """The best with their places; equal ratings share a place, as for the own rank."""
    place = 1
    for index, rated in enumerate(board.best):
        if rated.low < board.best[index - 1].low:
            place = index + 1
        yield place, rated


def _listed(board: Leaderboard, phrasing: Phrasing) -> list[str]:
    """The whole list in words."""
    told = [_standing(place, rated, phrasing) for place, rated in _placed(board)]
    return told or [phrasing.texts("leaderboard.none")]


def _headings(phrasing: Phrasing) -> Headings:
    return Headings(*(phrasing.texts(f"heading.{field.name}") for field in fields(Headings)))


def _rated(rated: Rating, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    return texts(
        "profile.provisional" if rated.provisional else "profile.rating",
        game=phrasing.game(rated.game),
        rating=rating_in_words(rated.strength.value),
        matches=texts("profile.matches", count=rated.matches),
        won=rated.won,
        drawn=rated.drawn,
        lost=rated.lost,
    )


def _past(past: PastMatch, zone: str, phrasing: Phrasing) -> str:
    values = {"day": phrasing.texts.date(past.ended, zone), "game": phrasing.game(past.game)}
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
    """By what leaderboards are ordered, with the mark of the provisional, as the picture has it."""
    return rating_in_words(rated.low) + (PROVISIONAL if rated.provisional else "")


def _own(board: Leaderboard, phrasing: Phrasing) -> list[str]:
    """Where the reader stands; nothing where all read it."""
    own, texts = board.own, phrasing.texts
    if own is None:
        return []
    if own.rated is None:
        return [texts("leaderboard.own_none", game=phrasing.game(board.game))]
    value = _low(own.rated)
    if own.ahead is None:
        return [texts("leaderboard.own_resting", rating=value)]
    if own.ahead >= own.counted:
        return [texts("leaderboard.own_far", place=texts.number(own.counted), rating=value)]
    return [texts("leaderboard.own", place=own.ahead + 1, rating=value)]


def _ways(board: Leaderboard, phrasing: Phrasing, *, ephemeral: bool) -> Rows:
    texts = phrasing.texts
    games: Sequence[str] = [game for game in GAMES if game != board.game]
    others = [
        Button(phrasing.game(game), interface.ShowLeaderboard(game, board.everywhere, again=True))
        for game in games
    ]
    turned = interface.ShowLeaderboard(board.game, not board.everywhere, again=True)
    where = Button(texts("button.here" if board.everywhere else "button.everywhere"), turned)
    profile = Button(texts("button.my_profile"), interface.ShowProfile(None))
    return (*in_rows(others), *in_rows([profile] if ephemeral else [where, profile]))
