"""What the bot says in English."""

from __future__ import annotations

from collections.abc import Mapping


def plural(count: int) -> str:
    """The plural form of a number."""
    return "one" if count == 1 else "other"


MESSAGES: dict[str, str | Mapping[str, str]] = {
    # People and matches
    "someone": "someone",
    "anyone": "anyone",
    "title.match": "{game} · {first} – {second} · {match}",
    "title.challenge": "{game} · challenge {match}",
    "title.help": "Tischrand",
    "title.rules": "How to play {game}",
    "title.matches": "Your matches",
    "title.verify": "The deal of match {match}",
    # Challenges
    "challenge.open": "{challenger} offers a game of {game}. Whoever accepts first plays.",
    "challenge.named": "{challenger} challenges {invited} to a game of {game}.",
    "challenge.house_rules": "House rules: {rules}.",
    "challenge.code": "From another chat: /join {match}",
    "challenge.seal": "Seal of the deal: {seal}",
    "challenge.declined": "{invited} declined {challenger}'s challenge to {game}.",
    "challenge.cancelled": "{challenger} took the challenge to {game} back.",
    # Whose turn, how it ended
    "turn.one": "It is {name}'s turn.",
    "turn.you": "It is your turn, {name}.",
    "turn.both": "{first} and {second} choose at the same time, each in secret.",
    "offer.stands": "{name} offers a draw.",
    "over.won": "{name} wins!",
    "over.drawn": "A draw.",
    "over.agreed": "Draw by agreement.",
    "over.resigned": "{loser} resigned: {winner} wins.",
    "over.time": "{loser} ran out of time: {winner} wins.",
    "chosen": "Chosen so far: {words}. What next?",
    "moved_down": "The board of this match has moved further down.",
    # Buttons
    "button.accept": "Accept",
    "button.decline": "Decline",
    "button.cancel": "Cancel",
    "button.rules": "Rules",
    "button.view": "My view",
    "button.draw": "Offer draw",
    "button.accept_draw": "Accept draw",
    "button.decline_draw": "Decline draw",
    "button.resign": "Resign",
    "button.resign_sure": "Yes, resign",
    "button.rematch": "Rematch",
    "button.verify": "Verify the deal",
    "button.back": "Back",
    "button.more": "More …",
    "button.play": "Play {game}",
    "button.matches": "My matches",
    # Commands
    "command.play": "challenge somebody, or anyone who sees it",
    "command.join": "accept a challenge by its code",
    "command.board": "show the board here, afresh",
    "command.hand": "show me my own view, privately",
    "command.move": "play a move typed in notation",
    "command.resign": "give up",
    "command.draw": "offer or accept a draw",
    "command.rematch": "the same again with swapped seats",
    "command.matches": "my running matches",
    "command.rules": "how a game is played",
    "command.verify": "seal, seed and deal of a finished match",
    "command.help": "what this bot is, and how to begin",
    # Notes
    "note.done": "Done.",
    "note.accepted": "You joined match {match}.",
    "note.played": "Played: {move}.",
    "note.draw_offered": "You offered a draw. It stands until your next move.",
    "note.draw_declined": "You declined the draw.",
    "note.draw_agreed": "Agreed: the match is a draw.",
    "note.resigned": "You resigned. {winner} wins.",
    "note.declined": "You declined the challenge.",
    "note.cancelled": "You took the challenge back.",
    "note.resign_sure": "Resign the match of {game} against {name}? {name} will win.",
    "note.which_match": "Which match do you mean?",
    # Refusals
    "no.unknown_match": "There is no match {match} that I know of. /matches lists yours.",
    "no.no_match_here": "You have no running match here. /play starts one.",
    "no.no_finished_match": "You have no finished match here.",
    "no.no_board_here": "No match is shown in this chat. /play starts one.",
    "no.unreadable": (
        "I do not know this button: it is damaged, or from another time. /board shows the board afresh."
    ),
    "no.unknown_command": "I do not know /{command}. /help lists what I understand.",
    "no.no_command": "I listen to commands, such as /play sahara. /help lists them.",
    "no.missing": "Something is missing: {usage}",
    "no.too_much": "“{detail}” is more than I expected: {usage}",
    "no.too_long": "That is too long for me. Commands have at most {most} characters.",
    "no.unknown_game": "I do not know the game “{detail}”. I know: {games}.",
    "no.unknown_person": "I do not know anybody called “{name}” here. They must have been here once.",
    "no.yourself": "You cannot play against yourself. Name somebody else, or nobody.",
    "no.house_rule": "“{text}” is no house rule of {game}. Allowed: {allowed}.",
    "no.house_rule_none": "“{text}” is no house rule of {game}: it has none.",
    "no.notation": "“{text}” is no move of {game}. Expected: {expected}.",
    "no.illegal": "{move} is not possible: {reason} Possible: {possible}.",
    "no.not_your_turn": "It is {name}'s turn, not yours.",
    "no.not_running": "This match is over.",
    "no.not_started": "This match has not begun yet: the challenge waits to be accepted.",
    "no.no_challenge": "This challenge has been answered already.",
    "no.own_challenge": "This is your own challenge: somebody else has to accept it.",
    "no.not_invited": "This challenge is for {name}.",
    "no.open_challenge": "This challenge is open to anyone; there is nothing to decline.",
    "no.not_yours_to_cancel": "Only {name} can take this challenge back.",
    "no.no_seat": "You do not play in this match: {first} and {second} do.",
    "no.stale": "The match had moved on. This is how it stands now.",
    "no.no_offer": "No draw is on offer.",
    "no.already_offered": "Your draw offer stands already; the answer is {name}'s.",
    "no.not_over": "This match is not over: its seed stays a secret until then.",
    "no.oops": "Something went wrong on my side. /board shows how the match stands. (Report {request})",
    # Lists
    "matches.none": "You have no running match. /play starts one.",
    "matches.line": "{match} · {game} against {opponent} · {whose}, {since}",
    "matches.yours": "your turn",
    "matches.theirs": "{name}'s turn",
    "matches.challenge": "{match} · {game}, challenge to {opponent}, {since}",
    "since.now": "since just now",
    "since.minutes": {"one": "for {count} minute", "other": "for {count} minutes"},
    "since.hours": {"one": "for {count} hour", "other": "for {count} hours"},
    "since.days": {"one": "for {count} day", "other": "for {count} days"},
    # Help, rules, verify
    "help.text": (
        "I am Tischrand, a table for two in your chat.\n"
        "{games}\n"
        "/play GAME starts a challenge; whoever presses Accept plays against you.\n"
        "/play GAME NAME challenges one person; house rules go behind, such as target=30.\n"
        "Press the buttons under the board to move, or type /move 4.\n"
        "My view shows the board from your side, to you alone.\n"
        "/rules GAME explains a game, /matches lists yours, /board brings a board back.\n"
        "/resign, /draw and /rematch do what they say.\n"
        "Nothing is lost when I am restarted: every move is stored before it is shown.\n"
        "Commands: {commands}"
    ),
    "help.game": "{game}: {summary}",
    "verify.text": (
        "The seal was shown before the deal; it is the SHA-256 of the seed.\n"
        "Seal: {seal}\nSeed: {seed}\n"
        "Entropy of the challenge: {first_entropy}\nEntropy of the acceptance: {second_entropy}\n"
        "Lots: SHA-256 over the seed and, each after its length in 4 bytes, both entropies and the word "
        "“seats” or “deal”.\n"
        "Dealt again, they give: {first} begins, {second} is second.\n{deal}"
    ),
    # Sahara
    "sahara.name": "Sahara",
    "sahara.summary": "sow beans round the board and gather the most",
    "sahara.choice.here": "Pass the store by",
    "sahara.choice.feed": "Feed the store",
    "sahara.stored": "{seat} sowed hollow {hollow} and ended in the store: another move.",
    "sahara.captured": "{seat} sowed hollow {hollow} and captured {beans} beans: another move.",
    "sahara.ended_own": "{seat} sowed hollow {hollow} and ended in hollow {last} on the own side.",
    "sahara.ended_other": "{seat} sowed hollow {hollow} and ended in {other}'s hollow {last}.",
    "sahara.ended_fed": "{seat} sowed hollow {hollow} and ended in {other}'s store.",
    "sahara.fed": {
        "one": "On the way {count} bean went into {other}'s store.",
        "other": "On the way {count} beans went into {other}'s store.",
    },
    "sahara.emptied": "{seat}'s own side is empty: the {beans} beans left on the other go to {seat}.",
    "sahara.skipped": "{other} has nothing to sow: {seat} moves again.",
    "sahara.game_ended": "Game {number} ended: {first} {beans}, {second} {others}.",
    "sahara.totals": "Series to {target}: {first} {points}, {second} {others}.",
    "sahara.score": "In the stores: {first} {beans}, {second} {others}.",
    "sahara.side": "{seat} has {hollows} in hollows 1 to 6 and {beans} in the store.",
    "sahara.reason.beans": "The beans decide: {score}.",
    "sahara.reason.target": "The series ends {score}.",
    "sahara.illegal.no_such_hollow": "there is no hollow {hollow}.",
    "sahara.illegal.empty_hollow": "hollow {hollow} is empty.",
    "sahara.illegal.feed_not_agreed": "you agreed to leave the foreign store out.",
    "sahara.illegal.feed_too_short": (
        "the {beans} beans in hollow {hollow} do not reach the foreign store; it takes {needed}."
    ),
    "sahara.expected": "a hollow from 1 to 6, such as 4, or 6 feed",
    "sahara.rules": (
        "Two players, six hollows each, three beans in every hollow, and a store at your right hand.\n"
        "1. Take all beans of one of your hollows and drop them one by one to the right: into your hollows, "
        "your store, then your opponent's hollows, and round again. The opponent's store is left out.\n"
        "2. If the last bean falls into your store, you move again.\n"
        "3. If it falls into an empty hollow of yours and beans lie opposite, you capture both "
        "and move again.\n"
        "4. If your move leaves your own side empty, the game ends and you take what is left on the other.\n"
        "5. A player with nothing to sow is skipped. Most beans win.\n"
        "House rules: target=30, 40 or 50 plays a series for the difference in beans; "
        "foreign_store=choice lets you feed the opponent's store (6 feed) when you pass it."
    ),
}
