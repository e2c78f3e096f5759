"""A new request is its class, the function that answers it, and its sentences; no other file changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_tutorials import copied

CLASS = '''
@request("cheer", command="/cheer [game]")
class Cheer(Showable):
    """Say something nice about a game."""

    game: str | None
'''
FUNCTION = '''
@answers(interface.Cheer)
async def cheer(context: RequestContext, request: interface.Cheer) -> Answer:
    """Something nice."""
    return responses.note(context.texts("cheer.text", game=request.game or "?"))

'''
SENTENCES = """
msgctxt "command.cheer"
msgid "something nice about a game"
msgstr "{command}"

msgctxt "cheer.text"
msgid "Hooray for {{game}}!"
msgstr "{text}"
"""
TRANSLATED = {
    "en": ("", ""),
    "de": ("etwas Nettes über ein Spiel", "Hurra für {game}!"),
    "ca": ("una cosa bonica d’un joc", "Visca {game}!"),
    "es": ("algo bonito sobre un juego", "¡Viva {game}!"),
    "fr": ("quelque chose de gentil sur un jeu", "Vive {game}\u202f!"),
    "hi": ("किसी खेल के बारे में कोई अच्छी बात", "{game} बहुत अच्छा खेल है!"),
    "id": ("hal baik tentang sebuah permainan", "Hidup {game}!"),
    "it": ("qualcosa di bello su un gioco", "Viva {game}!"),
    "ja": ("ゲームをほめる", "{game}は最高です！"),
    "nl": ("iets aardigs over een spel", "Leve {game}!"),
    "pl": ("coś miłego o grze", "Niech żyje {game}!"),
    "pt-br": ("algo legal sobre um jogo", "Viva {game}!"),
    "ru": ("что-нибудь хорошее об игре", "Да здравствует {game}!"),
    "tr": ("bir oyun hakkında güzel bir söz", "Yaşasın {game}!"),
    "uk": ("щось гарне про гру", "Хай живе {game}!"),
    "vi": ("một lời hay về một trò chơi", "Hoan hô {game}!"),
}
USED = '''
"""The new request through the front door."""

from pathlib import Path

from bot import interface
from bot.domain import commands
from bot.platforms import callback_data
from tests.bot.memory_platform import ADA, CHANNEL, House


async def test_it_is_typed_and_pressed(tmp_path: Path) -> None:
    button = interface.Cheer("sato")
    assert callback_data.decode(callback_data.encode(button)) == button
    unknown = interface.InvalidCommand("unknown_game", "cheer", "chess", line="/cheer chess")
    assert commands.read("/cheer chess") == unknown
    async with House(tmp_path) as house:
        answer = await house.type(ADA, "/cheer Sato")
        assert answer.note is not None
        assert answer.note.text == "Hooray for sato!"
        assert (await house.ask(ADA, button, CHANNEL)).note == answer.note
        offered = await house.dispatcher.complete(ADA, CHANNEL, "/cheer s")
        assert "/cheer sahara" in {one.line for one in offered}
'''
SHARED = ("tests/bot/handlers/test_responses.py", "tests/bot/texts")


def with_a_new_request(tree: Path) -> set[str]:
    """The files of a copy of the project that a request is added to."""
    handler = tree / "bot/handlers/teaching.py"
    before, neighbour, after = handler.read_text().partition("\n@answers(interface.ShowLegend)")
    handler.write_text(f"{before}{FUNCTION}{neighbour}{after}")
    changed = {
        "bot/interface/requests.py": CLASS,
        **{
            f"bot/texts/{language}/match.po": SENTENCES.format(command=command, text=text)
            for language, (command, text) in TRANSLATED.items()
        },
    }
    for name, added in changed.items():
        file = tree / name
        file.write_text(f"{file.read_text().rstrip()}\n{added}")
    return {"bot/handlers/teaching.py", *changed}


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_request_is_a_class_a_function_and_its_sentences(tmp_path: Path) -> None:
    changed = with_a_new_request(copied(tmp_path))
    assert len([name for name in changed if name.endswith(".py")]) == 2
    (tmp_path / "tests/test_used.py").write_text(USED)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", "tests/test_used.py", *SHARED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:]
