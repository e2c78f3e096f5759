"""What happens in a house before, around and after matches, so that every kind of screen is received."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot import interface
from bot.domain.commands import LINE_MAX_CHARACTERS
from bot.domain.guided import steps
from bot.domain.match_requests import MOST_OPEN, MOST_REMATCHES
from bot.domain.puzzles import puzzles
from bot.domain.robot_players import MOST_OPEN_WITH_ROBOTS
from bot.handlers.accounts import MOST_WRONG
from bot.handlers.matches import MOST_WATCHED
from bot.handlers.profiles import BEST
from bot.interface import InvalidCommand, Problem
from bot.interface.registry import COMMANDS
from bot.interface.requests import OVERVIEW
from bot.platforms.discord.guilds import NEEDED
from bot.presentation.challenge_builder import owner_of
from bot.repositories.preferences import MOST_BLOCKED
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId, PlayerId
from storage.boards import ChatId, Notice
from storage.changes import Change
from storage.jobs import notice_later
from storage.matches import MatchRow, Seen
from storage.people import Block
from storage.results import Rating, Strength
from tests.bot.finished_matches import put_rating
from tests.bot.presentation.screens.proposals import proposing
from tests.bot.presentation.screens.retold import away_for_long, playing_on, records, replays
from tests.bot.presentation.screens.talking import talking
from tests.bot.presentation.screens.tour import CHANNEL, GROUP, Tour
from tests.bot.presentation.screens.tournaments import tournaments
from tests.bot.presentation.screens.voting import voting
from tests.games.test_record import EXAMPLE
from tests.storage.facts import OPENED

Scene = Callable[[Tour], Awaitable[None]]
HOUR, DAY = 3600, 86400  # seconds


async def front_door(tour: Tour) -> None:
    """The bot comes; every command without anything behind it, and lines that are none."""
    await tour.greet(CHANNEL, *NEEDED)
    await tour.greet(CHANNEL)
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.ask(tour.ada, interface.Help(first=True), chat)
        await tour.say(tour.ada, "/help", "/rules", "/settings", "/matches", "/link", "/watch", chat=chat)
        await tour.say(tour.ada, "/board", "/hand", "/move 4", "/resign", "/draw", "/takeback", chat=chat)
        await tour.say(tour.ada, "/rematch", "/verify", "/verify XXXXXX", "/join", "/move", chat=chat)
        await tour.say(tour.ada, "/profile", "/leaderboard", chat=chat)
        await tour.say(tour.ada, "/matches show", "/rules show", "/leaderboard show", chat=chat)
    await tour.say(tour.ada, "hello", "/whatever", "/play", "/play chess", "/help me", f"/move {'4' * 400}")
    await tour.say(tour.ada, "/play sahara nobody_here", "/play sahara target=31", "/play sator target=30")
    await tour.say(tour.ada, "/play sahara target=30 target=50", f"/play sahara {tour.ada.name}")
    await tour.say(tour.ada, f"/play sato {'x' * (LINE_MAX_CHARACTERS - 20)}=1")
    await tour.ask(tour.ada, interface.PickGame(tour.ben.id), CHANNEL)
    await tour.ask(tour.ada, interface.PickGame("nobody"), CHANNEL)
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.ask(tour.ada, interface.PickOpponent("sato"), chat)
        own = owner_of(await tour.player(tour.ada))
        await tour.ask(
            tour.ada, interface.BuildChallenge(own, "sato", None, (), OVERVIEW), chat, message="note"
        )
    await tour.ask(tour.ben, interface.BuildChallenge(own, "sato", None, (), OVERVIEW), CHANNEL)
    await tour.ask(tour.ada, interface.InvalidPayload(), CHANNEL)
    problems: tuple[tuple[Problem, str], ...] = (("a_bot", "Robbie"), ("not_prepared", ""), ("no_name", ""))
    for request in (InvalidCommand(problem, "play", detail) for problem, detail in problems):
        await tour.ask(tour.ada, request, CHANNEL)


async def puzzling(tour: Tour) -> None:
    """A puzzle of each kind, answered wrong and right, and given up; and those of some days."""
    chats = (CHANNEL, tour.private(tour.ada))
    for chat in chats:
        for game in GAMES:
            await tour.say(tour.ada, f"/puzzle {game}", chat=chat)
    manifold = sorted(puzzles().values(), key=lambda puzzle: len({*puzzle.heights} - {0}))
    of_each = {(puzzle.game, puzzle.asks, puzzle.motif): puzzle for puzzle in manifold}
    for puzzle, chat in zip(of_each.values(), itertools.cycle(chats), strict=False):
        wrong = sorted({*puzzle.values} - {*puzzle.answers}, key=lambda move: (puzzle.values[move], move))
        for move in (wrong[0], wrong[-1], puzzle.answers[0]):
            answer = interface.AnswerPuzzle(puzzle.code, puzzle.game, tuple(move.split()), True, 0)
            await tour.ask(tour.ada, answer, chat)
        await tour.ask(tour.ada, interface.SolvePuzzle(puzzle.code, puzzle.game), chat)
    await tour.ask(tour.ada, interface.SolvePuzzle("gone", None), CHANNEL)
    await tour.say(tour.ada, "/standing")
    for switch in ("on", "off"):
        await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, (f"daily={switch}",)), CHANNEL)
        for _ in GAMES:
            await tour.wait(DAY)
            await solve_together(tour)
        await tour.ask(tour.ben, interface.BeNamed(on=switch == "on"), CHANNEL)


async def solve_together(tour: Tour) -> None:
    """The puzzle of the day is solved by one, then by more; all see how many did."""
    (newest, *_) = await tour.store.puzzles.posts(CHANNEL.platform, ChatId(CHANNEL.id))
    puzzle = puzzles()[newest.puzzle]
    right, wrong = (
        interface.AnswerPuzzle(puzzle.code, None, tuple(move.split()), True, 0)
        for move in (puzzle.answers[0], min(puzzle.values, key=puzzle.values.__getitem__))
    )
    alone, slowly = newest.day % 2 == 1, newest.day % 4 == 0
    for solvers in ((tour.ada,),) if alone else ((tour.ada,), (tour.ben, tour.cleo)):
        await tour.wait(DAY // 10)
        for who in solvers:
            if who != tour.ada:
                await tour.ask(who, interface.BeNamed(on=True), CHANNEL)
            for answer in (wrong, right) if slowly else (right,):
                await tour.ask(who, answer, CHANNEL)
        await tour.wait(60)


async def learning(tour: Tour) -> None:
    """The signs and the guided first game of each game, with a wrong and the right move in each position."""
    chat = tour.private(tour.ada)
    for game in GAMES:
        await tour.ask(tour.ada, interface.ShowLegend(game), chat)
        for number, step in enumerate(steps(game), start=1):
            await tour.ask(tour.ada, interface.ShowLesson(game, number), chat)
            moves = [tuple(str(move).split()) for move in step.state().legal_moves(step.view().viewer or 0)]
            wrong = [move for move in moves if not step.is_right(move)]
            right = next(move for move in moves if step.is_right(move))
            for words in (*wrong[:1], right):
                await tour.ask(tour.ada, interface.AnswerLesson(game, number, words, True, 0), chat)
    await tour.ask(tour.ada, interface.AnswerLesson("gone", 1, (), False, 0), CHANNEL)


async def every_command(tour: Tour) -> None:
    """Every command with as many of its options as one likes, and with more than it has."""
    code = await tour.begun("/play sato variant=hidden")
    said = {"game": "sato", "opponent": tour.ben.name, "house_rules": "variant=open table=small clock=1h"}
    said |= {"code": code, "match": code, "words": "pass", "record": EXAMPLE, "changes": "theme=dark"}
    said |= {
        "person": tour.cleo.name,
        "one": tour.cleo.id,
        "other": tour.ben.id,
        "where": "all",
        "rating": "1400-1600",
        "phrase": "hello",
        "mode": "round",
        "show": "show",
    }
    said |= {"line": "5, 2", "question": "c3"}
    said |= {"own_words": "three green frogs", "first_day": "24.12.", "last_day": "6.1."}
    for command in COMMANDS.values():
        for chat in (CHANNEL, tour.private(tour.ada)):
            line = f"/{command.name}"
            await tour.say(tour.ada, line, chat=chat)
            for option in command.options:
                line += f" {said[option.name]}"
                await tour.say(tour.ada, line, chat=chat)
            await tour.say(tour.ada, f"{line} and more", chat=chat)


async def rules_in_words(tour: Tour) -> None:
    """The rules of each game for somebody who wants no pictures."""
    await tour.say(tour.ada, "/settings text=changes", "/settings text=on")
    await tour.say(tour.ada, *(f"/rules {game}" for game in GAMES))


async def challenges(tour: Tour) -> None:
    """Open and by name, here and in private; answered in every way by everybody."""
    rules = "variant=hidden table=large clock=7d+1d rated=no weekends=off"
    for chat in (CHANNEL, tour.private(tour.ada)):
        named = await tour.offered(f"/play sato {tour.ben.name} {rules}", chat=chat)
        tour.now += 120
        await tour.say(tour.ben, "/matches")
        await tour.complete(tour.ben, "/join ", "/board ")
        await tour.complete(tour.ada, "/join ", "/board ", "/pl", "/play ", "/play sato ", "/settings ")
        await tour.say(tour.cleo, f"/join {named}", f"/join {named} @all", f"/verify {named}")
        await tour.ask(tour.cleo, interface.DeclineChallenge(named), CHANNEL)
        await tour.say(tour.ada, f"/join {named}", f"/resign {named}", f"/verify {named}")
        await tour.say(tour.ada, f"/board {named}", f"/hand {named}", f"/rematch {named}")
        await tour.ask(tour.ben, interface.CancelChallenge(named), CHANNEL)
        await tour.ask(tour.ben, interface.DeclineChallenge(named), tour.board(chat).chat)
        opened = await tour.offered("/play sahara foreign_store=choice target=50 clock=none", chat=chat)
        await tour.ask(tour.ben, interface.DeclineChallenge(opened), CHANNEL)
        await tour.ask(tour.ada, interface.CancelChallenge(opened), chat)
        await tour.say(tour.ben, f"/join {opened}")
        lapsed = await tour.offered("/play stacko", chat=chat)
        await tour.wait(DAY + HOUR)
        await tour.say(tour.ben, f"/board {lapsed}", f"/rematch {lapsed}")
        await tour.say(tour.ada, f"/board {lapsed}")
    declined = await tour.offered(f"/play sator {tour.ben.name}")
    await tour.ask(tour.ben, interface.DeclineChallenge(declined), tour.private(tour.ben))


async def told_together(tour: Tour) -> None:
    """One message of what became of several matches and challenges."""
    lapsed = await tour.offered("/play stacko")
    await tour.wait(DAY + HOUR)
    accepted = await tour.offered("/play sahara begins=you clock=none")
    await tour.say(tour.ben, f"/join {accepted}")
    declined = await tour.offered(f"/play sator {tour.ben.name}")
    await tour.ask(tour.ben, interface.DeclineChallenge(declined), tour.private(tour.ben))
    resigned = await tour.begun("/play sahara clock=none")
    await tour.ask(tour.ben, interface.Resign(resigned, sure=True), CHANNEL)
    ada, now = await tour.player(tour.ada), tour.now
    about = {lapsed: 2, accepted: 0, declined: 2, resigned: 3}
    for _ in range(2):
        await tour.begun("/play sahara clock=none begins=me")
    await tour.store.jobs.put(*(notice_later(one, Notice(ada, about[one]), now, now) for one in about))
    await tour.wait(HOUR)


async def many_matches(tour: Tour) -> None:
    """Lists as long as they can be, and the question which match is meant."""
    for game in [*GAMES] * 6:
        code = await tour.offered(f"/play {game}")
        await tour.say(tour.ben, f"/join {code}")
        tour.now += 7 * HOUR
    await tour.offered(f"/play sahara {tour.ben.name}")
    await tour.offered("/play sahara", who=tour.ben)
    for who in (tour.ada, tour.ben):
        for chat in (CHANNEL, GROUP, tour.private(who)):
            await tour.say(who, "/matches", "/resign", "/draw", "/board", "/hand", chat=chat)
    mover, _ = await tour.seats(code)
    for chat in (CHANNEL, tour.private(mover)):
        for page in (2, 3):
            await tour.ask(mover, interface.ShowInbox(page), chat)
        await tour.ask(mover, interface.OpenMatch(code), chat)
    await tour.play_on(code, mover)
    for _ in range(MOST_OPEN + 1):
        await tour.say(tour.cleo, "/play sahara")
    await tour.say(tour.cleo, "/matches")
    await tour.say(tour.ada, "/forget_me")
    await tour.complete(tour.ada, "/board ", "/move ", "/resign ")
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    await tour.complete(tour.ada, "/verify ", "/rematch ")


async def robots(tour: Tour) -> None:
    """Robots that play, that cannot, that are too many, and none at all."""
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.ask(tour.ada, interface.PickRobot(None), chat)
        for game in GAMES:
            await tour.ask(tour.ada, interface.PickRobot(game), chat)
        await tour.ask(tour.ada, interface.PickRobot("sato", level="mine"), chat)
    given = await tour.offered("/play sahara")
    for who in (tour.ben, tour.ada):
        await tour.ask(who, interface.CallRobot(given, 4), CHANNEL)
    named = await tour.offered(f"/play sahara {tour.ben.name}")
    await tour.ask(tour.ada, interface.CallRobot(named, 1), CHANNEL)
    asked = await tour.offered(f"/play sahara {tour.ben.name}", chat=tour.private(tour.ada))
    await tour.ask(tour.ada, interface.CallRobot(asked, 1), tour.private(tour.ada))
    await tour.play_on(named, tour.ada)
    await tour.ask(tour.ada, interface.Resign(named, sure=True), CHANNEL)
    await tour.say(tour.ada, f"/review {named}")
    people = await tour.begun("/play sahara")
    for who in await tour.seats(people):
        await tour.say(who, f"/hint {people}", chat=CHANNEL)
    await tour.say(tour.ada, "/matches", f"/draw {given}", f"/rematch {given}")
    for chat in (CHANNEL, tour.private(tour.ada)):
        code = await tour.offered("/play sator robot level=1 clock=1d", chat=chat)
        await tour.say(tour.ada, f"/hint {code}", "/hint", chat=chat)
        if chat.private:
            await tour.say(tour.ada, f"/move hide b d {code}", chat=chat)
        await tour.say(tour.ben, f"/hint {code}", chat=chat)
        await tour.ask(tour.ada, interface.Resign(code, sure=False), chat)
        await tour.ask(tour.ada, interface.Resign(code, sure=True), chat)
        await tour.say(tour.ada, f"/verify {code}", f"/export {code}", f"/replay {code}")
        await tour.say(tour.ada, f"/review {code}", chat=chat)
    sides = await tour.offered("/play sahara robot level=1 start=swap begins=me")
    await tour.say(tour.ada, f"/hint {sides}")  # nothing speaks for the first move that divides the beans
    await tour.ask(tour.ada, interface.Resign(sides, sure=True), CHANNEL)
    for _ in range(MOST_OPEN_WITH_ROBOTS + 1):
        await tour.say(tour.cleo, "/play stacko robot")
    await tour.say(tour.ada, "/play sato robot level=9", "/play sato robot robot")
    for games in (("sato",), ()):
        tour.simple_robots.games = games
        await tour.say(tour.ada, f"/hint {given}")
        await tour.say(tour.ada, "/play sahara robot")
    await tour.say(tour.cleo, f"/board {tour.code()}")
    await tour.ask(tour.cleo, interface.ShowMore(tour.code()), CHANNEL)


async def settings(tour: Tour) -> None:
    """All that can be typed, and what cannot; the most people blocked."""
    me = await tour.player(tour.ada)
    await tour.say(
        tour.ada, "/settings quiet=22-7 zone=America/Argentina/ComodRivadavia theme=contrast reminders=both"
    )
    for said in ("theme=pink", "quiet=22", "zone=Mars", "colour=red", "block=Dora", "language=tlh"):
        await tour.say(tour.ada, f"/settings {said}")
    await tour.say(tour.ada, f"/settings block={tour.ada.name}", f"/settings block={tour.cleo.name}")
    await tour.say(tour.cleo, f"/play sahara {tour.ada.name}")
    for number, stranger in enumerate(tour.crowd(MOST_BLOCKED - 1)):
        await tour.meet(stranger)
        await tour.store.settings.put_block(Block(me, await tour.player(stranger), number))
    for told in ("", f" {texts_for(tour.language)('button.accept')} -> {tour.ben.name}", " 123 456"):
        await tour.say(tour.ada, f"/settings odd{told}")
    await tour.restart()
    await tour.say(tour.ada, f"/settings block={tour.ben.name}", "/settings")
    await tour.ask(tour.ada, interface.ShowSettings("blocks"), CHANNEL)
    for number in range(1, 10):
        await tour.ask(tour.ada, interface.ShowSettings("blocks", number), CHANNEL)
    await tour.ask(tour.ben, interface.ShowSettings("chat"), CHANNEL)


async def rude_chats(tour: Tour) -> None:
    """Chats in which not everybody may challenge, and somebody who asks for too much."""
    for who in ("managers", "nobody", "everyone"):
        await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, (f"challengers={who}",)), CHANNEL)
        await tour.say(tour.cleo, "/play sahara")
    await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, ("text=on",)), CHANNEL)
    results = replace(CHANNEL, id=f"{CHANNEL.place}/9")
    for chat, chosen in ((results, "on"), (CHANNEL, "off"), (results, "on")):
        await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, (f"results={chosen}",)), chat)
        await tour.ask(tour.ada, interface.ShowSettings("chat"), CHANNEL)
    code = await tour.begun("/play sahara")
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    tour.hurry()
    await tour.restart()
    await tour.say(tour.cleo, "/matches", "/matches")
    tour.now += 40
    await tour.say(tour.cleo, "/matches", "/matches")


async def seeking(tour: Tour) -> None:
    """Opponents looked for in every way, listed, withdrawn and met, here and in private."""
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.say(tour.ada, "/seek", "/seek sahara 2000-1000", "/seek sahara target=31", chat=chat)
        await tour.say(tour.ada, *["/seek sahara target=30 clock=7d+1d 1400-"] * 2, "/seek sahara", chat=chat)
        await tour.say(tour.ada, "/seek sato clock=none", "/seek", "/seek sato begins=you", chat=chat)
        await tour.offered("/play sato begins=you", chat=chat)
        await tour.say(tour.ada, "/seek sahara head_start=3", chat=chat)
        await tour.offered("/play sato head_start=stone", chat=chat)
        code = await tour.begun("/play sahara head_start=3 start=swap", chat=chat)
        await tour.say(tour.ben, f"/move 6 {code}", chat=chat)
        await tour.say(tour.ada, f"/move swap {code}", chat=chat)
        await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, ("seeks=on",)), CHANNEL)
        await tour.say(tour.ben, "/seek", chat=CHANNEL)
        await tour.say(tour.ben, "/seek sahara", chat=CHANNEL)
        await tour.ask(tour.ben, interface.TakeSeek("sahara", "gone"), CHANNEL)
        await tour.ask(tour.ada, interface.WithdrawSeek("sato"), chat)
    await tour.ask(tour.ada, interface.ChangeChat(CHANNEL.place, ("seeks=off",)), CHANNEL)


async def planning(tour: Tour) -> None:
    """Answers planned in each way, wrong ones, and too many; they come true, and do not."""
    for line in ("/play sahara", "/play sato table=small"):
        code = await tour.begun(line)
        mover, owner = await tour.seats(code)
        board = tour.board(CHANNEL)
        for who in (owner, mover, tour.cleo):
            await tour.say(who, f"/if {code}", f"/if nonsense {code}", f"/if off {code}")
        await tour.ask(owner, interface.DropPlanned(code, "gone"), CHANNEL)
        await tour.ask(owner, interface.ChoosePlanned(code, 99, None, (), final=False, page=0), CHANNEL)
        await tour.complete(owner, "/if ", "/if 5, ")
        assert board.message
    code = await tour.begun("/play sahara")
    mover, owner = await tour.seats(code)
    for line in ("9", "5, 2, 1, 1, 2, 3", "5, 2, 1", "4, 5, 4", "6, 1", "2, 5", "3, 6, 1, 1", "1, 2, 3, 4"):
        await tour.say(owner, f"/if {line} {code}", "/if")
    await tour.say(mover, f"/move 5 {code}")
    await tour.say(owner, f"/if {code}")
    await tour.say(mover, f"/move 1 {code}")
    hidden = await tour.begun("/play stacko")
    await tour.say((await tour.seats(hidden))[1], f"/if 1, 2 {hidden}")


async def asking(tour: Tour) -> None:
    """What lies where, in each game, before and after some moves; somebody plays by ear."""
    await tour.say(tour.ada, "/settings text=changes")
    asked = (
        "",
        "position",
        "4",
        "store",
        "a1",
        "c3",
        "pieces",
        "part 7",
        "hand",
        "pile",
        "discards",
        "supply",
        "stack",
        "r",
    )
    for line in ("/play sahara", "/play sator", "/play stacko", "/play sato table=small"):
        code = await tour.begun(line)
        for _ in range(6):
            for who in (tour.ada, tour.ben):
                await tour.play_on(code, who)
        await tour.ask(tour.ada, interface.ShowBoard(code), tour.private(tour.ada))
        for who in (tour.ada, tour.cleo):
            await tour.say(who, *(f"/where {words} {code}" for words in asked))
            await tour.say(who, *(f"/where part {part} {code}" for part in range(1, 41)))
            await tour.say(who, *(f"/where {place} {code}" for place in range(1, 11)))
            for file in "abcde":
                await tour.say(who, *(f"/where {file}{row} {code}" for row in range(1, 6)))


async def watching(tour: Tour) -> None:
    """What runs, what one watches, and how one begins and ends that, here and in private."""
    code = await tour.begun("/play sator")
    await tour.say(tour.ada, "/standing")
    for chat in (CHANNEL, tour.private(tour.cleo)):
        await tour.say(tour.cleo, "/watch", f"/watch {code}", f"/watch {code}", "/watch", chat=chat)
        await tour.ask(tour.cleo, interface.Unwatch(code), chat)
        await tour.ask(tour.cleo, interface.Unwatch(code), chat)
        await tour.say(tour.ada, f"/watch {code}", "/watch", chat=chat)
    for _ in range(MOST_WATCHED):
        another = await tour.begun("/play sahara")
        await tour.say(tour.cleo, f"/watch {another}")
    await tour.say(tour.cleo, f"/watch {code}", "/watch")
    await tour.say(tour.cleo, f"/watch {await tour.offered('/play sato')}")
    await tour.ask(tour.ada, interface.Resign(another, sure=True), CHANNEL)
    await tour.say(tour.cleo, f"/watch {another}")


async def two_accounts(tour: Tour) -> None:
    """Accounts on three platforms become one player, or cannot."""
    there, web = (tour.somebody(name, "21", tour.ada.name) for name in ("telegram", "web"))
    ephemeral = {who.platform: tour.private(who) for who in (tour.ada, there, web)}
    await tour.say(tour.ada, "/link", chat=ephemeral["discord"])
    code = tour.code_for_links(tour.ada)
    await tour.say(tour.ada, f"/link {code}")
    await tour.say(there, f"/link {code}", "/link", chat=ephemeral["telegram"])
    await tour.say(web, f"/link {tour.code_for_links(there)}", "/link", chat=ephemeral["web"])
    await tour.say(tour.ben, f"/link {tour.code_for_links(web)}", "/link")
    other = tour.somebody("telegram", "22", tour.ben.name)
    code = tour.code_for_links(tour.ben)
    challenge = await tour.offered("/play sahara", who=tour.ben)
    await tour.say(other, f"/join {challenge}", chat=GROUP)
    await tour.say(other, f"/link {code}", chat=GROUP)
    await tour.say(tour.ada, "/unlink", chat=ephemeral["discord"])
    await tour.offered("/play sahara", who=tour.ada)
    await tour.say(tour.ada, "/unlink", chat=ephemeral["discord"])
    await tour.ask(tour.ada, interface.UnlinkAccount("telegram"), ephemeral["discord"])
    await tour.say(there, "/unlink", chat=ephemeral["telegram"])
    await tour.say(tour.ben, "/link")
    await tour.say(tour.cleo, f"/link {tour.code_for_links(tour.ben)}")
    await tour.say(tour.cleo, *["/link NOTHING"] * (MOST_WRONG + 1))
    await tour.say(tour.ada, "/forget_me", chat=ephemeral["discord"])


async def questions(tour: Tour) -> None:
    """Draws and moves to take back: asked, granted, refused, and out of turn."""
    code = await tour.begun("/play sahara")
    first, second = await tour.seats(code)
    for who in (tour.ada, tour.cleo):
        for kind in (
            interface.AcceptDraw,
            interface.DeclineDraw,
            interface.AcceptTakeback,
            interface.DeclineTakeback,
        ):
            await tour.ask(who, kind(code), CHANNEL)
    await tour.say(first, "/takeback", "/move 1 2 3", "/move 9", "/move keep", "/draw", "/draw", "/matches")
    await tour.say(second, "/matches")
    await tour.ask(first, interface.AcceptDraw(code), CHANNEL)
    await tour.ask(first, interface.ShowMore(code), CHANNEL)
    for who in (second, first):
        await tour.ask(who, interface.WithdrawDraw(code), CHANNEL)
    await tour.say(first, "/draw")
    await tour.ask(second, interface.DeclineDraw(code), CHANNEL)
    stale = tour.board()
    await tour.say(second, "/move 1")
    await tour.say(first, "/move 1", "/takeback", "/takeback")
    await tour.ask(first, interface.AcceptTakeback(code), CHANNEL)
    await tour.say(second, f"/takeback {code}", f"/hand {code}", chat=tour.private(second))
    await tour.ask(second, interface.DeclineTakeback(code), CHANNEL)
    await tour.say(second, f"/takeback {code}", chat=tour.private(second))
    await tour.ask(second, interface.DeclineTakeback(code), CHANNEL)
    await tour.say(first, "/takeback")
    await tour.say(second, "/matches")
    await tour.ask(second, interface.AcceptTakeback(code), CHANNEL)
    await tour.say(first, "/move 1")
    await tour.ask(first, interface.Choose(code, 2, ("1",), True, 0), CHANNEL, message=stale.id)
    await tour.say(tour.cleo, f"/move 1 {code}", f"/hand {code}", f"/board {code}")
    await tour.say(first, f"/draw {code}", f"/board {code}", chat=tour.private(first))
    await tour.say(second, f"/draw {code}", chat=tour.private(second))
    await tour.say(first, f"/move 1 {code}", f"/rematch {code}", f"/verify {code}")
    await tour.ask(first, interface.ClaimWin(code), CHANNEL)
    code = await tour.begun("/play sahara")
    await tour.say(tour.ada, f"/draw {code}")
    await tour.ask(tour.ben, interface.DeclineDraw(code), CHANNEL)
    await tour.say(tour.ada, f"/draw {code}", f"/board {code}", chat=tour.private(tour.ada))


async def resigned(tour: Tour) -> None:
    """Given up, on the board, by command and from elsewhere; played again and again."""
    for line in ("/play stacko", "/play sator", "/play sato variant=hidden"):
        code = await tour.begun(line)
        await tour.ask(tour.ada, interface.LayOpen(code), CHANNEL)
        await tour.say(tour.ada, f"/verify {code}", f"/rematch {code}", f"/resign {code}")
        await tour.ask(tour.ada, interface.Resign(code, sure=True), tour.private(tour.ada))
        for who in (tour.ada, tour.cleo):
            for chat in (CHANNEL, tour.private(who)):
                await tour.say(who, f"/verify {code}", f"/board {code}", f"/rematch {code}", chat=chat)
        for who, sure in itertools.product((tour.ada, tour.cleo, tour.ben), (False, True, True)):
            await tour.ask(who, interface.LayOpen(code, sure), CHANNEL)
            await tour.say(tour.cleo, f"/verify {code}", f"/board {code}")
    code = await tour.begun("/play sahara")
    await tour.ask(tour.ada, interface.Resign(code, sure=True), CHANNEL)
    await tour.ask(tour.ada, interface.LayOpen(code), CHANNEL)
    for _ in range(MOST_REMATCHES):
        await tour.say(tour.ada, f"/rematch {code}")
        await tour.ask(tour.ada, interface.CancelChallenge(tour.code()), CHANNEL)
    await tour.say(tour.ada, f"/rematch {code}", "/rematch", "/verify")


async def with_words(tour: Tour) -> None:
    """Accepted with words, verified at every stage, also by who may not read them, and a rematch of it."""
    code = await tour.offered("/play sahara")
    await tour.say(tour.ben, f"/verify {code}", f"/join {code} three green frogs", f"/verify {code}")
    await tour.ask(tour.ben, interface.Resign(code, sure=True), CHANNEL)
    await tour.say(tour.cleo, f"/verify {code}")
    await tour.say(tour.ada, "/settings words=off", f"/verify {code}", "/settings words=on")
    await tour.say(tour.ada, f"/rematch {code}")
    again = tour.code()
    await tour.say(tour.ben, f"/join {again}")
    await tour.ask(tour.ben, interface.Resign(again, sure=True), CHANNEL)
    await tour.say(tour.ada, f"/verify {again}")


async def out_of_time(tour: Tour) -> None:
    """Times that are up, reminders, and what may be made of it; also where both choose at once."""
    claims = (interface.ClaimWin, interface.ClaimDraw, interface.KeepWaiting)
    for claim in (*claims[1:], claims[0]):
        code = await tour.begun("/play sahara clock=1h+5m")
        first, second = await tour.seats(code)
        await tour.ask(second, claim(code), CHANNEL)
        await tour.ask(first, interface.ShowMore(code), CHANNEL)
        await tour.say(first, f"/more_time {code}")
        await tour.wait(HOUR - 60)
        await tour.wait(HOUR)
        await tour.say(first, f"/board {code}", f"/hand {code}", "/matches", chat=tour.private(first))
        await tour.say(second, f"/board {code}", "/matches", chat=tour.private(second))
        await tour.ask(first, claim(code), CHANNEL)
        await tour.ask(second, claim(code), tour.private(second))
    code = await tour.begun("/play sator clock=1h")
    await tour.wait(2 * HOUR)
    await tour.say(tour.ada, f"/board {code}", "/matches")
    await tour.ask(tour.ada, interface.ClaimWin(code), CHANNEL)
    code = await tour.begun("/play sahara clock=14d weekends=off")
    first, second = await tour.seats(code)
    for said in ("1970-02-30", "1.1.2000 2.1.2000", "1970-01-01 2.1.1970", "2000-01-02 2000-01-01"):
        await tour.say(first, f"/away {said} {said}", f"/away {said}")
    await tour.say(first, "/away", "/away 1.5. 30.6.")
    await tour.say(first, "/more_time")
    for _ in range(8):
        await tour.ask(second, interface.GiveTime(code), CHANNEL)
    await tour.ask(first, interface.Resign(code, sure=True), CHANNEL)
    await tour.begun("/play sahara clock=none")
    for _ in range(32):
        await tour.wait(DAY)
    await tour.say(tour.ada, "/history")


async def closed_doors(tour: Tour) -> None:
    """Private chats that refuse, a channel that is lost, a platform that is away."""
    discord = tour.platforms["discord"]
    discord.closed = {f"@{tour.ben.id}"}
    await tour.begun("/play sator")
    await tour.offered(f"/play sato {tour.ben.name}", chat=tour.private(tour.ada))
    await tour.offered("/play stacko")
    await tour.dispatcher.lost("discord", CHANNEL.place)
    await tour.dispatcher.worker.settled()
    there = tour.somebody("telegram", "21", tour.ben.name)
    discord.closed = set()
    code = await tour.offered("/play sahara")
    await tour.say(there, f"/join {code}", chat=GROUP)
    await tour.say(there, "/move 1", chat=GROUP)
    tour.away = {"telegram"}
    tour.now += HOUR
    await tour.say(tour.ada, "/move 1", f"/board {code}")
    tour.away = set()
    await tour.restart()


async def results(tour: Tour) -> None:
    """Matches that count and matches that do not; who is listed, and who is not yet."""
    for day in range(12):
        for who in (tour.ben, tour.cleo)[: 1 + day % 2]:
            code = await tour.offered(f"/play sahara rated={'no' if day == 3 else 'yes'}")
            await tour.say(who, f"/join {code}")
            first, second = await tour.seats(code)
            for mover in (first, second, first, second) if day != 4 else ():
                await tour.play_on(code, mover)
            if day == 5:
                await tour.say(first, f"/draw {code}")
                await tour.say(second, f"/draw {code}")
            else:
                await tour.ask(tour.ada if day % 4 else who, interface.Resign(code, sure=True), CHANNEL)
            await tour.say(tour.ada, f"/board {code}")
        tour.now += DAY if day > 6 else HOUR
        if day in (0, 11):
            for page in (0, 2, 9):
                await tour.ask(tour.ada, interface.ShowHistory(page), tour.private(tour.ada))
        if day in (1, 5, 11):
            await _tables(tour)
    await _champions(tour)
    await tour.say(tour.ada, "/settings text=on")
    await _tables(tour)


async def _champions(tour: Tour) -> None:
    """As many as a leaderboard lists and one more have settled ratings, and more who cannot be listed."""
    for place, who in enumerate((*tour.crowd(BEST), tour.cleo)):
        await tour.meet(who)
        player = await tour.player(who)
        rating = Rating(
            player, "sahara", Strength(1990.0 - place, 90.0), 0.06, False, 999, 999, 999, 0, tour.now
        )
        row = MatchRow(
            MatchId(f"RATED{place}"), 1, "sahara", "over", (player, PlayerId("nobody")), (), tour.now
        )
        seen = Seen(player, CHANNEL.platform, ChatId(CHANNEL.id), False, tour.now)
        opened = replace(OPENED, match=row.match)
        await tour.store.append(Change(row, (opened,), seen=seen))
        await put_rating(tour.store, rating)
    await tour.say(tour.cleo, "/leaderboard sahara", "/leaderboard all", "/profile")


async def _tables(tour: Tour) -> None:
    for chat in (CHANNEL, tour.private(tour.ada)):
        await tour.say(
            tour.ada, "/profile", "/leaderboard", "/leaderboard all sato", "/leaderboard sato x", chat=chat
        )
        await tour.say(tour.ada, f"/profile {tour.ben.name}", "/profile nobody", chat=chat)
    stranger = replace(tour.cleo, id="99", name="Dora")
    await tour.say(stranger, f"/profile {tour.ada.name}", "/leaderboard sahara", "/profile")


SCENES: Mapping[str, Scene] = {
    scene.__name__: scene
    for scene in (
        *(
            front_door,
            every_command,
            rules_in_words,
            puzzling,
            learning,
            challenges,
            told_together,
            many_matches,
            robots,
            settings,
            rude_chats,
            seeking,
            watching,
            planning,
            asking,
            two_accounts,
        ),
        *(questions, resigned, with_words, out_of_time, closed_doors, results),
        *(replays, playing_on, away_for_long, records, talking, tournaments, proposing, voting),
    )
}
