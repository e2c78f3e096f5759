"""Step-by-step choices: turn the word tree of the legal moves into rows of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple

from bot.domain.players import is_robot
from bot.interface import EVERYWHERE, Button, Choose, Request, Rows
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.texts import Texts, folded
from games import GAMES
from games.dice import SEED_BYTES
from games.game import on_offer, position
from games.match import MatchView
from games.words import Tree, Words, choices

MOST_NAMED = 25  # whole moves that are known by their names
WHOLE_MOVES_IN_ROW, WHOLE_MOVE_LABEL = 2, 17  # buttons in a row of a narrow phone, and characters of each


class Prompt(NamedTuple):
    """What can be chosen next."""

    rows: Rows
    unlisted: tuple[Choose, ...] = ()
    """What a picture can offer besides: the choices of all groups, and other first words."""


def plays_openly(match: MatchView) -> bool:
    """Whether no player of a match ever knows more than the board for all shows."""
    return _plays_openly(match.game, tuple(match.house_rules.items()))


@lru_cache(maxsize=100)
def _plays_openly(game: str, house_rules: tuple[tuple[str, str], ...]) -> bool:
    return position(GAMES[game], dict(house_rules), "").view(None).open_choice


def is_drawn(match: MatchView) -> bool:
    """Whether chance decided who has which seat, or what was dealt."""
    return match.first is None or _is_dealt(match.game, tuple(match.house_rules.items()))


@lru_cache(maxsize=100)
def _is_dealt(game: str, house_rules: tuple[tuple[str, str], ...]) -> bool:
    seeds = (bytes([number]) * SEED_BYTES for number in (1, 2))
    first, second = (position(GAMES[game], dict(house_rules), "", deal_seed=seed) for seed in seeds)
    return first != second


def against_robot(match: MatchView) -> bool:
    return any(map(is_robot, match.players or ()))


def legal_moves(match: MatchView) -> Tree:
    view = match.view
    if view is None or not match.awaited or not view.open_choice:
        return Tree(())
    seat = match.awaited[0] if match.viewer is None else match.viewer
    if match.players and is_robot(match.players[seat]):
        return Tree(())
    return on_offer(view, seat) if seat in match.awaited else Tree(())


def begun(match: MatchView, words: Words) -> Words:
    """The beginning of a move that these words are, also as a first button is called; () if they are none."""
    for start in (legal_moves(match), place_in(match, ())):
        place = start.after(folded(" ".join(words)).split())
        if place and not place.move:
            return place.words
    return ()


def goes_on(match: MatchView, chosen: Words, words: Words) -> bool:
    """Whether these words continue a move that begins as it was `chosen`."""
    return bool(chosen) and legal_moves(match).after(folded(" ".join((*chosen, *words))).split()) is not None


def words_of_button(match: MatchView, label: str, phrasing: Phrasing) -> Words:
    """The words of a first choice or whole move whose button is called so, `folded`; () if there is none."""
    asked = prompt(match, place_in(match, ()), 0, phrasing, whole_moves=MOST_NAMED)
    for button in (button for row in asked.rows for button in row if not button.disabled):
        if folded(button.label) == label and isinstance(button.request, Choose):
            return button.request.words
    return ()


def place_in(match: MatchView, words: Words) -> Tree:
    """The node of the words chosen so far, without trailing words if no legal move begins like that.

    Levels where a single word leads on are skipped, but never the last one: a move is played only by a button
    of its own, which names what is not chosen yet. Whole moves of skipped levels, such as to lay nothing, are
    branches of this node. A level whose choices keep their places is not skipped. Before anything is chosen,
    one level is skipped at most, so that the picture shows the board and what the opponent has just done, not
    yet a close-up of it.
    """
    return _place(match, legal_moves(match), words)


def _place(match: MatchView, root: Tree, words: Words) -> Tree:
    """As `place_in`, below the root of the legal moves."""
    while (place := root.after(words)) is None:
        words = words[:-1]
    first = _skip_single(match, root)
    return first if first.words[: len(words)] == words else _skip_single(match, place)


def _skip_single(match: MatchView, place: Tree) -> Tree:
    """The node below levels where a single word leads on, see `place_in`."""
    beside, there = dict[str, Tree](), place
    while there.move is None:
        whole, leading = dict[str, Tree](), list[Tree]()
        for word, branch in there.branches.items():
            if branch.move is None:
                leading.append(branch)
            else:
                whole[word] = branch
        held = match.view.arranged(there.words) if match.view and whole else ()
        skipped = not place.words and there is not place
        if len(leading) != 1 or len(held) > 1 or skipped:
            break
        beside |= whole
        (there,) = leading
    if not beside:
        return place if place.settled().decided else there
    return Tree(there.words, grow=lambda: there.branches | beside)


def prompt(match: MatchView, place: Tree, page: int, phrasing: Phrasing, *, whole_moves: int = 0) -> Prompt:
    """The buttons for the choices at this node, and a back button.

    If there are too many, they are grouped by their first letter, such as the columns of a board: page 0
    shows the groups, each further page one group. Up to `whole_moves`, each whole move has its own button.
    """
    texts, limits = phrasing.texts, phrasing.capabilities
    back, unlisted = _back(match, place), _other_first_choices(match, place)
    offered, in_row = _offered(match, place, texts), limits.row_buttons
    if any(map(_goes_on, offered)) and (whole := _whole_moves(match, place, whole_moves, texts)):
        offered, in_row = whole, WHOLE_MOVES_IN_ROW
    elif len(offered) > limits.choices:
        unlisted += [one.request for one in offered if isinstance(one.request, Choose) and not one.disabled]
        offered, back = _in_groups(match, place, page, offered, back, texts)
    rows = _laid_out(offered, in_row)
    rows = (*rows, (Button(texts("button.back"), back),)) if back else rows
    return Prompt(rows, tuple(unlisted))


def _laid_out(buttons: Sequence[Button], in_row: int) -> Rows:
    """The buttons in rows; those of a whole board have new rows for each of its columns."""
    if len(buttons) <= EVERYWHERE.choices:
        return in_rows(buttons, in_row)
    columns = groupby(buttons, lambda button: button.label[0])
    return tuple(row for _, column in columns for row in in_rows(tuple(column), in_row))


def choices_after(match: MatchView, phrasing: Phrasing, words: Words) -> tuple[Request, ...]:
    """All that could be chosen after these words."""
    asked = prompt(match, place_in(match, words), 0, phrasing)
    listed = (button.request for row in asked.rows for button in row if not button.disabled)
    return (*listed, *asked.unlisted)


def _other_first_choices(match: MatchView, place: Tree) -> list[Choose]:
    """Other first choices than the one that led here; whole moves are not played by a slip."""
    return [
        _choose(match, way.words)
        for way in place_in(match, ()).branches.values()
        if way.move is None and place.words[: len(way.words)] != way.words
    ]


def next_deal(match: MatchView, place: Tree, phrasing: Phrasing) -> Rows:
    """The button from the end of a round or game to the first choices of the next one."""
    if not place.branches:
        return ()
    return ((Button(phrasing.texts(f"{match.game}.next_deal"), _choose(match, ()), "main"),),)


def _goes_on(button: Button) -> bool:
    return not button.disabled and isinstance(button.request, Choose) and not button.request.final


def _in_groups(
    match: MatchView, place: Tree, page: int, offered: Sequence[Button], back: Choose | None, texts: Texts
) -> tuple[list[Button], Choose | None]:
    """The buttons of a page of groups, and where it leads back; what does not go on here is in no group."""
    groups, alone, step = dict[str, list[Button]](), list[Button](), len(place.words)
    for button in offered:
        words = button.request.words if isinstance(button.request, Choose) else ()
        if len(words) > step and words[:step] == place.words:
            groups.setdefault(words[step][0], []).append(button)
        else:
            alone.append(button)
    if 1 <= page <= len(groups):
        return list(groups.values())[page - 1], _choose(match, place.words)
    columns = [
        Button(texts("button.group", letter=letter), _choose(match, place.words, page=number), "main")
        for number, letter in enumerate(groups, start=1)
    ]
    return [*columns, *alone], back


def _whole_moves(match: MatchView, place: Tree, most: int, texts: Texts) -> list[Button]:
    """A button for each whole move from here; none if there are too many or they are too long."""
    ends = list(islice(place.ends(), most + 1))
    labels = [label_of(match, place.words, end.words, texts) for end in ends]
    if len(labels) > most or any(end.branches for end in ends) or max(map(len, labels)) > WHOLE_MOVE_LABEL:
        return []
    asked = (_choose(match, end.words, final=True) for end in ends)
    return [Button(named, request, "main") for named, request in zip(labels, asked, strict=True)]


def _offered(match: MatchView, place: Tree, texts: Texts) -> list[Button]:
    """The choice buttons; those that the view arranges come first, in the order of the picture."""
    view, ways = match.view, dict[Words, Tree | None](choices(place))
    arranged = view.arranged(place.words) if view and place.branches else ()
    for words in arranged:
        ways.pop(words[:1], None)
    ways = {words: place.after(words) for words in arranged} | ways
    return [_choice(match, place, words, branch, texts) for words, branch in ways.items()]


def _choice(match: MatchView, place: Tree, words: Words, branch: Tree | None, texts: Texts) -> Button:
    """The button of one choice: the words, and where they lead; () ends the move here, None leads nowhere."""
    if not words:
        here = texts.get(f"{match.game}.choice.here", " ".join(place.words))
        return Button(here, _choose(match, place.words, final=True), "main")
    if branch is None:
        nowhere = (*place.words, *words)
        return Button(
            label_of(match, place.words, nowhere, texts), _choose(match, nowhere), "main", disabled=True
        )
    end = branch.settled()
    if not end.decided:
        end = branch
    declines = match.view is not None and match.view.declines(end.words) and len(place.branches) > 1
    chosen = _choose(match, end.words, final=end.decided)
    return Button(label_of(match, place.words, end.words, texts), chosen, "plain" if declines else "main")


def label_of(match: MatchView, before: Words, words: Words, texts: Texts) -> str:
    """The name of the words, without those `before` if they begin like that."""
    step = len(before) if words[: len(before)] == before else 0
    fact = match.view.named(words) if match.view else None
    names = [texts.get(f"{match.game}.choice.{word}", word) for word in words[step:]]
    if fact:
        names[-1] = texts(f"{match.game}.{fact.key}", **dict(fact.values))
    if tuple(names) == words[step:]:
        return "-".join(names)
    *first, last = names
    return f"{' '.join(first)}: {last}" if first else last


def _back(match: MatchView, place: Tree) -> Choose | None:
    """The choice one decision back: the longest shorter words that lead to another node."""
    words = place.words
    root = legal_moves(match) if words else place
    while words:
        words = words[:-1]
        if _place(match, root, words).words != place.words:
            return _choose(match, words)
    return None


def _choose(match: MatchView, words: Words, *, final: bool = False, page: int = 0) -> Choose:
    return Choose(match.match, match.version, words, final, page)
