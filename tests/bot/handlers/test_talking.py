"""What players say to each other: carried to where they are, harmless, wanted, once, and kept apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.commands import read_bare
from bot.domain.remarks import HEARD_FOR, KEPT_FOR, MOST_CHARACTERS, PHRASES, phrase
from bot.domain.terms import DAY
from bot.handlers.access import Rate
from bot.interface import Account, ChangeChat, Chat, RetryLater, SayPhrase, Screen, ShowPhrases, ShowSettings
from bot.texts import LANGUAGES
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, UNHURRIED, House, Seen, private_chat
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, own_chat
from tests.storage.facts import jobs_of

FREE = replace(UNHURRIED, words=Rate(1_000_000, 60))
JOINER = "\u2060"


pytestmark = pytest.mark.house(rates=FREE, plays=True)


async def alone(house: House) -> None:
    """Ada and Ben play, each in their private chat."""
    await house.start_alone("/play sahara Ben")


def heard(house: House, chat: Chat) -> list[Screen]:
    """The words that have come to a chat."""
    shown = [one.message for one in house.platform.in_chat(chat)]
    return [message for message in shown if "Answer …" in house.labels(message)]


def code_of(house: House, chat: Chat = CHANNEL) -> MatchId:
    return house.board(chat).code


def told(answer: Seen) -> str:
    return (answer.note or answer.update or Screen("")).text


async def pressed(house: House, who: Account, label: str, note: Screen) -> Seen:
    """A button of a note, and what is carried then."""
    answer = await house.press_note(who, label, note)
    await house.settled()
    return answer


# Carried to where they are


async def test_words_come_to_the_private_chat_of_who_plays_there_without_a_sound(house: House) -> None:
    await alone(house)
    answer = await house.type(ADA, "/say  that was   close", private_chat(ADA))
    (message,) = heard(house, private_chat(BEN))
    assert message.text == "Ada: “that was close”"
    assert message.title.startswith("Sahara · ")
    assert (message.image, message.awaits, message.pings) == (None, (), False)
    assert told(answer) == "Sent. Ben will not see it if they have muted you or turned chat off."
    assert heard(house, private_chat(ADA)) == []
    opened = (await house.press(BEN, "Answer …", house.board(private_chat(BEN)))).noted
    await pressed(house, BEN, "Thank you!", opened)
    assert [one.text for one in heard(house, private_chat(ADA))] == ["Ben: “Thank you!”"]


async def test_what_only_the_bot_reads_can_be_sent_to_the_opponent(house: House) -> None:
    """What was typed without a command, alone with the bot, while a match with a person runs."""
    await alone(house)
    asked = (await house.ask(ADA, read_bare("That was close!"), private_chat(ADA))).noted
    assert asked.text == "Only I read this chat. This sends it to your opponent: /say That was close!"
    await pressed(house, ADA, "/say That was close!", asked)
    assert [message.text for message in heard(house, private_chat(BEN))] == ["Ada: “That was close!”"]
    answer = await house.ask(CLEO, read_bare("That was close!"), private_chat(CLEO))
    assert answer.noted.text.startswith("I listen to commands")


async def test_where_both_play_in_a_channel_it_tells_who_says_it_to_whom(house: House) -> None:
    await house.start()
    opened = await house.press(BEN, "Say …")
    assert opened.note
    assert opened.update is None
    await pressed(house, BEN, "Good luck!", opened.note)
    (said,) = heard(house, CHANNEL)
    assert said.text == "Ben to Ada: “Good luck!”"
    buttons = [button for row in said.rows for button in row]
    assert [button.label for button in buttons] == ["Answer …", "Mute Ben", "Report …"]
    assert {button.not_for for button in buttons} == {(BEN,)}, "its author has nothing to answer or report"
    assert heard(house, private_chat(ADA)) == []


async def test_each_hears_set_phrases_in_their_own_language(house: House) -> None:
    await alone(house)
    await house.type(BEN, "/settings language=de", private_chat(BEN))
    await house.type(ADA, "/settings language=ca", private_chat(ADA))
    code = code_of(house, private_chat(ADA))
    for line in ("/say good game", "/say BONA PARTIDA", "/say Schöne Partie!", "/say good_game"):
        await house.type(ADA, line, private_chat(ADA))
    await house.ask(BEN, SayPhrase(code, "thanks"), private_chat(BEN))
    texts = [one.message.text for one in house.platform.in_chat(private_chat(BEN))]
    assert texts.count("Ada: „Schöne Partie!“") == 4
    assert house.board(private_chat(ADA)).message.text == "Ben: «Gràcies!»"


@pytest.mark.house(kind=Houses, rates=FREE)
async def test_across_platforms(house: Houses) -> None:
    await house.meet(ADA, BEN_THERE)
    await house.type(ADA, "/play sahara")
    code = code_of(house)
    await house.type(BEN_THERE, f"/join {code}", own_chat(BEN_THERE))
    await house.type(ADA, "/say good game")
    await house.type(BEN_THERE, f"/say same to you {code}", own_chat(BEN_THERE))
    assert house.other.in_chat(own_chat(BEN_THERE))[-1].message.text == "Ada: “Good game!”"
    assert house.board().message.text == "Ben there to Ada: “same to you”"
    assert ELSEWHERE not in {one.chat for one in house.other.messages.values()}
    assert ADA_THERE.id not in str(house.other.messages)


@pytest.mark.parametrize("fault", [RetryLater(1), ZeroDivisionError()])
async def test_what_cannot_be_delivered_now_comes_later(house: House, fault: Exception) -> None:
    await alone(house)
    house.platform.faults = [fault]
    await house.type(ADA, "/say one", private_chat(ADA))
    assert heard(house, private_chat(BEN)) == []
    await house.wait(60)
    assert [one.text for one in heard(house, private_chat(BEN))] == ["Ada: “one”"]


async def test_who_has_closed_their_chat_reads_it_when_it_is_open_again(house: House) -> None:
    await alone(house)
    house.platform.closed = {private_chat(BEN).id}
    for words in ("one", "two"):
        await house.type(ADA, f"/say {words}", private_chat(ADA))
    await house.wait(60)
    house.platform.closed = set()
    await house.type(BEN, "/help", private_chat(BEN))
    await house.wait(60)
    assert [one.text for one in heard(house, private_chat(BEN))] == ["Ada: “one”", "Ada: “two”"]


async def test_what_waits_for_a_closed_chat_holds_nothing_else_up_for_long(house: House) -> None:
    await alone(house)
    house.platform.closed = {private_chat(BEN).id}
    await house.type(ADA, "/say one", private_chat(ADA))
    await house.type(BEN, "/say two", private_chat(BEN))
    await house.wait(60)
    assert [one.text for one in heard(house, private_chat(ADA))] == ["Ben: “two”"]


async def test_after_a_kill_between_posting_and_noting_it_stands_there_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alone(house)

    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(house.store.talk, "post_remark", killed)
        await house.type(ADA, "/say one", private_chat(ADA))
    calls = house.platform.calls
    await house.restart()
    await house.wait(60)
    assert len(heard(house, private_chat(BEN))) == 1
    assert house.platform.calls == calls + 1, "it was posted again, under the same nonce"
    assert await jobs_of(house.store) == ()


async def test_the_same_press_says_it_once(house: House) -> None:
    await alone(house)
    for _ in range(2):
        await house.type(ADA, "/say one", private_chat(ADA), press="again")
    assert len(heard(house, private_chat(BEN))) == 1


# Harmless, short, and slow


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("@everyone and @ben", f"@{JOINER}everyone and @{JOINER}ben"),
        ("see http://evil.example/x", f"see http:{JOINER}//{JOINER}evil.{JOINER}example/{JOINER}x"),
        ("/resign #tag $CASH", f"/{JOINER}resign #{JOINER}tag ${JOINER}CASH"),
        ("line\nAda: “I resign”\r\n\x00\x07\ud800", "line Ada: “I resign” ?"),
        ("abc\u202edcba\u200b", "abcdcba"),
        ("*bold* _it_ <b>x `c` ||s||", "*bold* _it_ <b>x `c` ||s||"),
        ("👩\u200d🚀 ok", "👩\u200d🚀 ok"),
    ],
)
async def test_words_are_one_plain_line(house: House, typed: str, shown: str) -> None:
    await alone(house)
    await house.type(ADA, f"/say {typed}", private_chat(ADA))
    (message,) = heard(house, private_chat(BEN))
    assert message.text == f"Ada: “{shown}”"


@pytest.mark.parametrize("length", [MOST_CHARACTERS + 1, 10_240])
async def test_long_words_are_refused_and_the_limit_is_told(house: House, length: int) -> None:
    await alone(house)
    await house.type(ADA, f"/say {'w' * length}", private_chat(ADA))
    assert house.note(ADA) == "That message is too long: at most 200 characters."
    await house.type(ADA, f"/say {'w' * MOST_CHARACTERS}", private_chat(ADA))
    assert [one.text for one in heard(house, private_chat(BEN))] == [f"Ada: “{'w' * MOST_CHARACTERS}”"]


async def test_words_without_anything_to_read_are_refused(house: House) -> None:
    await alone(house)
    await house.type(ADA, "/say \u200b \u202e", private_chat(ADA))
    assert house.note(ADA) == "That message is empty."


@pytest.mark.house
async def test_who_says_a_lot_has_to_wait(house: House) -> None:
    await alone(house)
    for number in range(7):
        await house.type(ADA, f"/say {number}", private_chat(ADA))
    assert house.note(ADA) == "One message at a time. Wait 15 seconds, please."
    assert len(heard(house, private_chat(BEN))) == 5
    await house.type(BEN, "/say hello", private_chat(BEN))
    assert len(heard(house, private_chat(ADA))) == 1, "each has their own pace"
    await house.wait(15)
    await house.type(ADA, "/say 7", private_chat(ADA))
    assert len(heard(house, private_chat(BEN))) == 6


# Wanted


async def test_who_is_muted_is_not_heard_and_not_told(house: House) -> None:
    await alone(house)
    before = await house.type(ADA, "/say one", private_chat(ADA))
    answer = await house.press(BEN, "Mute Ada", house.board(private_chat(BEN)))
    assert told(answer) == "You will not see messages from Ada."
    assert answer.update is None, "the words stay as they are"
    assert told(before) == told(await house.type(ADA, "/say two", private_chat(ADA)))
    await house.restart()
    await house.wait(60)
    assert len(heard(house, private_chat(BEN))) == 1
    page = (await house.ask(BEN, ShowSettings("blocks"), private_chat(BEN))).noted
    assert "Muted: Ada" in page.text
    assert "Unmute Ada" in house.labels(page)
    phrases = await house.type(BEN, "/say", private_chat(BEN))
    assert "You will not see messages from Ada" in told(phrases)
    assert phrases.note
    await house.press_note(BEN, "Unmute Ada", phrases.note)
    await house.type(ADA, "/say three", private_chat(ADA))
    assert [one.text for one in heard(house, private_chat(BEN))][1:] == ["Ada: “three”"]


@pytest.mark.parametrize("setting", ["words=off", "block=Ada"])
async def test_who_wants_no_words_gets_none(house: House, setting: str) -> None:
    await alone(house)
    await house.type(BEN, f"/settings {setting}", private_chat(BEN))
    answer = await house.type(ADA, "/say one", private_chat(ADA))
    assert told(answer) == "Sent. Ben will not see it if they have muted you or turned chat off."
    assert heard(house, private_chat(BEN)) == []
    assert await jobs_of(house.store) == ()


async def test_nobody_mutes_themselves(house: House) -> None:
    await house.start()
    await house.type(BEN, "/say one")
    await house.press(BEN, "Mute Ben")
    assert house.note(BEN) == "You cannot mute yourself."


async def test_a_chat_can_be_without_words(house: House) -> None:
    await house.start()
    house.managers = {ADA.id}
    first = (await house.ask(ADA, ShowSettings("chat", place="channel"), CHANNEL)).noted
    page = (await house.press_note(ADA, "Other people", first)).updated
    assert "Player chat: on" in page.text
    chat = (await house.press_note(ADA, "Turn player chat off", page)).updated
    assert "Player chat: off" in chat.text
    for where in (CHANNEL, private_chat(BEN)):
        await house.type(BEN, f"/say one {code_of(house)}", where)
        assert house.note(BEN).startswith("Player chat is turned off here")
    assert heard(house, CHANNEL) == heard(house, private_chat(ADA)) == []
    await house.press_note(ADA, "Turn player chat on", chat)
    await house.type(BEN, "/say one")
    assert len(heard(house, CHANNEL)) == 1


async def test_a_spectator_silences_no_match_by_bringing_it_to_a_chat_without_words(house: House) -> None:
    await house.start()
    own, house.managers = Chat("fake", "own", private=False), {CLEO.id}
    await house.type(CLEO, f"/board {code_of(house)}", own)
    await house.ask(CLEO, ChangeChat("own", ("words=off",)), own)
    await house.type(BEN, "/say one")
    assert len(heard(house, CHANNEL)) == 1
    assert heard(house, own) == []


# To whom


async def test_a_spectator_says_nothing(house: House) -> None:
    await house.start()
    await house.press_note(CLEO, "Say …", await house.more(ADA))
    assert "You do not play in this match" in house.note(CLEO)
    await house.type(CLEO, f"/say hello {code_of(house)}")
    await house.ask(CLEO, SayPhrase(code_of(house), "hello"), CHANNEL)
    assert heard(house, CHANNEL) == []


async def test_the_robot_does_not_talk(house: House) -> None:
    await house.type(ADA, "/play sahara robot", private_chat(ADA))
    board = house.board(private_chat(ADA))
    assert "Say …" not in house.labels(board.message)
    await house.type(ADA, f"/say hello {code_of(house, private_chat(ADA))}", private_chat(ADA))
    assert house.note(ADA) == "Robots do not chat."
    await house.type(ADA, "/say hello", private_chat(ADA))
    assert house.note(ADA) == "You have no match with another person."


async def test_in_a_challenge_there_is_nobody_to_talk_to(house: House) -> None:
    await house.type(ADA, "/play sahara")
    await house.type(ADA, f"/say hello {code_of(house)}")
    assert "has not started" in house.note(ADA) or "not begun" in house.note(ADA)


async def test_a_good_game_can_be_said_for_a_day_after_the_end(house: House) -> None:
    await house.start()
    code = code_of(house)
    await house.resign(ADA, code)
    house.now += HEARD_FOR
    await house.type(BEN, "/say good game")
    assert heard(house, CHANNEL)[-1].text == "Ben to Ada: “Good game!”"
    house.now += 1
    await house.type(BEN, "/say good game")
    assert house.note(BEN) == "This match has been over for more than a day."


async def test_with_several_opponents_it_is_asked_to_whom(house: House) -> None:
    await alone(house)
    await house.type(ADA, "/say hello", private_chat(ADA))
    await house.meet(CLEO)
    await house.type(ADA, "/play sato Cleo", private_chat(ADA))
    await house.press(CLEO, "Accept", house.board(private_chat(CLEO)))
    asked = await house.type(ADA, "/say well, hm", private_chat(ADA))
    assert asked.note
    assert asked.note.text == "Which match do you mean?"
    (label,) = [one for one in house.labels(asked.note) if "Cleo" in one]
    await pressed(house, ADA, label, asked.note)
    assert heard(house, private_chat(CLEO))[-1].text == "Ada: “well, hm”"
    asked = await house.type(ADA, f"/say {'long words ' * 9} :)", private_chat(ADA))
    assert asked.note
    assert asked.note.text.startswith("To whom? Put the code of a match after your message")
    opened = await house.press_note(ADA, label, asked.note)
    assert told(opened).startswith("What do you want to say to Cleo?")
    assert len(heard(house, private_chat(BEN))) == 1


@pytest.mark.parametrize("chat", [private_chat(ADA), CHANNEL], ids=["private", "channel"])
@pytest.mark.parametrize("moved", [0, 1])
async def test_of_several_matches_with_one_opponent_the_last_that_moved_is_spoken_in(
    house: House, chat: Chat, moved: int
) -> None:
    await house.meet(ADA, BEN)
    bens, codes = private_chat(BEN) if chat.private else chat, list[MatchId]()
    for _ in range(2):
        await house.type(ADA, "/play sahara ben begins=me", chat)
        await house.press(BEN, "Accept", house.board(bens))
        codes.append(code_of(house, bens))
        house.now += 60
    await house.type(ADA, f"/move 1 {codes[moved]}", chat)
    await house.type(ADA, "/say hello", chat)
    assert house.button(heard(house, bens)[-1], "Answer …").request == ShowPhrases(codes[moved])


# Kept apart, and not for long


async def test_words_are_not_in_the_log_and_gone_after_a_week(house: House) -> None:
    await alone(house)
    code = code_of(house, private_chat(ADA))
    log = await house.store.matches.load(code)
    await house.type(ADA, "/say zwetschge", private_chat(ADA))
    assert await house.store.matches.load(code) == log
    player = await house.services.accounts.register(ADA)
    assert len(await house.store.talk.remarks_of(player)) == 1
    await house.wait(KEPT_FOR - DAY)
    assert len(await house.store.talk.remarks_of(player)) == 1
    await house.wait(DAY)
    assert await house.store.talk.remarks_of(player) == ()


def test_a_set_phrase_is_known_in_every_language_and_fits_every_screen() -> None:
    for texts in LANGUAGES.values():
        said = [phrase(key, texts) for key in PHRASES]
        assert len({*said}) == len(PHRASES)


async def test_set_phrases_are_completed(house: House) -> None:
    async def offered(typed: str, who: Account = ADA) -> list[str]:
        found = await house.dispatcher.complete(who, private_chat(who), typed)
        return [one.line for one in found]

    assert "/say" in await offered("/sa")
    assert len(await offered("/say ")) == len(PHRASES)
    assert await offered("/say good g") == ["/say good game!"]
    assert await offered("/say good game! ") == [], "nothing is left to say"
    assert await offered("/say nothing like that") == []
