"""Looking at Sato's pictures: which stamps lie where, for any state that play leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from hypothesis import strategies as st

from games.game import HEAD_START, Seat
from games.sato import Lay, State, View
from games.sato.stones import face_letter
from renderers import picture
from renderers.canvas import TALL, Box, Drawing, Part
from renderers.sato import scene as sato_scene
from renderers.sato.field import Field
from renderers.sato.signs import Dot, Key, Label, Lit, Ring, Window
from renderers.sato.stamps import Item, Patch, Stamp
from renderers.sato.stones import Piece
from renderers.sato.table import Plan, plan_of
from renderers.theme import PLAIN, Style
from tests.examples import examples
from tests.games.walks import Case, random_line
from tests.renderers.positions import NAMES
from tests.renderers.sato_positions import GAME

S = TypeVar("S", bound=Stamp)

WHOLE = Box(0, 0, *TALL)

few = examples(5)


class Seen(NamedTuple, Generic[S]):
    """A stamp in a picture."""

    stamp: S
    x: int
    y: int

    def lies_in(self, box: Box) -> bool:
        right, down = self.stamp.reach
        across = box.left <= self.x - right and self.x + right <= box.right
        return across and box.top <= self.y - down and self.y + down <= box.bottom


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state of a random match under any house rules, one of a few matches that are remembered.

    A head start is left out: it changes the deal alone.
    """
    rules = tuple(
        (rule.word, draw(st.sampled_from(rule.values)))
        for rule in GAME.house_rules
        if rule.word != HEAD_START
    )
    state = draw(st.sampled_from(random_line(Case("sato", rules), draw(st.integers(0, 1))).states))
    assert isinstance(state, State)
    return state


@st.composite
def steps(draw: st.DrawFn) -> tuple[State, tuple[str, ...]]:
    """A state, and some words of a legal move of the seat to act."""
    state = draw(states().filter(lambda state: bool(state.to_act)))
    move = str(draw(st.sampled_from(state.legal_moves(state.turn)))).split()
    return state, tuple(move[: draw(st.integers(0, len(move)))])


def scene(
    view: View, names: tuple[str, str], chosen: tuple[str, ...], style: Style = PLAIN
) -> tuple[Part | Drawing, ...]:
    return tuple(sato_scene.scene(view, names, chosen, style))


def plan(view: View) -> Plan:
    return plan_of(view)


def field(view: View) -> Box:
    return plan(view).field


def seen(
    view: View,
    kind: type[S],
    *,
    chosen: tuple[str, ...] = (),
    inside: Box | None = None,
    style: Style = PLAIN,
) -> list[Seen[S]]:
    """The stamps of one kind that reach into a place, each once, in the order in which they are put.

    Without a place: those on the table.
    """
    inside = inside or plan(view).field
    found: dict[Item, Seen[S]] = {}
    for part in scene(view, NAMES, chosen, style):
        for item in part.items if isinstance(part, Patch | Field) else ():
            if isinstance(item.stamp, kind) and item.touches(inside):
                found[item] = Seen(item.stamp, item.x, item.y)
    return list(found.values())


def keys(view: View, *chosen: str, inside: Box | None = None) -> list[str]:
    """The words that can be chosen in a place: on keys, or lit cells."""
    words = [key.stamp.text for key in seen(view, Key, chosen=chosen, inside=inside)]
    return words + [lit.stamp.name for lit in seen(view, Lit, chosen=chosen, inside=inside)]


def ways(view: View, *chosen: str) -> list[str]:
    """The ways to lay a stone that are offered, as they are typed: by a dot and the arrow beside it."""
    dots = [dot.stamp.face for dot in seen(view, Dot, chosen=chosen)]
    turns = ["→↗↖←↙↘".index(arrow) for arrow in keys(view, *chosen)]
    return [f"{face_letter(face)}{turn}" for face, turn in zip(dots, turns, strict=True)]


def vignettes(view: View, *chosen: str) -> list[Patch]:
    """The close-ups of the chosen stone at the chosen point, without the words below them."""
    patches = (part for part in scene(view, NAMES, chosen) if isinstance(part, Patch))
    return [patch for patch in patches if any(isinstance(item.stamp, Window) for item in patch.items)]


def rings(view: View, *chosen: str) -> Counter[str]:
    return Counter(ring.stamp.kind for ring in seen(view, Ring, chosen=chosen))


def supply_box(view: View, seat: Seat) -> Box:
    return plan(view).supply(0 if (view.viewer or 0) == seat else 1)


def names_in_supply(view: View, seat: Seat) -> list[str]:
    """On keys or not."""
    box = supply_box(view, seat)
    texts = keys(view, inside=box) + [label.stamp.text for label in seen(view, Label, inside=box)]
    return sorted(texts)


def stones_in_supply(view: View, seat: Seat) -> int:
    """How many lie there with a face up."""
    return len(seen(view, Piece, inside=supply_box(view, seat)))


def painted(view: View, *chosen: str, theme: str = "light") -> bytes:
    return picture.paint("sato", view, NAMES, chosen=chosen, theme=theme)


def placements(state: State) -> Iterator[list[str]]:
    """The words of the legal placements of the seat to act."""
    if state.to_act:
        moves = state.legal_moves(state.turn)
        yield from (str(move).split() for move in moves if isinstance(move, Lay))
