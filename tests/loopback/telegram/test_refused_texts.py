"""Days, times and folded quotes in texts in HTML style: taken as Telegram takes them, refused otherwise."""

from __future__ import annotations

import pytest

from tests.loopback.telegram.entities import parse_html
from tests.loopback.telegram.refusals import Refusal

AT = '<tg-time unix="1795529100" format="wDt">'


@pytest.mark.parametrize(
    "text",
    [
        '<tg-time format="t">now</tg-time>',
        '<tg-time unix="soon">now</tg-time>',
        '<tg-time unix="1795529100" format="rt">now</tg-time>',
        '<tg-time unix="1795529100" format="tD">now</tg-time>',
        f"{AT}{AT}now</tg-time></tg-time>",
        f'<a href="https://t.me/x">{AT}now</tg-time></a>',
        "<blockquote>a<blockquote expandable>b</blockquote></blockquote>",
    ],
)
def test_what_is_no_time_and_no_quote_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="can't parse entities"):
        parse_html(text)


def test_a_time_and_a_folded_quote_are_entities_of_their_own() -> None:
    plain, (quote, time, bold) = parse_html(f"<blockquote expandable>a <b>{AT}b</tg-time></b></blockquote>")
    assert plain == "a b"
    assert (quote.type, bold.type, time.type) == ("expandable_blockquote", "bold", "date_time")
    assert (time.unix_time, time.date_time_format) == (1795529100, "wDt")
