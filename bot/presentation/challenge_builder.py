"""The pages by which a challenge is put together: what is chosen, and buttons that choose something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.challenge_builder import Draft, robot
from bot.domain.robot_players import LEVELS, robot_player
from bot.interface import Account, BuildChallenge, Button, PersonMenu, Screen
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation.phrasing import BRIEF_NAME_MAX, Phrasing, isolated, shortened
from bot.presentation.preferences import CHOSEN
from bot.presentation.prompts import in_rows
from games import GAMES
from games.game import HouseRule

IN_ROW = 2  # buttons with a name and a value, which are long


@dataclass(frozen=True, slots=True)
class Building:
    """A challenge that is put together, and who does that."""

    draft: Draft
    owner: str
    """As in `BuildChallenge`."""
    alone: bool
    """Nobody else is in the chat: an opponent who is not named gets a link or a code."""
    opponent: Account | None = None
    """The person who is chosen."""

    def ask(self, page: int, draft: Draft | None = None) -> BuildChallenge:
        """The request of a button: this page, once this is chosen."""
        chosen = draft or self.draft
        return BuildChallenge(self.owner, chosen.game, chosen.against, chosen.words, page)


def which_game_page(building: Building, phrasing: Phrasing) -> Screen:
    """Ask for the game."""
    texts, opponent = phrasing.texts, building.opponent
    buttons = [
        Button(phrasing.game(key), building.ask(OVERVIEW, building.draft.for_game(key)), "main")
        for key in GAMES
    ]
    asked = texts("pick.text", name=_full(opponent)) if opponent else texts("pick.game")
    return Screen(asked, texts("title.pick"), rows=in_rows(buttons))


def overview_page(building: Building, phrasing: Phrasing) -> Screen:
    """What is chosen, with a way to send it and one to each part."""
    texts, draft = phrasing.texts, building.draft
    terms = {rule: phrasing.term(draft.game, rule.word, draft.chosen[rule.word]) for rule in draft.offered}
    send = texts("button.build_start" if draft.level else "button.build_send")
    against = texts("build.against", opponent=_opponent(building, phrasing, brief=True))
    buttons = [Button(said, building.ask(TERMS + draft.choices.index(rule))) for rule, said in terms.items()]
    rows = (
        (Button(send, building.ask(SEND), "main"),),
        (Button(against, building.ask(AGAINST_WHOM)),),
        *in_rows(buttons, IN_ROW),
        (Button(texts("button.build_game"), building.ask(WHICH_GAME)),),
    )
    lines = (
        texts("build.against", opponent=_opponent(building, phrasing)),
        *([" · ".join(terms[rule] for rule in draft.told)] if draft.told else []),
        *phrasing.together(draft.game, draft.chosen),
        texts("build.send", send=send),
    )
    return Screen("\n".join(lines), _title(draft, phrasing), rows=rows)


def against_whom_page(
    building: Building, people: Sequence[Account], phrasing: Phrasing, *, robots: bool
) -> Screen:
    """Ask who is to be challenged.

    Args:
        building: the challenge.
        people: those who are offered by name.
        phrasing: the challenger's.
        robots: whether a robot plays the game.
    """
    texts, draft = phrasing.texts, building.draft

    def button(label: str, against: str | None) -> Button:
        chosen = replace(draft, against=against)
        return Button(_marked(label, against == draft.against), building.ask(OVERVIEW, chosen))

    levels = [button(texts("button.level", level=level), robot(level)) for level in LEVELS if robots]
    anyone = button(texts("button.build_link" if building.alone else "button.anyone"), None)
    rows = (
        *in_rows(levels),
        (anyone,),
        *in_rows([button(_brief(person), person.id) for person in people], IN_ROW),
        (Button(texts("button.back"), building.ask(BACK)),),
    )
    game = phrasing.game(draft.game)
    told = [texts("pick.opponent", game=game, example=f"/play {draft.game}")]
    told += [texts("pick.robot", game=game, lowest=LEVELS[0], highest=LEVELS[-1])] if robots else []
    menu = PersonMenu(texts("build.pick_person"), building.ask(AGAINST_WHOM, replace(draft, against=None)))
    return Screen("\n".join(told), _title(draft, phrasing), rows=rows, menu=menu)


def term_page(building: Building, rule: HouseRule, phrasing: Phrasing) -> Screen:
    """Ask for one term."""
    texts, draft = phrasing.texts, building.draft
    buttons = [
        Button(
            _marked(phrasing.term(draft.game, rule.word, value), value == draft.chosen[rule.word]),
            building.ask(OVERVIEW, draft.with_term(rule.word, value)),
        )
        for value in rule.values
    ]
    asked = phrasing.term(draft.game, rule.word)
    back = Button(texts("button.back"), building.ask(BACK))
    return Screen(asked, _title(draft, phrasing), rows=(*in_rows(buttons, IN_ROW), (back,)))


def sent_page(building: Building, phrasing: Phrasing) -> Screen:
    """That the challenge is sent, and a way to put another one together."""
    texts = phrasing.texts
    told = texts(
        "build.started" if building.draft.level else "build.sent",
        game=phrasing.game(building.draft.game),
        opponent=_opponent(building, phrasing),
    )
    return Screen(told, rows=((Button(texts("button.build_another"), building.ask(OVERVIEW)),),))


def _title(draft: Draft, phrasing: Phrasing) -> str:
    return phrasing.texts("title.pick_game", game=phrasing.game(draft.game))


def _opponent(building: Building, phrasing: Phrasing, *, brief: bool = False) -> str:
    """Who is challenged."""
    if building.draft.level:
        return phrasing.plain(robot_player(building.draft.level))
    if building.draft.against and not building.opponent:
        return phrasing.texts("someone")
    if building.opponent:
        return _brief(building.opponent) if brief else _full(building.opponent)
    return phrasing.texts("build.link" if building.alone else "build.anyone")


def _full(person: Account) -> str:
    return isolated(shortened(person.name))


def _brief(person: Account) -> str:
    return isolated(shortened(person.name, BRIEF_NAME_MAX))


def _marked(label: str, chosen: bool) -> str:
    return f"{CHOSEN}{label}" if chosen else label
