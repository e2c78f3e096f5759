"""The screens around the matches: help, rules, lists, the proof of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot import interface
from bot.interface import (
    Button,
    Link,
    Picture,
    Request,
    Screen,
)
from bot.presentation.alt_texts import outcome
from bot.presentation.phrasing import Voice
from bot.presentation.prompts import in_rows
from games import GAMES
from games.events import MatchId
from games.game import View, other
from games.match import MatchView, Proof

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds

_DONE: Mapping[type[Request], str] = {
    interface.AskTakeBack: "note.take_back_asked",
    interface.AllowTakeBack: "note.take_back_allowed",
    interface.RefuseTakeBack: "note.take_back_refused",
    interface.ClaimWin: "note.time_claimed",
    interface.ClaimDraw: "note.time_drawn",
    interface.KeepWaiting: "note.waiting",
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as a list shows it to one of its players."""

    match: MatchId
    game: str
    opponent: str
    """His name."""
    yours: bool
    """It is the reader's turn."""
    challenge: bool
    """Not accepted yet."""
    over: bool
    age: int
    """Seconds since the last event."""
    link: Link | None
    left: int | None = None
    """Seconds until something is due: a time is up, or the challenge expires; None: nothing is."""


def help_page(voice: Voice) -> Screen:
    """What this bot is, and the buttons to begin."""
    texts = voice.texts
    games = "\n".join(
        texts("help.game", game=voice.game(key), summary=texts(f"{key}.summary")) for key in GAMES
    )
    commands = " ".join(
        f"/{key.removeprefix('command.')}" for key in texts.messages if key.startswith("command.")
    )
    buttons = [
        Button(texts("button.play", game=voice.game(key)), interface.OfferMatch(key, None, ()), "main")
        for key in GAMES
    ]
    buttons.append(Button(texts("button.rules"), interface.AskRules(None)))
    buttons.append(Button(texts("button.matches"), interface.ListMatches()))
    buttons.append(Button(texts("button.leaderboard"), interface.AskLeaderboard(None, everywhere=False)))
    buttons.append(Button(texts("button.privacy"), interface.AskPrivacy()))
    buttons.append(Button(texts("button.settings"), interface.AskSettings()))
    return Screen(
        texts("help.text", games=games, commands=commands), texts("title.help"), rows=in_rows(buttons)
    )


def games_page(voice: Voice) -> Screen:
    """The games, and a way to the rules of each."""
    texts = voice.texts
    lines = (texts("help.game", game=voice.game(key), summary=texts(f"{key}.summary")) for key in GAMES)
    buttons = [Button(voice.game(key), interface.AskRules(key)) for key in GAMES]
    return Screen("\n".join(lines), texts("title.games"), rows=in_rows(buttons))


def pick_page(opponent: str, name: str, voice: Voice) -> Screen:
    """Ask to which game somebody is to be challenged.

    Args:
        opponent: the platform's id of the person.
        name: his display name.
        voice: the challenger's.
    """
    texts = voice.texts
    buttons = [Button(voice.game(key), interface.OfferMatch(key, opponent, ()), "main") for key in GAMES]
    return Screen(texts("pick.text", name=name), texts("title.pick"), rows=in_rows(buttons))


def rules_page(
    game: str, rule: str, example: View, voice: Voice, *, page: int, pages: int, in_words: bool = False
) -> Screen:
    """One paragraph of the rules with its example.

    Args:
        game: whose rules.
        rule: the key of the paragraph.
        example: the position that shows it.
        voice: the reader's.
        page: which page this is, from 1.
        pages: how many there are.
        in_words: the example is told, not shown.
    """
    texts = voice.texts
    names = (texts("rules.first"), texts("rules.second"))
    paragraph, sentences = texts(f"{game}.rules.{rule}"), voice.tell(game, names, example.tell_table())
    told = " ".join([*sentences, *([outcome(game, example.result, names, voice)] if example.result else [])])
    ways = []
    if page > 1:
        ways.append(Button(texts("button.back"), interface.AskRules(game, page - 1)))
    if page < pages:
        ways.append(Button(texts("button.next"), interface.AskRules(game, page + 1), "main"))
    ways.append(Button(texts("button.play", game=voice.game(game)), interface.OfferMatch(game, None, ())))
    return Screen(
        title=texts("title.rules", game=voice.game(game), page=page, pages=pages),
        text="\n".join([paragraph, told]) if in_words else paragraph,
        picture=None if in_words else Picture(game, example, names, (), alt=told),
        rows=in_rows(ways),
        in_words=in_words,
    )


