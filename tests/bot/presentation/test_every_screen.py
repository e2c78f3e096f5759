"""Every screen that people can receive, in every language, held against every platform and against sense."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from bot.domain.time_zones import REGIONS, zones_of
from bot.interface import Screen
from bot.presentation.button_rows import CHOSEN
from bot.texts import DEFAULT, LANGUAGES, language_names, texts_for
from games import GAMES
from renderers.clip import Clip
from tests.bot.presentation.screens.positions import look_round, telling
from tests.bot.presentation.screens.scenes import SCENES
from tests.bot.presentation.screens.spoken import Spoken
from tests.bot.presentation.screens.tour import Tour
from tests.games.walks import CASES, KNOWN, Case
from tests.languages import LONG_WORDS, SAMPLE, TELLING

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
"""In place of every board: pictures have tests of their own."""

QUICK = tuple(case for case in CASES if str(case) in TELLING)

OF_ADAPTERS = {
    "web.": "the page of the web chat; its own tests hold it against what it uses",
    "inline.": "behind @bot on Telegram",
    "command.": "menus of commands",
    "option.": "menus of commands",
    "choice.": "menus of commands",
    "menu.": "the menus at a person's name and at a message on Discord",
    "heading.": "painted into the picture of a table",
    "ask.forwarded": "Telegram's question about forwarded words",
    "ask.person": "Telegram's, before its list of people",
    "note.picked": "Telegram's, after its list of people",
    "ask.move": "Telegram's question for a move",
    "kept_until": "where a person has brought the bot to Discord; test_last_presses shows it",
    "build.pick_person": "in Discord's menu of people; the tests of its commands press it",
    "button.add_to_group": "Telegram adds it to /help",
    "button.forwarded": "below Telegram's question about forwarded words",
    "button.elsewhere": "Telegram adds it to a challenge that is put together",
    "field.": "in a form on Discord; the tests of its forms see it",
    "guest.how": "Telegram's, where the bot is called as a guest",
    "button.open_private": "on Telegram, to a private chat",
    "button.share": "Telegram adds it to a challenge",
    "button.table": "on boards where there are pages of matches; the tests of those pages press it",
    "public.": "the public page of a match; its own tests hear it",
    "button.public_page": "on boards where there are public pages; their tests look for it",
    "button.lay_open": "behind More where there are public pages; their tests press it",
    "open.how": "above boards where there are public pages; their tests hear it",
    "settings.pages": "where there are public pages; their tests look for it",
    "setting.pages": "likewise",
    "button.pages_": "likewise",
    "no.table_": "the page of a match; its own tests hear it",
    **dict.fromkeys(
        ("seat.", "no.seat_", "title.seat", "button.seat_keep", "button.by_link", "build.by_link"),
        "a seat by a link, where there are pages of matches; their own tests hear it",
    ),
    "platform.guest": "likewise",
    "note.table_link": "the way to the page of a match; its own tests go it",
    "share.link": "Telegram adds it to a challenge",
    "no.anonymous": "Telegram's, to whom has no account there",
    "no.forwarded": "Telegram's, about forwarded words that are too long",
    "no.name_": "the door of the web chat",
    "no.web_entrance": "the door of the web chat",
    "no.no_match_with": "the menu at a person's name on Discord",
    "no.not_a_board": "the menu at a message on Discord",
    "no.not_here": "the doorkeeper, before the bot is asked",
    "note.in_private": "Telegram's, about where an answer is",
    "note.only_in_private": "Telegram's, about where an answer is",
    "note.no_choice": "Telegram's, about buttons that hold a place",
    "note.counts": "Telegram's, about its limits",
    "note.behind": "Telegram's, about its limits",
    "note.chosen": "Telegram's, about its limits",
    "telegram.": "what Telegram shows of the bot outside of chats; the tests of its descriptions read it",
    "language.name": "read in all languages at once; the tests of settings find each",
    "place.": "how commands are written, for the menus; some commands take whatever follows",
}
"""Sentences that no screen of the bot has, or what their keys begin with, and who has them."""

ELSEWHERE = {
    "plan.more": "no plan is long enough here; the tests of plans hear it",
    "plan.unknown": "no stones are as named here; the tests of plans hear it",
    "plan.over": "no match gets so far here; the tests of plans hear it",
    "no.plan_over": "likewise",
    "no.plan_unknown": "likewise",
    "no.plan_no_answer": "no stones are as named here; the tests of plans hear it",
    "stacko.where_discarded": "no part that was refused is asked for; the tests of questions hear it",
    "sato.where_no_stack": "no stack is used up; the tests of questions hear it",
    "sahara.cost_whole": "few moves are reviewed here; the tests of reviews hear it",
    "review.decided": "few moves are reviewed here; the tests of reviews hear it",
    "review.theme.": "few moves are reviewed here; the tests of themes hear it",
    "sato.lay_": "few hints are asked for here; the tests of hints hear it",
    "pile": "on boards to touch; the tests of widgets look at them",
    "stacko.move": "no match of Stacko is reviewed here; the tests of reviews hear it",
    "called.": "it is typed, not read; the tests of commands type it",
    "tournament.unplayed": "nobody has blocked anybody there; the tests of tournaments hear it",
    "no.oops": "something is broken",
    "no.unavailable": "the database is away; the tests of its faults hear it",
    "no.not_stored": "the disk is full; the tests of a store that takes nothing hear it",
    "no.not_due": "only the bot itself can be told so",
    "no.key_lost": "the bot was started anew since; the tests of deal keys hear it",
    "verify.key_lost": "the bot was started anew since; the tests of deal keys hear it",
    "person.like_robot": "nobody is called so here; the tests of races hear it",
    "verify.wrong": "somebody has changed the database; the tests of deal keys hear it",
    "verify.older_form": "all seals are new here; the tests of deal keys hear it",
    "verify.oldest_form": "all seals are new here; the tests of deal keys hear it",
    "replay.next_deal": "no replayed match gets so far; the tests of record imports hear it",
    "sahara.next_deal": "who asks for a board has the next deal at once; the tests of boards hear it",
    "stacko.next_deal": "who asks for a board has the next deal at once; the tests of boards hear it",
    "clip.some": "no clip is made here; the tests of replays hear it",
    "no.forgotten_opponent": "the opponent is forgotten; the tests of refusals hear it",
    "no.given_often": "nobody gives time that often; the tests of more time hear it",
    "no.forget_again": "nobody is asked to wait here; the tests of after being forgotten hear it",
    "no.too_many_before": "nobody comes back here; the tests of after being forgotten hear it",
    "settings.forgotten": "likewise",
    "no.challenged_lately": "nobody is asked to wait here; the tests of challenge pauses hear it",
    "note.forgotten_later": "another program reads the files of the database",
    "thread.": "no platform here has threads; the tests of threads hear it",
    "moved_down": "what makes way is deleted here; the tests of former boards hear it",
    "moved_away": "no platform here has threads; the tests of threads hear it",
    "result.lost": "no channel for results is closed here; the tests of result telling hear it",
    "no.results_here": "no channel for results is closed here; the tests of result telling hear it",
    "lost.asked": "whoever is asked sees nothing in the channel and is asked in private",
    "lost.unseen": "nobody else sees the challenge in the channel",
    "no.talk_alone": "who played is one player by now; the tests of linked accounts hear it",
    "no.watch_unreached": "no private chat is closed here; the tests of watching hear it",
    "no.seek_many": "nobody meets so many here; the tests of seeks hear it",
    "seek.asked": "nobody looks for fast matches here; the tests of seeks hear it",
    "seek.how_asked": "likewise",
    "challenge.unrated_begins": "nobody agrees on that in the tour; the tests of start pauses hear it",
    "no.gave_up_lately": "nobody gives up so often here; the tests of start pauses hear it",
    "no.gave_up_both_lately": "likewise",
    "no.cannot_begin_yet": "likewise",
    "no.seek_unreached": "no private chat is closed here; the tests of seeks hear it",
    "history.over": "no match here ended before results were kept",
    "note.done": "in place of sentences that are there",
    "record.": "a record told on the command line",
    "results.alone": "two accounts became one player while they played against each other",
    "leaderboard.own_far": "a thousand people are ahead",
    "leaderboard.own_resting": "nobody rests for ninety days here; the tests of profiles hear it",
    "missed.before": "more turns of one opponent than a message holds",
    "review.broken_off": "no judging fails here; the tests of reviews hear it",
    **{f"{game}.hint_": "the reason of a hint; the tests of hints hear it" for game in GAMES},
    "sahara.illegal.no_such_hollow": "no notation says so",
    "sato.illegal.no_such_turn": "no notation says so",
    "sator.illegal.two_files_in_order": "no notation says so",
    "stacko.illegal.no_such_place": "no notation says so",
    "sator.side_empty": "no match of random moves gets there",
    "sator.illegal.piece_has_arrived": "no match of random moves gets there",
    "turn.in_short": "a position that is too long to be told in words",
    "sator.earlier": "only told in short",
    "sato.made": "only told in short",
    "sato.took_several": "only told in short",
}
"""Sentences of the bot that are not received here, and why."""

RARE = {
    *("sahara.came_round", "sahara.emptied_both", "sahara.skipped", "sahara.illegal.feed_not_agreed"),
    *("sator.skipped", "stacko.reshuffled", "stacko.round_capped"),
    *("sato.illegal.no_passing", "sato.reason.stuck"),
}
"""Received only where matches of every case are looked at."""

DATA = {
    "what people and matches are called": {
        *("name", "first", "second", "seat", "other", "challenger", "invited", "opponent", "winner", "loser"),
        "reader",
        *("match", "code", "request", "names"),
    },
    "what somebody has typed": {"text", "detail", "said", "asked", "command", "contact"},
    "what is typed": {
        "line",
        *(
            "example",
            "off",
            "arrow",
            "usage",
            "commands",
            "games",
            "game",
            "settings",
            "setting",
            "allowed",
            "rules",
            "zone",
        ),
        *("move", "moves", "theirs", "plies", "played", "better", "words", "possible"),
        *("stone", "stones", "sides", "expected"),
    },
    "numbers that prove the deal": {"seal", "seed", "first_entropy", "second_entropy"},
    "letters that their sentence explains": {"dots"},
    "languages by their own names": {"value"},
    "a sentence with its places": {"sentence"},
    "said by the library of languages": {
        "time",
        "more",
        "start",
        "end",
        "moment",
        "day",
        "changes",
        "accounts",
    },
}
"""The places of sentences that may hold letters of no catalogue."""

LETTERS = re.compile(r"[A-Za-z]{2,}")
DATA_READ = re.compile(r"\b[2-9A-Z]{6}\b|\b[roygbv]{3}\b|\bUTC\b|[bw]\d|here|amp|^/say .*")
"""Codes, stones, notation, the name of the third person, what somebody typed as it can be sent."""


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PNG)
    monkeypatch.setattr("bot.delivery.image_cache.picture.regions", lambda *_, **__: ())
    monkeypatch.setattr("renderers.clip.clip", lambda *_, **__: Clip(b"GIF89a" + bytes(4), 3, 3))
    for table in ("leaderboard", "profile", "crosstable"):
        monkeypatch.setattr(f"renderers.tables.{table}", lambda *_, **__: PNG)


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch, unpainted: None) -> Spoken:
    return Spoken(monkeypatch)


class Journey:
    """All tours in one language, one after the other."""

    def __init__(self, folder: Path, language: str, spoken: Spoken) -> None:
        self._folder, self._language, self._spoken = folder, language, spoken
        self._held = set[tuple[str, Screen]]()
        self.wrong: list[str] = []

    async def scenes(self, most: int, *, anew: bool = False) -> None:
        """The scenes, and so many presses on what each shows; `anew`: also on what others have shown."""
        pressed = set[object]()
        for name, scene in SCENES.items():
            async with self._tour(name) as tour:
                await tour.arrive()
                await scene(tour)
                await tour.press_everything(most, set() if anew else pressed)
            self.wrong += tour.wrong

    async def positions(self, cases: tuple[Case, ...], matches: int | None = None) -> None:
        """What so many random matches of each case show, or as many as tell everything."""
        for case, positions in telling(cases, matches):
            async with self._tour(str(case)) as tour:
                await tour.arrive()
                await look_round(tour, case, positions)
                tour.look()
            self.wrong += tour.wrong

    def _tour(self, name: str) -> Tour:
        (self._folder / name).mkdir()
        return Tour(self._folder / name, self._language, self._spoken, self._held)


def unread(spoken: Spoken, language: str) -> set[str]:
    """The keys that nobody has read, without those that are not to be read here."""
    elsewhere = (*OF_ADAPTERS, *ELSEWHERE)
    unknown = {*GAMES} - {*KNOWN}
    keys = {key for key in texts_for(language).messages if not key.startswith(elsewhere)}
    keys = {key for key in keys if key.split(".")[0] not in unknown}
    return keys - spoken.read[language]


def no_error(caplog: pytest.LogCaptureFixture) -> bool:
    return not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.timeout(600)
async def test_every_screen_in_english(
    tmp_path: Path, spoken: Spoken, caplog: pytest.LogCaptureFixture
) -> None:
    journey = Journey(tmp_path, DEFAULT, spoken)
    await journey.scenes(700)
    await journey.positions(QUICK, 2)
    assert journey.wrong == []
    assert no_error(caplog)
    assert unread(spoken, DEFAULT) - RARE == set()


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_in_every_language(
    language: str, tmp_path: Path, spoken: Spoken, caplog: pytest.LogCaptureFixture
) -> None:
    journey = Journey(tmp_path, language, spoken)
    if language == LONG_WORDS:  # wherever a button stands it is pressed, not once for all screens
        await journey.scenes(5000, anew=True)
    else:
        await journey.scenes(700 if language in SAMPLE else 40)
    await journey.positions(CASES if language in SAMPLE else QUICK)
    assert journey.wrong == []
    assert no_error(caplog)
    if language in SAMPLE:
        assert unread(spoken, language) == set()
    others = set().union(*(said for other, said in spoken.read.items() if other != language))
    assert {key for key in others if not key.startswith("setting.")} == set(), (
        "settings are typed in any language"
    )


@pytest.mark.long
async def test_whatever_people_read_stands_in_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unpainted: None
) -> None:
    spoken = Spoken(monkeypatch, marks=True)
    await Journey(tmp_path, DEFAULT, spoken).scenes(20)
    known = set().union(*DATA.values())
    lettered = {place for place, values in spoken.filled.items() if any(map(LETTERS.search, values))}
    assert lettered - known == set()
    zones = {zone.partition("/")[2].replace("_", " ") for region in REGIONS for zone in zones_of(region)}
    names = {f"{mark}{name}" for name in language_names().values() for mark in ("", CHOSEN)}
    assert {
        said for said in spoken.unsaid - zones - names if LETTERS.search(DATA_READ.sub("", said))
    } == set()


def test_reasons_are_given_only_for_sentences_that_are_there() -> None:
    keys = texts_for(DEFAULT).messages
    for beginning in (*OF_ADAPTERS, *ELSEWHERE, *RARE):
        assert [key for key in keys if key.startswith(beginning)], beginning
