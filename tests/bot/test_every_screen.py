"""Every screen that people can receive, in every language, held against every platform and against sense."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.texts import DEFAULT, LANGUAGES
from tests.bot.screens.positions import look_round, spots
from tests.bot.screens.scenes import SCENES
from tests.bot.screens.spoken import Spoken
from tests.bot.screens.tour import Tour
from tests.games.walks import CASES, Case


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Spoken:
    return Spoken(monkeypatch)



@pytest.mark.parametrize("language", LANGUAGES)
async def test_x(language, tmp_path, spoken, caplog, monkeypatch):
    import time
    PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
    monkeypatch.setattr("bot.gallery.picture.paint", lambda *a, **k: PNG)
    monkeypatch.setattr("bot.gallery.clip.clip", lambda *a, **k: b"GIF89a")
    wrong = []
    seen=set()
    for scene in SCENES:
      t=time.process_time()
      (tmp_path/scene).mkdir()
      async with Tour(tmp_path/scene, language, spoken) as tour:
        await tour.arrive()
        try:
            await SCENES[scene](tour)
            tour.look()
            t1=time.process_time()
            n = await tour.press_everything(600)
            print(scene, language, n, len(tour.received), len(tour._known), len(spoken.read[language]),round(t1-t,2),round(time.process_time()-t,2))
        except Exception as e:
            import traceback; traceback.print_exc()
            wrong.append(repr(e))
        wrong += tour.wrong
    for case in CASES:
      t=time.process_time()
      (tmp_path/str(case)).mkdir()
      async with Tour(tmp_path/str(case), language, spoken) as tour:
        await tour.arrive()
        try:
            await look_round(tour, case, spots(case, range(3), seen))
            tour.look()
            print(case, language, len(tour.received), len(tour._known), len(spoken.read[language]),round(time.process_time()-t,2))
        except Exception as e:
            import traceback; traceback.print_exc()
            wrong.append(repr(e))
        wrong += tour.wrong
    from bot.texts import texts_for
    print({k:v for k,v in spoken.read.items() if k!=language});print(*sorted(k for k in set(texts_for(language).messages)-spoken.read[language] if not k.startswith(('web.','command.','option.','no.record','record.','inline.'))))
    from collections import Counter
    for w,c in Counter(w.split("\n")[0][:100] for w in wrong).items(): print(c,w, next(x for x in wrong if x.startswith(w))[:1200])
    print([r.getMessage()+str(r.exc_info)[:300] for r in caplog.records if r.levelno >= logging.WARNING][:10])


async def test_marks(tmp_path, monkeypatch, caplog):
    spoken=Spoken(monkeypatch, marks=True)
    PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
    monkeypatch.setattr("bot.gallery.picture.paint", lambda *a, **k: PNG)
    monkeypatch.setattr("bot.gallery.clip.clip", lambda *a, **k: b"GIF89a")
    for scene in SCENES:
      (tmp_path/scene).mkdir()
      async with Tour(tmp_path/scene, "en", spoken) as tour:
        await tour.arrive()
        await SCENES[scene](tour)
        await tour.press_everything(100)
    import re
    for k,v in spoken.filled.items():
        w=[x for x in v if re.search("[A-Za-z]{2}",x)]
        print(k,w[:6])
    print([x for x in spoken.unsaid if re.search("[A-Za-z]{2}",x)][:80])