def matches_page(listed: Sequence[Listed], voice: Voice) -> Screen:
    """Whose turn in which match, since when, with a way to each board."""
    texts = voice.texts
    lines = [_line(match, voice) for match in listed]
    links = tuple(match.link for match in listed if match.link)
    return Screen("\n".join(lines) or texts("matches.none"), texts("title.matches"), links=links)


def in_short(listed: Listed, voice: Voice) -> str:
    """What the code of a match means: which game against whom, and how it stands."""
    texts = voice.texts
    values = {"game": voice.game(listed.game), "opponent": listed.opponent}
    if listed.over:
        return texts("short.over", **values)
    if listed.challenge:
        return texts("short.invited" if listed.yours else "short.challenge", **values)
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("short.running", whose=whose, **values)


def which_match(listed: Sequence[Listed], request: Callable[[MatchId], Request], voice: Voice) -> Screen:
    """Ask which of several matches was meant."""
    buttons = [
        Button(f"{voice.game(match.game)} – {match.opponent} · {match.match}"[:80], request(match.match))
        for match in listed
    ]
    return Screen(voice.texts("note.which_match"), rows=in_rows(buttons))


def confirm_resignation(match: MatchView, voice: Voice) -> Screen:
    """Ask once more before a match is given up; `match` as whoever resigns sees it."""
    texts = voice.texts
    name = voice.seat(match, other(match.viewer or 0))
    text = texts("note.resign_sure", game=voice.game(match.game), name=name)
    sure = Button(texts("button.resign_sure"), interface.GiveUp(match.match, sure=True), "danger")
    no = Button(texts("button.never_mind"), interface.NeverMind())
    return Screen(text, rows=((sure, no),))


def done(request: Request, match: MatchView, voice: Voice) -> str:
    """That a request has been granted, for whoever sees no board change; `match` as he sees it now."""
    texts = voice.texts
    opponent = voice.seat(match, other(match.viewer or 0))
    match request:
        case interface.AcceptMatch():
            return texts("note.accepted", match=match.match)
        case interface.DeclineMatch():
            return texts("note.declined")
        case interface.CancelMatch():
            return texts("note.cancelled")
        case interface.GiveUp():
            return texts("note.resigned", winner=opponent)
        case interface.ProposeDraw() | interface.AcceptDraw():
            return texts("note.draw_agreed" if match.ending else "note.draw_offered")
        case interface.RefuseDraw():
            return texts("note.draw_declined")
        case interface.Choose(words=words) | interface.TypeMove(words=words):
            return texts("note.played", move=" ".join(words))
    return texts(_DONE.get(type(request), "note.done"), name=opponent)


def lost(key: str, match: MatchView, voice: Voice) -> str:
    """Why a match goes on in a private chat: `lost.match` or, before it has begun, `lost.challenge`."""
    return voice.texts(key, match=match.match, game=voice.game(match.game))


def verify_page(match: MatchView, proof: Proof, voice: Voice) -> Screen:
    """Seal, seed and entropy of a finished match, and what they deal."""
    first, second = proof.players
    names = (voice.name(first), voice.name(second))
    told: list[str] = []
    for name, view in zip(names, proof.dealt, strict=True):
        seen = voice.tell(match.game, names, view.tell_table())
        told += [voice.texts("verify.seen_by", name=name), *seen] if seen != told[1:] else []
    text = voice.texts(
        "verify.text",
        seal=proof.seal,
        seed=proof.seed,
        first_entropy=proof.entropy[0],
        second_entropy=proof.entropy[1],
        first=names[0],
        second=names[1],
        deal="\n".join(told),
    )
    return Screen(text, voice.texts("title.verify", match=match.match))


def _line(listed: Listed, voice: Voice) -> str:
    texts = voice.texts
    values = {"match": listed.match, "game": voice.game(listed.game), "opponent": listed.opponent}
    since = _since(listed.age, voice)
    left = "" if listed.left is None else f" · {texts('matches.left', time=texts.duration(listed.left))}"
    if listed.challenge:
        key = "matches.invited" if listed.yours else "matches.challenge"
        return texts(key, since=since, **values) + left
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("matches.line", since=since, whose=whose, **values) + left


def _since(age: int, voice: Voice) -> str:
    for key, unit in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if age >= unit:
            return voice.texts(f"since.{key}", count=age // unit)
    return voice.texts("since.now")
