"""Records: what was played is read back, and whatever cannot have been played is refused with its line."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.dice import Dice, mix
from games.events import MatchId
from games.match.deal import DEAL_LOT
from games.record import MOST_CHARACTERS, NAME_MAX, Record, UnreadableRecord, read, write
from tests import ROOT
from tests.examples import examples

DOCUMENT = ROOT / "docs/trust/record.md"
EXAMPLE = re.findall(r"```\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[0]


def played(game: str, plies: int, choose: int, **rules: str) -> Record:
    """A record of so many plies (fewer if the match ends before); `choose` says which moves."""
    seed, entropy = bytes(range(32)), ("one", "two")
    dealt = Dice.from_seed(mix(seed, *entropy, DEAL_LOT))
    state = GAMES[game].deal(GAMES[game].options(**rules), dealt)
    moves = []
    for number in range(plies):
        if state.result:
            break
        seat = state.to_act[number % len(state.to_act)]
        legal = state.legal_moves(seat)
        move = legal[(choose * 7 + number * 13) % len(legal)]
        moves.append((seat, str(move)))
        state = state.play(seat, move)
    return Record(
        game=game,
        version=GAMES[game].version,
        house_rules=rules,
        match=MatchId("K7QF2M"),
        day="2026-11-21",
        names=("Ada", 'Ben "the \\ dot"'),
        seed=seed.hex(),
        entropy=entropy,
        plies=tuple(moves),
        winner=state.result.winner if state.result else 1,
        reason="rules" if state.result else "resigned",
    )


@pytest.mark.parametrize("game", GAMES)
@examples(4)
@given(plies=st.integers(0, 40), choose=st.integers(0, 30))
def test_what_is_written_is_read_back_with_every_position(game: str, plies: int, choose: int) -> None:
    record = played(game, plies, choose)
    again, states = read(write(record))
    assert again == record
    assert len(states) == len(record.plies) + 1
    for before, after, (seat, notation) in zip(states, states[1:], record.plies, strict=False):
        assert before.play(seat, GAMES[game].parse(notation)) == after


def test_house_rules_are_kept() -> None:
    record = played("sahara", 12, 3, target="30", foreign_store="choice")
    assert read(write(record))[0].house_rules == {"target": "30", "foreign_store": "choice"}


def test_the_example_of_the_document_can_be_read() -> None:
    record, states = read(EXAMPLE)
    assert [notation for _, notation in record.plies] == ["4", "2", "6"]
    assert "".join(write(record).split()) == "".join(EXAMPLE.replace("[Match", '[House ""][Match').split())
    assert states[-1].result is None


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("1. first 4", "1. first 7", 16, "notation"),
        ("2. first 2", "2. first 4", 17, "illegal"),
        ("2. first 2", "2. second 1", 17, "not_his_turn"),
        ("2. first 2", "5. first 1", 17, "number"),
        ("2. first 2", "9" * 5000 + ". first 2", 17, "no_line"),
        ("2. first 2", "\N{ARABIC-INDIC DIGIT TWO}. first 2", 17, "no_line"),
        ("2. first 2", "and then", 17, "no_line"),
        ('[First "Ada"]', '[First "Ada]', 5, "no_line"),
        ('[First "Ada"]\n', "", 1, "missing"),
        ('[First "Ada"]', '[First "Ada"]\n[First "Eve"]', 6, "twice"),
        ('"sahara 1"', '"chess 1"', 2, "game"),
        ('"sahara 1"', '"sahara 9"', 2, "version"),
        ('"sahara 1"]', '"sahara 1"]\n[House "target=31"]', 3, "house_rule"),
        ('[Tischrand "1"]', '[Tischrand "2"]', 1, "form"),
        ('[Seed "00', '[Seed "', 8, "value"),
        ('"sahara 1"]', '"sahara 1"]\n[House "target=30 target=40"]', 3, "rule_twice"),
        ('"sahara 1"]', '"sahara 1"]\n[House "target=30 foreign_store=choice target=30"]', 3, "rule_twice"),
        ('"2026-11-21"', '"2026-13-21"', 4, "day"),
        ('"2026-11-21"', '"2026-02-31"', 4, "day"),
        ('"2026-11-21"', '"2025-02-29"', 4, "day"),
        ('"2026-11-21"', '"2026-11-00"', 4, "day"),
        ('"2026-11-21"', '"0000-11-21"', 4, "day"),
        ('"2026-11-21"', '"21.11.2026"', 4, "day"),
        ('"2026-11-21"', '"202\N{ARABIC-INDIC DIGIT SIX}-11-21"', 4, "day"),
        ('[Result "first"]', '[Result "me"]', 13, "value"),
        ('[Ending "resigned"]', '[Ending "rules"]', 14, "ending"),
        ('[Ending "resigned"]', '[Ending "resigned"]\n[Begins "ABCDEF 9"]', 15, "value"),
        ('[Ending "resigned"]', '[Ending "bored"]', 14, "value"),
        ('[Ending "resigned"]', '[Ending "agreed"]', 13, "result"),
        ('[Result "first"]', '[Result "draw"]', 13, "result"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(UnreadableRecord) as refused:
        read(EXAMPLE.replace(old, new, 1))
    assert (refused.value.line, refused.value.problem) == (line, problem)


def test_a_ply_after_the_end_is_refused() -> None:
    record = played("sahara", 500, 5)
    assert record.reason == "rules"
    more = write(record) + f"{len(record.plies) + 1}. first 4\n"
    with pytest.raises(UnreadableRecord) as refused:
        read(more)
    assert refused.value.problem == "after_end"
    assert refused.value.line == len(more.splitlines())


def test_a_match_can_end_in_a_draw_by_time_and_not_be_won_by_it() -> None:
    """Who may claim the win of a match calls it a draw."""
    resigned = '[Result "first"]', '[Ending "resigned"]'
    drawn = EXAMPLE.replace(resigned[0], '[Result "draw"]').replace(resigned[1], '[Ending "time_drawn"]')
    record, _ = read(drawn)
    assert (record.winner, record.reason) == (None, "time_drawn")
    with pytest.raises(UnreadableRecord) as refused:
        read(EXAMPLE.replace(resigned[1], '[Ending "time_drawn"]'))
    assert refused.value.problem == "result"


def test_a_false_result_is_refused() -> None:
    record = played("sahara", 500, 5)
    wrong = replace(record, winner=None if record.winner is not None else 0)
    with pytest.raises(UnreadableRecord) as refused:
        read(write(wrong))
    assert refused.value.problem == "result"


@pytest.mark.parametrize(
    "text", ["", "hello", "\x00" * 50, "[", '[Game "' + "x" * 300_000 + '"]', "1. first 4\n" * 6000]
)
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(UnreadableRecord):
        read(text)


def test_a_record_of_few_lines_is_refused_too_when_it_has_too_many_characters() -> None:
    longest = EXAMPLE.ljust(MOST_CHARACTERS)
    assert read(longest)
    with pytest.raises(UnreadableRecord) as refused:
        read(longest + " ")
    assert refused.value.problem == "too_long"


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    with pytest.raises(UnreadableRecord):
        read(text)


@pytest.mark.parametrize(("patience", "line"), [((True, True, False), 17), ((False,), 1)])
def test_a_record_that_takes_too_long_is_refused_where_patience_ended(
    patience: tuple[bool, ...], line: int
) -> None:
    left = iter(patience)
    with pytest.raises(UnreadableRecord) as refused:
        read(EXAMPLE, lambda: next(left))
    assert (refused.value.line, refused.value.problem) == (line, "too_slow")


def test_what_goes_on_from_a_position_has_at_least_its_plies() -> None:
    record = played("sahara", 5, 3)
    assert read(write(replace(record, begins="K7QF2M 5")))[0].begins == "K7QF2M 5"
    more = write(replace(record, begins="K7QF2M 6"))
    with pytest.raises(UnreadableRecord) as refused:
        read(more)
    assert more.splitlines()[refused.value.line - 1] == '[Begins "K7QF2M 6"]'
    assert (refused.value.problem, refused.value.facts["text"]) == ("value", "K7QF2M 6")


def test_the_last_day_of_february_is_one() -> None:
    assert read(EXAMPLE.replace("2026-11-21", "2024-02-29"))[0].day == "2024-02-29"


@pytest.mark.parametrize("name", ["Ada ", "  Ada", "Ada\N{NO-BREAK SPACE}", "\tAda\t"])
def test_blanks_around_a_name_are_none_of_it(name: str) -> None:
    assert read(EXAMPLE.replace('"Ada"', f'"{name}"'))[0].names == ("Ada", "Ben")


@pytest.mark.parametrize("name", ["x" * 70, "x" * 63 + " y", "Ada  of  Example ", "Ada\nof Example"])
def test_a_name_is_written_as_it_is_read(name: str) -> None:
    record, _ = read(EXAMPLE)
    written = write(replace(record, names=(name, "Ben")))
    again, _ = read(written)
    assert write(again) == written
    assert len(again.names[0]) <= NAME_MAX


def test_a_name_cannot_forge_a_header() -> None:
    evil = 'Ada"]\n[Result "second'
    record = replace(played("sahara", 2, 1), names=(evil, "Ben"))
    again, _ = read(write(record))
    assert again.winner == record.winner
    assert again.names[0] == " ".join(evil.split())


@pytest.mark.parametrize("silent", ["\x00", "\x1b", "\x7f", "\x80", "\x9b", "\x9f"])
def test_control_characters_say_nothing(silent: str) -> None:
    evil = f"A~{silent}da"
    record, _ = read(EXAMPLE.replace("Ada", evil).replace("\n", "\r\n"))
    assert record.names == ("A~da", "Ben")
    again, _ = read(write(replace(record, names=(evil, "Ben"))))
    assert again == record
