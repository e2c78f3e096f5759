"""What the bot says in English about records of matches."""

from __future__ import annotations

from collections.abc import Mapping

RECORDS: dict[str, str | Mapping[str, str]] = {
    "record.title": "{game} · {first} – {second} · {match} · {day}",
    "record.deal": "The deal.",
    "record.ply": "{number}. {name}: {move} · {turn}",
    "no.record": "Line {line} of this record cannot be read: {why}",
    "no.record.too_long": "a record has at most {most} lines.",
    "no.record.twice": "the header {name} stands there twice.",
    "no.record.no_line": "“{text}” is neither a header nor a ply, such as 12. first 4",
    "no.record.number": "the plies are numbered one after the other; here {number}. was expected.",
    "no.record.missing": "the header {name} is missing.",
    "no.record.value": "“{text}” cannot be the header {name}.",
    "no.record.form": "it was written by another version of this program; I read the form {allowed}.",
    "no.record.game": "I do not know the game “{text}”. I know: {allowed}.",
    "no.record.version": "it follows version {text} of the rules; I play version {allowed}.",
    "no.record.house_rule": "“{text}” is no house rule of this game. Allowed: {allowed}.",
    "no.record.notation": "“{move}” is no move of {game}. Expected: {expected}.",
    "no.record.illegal": "{move} is not possible: {reason}",
    "no.record.not_his_turn": "it is not {name}'s turn.",
    "no.record.after_end": "the match is over before this ply.",
    "no.record.ending": "the ending “{text}” does not fit the position at the end.",
    "no.record.result": "by the rules it ended otherwise.",
}
