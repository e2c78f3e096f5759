"""What the bot says in English, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping

HOUSE: dict[str, str | Mapping[str, str]] = {
    # People and matches
    "someone": "someone",
    "anyone": "anyone",
    "title.match": "{game} · {first} – {second} · {match}",
    "title.challenge": "{game} · challenge {match}",
    "title.help": "What I can do",
    "title.games": "The games",
    "title.pick": "A challenge",
    "title.rules": "How to play {game} ({page} of {pages})",
    "title.matches": "Your matches",
    "title.verify": "The deal of match {match}",
    # Challenges
    "challenge.open": "{challenger} offers a game of {game}. Whoever accepts first plays.",
    "challenge.named": "{challenger} challenges {invited} to a game of {game}.",
    "challenge.house_rules": "House rules: {rules}.",
    "challenge.code": "From another chat: /join {match}",
    "challenge.seal": "Seal of the deal: {seal}",
    "pick.text": "Challenge {name} to which game?",
    "challenge.declined": "{invited} declined {challenger}'s challenge to {game}.",
    "challenge.cancelled": "{challenger} took the challenge to {game} back.",
    # Whose turn, how it ended
    "turn.one": "It is {name}'s turn.",
    "turn.you": "It is your turn, {name}.",
    "turn.both": "{first} and {second} choose at the same time, each in secret.",
    "turn.in_private": "The choice is made in private: press My view.",
    "offer.stands": "{name} offers a draw.",
    "over.won": "{name} wins!",
    "over.drawn": "A draw.",
    "over.agreed": "Draw by agreement.",
    "over.resigned": "{loser} resigned: {winner} wins.",
    "over.time": "{loser} ran out of time: {winner} wins.",
    "chosen": "Chosen so far: {words}. What next?",
    "moved_down": "The board of this match has moved further down.",
    "told_before": {
        "one": "({count} earlier event of this turn is left out here.)",
        "other": "({count} earlier events of this turn are left out here.)",
    },
    # Where a match goes on
    "lost.match": "I cannot write any more in the chat where match {match} of {game} was shown. It goes on here.",
    "lost.challenge": (
        "I cannot write any more in the chat of your challenge {match} to {game}. "
        "It still stands: /join {match} accepts it from any other chat."
    ),
    "cut_off.match": (
        "{name}'s private chat is closed to me, so {name} is told nothing. Wherever I am, My view on a board or "
        "/hand {match} shows {name} the match."
    ),
    "cut_off.challenge": (
        "{name}'s private chat is closed to me, so {name} is told nothing. Wherever I am, {name} can accept by "
        "/join {match}."
    ),
    "cut_off.away": (
        "The platform that {name} plays on is out of my reach now. {name} is told as soon as it is back."
    ),
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
    "button.never_mind": "No",
    "button.rematch": "Rematch",
    "button.verify": "Verify the deal",
    "button.back": "Back",
    "button.group": "{letter} …",
    "button.next": "Next",
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
    "command.link": "join your accounts on two platforms by a code",
    "command.help": "what this bot is, and how to begin",
    # What follows a command, and the menu at a person's name
    "option.game": "which game",
    "option.opponent": "whom to challenge; nobody: anyone who sees it",
    "option.house_rules": "such as target=30; completed as you type",
    "option.code": "the code that you were shown",
    "option.words": "the move in notation; completed as you type",
    "option.match": "which match, if you are in several here",
    "menu.challenge": "Challenge to a game",
    # Telegram: what stands around a challenge that is passed on, and what is answered in the private chat
    "share.link": "This link leads to the challenge: {link}",
    "button.share": "Share",
    "button.open_private": "Open our private chat",
    "button.open_board": "Open your board",
    "inline.offer": "{name} offers a game of {game}. Whoever accepts first plays.",
    "inline.share": "Share the challenge {match}",
    "inline.invites": "{name} invites you to play. The challenge: {match}.",
    "inline.begun": "The boards are in the private chats with me.",
    "inline.start": "Open our private chat, where your boards are",
    "ask.move": "Which move? Answer this message with it.",
    "note.in_private": "I have sent it to our private chat.",
    "note.only_in_private": "That I can answer only in our private chat.",
    "note.paced": "Telegram lets me redraw this board in {seconds} s.",
    # Notes
    "note.done": "Done.",
    "note.never_mind": "All right: nothing has changed.",
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
        "This button is no good any more: it is damaged, or from another time. /board shows the board afresh."
    ),
    "no.unknown_command": "I do not know /{command}. /help lists what I understand.",
    "no.not_prepared": (
        "Something went wrong here before I could see to /{command}. Nothing has changed; please try once more."
    ),
    "no.no_command": "I listen to commands, such as /play sahara. /help lists them.",
    "no.missing": "Something is missing: {usage}",
    "no.too_much": "“{detail}” is more than I expected: {usage}",
    "no.too_long": "That is too long for me. A command has at most {most} characters, a message 2000.",
    "no.unknown_game": "I do not know the game “{detail}”. I know: {games}.",
    "no.unknown_person": "I do not know anybody called “{name}” here. They must have been here once.",
    "no.a_bot": "{detail} is a bot, and bots do not play here. Name a person, or nobody.",
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
    "no.own_offer": "The offer is your own; the answer is {name}'s.",
    "no.already_offered": "Your draw offer stands already; the answer is {name}'s.",
    "no.not_over": "This match is not over yet.",
    "no.still_sealed": "This match is not over: its seed stays a secret until then.",
    "no.said_twice": "“{name}” is said twice. Which one do you mean?",
    "no.no_more_rematches": "There have been many rematches of this match. /play starts a new one.",
    "no.oops": "Something went wrong on my side. /board shows how the match stands. (Report {request})",
    # Two accounts of one person
    "link.code": (
        "Your code is {code}. Within {minutes} minutes, tell me /link {code} on another platform, and your account "
        "there and this one are one player. Show it to nobody: whoever uses it plays your matches."
    ),
    "link.joined": "{name} on {platform} and this account are one player now: go on from either.",
    "link.own": "That is your own code: type it on another platform, where you have another account.",
    "no.link_code": "That code is no good: wrong, used, or too old. /link on the other platform gives a new one.",
    "no.link_locked": "Too many codes were wrong. Wait {minutes} minutes, then try again.",
    "no.link_platform": "One player has one account on each platform: a code joins accounts of different platforms.",
    "no.link_busy": (
        "These accounts cannot be joined while matches or challenges of both are under way. End those of one of them "
        "(/matches lists them; play to the end, /resign, or press Cancel), then ask for a new code."
    ),
    "platform.discord": "Discord",
    "platform.telegram": "Telegram",
    "platform.web": "the web chat",
    # Lists
    "matches.none": "You have no running match. /play starts one.",
    "matches.line": "{match} · {game} against {opponent} · {whose}, {since}",
    "matches.yours": "your turn",
    "matches.theirs": "{name}'s turn",
    "matches.challenge": "{match} · {game}, challenge to {opponent}, {since}",
    "short.running": "{game} against {opponent}, {whose}",
    "short.challenge": "{game}, your challenge to {opponent}",
    "short.invited": "{game}, a challenge by {opponent}",
    "short.over": "{game} against {opponent}, over",
    "since.now": "just now",
    "since.minutes": {"one": "for {count} minute", "other": "for {count} minutes"},
    "since.hours": {"one": "for {count} hour", "other": "for {count} hours"},
    "since.days": {"one": "for {count} day", "other": "for {count} days"},
    # Help, rules, verify
    "help.text": (
        "I am Tischrand, a table for two in your chat.\n"
        "{games}\n"
        "/play GAME starts a challenge; whoever presses Accept plays against you.\n"
        "/play GAME NAME challenges one person; house rules follow, such as target=30.\n"
        "Press the buttons under the board to move, or type /move 4.\n"
        "My view shows the board from your side, to you alone.\n"
        "/rules GAME explains a game, /matches lists yours, /board brings a board back.\n"
        "/resign, /draw and /rematch do what they say.\n"
        "/join CODE takes a challenge from any platform; /link joins your accounts on two.\n"
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
    "verify.seen_by": "What {name} saw first:",
    "rules.first": "Ada",
    "rules.second": "Ben",
}
