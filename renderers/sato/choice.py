"""What the seat to act can choose next, after the words that are chosen already: from the view alone."""

from __future__ import annotations

from games.game import Seat
from games.sato import Laid, Point, Stone, View, point_name, stone_name
from games.sato.lattice import reading_order
from games.sato.layout import OpenSpot
from games.sato.position import Asked, Supply
from games.sato.stones import face_letter
from games.sato.turns import latest_placement
from games.sato.ways import of_stone
from games.words import Words


class Choice:
    """The question that the seat to act is asked, as far as the viewer knows what it has."""

    def __init__(self, view: View, chosen: tuple[str, ...] | None) -> None:
        """`chosen`: None if nothing is to be chosen here."""
        self.seat: Seat | None = view.to_act[0] if view.to_act and chosen is not None else None
        self._layout, self._words = view.layout, chosen or ()
        self.taking = self.seat is not None and view.asked is Asked.TAKE
        self._highest = latest_placement(view).laid.level if self.taking else 0
        self._supply = () if self.seat is None or self.taking else _open_supply(view, self.seat)
        self._openings = tuple(self._layout.openings()) if self._supply else ()

    @property
    def stone(self) -> Stone | None:
        return next((stone for stone in self._supply if stone_name(stone) in self._words[:1]), None)

    def fits(self, stone: Stone) -> bool:
        """Whether the seat to act can lay this stone of its supply now."""
        return any(of_stone(opening.fits, stone) for opening in self._openings)

    @property
    def point(self) -> Point | None:
        """The chosen point, where the chosen stone can be laid or a stone can be taken."""
        points = (*self.points, *(laid.point for laid in self.takeable))
        return next((point for point in points if point_name(point) in self._words[1:2]), None)

    @property
    def points(self) -> tuple[Point, ...]:
        stone = self.stone
        if stone is None:
            return ()
        points = (opening.point for opening in self._openings if of_stone(opening.fits, stone))
        return tuple(sorted(points, key=reading_order))

    def words_for(self, point: Point) -> Words:
        """The move so far that takes the stone at a point, or lays the chosen one there."""
        stone = self.stone
        return stone_name(stone) if stone is not None else "take", point_name(point)

    @property
    def takeable(self) -> tuple[Laid, ...]:
        """The stones that can be taken, unless the choice was to keep all."""
        wanted = self.taking and self._words[:1] in ((), ("take",))
        return self._layout.takeable(self._highest) if wanted else ()

    @property
    def offered(self) -> tuple[tuple[str, Laid], ...]:
        """The ways to lay the chosen stone at the chosen point, each with the word for it."""
        stone, point = self.stone, self.point
        if stone is None or point is None:
            return ()
        opening = self._opening(point)
        return tuple(
            (word, Laid(opening.level, point, stone, face, turn))
            for face, turn in of_stone(opening.fits, stone)
            if (word := f"{face_letter(face)}{turn}") in self._words[2:3] or len(self._words) == 2
        )

    def _opening(self, point: Point) -> OpenSpot:
        return next(opening for opening in self._openings if opening.point == point)


def _open_supply(view: View, seat: Seat) -> Supply:
    """What a seat may lay, if it may choose before the viewer's eyes."""
    hidden = view.options.variant == "hidden" and view.viewer != seat
    return () if hidden else view.supplies[seat]
