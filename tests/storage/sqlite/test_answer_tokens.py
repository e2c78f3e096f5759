"""Tokens of answers outlive the process, but not their fifteen minutes."""

from __future__ import annotations

import stat
from pathlib import Path

from storage.sqlite.answer_tokens import GOOD_FOR, SqliteAnswerTokens


async def test_a_token_is_kept_until_it_is_good_no_more_and_then_removed(tmp_path: Path) -> None:
    file, times = tmp_path / "answers.db", [1_000_000]
    tokens = await SqliteAnswerTokens.open(file, lambda: times[-1])
    await tokens.keep("board", "a-token", "")
    await tokens.close()
    times.append(1_000_000 + GOOD_FOR - 1)
    tokens = await SqliteAnswerTokens.open(file, lambda: times[-1])
    assert await tokens.of("board") == ("a-token", "")
    assert await tokens.of("other") is None
    times.append(1_000_000 + GOOD_FOR)
    assert await tokens.of("board") is None
    await tokens.keep("other", "b-token", "4711")
    assert await tokens.of("other") == ("b-token", "4711")
    times.append(1_000_000)
    assert await tokens.of("board") is None
    await tokens.close()


async def test_tokens_are_for_the_host_alone_and_gone_at_a_later_start(tmp_path: Path) -> None:
    def held() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    def modes() -> set[int]:
        return {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}

    file, times = tmp_path / "answers.db", [1_000_000]
    tokens = await SqliteAnswerTokens.open(file, lambda: times[-1])
    await tokens.keep("board", "a-token", "")
    assert modes() == {0o600}
    await tokens.close()
    assert b"a-token" in held()
    times.append(1_000_000 + GOOD_FOR)
    tokens = await SqliteAnswerTokens.open(file, lambda: times[-1])
    assert b"a-token" not in held()
    await tokens.close()
