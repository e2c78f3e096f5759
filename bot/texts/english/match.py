"""What the bot says in English of clocks, ratings, take-backs, and matches left alone."""

from __future__ import annotations

from collections.abc import Mapping

MATCH: dict[str, str | Mapping[str, str]] = {
    # On the challenge
    "clock.none": "No clock: take as long as you like.",
    "clock.minutes": {
        "one": "Clock: {count} minute for each move.",
        "other": "Clock: {count} minutes for each move.",
    },
    "clock.hours": {
        "one": "Clock: {count} hour for each move.",
        "other": "Clock: {count} hours for each move.",
    },
    "clock.days": {"one": "Clock: {count} day for each move.", "other": "Clock: {count} days for each move."},
    "challenge.unrated": "Not rated.",
    "challenge.expired": "Nobody answered {challenger}'s challenge to {game}: it has expired.",
    # On the board
    "take_back.stands": "{name} would like to take the last move back.",
    "late.one": "{name}'s time is up: {opponent} may claim the win, call it a draw, or wait.",
    "late.both": "Time is up for {names}. Whoever wants to claim the win has to choose first.",
    "forewarned": "Nobody has touched this match for long. If nobody does, it is given up soon.",
    "over.time_drawn": "The time was up: called a draw.",
    "over.abandoned": "Nobody went on with this match: it has been given up, and nobody wins.",
    # Buttons and the command
    "button.take_back": "Take back",
    "button.allow_take_back": "Allow it",
    "button.refuse_take_back": "Refuse it",
    "button.claim_win": "Claim the win",
    "button.claim_draw": "Call it a draw",
    "button.wait": "Wait",
    "command.takeback": "ask to take my last move back",
    # Notes
    "note.take_back_asked": "You asked to take your last move back. The answer is {name}'s.",
    "note.take_back_allowed": "The move is taken back.",
    "note.take_back_refused": "You refused: the move stands.",
    "note.time_claimed": "{name}'s time was up: you win.",
    "note.time_drawn": "{name}'s time was up: you called the match a draw.",
    "note.waiting": "You wait. Until {name} moves, you may still claim the win or call it a draw.",
    # Refusals
    "no.nothing_to_take_back": (
        "There is no move of yours that can be taken back. Your last one can, unless something hidden came to "
        "light or was drawn since, or it is too long ago."
    ),
    "no.already_asked": "You have asked already; the answer is {name}'s.",
    "no.other_asked": "{name} asks to take a move back: first allow it or refuse it, on the board.",
    "no.no_take_back": "Nobody asks to take a move back.",
    "no.own_take_back": "The wish is your own; the answer is {name}'s.",
    "no.time_not_up": "{name}'s time is not up. The win can be claimed only when it is.",
    "no.also_awaited": "{name}'s time is up, but you have to choose as well: choose first, then claim.",
    "no.not_due": "There is nothing to be done about this match: somebody touched it.",
}
