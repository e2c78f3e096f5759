"""What the bot says in English about each game: its name, its facts, its refusals, its rules."""

from __future__ import annotations

from collections.abc import Mapping

GAMES: dict[str, str | Mapping[str, str]] = {
    # Sahara
    "sahara.name": "Sahara",
    "sahara.summary": "sow beans round the board and gather the most",
    "sahara.choice.here": "Pass the store by",
    "sahara.choice.feed": "Feed the store",
    "sahara.stored": "{seat} sowed hollow {hollow} and ended in the store: another move.",
    "sahara.captured": "{seat} sowed hollow {hollow} to hollow {last} and captured {beans} beans: another move.",
    "sahara.ended_own": "{seat} sowed hollow {hollow} and ended in hollow {last} of the same side.",
    "sahara.ended_other": "{seat} sowed hollow {hollow} and ended in {other}'s hollow {last}.",
    "sahara.ended_fed": "{seat} sowed hollow {hollow} and ended in {other}'s store.",
    "sahara.came_round": "The {count} beans came round to where they began.",
    "sahara.earlier": "{seat} first sowed {hollows}.",
    "sahara.fed": {
        "one": "On the way {count} bean went into {other}'s store.",
        "other": "On the way {count} beans went into {other}'s store.",
    },
    "sahara.emptied": {
        "one": "{seat}'s own side is empty: the last bean on the other goes to {seat}.",
        "other": "{seat}'s own side is empty: the {count} beans on the other go to {seat}.",
    },
    "sahara.emptied_both": "Both sides are empty.",
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
    "sahara.illegal.feed_too_short": {
        "one": "the bean in hollow {hollow} does not reach the foreign store; it takes {needed}.",
        "other": "the {count} beans in hollow {hollow} do not reach the foreign store; it takes {needed}.",
    },
    "sahara.expected": "a hollow from 1 to 6, such as 4, or 6 feed",
    "sahara.rules.aim": (
        "Each player has six hollows with three beans each, and a store at the right. On your turn take all "
        "beans of one of your hollows and drop them one by one to the right: into your hollows, your store, "
        "then your opponent's hollows, and round again. Your opponent's store is left out. "
        "Who gathers more beans wins."
    ),
    "sahara.rules.store": "If the last bean falls into your store, you move again. Here: hollow 4.",
    "sahara.rules.capture": (
        "If the last bean falls into an empty hollow of yours and beans lie opposite, all of these go into "
        "your store, and you move again. Here: hollow 1."
    ),
    "sahara.rules.end": (
        "If your move leaves your own side empty, the game ends, and you take the beans left on the other. "
        "If you have nothing to sow when it is your turn, you are skipped."
    ),
    "sahara.rules.house_rules": (
        "House rules: target=30, 40 or 50 plays a series; the winner of each game gets the difference in beans, "
        "and who begins alternates. foreign_store=choice lets you drop beans into your opponent's store "
        "when you pass it: 6 feed. A sowing that ends there ends your turn."
    ),
    # Sator
    "sator.name": "Sator",
    "sator.summary": "slip a piece with a white dot across the board",
    "sator.prompt.hide": "Choose two files for your red dots.",
    "sator.ready": "{seat} has hidden the dots.",
    "sator.stepped": "{seat} stepped from {start} to {target}.",
    "sator.captured_white": "{seat} captured the piece on {target} from {start}. It had a white dot.",
    "sator.captured_red": "{seat} captured the piece on {target} from {start}. It had a red dot: both leave.",
    "sator.arrived_white": "The piece on {target} shows a white dot!",
    "sator.arrived_red": "The piece on {target} shows a red dot and stays there.",
    "sator.skipped": "{other} cannot act: {seat} goes on.",
    "sator.earlier": "{seat} first went {ways}.",
    "sator.side": "{seat}'s pieces: {pieces}.",
    "sator.side_white": "White dots of {seat}: {pieces}.",
    "sator.side_red": "Red dots of {seat}: {pieces}.",
    "sator.side_empty": "{seat} has no piece left.",
    "sator.fallen": "Pieces of {seat} off the board, in order: {dots} (w white dot, r red dot, u unseen by others).",
    "sator.reason.arrival": "A white dot is across.",
    "sator.reason.advance": "Nobody can act any more: the most advanced pieces decide.",
    "sator.illegal.set_up_first": "hide your red dots first, such as hide b d.",
    "sator.illegal.set_up_is_over": "the dots are hidden already.",
    "sator.illegal.two_files_in_order": "name two different files from a to e.",
    "sator.illegal.no_piece": "no piece stands on {square}.",
    "sator.illegal.not_your_piece": "the piece on {square} is not yours.",
    "sator.illegal.piece_has_arrived": "the piece on {square} has arrived and stays.",
    "sator.illegal.not_ahead": "{target} is not one square ahead of {start}.",
    "sator.illegal.blocked": "{square} is taken; one steps onto empty squares only.",
    "sator.illegal.nothing_to_capture": "nothing stands on {square}; one goes diagonally only to capture.",
    "sator.illegal.own_piece": "your own piece stands on {square}.",
    "sator.expected": "hide and two files, such as hide b d, or two squares, such as b1 b2",
    "sator.rules.set_up": (
        "Be the first to bring a piece with a white dot to the far row. Ada's pieces start on row 1 and begin, Ben's "
        "on row 5. "
        "Each player has five pieces. Below three of them is a white dot, below two a red one. You choose "
        "the files of your red dots in secret, such as hide b d; your opponent sees none of your dots until play reveals it."
    ),
    "sator.rules.capture": (
        "A piece steps one square straight ahead onto an empty square, or captures an enemy piece one square "
        "diagonally ahead. The captured piece leaves and shows its dot. You have to act if you can, "
        "but whether to capture is your choice, unless nothing else is possible. Here: c4 b3."
    ),
    "sator.rules.red": (
        "If the captured dot is red, the captor leaves as well, even from the far row, and its own dot stays "
        "a secret. Here: e4 d3."
    ),
    "sator.rules.arrival": "A piece with a white dot that reaches the far row wins at once. Here: b4 b5.",
    "sator.rules.end": (
        "A piece with a red dot that gets there stays, and everybody knows that it is red. A player who cannot "
        "act is skipped. When nobody can act, the most advanced pieces win, compared one by one."
    ),
    # Stacko
    "stacko.name": "Stacko",
    "stacko.summary": "sort a tower of ten parts, one exchange a turn",
    "stacko.choice.draw": "Draw another",
    "stacko.choice.pass": "Pass it on",
    "stacko.drew": "{seat} refused part {refused} and drew part {part}.",
    "stacko.reshuffled": "The discards were shuffled into a new talon.",
    "stacko.built": "{seat} built part {part} into place {place}; part {out} came out.",
    "stacko.passed": "{seat} passed part {part} on.",
    "stacko.round_finished": "{seat}'s tower is finished! The round: {first} {points}, {second} {others}.",
    "stacko.round_capped": "The round has lasted too long. It counts {first} {points}, {second} {others}.",
    "stacko.points": "Points so far: {first} {points}, {second} {others}.",
    "stacko.round": "Round {number} of 2. In the towers x is hidden and * was built in openly.",
    "stacko.tower": "{seat}'s tower from the bottom up: {parts}.",
    "stacko.in_hand_offered": "Part {part} is offered to {seat}.",
    "stacko.in_hand_drawn": "{seat} drew part {part}.",
    "stacko.talon": {"one": "{count} part in the talon.", "other": "{count} parts in the talon."},
    "stacko.discards": "Discards, oldest first: {parts}.",
    "stacko.reason.points": "Both rounds are played: {score}.",
    "stacko.illegal.no_such_place": "there is no place {place}; towers have places 1 to 10.",
    "stacko.illegal.already_drawn": "you drew part {part} already: build it or pass.",
    "stacko.illegal.draw_first": "part {offer} is only on offer: build it or draw another.",
    "stacko.expected": "a place from 1 (lowest) to 10, or draw, or pass",
    "stacko.rules.aim": (
        "Each player has a tower of ten parts, numbered 1 (narrowest) to 40 (widest). Be the first to sort it: "
        "every part has to lie on a wider one. You know your own tower, your opponent knows his."
    ),
    "stacko.rules.turn": (
        "A part is offered to you. Build it into any of your ten places: the part that comes out is offered "
        "to your opponent. Here: 7."
    ),
    "stacko.rules.draw": (
        "Or draw another part; the offer is gone then. Build the drawn part, or pass it on as your opponent's "
        "offer. When the talon is used up, the refused parts are shuffled."
    ),
    "stacko.rules.secrets": (
        "Everybody sees the parts that were built in; they bear an eye. What was dealt stays hidden. "
        "This is what spectators see."
    ),
    "stacko.rules.score": (
        "A finished tower ends the round and gives 50 points; the other player gets 5 for each part that lies "
        "right from the bottom up, the bottom one always counting. After two rounds the higher sum wins."
    ),
    # Sato
    "sato.name": "Sato",
    "sato.summary": "lay and stack three-coloured hexagons, and let your dots show",
    "sato.choice.take": "Take back …",
    "sato.prompt.take": "Which stone do you take back?",
    "sato.choice.keep": "Take nothing",
    "sato.choice.pass": "Lay nothing",
    "sato.choice.done": "No more",
    "sato.drew": "{seat} drew {stone}.",
    "sato.drew_unseen": "{seat} drew a stone.",
    "sato.laid": "{seat} laid {stone}.",
    "sato.completed_red": "That makes a red sato at {point}.",
    "sato.completed_orange": "That makes an orange sato at {point}.",
    "sato.completed_yellow": "That makes a yellow sato at {point}.",
    "sato.completed_green": "That makes a green sato at {point}.",
    "sato.completed_blue": "That makes a blue sato at {point}.",
    "sato.completed_violet": "That makes a violet sato at {point}.",
    "sato.covered": "It covers the sato at {point}.",
    "sato.made": "New satos: {satos}.",
    "sato.took_several": "{seat} took back {stones}.",
    "sato.took": "{seat} took {stone} back from {point}.",
    "sato.kept": "{seat} took nothing.",
    "sato.passed": "{seat} laid nothing.",
    "sato.stuck": "{seat} could lay nothing.",
    "sato.stopped": "{seat} laid no further stone.",
    "sato.score": "If it ended now: {first} (black dots) {points}, {second} (white dots) {others}.",
    "sato.table": "The table goes from a1 to {corner}.",
    "sato.level": "Level {level}: {stones}.",
    "sato.free_satos": "Free satos: {satos}.",
    "sato.supply": "{seat} has {stones}.",
    "sato.supply_empty": "{seat} has no stone.",
    "sato.supply_unseen": {
        "one": "{seat} has {count} hidden stone.",
        "other": "{seat} has {count} hidden stones.",
    },
    "sato.supply_partly": {
        "one": "{seat} has {stones} and {count} hidden stone.",
        "other": "{seat} has {stones} and {count} hidden stones.",
    },
    "sato.stack": {"one": "{count} stone to draw.", "other": "{count} stones to draw."},
    "sato.next": "The next stone is {stone}.",
    "sato.known": "{seat} took back openly: {stones}.",
    "sato.around": "Around {point}, by side: {sides}.",
    "sato.ways": "Colours at the sides n, ne, se, s, sw, nw: {ways}.",
    "sato.every_way": (
        "Both faces and all turns fit, w0 to w5 and b0 to b5. Colours at the sides n, ne, se, s, sw, nw: {ways}. "
        "Each turn more moves them one side anticlockwise."
    ),
    "sato.would_make": "{way} would make a sato: {satos}.",
    "sato.asked_take": "{seat} may take a stone back.",
    "sato.asked_extra": "{seat} may lay another stone.",
    "sato.reason.declined": "The stack is empty and nothing more was laid: {score}.",
    "sato.reason.stuck": "Nothing fits any more: {score}.",
    "sato.illegal.not_asked": "now it is about {asked}.",
    "sato.illegal.must_lay": "with {supply} stones you have to lay one while one fits.",
    "sato.illegal.no_passing": "you have to lay a stone while one fits.",
    "sato.illegal.not_in_supply": "you do not have {stone}.",
    "sato.illegal.no_such_turn": "there is no turn {turn}; stones turn 0 to 5.",
    "sato.illegal.off_the_table": "at {point} the stone would jut out over the table's edge.",
    "sato.illegal.occupied": "a stone lies on {point}.",
    "sato.illegal.no_free_sato": "there is no free sato at {point}.",
    "sato.illegal.too_few_neighbours": (
        "at {point} the stone would touch {neighbours} others; it has to touch {needed}."
    ),
    "sato.illegal.colours_differ": (
        "at {point} {colour} would meet {neighbour_colour} of the stone at {neighbour}."
    ),
    "sato.word.placement": "a placement",
    "sato.word.take": "what to take back",
    "sato.word.extra": "another placement",
    "sato.word.r": "red",
    "sato.word.o": "orange",
    "sato.word.y": "yellow",
    "sato.word.g": "green",
    "sato.word.b": "blue",
    "sato.word.v": "violet",
    "sato.illegal.nothing_there": "no stone lies on {point}.",
    "sato.illegal.covered": "something lies on the stone at {point}.",
    "sato.illegal.in_a_sato": "the stone at {point} is part of a sato.",
    "sato.illegal.higher_level": "the stone at {point} lies higher than the one just laid.",
    "sato.expected": "stone, point, face and turn, such as roy c3 w2, or take c3, keep, pass, done",
    "sato.rules.stones": (
        "Let more dots of your colour show at the end: Black begins. The first stone goes anywhere on the table. "
        "Stones are hexagons of three colours; one face has white dots, the other black ones. Draw a stone "
        "at the start of your turn, then you may lay one from your supply, either face up. A stone has to touch at least two "
        "others and match all edges it touches; the second stone of the game has to touch one. "
        "With six stones or more you have to lay, if any fits."
    ),
    "sato.rules.notation": (
        "A typed move names stone, point, face and turn. A stone is called by the colours of its white face, "
        "anticlockwise from the earliest in r o y g b v (red, orange, yellow, green, blue, violet). Columns have letters "
        "from the left, rows have numbers from below, and columns b, d, f and so on lie half a row higher. c3e and c3w are "
        "the east and west corner of the cell c3. w or b is the face that shows. The turn tells where the tip of the first "
        "colour points: 0 east, 1 north-east, 2 north-west, 3 west, 4 south-west, 5 south-east. Here: ybg c1 w1."
    ),
    "sato.rules.sato": (
        "Where three stones meet with the same colour they make a sato: here a yellow one at d1w."
    ),
    "sato.rules.cover": (
        "A stone may be laid on a free sato, one level higher. It has to match only stones of its own level. "
        "It hides the three dots below it, and you may lay another stone at once."
    ),
    "sato.rules.take": (
        "Whoever completes a sato may take one stone back: of the same level or a lower one, "
        "in no sato, and with nothing on it. Here: take d2."
    ),
    "sato.rules.end": (
        "When the stack is used up and a player lays nothing, the game ends. Black scores the black dots that "
        "are to be seen, White the white ones, and each gets 3 points for every stone left in the other's supply."
    ),
    "sato.rules.house_rules": (
        "House rules: variant=split deals all stones out at the start, one has to be laid each turn, and whoever "
        "cannot ends the game; variant=hidden draws from a bag into hidden supplies. "
        "table=small, medium or large sets the size of the table."
    ),
}
