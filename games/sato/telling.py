"""Sato in facts: what happened, and what lies on the table and in the supplies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.game import SEATS, Fact, Seat, fact, other
from games.sato.lattice import cell, corners, facing, neighbours, parse_point, point_name
from games.sato.layout import Laid, Layout, OpenSpot, SatoSpot, any_fits
from games.sato.moves import Lay, Move, Take
from games.sato.position import (
    SIZES,
    Asked,
    Drew,
    Happening,
    Kept,
    Passed,
    Placed,
    Position,
    Took,
    dots_of,
    scores,
)
from games.sato.stones import (
    ARROWS,
    DOTS,
    STONES,
    Colour,
    Face,
    Stone,
    colour_letter,
    face_letter,
    stone_name,
)
from games.sato.turns import latest_placement, may_pass
from games.sato.ways import WAYS_A_STONE, of_stone
from games.words import Words


def tell_happening(happening: Happening) -> tuple[Fact, ...]:
    """One thing that happened, as far as the viewer saw it."""
    seat = happening.seat
    match happening:
        case Drew(stone=Stone.UNKNOWN):
            return (fact("drew_unseen", seat=seat),)
        case Drew(stone=stone):
            return (fact("drew", seat=seat, stone=stone_name(stone)),)
        case Placed():
            return _tell_placed(happening)
        case Took(laid=laid):
            return (fact("took", seat=seat, stone=stone_name(laid.stone), point=point_name(laid.point)),)
        case Kept():
            return (fact("kept", seat=seat),)
        case Passed(automatic=automatic):
            return (fact("stuck" if automatic else "passed", seat=seat),)
    return () if happening.automatic else (fact("stopped", seat=seat),)


def tell_in_short(trail: Sequence[Happening]) -> tuple[Fact, ...]:
    """What was drawn, laid, made and taken, by whom, each in one fact; the order of these is left out."""
    return tuple(
        fact for seat in SEATS for fact in _tell_of(seat, [each for each in trail if each.seat == seat])
    )


def tell_seen(trail: Sequence[Happening]) -> tuple[Fact, ...]:
    """What happened, for who sees it marked in a picture: stones by their colours, and no places.

    That a stone was drawn is told where its drawer laid nothing and where nothing else happened.
    """
    done = [each for each in trail if not isinstance(each, Drew)] or trail
    return tuple(fact for each in done for fact in _tell_seen(each, trail))


def _tell_seen(happening: Happening, trail: Sequence[Happening]) -> tuple[Fact, ...]:
    match happening:
        case Passed(seat=seat, automatic=automatic) if any(
            isinstance(each, Drew) and each.seat == seat for each in trail[: trail.index(happening)]
        ):
            return (fact("drew_stuck" if automatic else "drew_passed", seat=seat),)
        case Drew(seat=seat):
            return (fact("drew_unseen", seat=seat),)
        case Took(seat=seat, laid=laid):
            return (fact("took_seen", seat=seat, **_colours_of(laid.stone)),)
        case Placed(completed=completed, covered=covered):
            made = (fact("hint_finish", count=len(completed)),) if completed else ()
            return (_tell_laid(happening), *made, *((fact("covered_seen"),) if covered else ()))
    return tell_happening(happening)


def tell_last(trail: Sequence[Happening]) -> tuple[Fact, ...]:
    """What the last to lay laid and took, and who laid nothing since, or else what happened last; as seen."""
    placed = [each for each in trail if isinstance(each, Placed)]
    passed = [told for each in trail if isinstance(each, Passed) for told in _tell_seen(each, trail)]
    if not placed:
        return tuple(dict.fromkeys(passed)) or tell_seen(trail)[-1:]
    seat = placed[-1].seat
    took = [each.laid.stone for each in trail if isinstance(each, Took) and each.seat == seat]
    return (_sum_up([each for each in placed if each.seat == seat], took), *dict.fromkeys(passed))


def _sum_up(placed: Sequence[Placed], took: Sequence[Stone]) -> Fact:
    """What a seat has laid and taken in its turn."""
    last = placed[-1]
    if len(placed) > 1:
        taken = {"taken": len(took)} if took else {}
        return fact(
            "laid_several_took" if took else "laid_several", seat=last.seat, count=len(placed), **taken
        )
    if not took:
        return _tell_laid(last)
    names = dict(zip(("fourth", "fifth", "sixth"), stone_name(took[0]), strict=True))
    return fact("laid_took", seat=last.seat, **_colours_of(last.laid.stone), **names)


def _tell_laid(placed: Placed) -> Fact:
    face = "white" if placed.laid.face is Face.WHITE else "black"
    return fact(f"laid_{face}", seat=placed.seat, **_colours_of(placed.laid.stone))


def _tell_of(seat: Seat, trail: Sequence[Happening]) -> Iterator[Fact]:
    placed = [each for each in trail if isinstance(each, Placed)]
    drawn = [each.stone for each in trail if isinstance(each, Drew)]
    took = [each.laid for each in trail if isinstance(each, Took)]
    if placed:
        yield fact("laid", seat=seat, stone=", ".join(_written(each.laid) for each in placed))
    if made := [sato for each in placed for sato in each.completed]:
        yield fact("made", satos=", ".join(map(_spot, made)))
    if took:
        yield fact(
            "took_several",
            seat=seat,
            stones=", ".join(f"{stone_name(each.stone)} {point_name(each.point)}" for each in took),
        )
    if Stone.UNKNOWN in drawn:
        yield fact("drew_unseen", seat=seat)
    if known := [stone_name(stone) for stone in drawn if stone is not Stone.UNKNOWN]:
        yield fact("drew", seat=seat, stone=" ".join(known))
    if any(isinstance(each, Passed) for each in trail):
        yield fact("passed", seat=seat)


def tell_position(position: Position) -> tuple[Fact, ...]:
    """Everything that lies open to the viewer: the layout from below, free satos, supplies, the stack."""
    layout, (columns, rows) = position.layout, SIZES[position.options.table]
    stones = layout.stones
    facts = [fact("table", corner=point_name(cell(columns - 1, rows - 1)))]
    facts += [
        fact(
            "level",
            level=level,
            stones=", ".join(_written(laid) for laid in stones if laid.level == level),
        )
        for level in sorted({laid.level for laid in stones})
    ]
    free = _free_satos(layout)
    if free:
        facts.append(fact("free_satos", satos=", ".join(map(_spot, free))))
    facts += [_tell_supply(position, seat) for seat in SEATS]
    facts += [
        fact("known", seat=seat, stones=" ".join(map(stone_name, position.returned[seat])))
        for seat in SEATS
        if position.options.variant == "hidden" and position.returned[seat]
    ]
    if position.stack:
        facts.append(fact("stack", count=len(position.stack)))
        if position.stack[0] is not Stone.UNKNOWN:
            facts.append(fact("next", stone=stone_name(position.stack[0])))
    return tuple(facts)


def _free_satos(layout: Layout) -> list[SatoSpot]:
    return [sato for sato in layout.satos if not layout.is_covered(sato)]


def tell_place(position: Position, word: str) -> tuple[Fact, ...]:
    """The stones at a point, from below, or the free satos of a colour by its letter; () for other words."""
    layout = position.layout
    if word in map(colour_letter, Colour):
        spots = [_spot(sato) for sato in _free_satos(layout) if colour_letter(sato.colour) == word]
        return (fact("free_satos", satos=", ".join(spots)) if spots else fact("where_no_sato"),)
    try:
        point = parse_point(word)
    except ValueError:
        return ()
    if not any(point in (centre, *corners(centre)) for centre in layout.cells):
        return ()
    laid = [stone for stone in layout.stones if stone.point == point]
    return tuple(fact("level", level=stone.level, stones=_written(stone)) for stone in laid) or (
        fact("where_nothing", point=word),
    )


def tell_question(position: Position) -> tuple[Fact, ...]:
    """What is asked, where it is not the placement of a turn."""
    if not position.to_act or position.asked is Asked.PLACEMENT:
        return ()
    return (fact(f"asked_{position.asked.value}", seat=position.turn),)


def tell_task(position: Position, words: Words) -> tuple[Fact, ...]:
    """What is to be chosen after these words of a move: a stone by its colours, not by its name."""
    if position.asked is Asked.TAKE:
        return ()
    if not words:
        return (*_must_lay(position), fact(f"task_{position.asked.value}"))
    if len(words) == 1:
        return _tell_task_with(position, words[0])
    on_sato = any(point_name(sato.point) == words[1] for sato in _free_satos(position.layout))
    return (fact("task_way_sato" if on_sato else "task_way", point=words[1], first=words[0][0]),)


def _tell_task_with(position: Position, name: str) -> tuple[Fact, ...]:
    """Where a stone is to lie and, if nobody had to choose it, why it is this one."""
    supply = position.supplies[position.turn]
    others = [stone for stone in supply if not _is(stone, name)]
    colours = dict(zip(("first", "second", "third"), name, strict=False))
    if not others:
        return (fact("task_only", **colours),)
    if any_fits(position.layout, others):
        return (fact("task_point", **colours),)
    return (*_must_lay(position), fact("task_this", **colours))


def _must_lay(position: Position) -> tuple[Fact, ...]:
    """That so many stones in the supply forbid to decline the placement of a turn, if they do."""
    if position.asked is not Asked.PLACEMENT or position.options.variant == "split":
        return ()
    supply = position.supplies[position.turn]
    known = [stone for stone in supply if stone is not Stone.UNKNOWN]
    if may_pass(position, fits=any_fits(position.layout, known)):
        return ()
    return (fact("task_must", supply=len(supply)),)


def tell_score(position: Position) -> Fact:
    """What each seat would have if the match ended now."""
    return fact("score", points=position.scores[0], others=position.scores[1])


def tell_laying(move: Lay) -> Fact:
    """A stone by the colours of its white face, where it comes to lie, and which face and turn show."""
    face = "white" if move.face is Face.WHITE else "black"
    return fact(
        f"lay_{face}", point=point_name(move.point), turn=ARROWS[move.turn], **_colours_of(move.stone)
    )


def _colours_of(stone: Stone) -> dict[str, str]:
    """The letters of a stone, each under the name of its place in a sentence."""
    return dict(zip(("first", "second", "third"), stone_name(stone), strict=True))


def tell_purpose(position: Position, move: Move) -> tuple[Fact, ...]:
    """What speaks for a move, by the layout and the supply of the seat to act."""
    if isinstance(move, Lay):
        laid = position.layout.placed(move)
        return _tell_laying(position, laid) if laid else ()
    if isinstance(move, Take):
        return (fact("hint_take", point=point_name(move.point)),)
    if position.asked is Asked.TAKE:
        takeable = position.layout.takeable(latest_placement(position).laid.level)
        cost = min(_cost_of_taking(position, laid) for laid in takeable)
        return (fact("hint_keep", count=cost),) if cost > 0 else ()
    supply = position.supplies[position.turn]
    return () if position.layout.may_make_or_cover(supply) else (fact("hint_decline"),)


def _tell_laying(position: Position, laid: Laid) -> tuple[Fact, ...]:
    before = position.layout
    after = before.lay(laid)
    if made := after.satos_of(laid):
        return (fact("hint_finish", count=len(made)),)
    if before.sato_below(laid):
        face, point = dots_of(position.turn), point_name(laid.point)
        price = before.dots(face) - after.dots(face)
        return (
            fact("hint_give", point=point, count=price) if price > 0 else fact("hint_cover", point=point),
        )
    theirs = (*position.supplies[other(position.turn)], *position.stack[:1])
    if before.stones and not after.may_make_or_cover(STONES if Stone.UNKNOWN in theirs else theirs):
        return (fact("hint_leave_none"),)
    return (fact("hint_dots", count=DOTS),) if laid.face is dots_of(position.turn) else ()


def _cost_of_taking(position: Position, laid: Laid) -> int:
    """The points that taking a stone costs the seat to act against its opponent, as long as it holds it."""
    seat, supplies = position.turn, [*position.supplies]
    supplies[seat] = (*supplies[seat], laid.stone)
    then, now = scores(position.layout.lift(laid), supplies), position.scores
    return now[seat] - now[other(seat)] - (then[seat] - then[other(seat)])


def _tell_placed(placed: Placed) -> tuple[Fact, ...]:
    facts = [fact("laid", seat=placed.seat, stone=_written(placed.laid))]
    facts += [
        fact(f"completed_{sato.colour.name.lower()}", point=point_name(sato.point))
        for sato in placed.completed
    ]
    if placed.covered:
        facts.append(fact("covered", point=point_name(placed.covered.point)))
    return tuple(facts)


def _tell_supply(position: Position, seat: Seat) -> Fact:
    supply = position.supplies[seat]
    known = [stone_name(stone) for stone in supply if stone is not Stone.UNKNOWN]
    unseen = len(supply) - len(known)
    if not supply:
        return fact("supply_empty", seat=seat)
    if not unseen:
        return fact("supply", seat=seat, stones=" ".join(known))
    if not known:
        return fact("supply_unseen", seat=seat, count=unseen)
    return fact("supply_partly", seat=seat, stones=" ".join(known), count=unseen)


def _written(laid: Laid) -> str:
    return f"{stone_name(laid.stone)} {point_name(laid.point)} {face_letter(laid.face)}{laid.turn}"


def _spot(sato: SatoSpot) -> str:
    return f"{point_name(sato.point)} {colour_letter(sato.colour)}"


SIDES = {"n": 1, "ne": 0, "se": 5, "s": 4, "sw": 3, "nw": 2}
"""The sides of a stone, clockwise from north, and their edges."""


def tell_ways(position: Position, words: Words) -> tuple[Fact, ...]:
    """What lies around the point, the colours of each way along the sides, and the satos that it would make.

    Only for stones that the view knows the seat to act to have: what it may choose before the viewer's eyes.
    """
    if not position.to_act or position.asked is Asked.TAKE or len(words) != 2:
        return ()
    name, place = words
    stone = next((own for own in position.supplies[position.turn] if _is(own, name)), None)
    opening = next((each for each in position.layout.openings() if point_name(each.point) == place), None)
    if stone is None or opening is None:
        return ()
    ways = [
        Laid(opening.level, opening.point, stone, face, turn) for face, turn in of_stone(opening.fits, stone)
    ]
    around = ", ".join(_around(position.layout, opening))
    return (
        *((fact("around", point=place, sides=around),) if around else ()),
        _tell_colours(ways),
        *(made for laid in ways for made in _made(position.layout, laid)),
    )


def _tell_colours(ways: Sequence[Laid]) -> Fact:
    """The colours of each way; where every way fits, those of turn 0 tell all others."""
    every = len(ways) == WAYS_A_STONE
    named = [laid for laid in ways if laid.turn == 0 or not every]
    return fact(
        "every_way" if every else "ways", ways=", ".join(f"{_way(laid)} {_colours(laid)}" for laid in named)
    )


def _is(stone: Stone, name: str) -> bool:
    return stone is not Stone.UNKNOWN and stone_name(stone) == name


def _around(layout: Layout, opening: OpenSpot) -> Iterator[str]:
    """For each side that a stone of the same level lies at, its colour there."""
    centres = neighbours(opening.point)
    for side, edge in SIDES.items():
        if beside := layout.at(opening.level, centres[edge]):
            yield f"{side} {colour_letter(beside.edges[facing(edge)])}"


def _colours(laid: Laid) -> str:
    return " ".join(colour_letter(laid.edges[edge]) for edge in SIDES.values())


def _made(layout: Layout, laid: Laid) -> Iterator[Fact]:
    if satos := layout.lay(laid).satos_of(laid):
        named = ", ".join(f"{point_name(sato.point)} {colour_letter(sato.colour)}" for sato in satos)
        yield fact("would_make", way=_way(laid), satos=named)


def _way(laid: Laid) -> str:
    """The word of a move, and the arrow that its button has."""
    return f"{face_letter(laid.face)}{laid.turn} {ARROWS[laid.turn]}"
