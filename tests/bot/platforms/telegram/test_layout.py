"""How messages look on Telegram: nothing it refuses, nothing that a name could turn into something else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.interface import Account, Button, CancelChallenge, Chat, Choose, Help, Image, Link, Screen
from bot.platforms import callback_data
from bot.platforms.telegram import chat_ids, layout
from bot.platforms.telegram.features import Features
from bot.texts import texts_for, units
from games.events import MatchId
from tests.loopback.telegram.entities import parse_html, trimmed, with_found

GROUP = Chat("telegram", "-1001234567890", private=False)
TOPIC = Chat("telegram", "-1001234567890/7", private=False)
SMALL = Chat("telegram", "-4000001", private=False)
ADA = Chat("telegram", "1001", private=True)
WAY = layout.Way("tischrand_test_bot", texts_for("en"))
PICTURE = Image(b"png", "all of it in words", "board.png")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=3000) | st.from_regex(
    r"(<[a-z]+>|&[a-z]+;|@[a-z]{5}|https?://[a-z]+\.[a-z]+|[\U0001F600-\U0001F64F]| |\n|[a-z]{1,9}){0,400}",
    fullmatch=True,
)


@given(title=TEXTS, text=TEXTS, names=st.lists(TEXTS, max_size=2), picture=st.booleans())
def test_every_text_is_taken_as_it_stands(title: str, text: str, names: list[str], picture: bool) -> None:
    awaits = tuple(Account("telegram", str(1001 + n), name[:60]) for n, name in enumerate(names))
    message = Screen(text, title, PICTURE if picture else None, awaits=awaits, pings=True)
    shape = layout.shape(message, GROUP)
    plain, entities = parse_html(shape.text)
    assert units(plain) <= (layout.CAPTION_MAX if picture else layout.TEXT_MAX)
    assert {entity.type for entity in entities} <= {"bold", "text_mention"}
    assert picture or plain.strip()
    found = with_found(*trimmed(plain, entities))
    assert not [one for one in found if one.type in ("mention", "url")], "a name became a link"


@given(TEXTS, st.integers(20, 400))
def test_what_is_too_long_is_cut_and_says_so(text: str, most: int) -> None:
    cut = layout.fit(text, most)
    assert units(cut) <= most
    assert cut == text or cut.endswith("…")
    assert text.startswith(cut.removesuffix("…").removesuffix("\n"))


def test_the_end_goes_first_and_whole_lines() -> None:
    text = "\n".join([*("a line of the board",) * 4, "Seal of the deal: 0123456789"])
    assert layout.fit(text, units(text)) == text
    assert layout.fit(text, units(text) - 1) == "a line of the board\n" * 4 + "…"
    assert layout.fit("word " * 30, 40) == "word word word word word word word…"


@given(TEXTS, st.integers(20, 400))
def test_of_news_the_oldest_go(text: str, most: int) -> None:
    cut = layout.fit(text, most, news=True)
    assert units(cut) <= most
    assert cut == text or text.endswith(cut.removeprefix("…\n")) or cut.endswith("…")


def test_a_long_turn_never_hides_whose_turn_it_is() -> None:
    told = "\n".join(
        [*("Ben sowed hollow 4 and ended in hollow 5 of the same side.",) * 40, "It is Ada's turn."]
    )
    shape = layout.shape(Screen(told, "Sahara · Ada – Ben · K7QF2M", PICTURE), GROUP)
    assert shape.text.startswith("<b>Sahara · Ada – Ben · K7QF2M</b>\n…\nBen sowed")
    assert shape.text.endswith("It is Ada's turn.")


def test_days_and_times_are_told_by_the_reader_s_own_device() -> None:
    """Also where two of them are said in the same words: no entity of a time stands within another."""
    said = "Tue 24 Nov, 14:05 UTC"
    moments = ((said, 1795529100), (said, 1795529130), ("Wed 25 Nov, 9:00", 1795597200))
    told = Screen(f"Ada <b> until {said}.\nBen is away from Wed 25 Nov, 9:00.", moments=moments)
    plain, entities = parse_html(layout.shape(told, GROUP).text)
    assert plain == told.text
    assert [(one.type, one.unix_time, one.date_time_format) for one in entities] == [
        ("date_time", 1795529130, "wDt"),
        ("date_time", 1795597200, "wDt"),
    ]
    assert parse_html(layout.shape(told, GROUP, features=Features(recent=False)).text) == (told.text, ())


def test_fine_print_is_folded_also_where_its_end_is_cut() -> None:
    fine = "\n".join(f"Stone {number} & its <place>" for number in range(300))
    for long in (fine[:50], fine):
        plain, (quote,) = parse_html(
            layout.shape(Screen(f"It matches.\n{long}", fine_print=long), GROUP).text
        )
        assert quote.type == "expandable_blockquote"
        assert quote.offset == len("It matches.\n")
        assert quote.offset + quote.length == units(plain) <= layout.TEXT_MAX


def test_the_way_to_bring_the_bot_along_stands_in_private_chats_where_it_can_be_brought() -> None:
    told = Screen("What I am", invites=True)
    markup = layout.shape(told, ADA, WAY).markup
    assert markup
    assert markup["inline_keyboard"][-1][0]["url"] == "https://t.me/tischrand_test_bot?startgroup=new"
    assert layout.shape(told, GROUP).markup is None
    assert layout.shape(told, ADA, replace(WAY, joins=False)).markup is None


def test_the_one_to_act_is_mentioned_by_id_where_they_are_notified() -> None:
    ada, ben = Account("telegram", "1001", "<Ada>"), Account("discord", "5", "Ben")
    shape = layout.shape(Screen("Ada's turn.", awaits=(ada, ben), pings=True), GROUP)
    assert '<a href="tg://user?id=1001">&lt;Ada&gt;</a>' in shape.text
    assert "Ben" not in shape.text
    assert "tg://" not in layout.shape(Screen("Ada's turn.", awaits=(ada,)), GROUP).text


def test_a_mention_is_never_cut() -> None:
    ada = Account("telegram", "1001", "Ada")
    shape = layout.shape(Screen("x" * 5000, "t" * 500, PICTURE, awaits=(ada,), pings=True), GROUP)
    assert shape.text.endswith('<a href="tg://user?id=1001">Ada</a>')


@pytest.mark.parametrize(
    ("chat", "address"),
    [
        (GROUP, "https://t.me/c/1234567890/45"),
        (TOPIC, "https://t.me/c/1234567890/7/45"),
        (SMALL, None),
        (ADA, None),
    ],
)
def test_links_lead_to_messages_of_supergroups_only(chat: Chat, address: str | None) -> None:
    group, _ = chat_ids.address(chat)
    link = Link("K7QF2M", chat, chat_ids.message_id(group, 45))
    markup = layout.shape(Screen("The board has moved.", links=(link,)), chat).markup
    assert ([button["url"] for row in markup["inline_keyboard"] for button in row] if markup else [None]) == [
        address
    ]


def test_wide_rows_are_folded_and_too_many_buttons_refused() -> None:
    row = tuple(Button(str(n), Help()) for n in range(20))
    markup = layout.shape(Screen("choose", rows=(row,)), GROUP).markup
    assert markup is not None
    assert [len(row) for row in markup["inline_keyboard"]] == [7, 7, 6]
    with pytest.raises(layout.TooMuch):
        layout.shape(Screen("choose", rows=(row,) * 6), GROUP)


@pytest.mark.parametrize(
    ("labels", "rows"),
    [
        ("1 2 3 4 5 6", ["1 2 3 4 5 6"]),
        ("00:00 01:00 02:00 03:00 04:00", ["00:00 01:00 02:00 03:00 04:00"]),
        ("9 10 Weiteres~Teil~aufdecken", ["9 10", "Weiteres~Teil~aufdecken"]),
        ("Weiß~4 Weiß~5 Schwarz~0 Schwarz~1", ["Weiß~4 Weiß~5", "Schwarz~0 Schwarz~1"]),
        ("light dark patterns,~for~colour-blind~eyes", ["light dark", "patterns,~for~colour-blind~eyes"]),
        (
            "Mehr~Zeit~geben Remis~annehmen Remis~ablehnen Aufgeben",
            ["Mehr~Zeit~geben Remis~annehmen", "Remis~ablehnen Aufgeben"],
        ),
    ],
)
def test_a_row_is_folded_where_a_phone_would_cut_a_label_off(labels: str, rows: list[str]) -> None:
    row = tuple(Button(label, Help()) for label in labels.split())
    markup = layout.shape(Screen("choose", rows=(row,)), GROUP).markup
    assert markup is not None
    assert [" ".join(key["text"] for key in folded) for folded in markup["inline_keyboard"]] == rows


def test_a_button_keeps_its_label_style_and_request() -> None:
    danger = Button("Resign", Choose(MatchId("K7QF2M"), 3, ("4",), final=True, page=0), "danger")
    markup = layout.shape(Screen("", rows=((danger,),)), GROUP).markup
    assert markup is not None
    ((button,),) = markup["inline_keyboard"]
    assert (button["text"], button["callback_data"], button["style"]) == (
        "Resign",
        "c:K7QF2M:3:4:1:0",
        "danger",
    )


@pytest.mark.parametrize("letters", [47, 48, 49])
def test_a_payload_is_marked_as_one_of_a_note_where_the_mark_has_room(letters: int) -> None:
    request = Choose(MatchId("K7QF2M"), 3, ("x" * letters,), final=True, page=0)
    markup = layout.shape(Screen("", rows=((Button("4", request),),)), GROUP, mark=layout.PANEL).markup
    assert markup is not None
    payload, plain = markup["inline_keyboard"][0][0]["callback_data"], callback_data.encode(request)
    room = len(plain) < callback_data.PAYLOAD_MAX_BYTES
    assert payload == (f"{plain}{layout.PANEL}" if room else plain)
    assert len(payload) <= callback_data.PAYLOAD_MAX_BYTES


def test_what_cannot_be_chosen_keeps_its_place() -> None:
    row = tuple(Button(str(n), Help(), disabled=n == 2) for n in range(1, 4))
    markup = layout.shape(Screen("", rows=(row,)), GROUP).markup
    assert markup is not None
    assert [key["text"] for key in markup["inline_keyboard"][0]] == ["1", "2", "3"]
    assert markup["inline_keyboard"][0][1] == {"text": "2", "disabled": {}}


def test_ones_own_challenge_can_be_shared_from_the_private_chat_alone() -> None:
    challenge = Screen("A game of Sahara.", rows=((Button("Cancel", CancelChallenge(MatchId("K7QF2M"))),),))
    own = layout.shape(challenge, ADA, WAY)
    assert "t.me/tischrand_test_bot?start=join_K7QF2M" in own.text
    assert own.markup is not None
    (way,) = [button["switch_inline_query_chosen_chat"] for button in own.markup["inline_keyboard"][-1]]
    assert way == {"query": "K7QF2M", "allow_user_chats": True, "allow_group_chats": True}
    public = layout.shape(challenge, GROUP, WAY)
    assert "t.me" not in public.text
    assert public.markup is not None
    assert len(public.markup["inline_keyboard"]) == 1


@pytest.mark.parametrize(
    ("note", "short"),
    [
        (Screen("It is Ada's turn, not yours."), "It is Ada's turn, not yours."),
        (Screen("text", "title"), "title\ntext"),
        (Screen("x" * 201), ""),
        (Screen("😀" * 101), ""),
        (Screen("text", image=PICTURE), ""),
        (Screen("text", rows=((Button("No", Help()),),)), ""),
    ],
)
def test_a_note_answers_a_press_by_itself_where_it_fits(note: Screen, short: str) -> None:
    assert layout.short_note(note) == short
