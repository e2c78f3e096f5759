"""The proof of a fair deal: the seal during a match, all secrets afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from bot.interface import Screen
from bot.presentation.phrasing import Phrasing, isolated
from bot.presentation.play_on import continuing_lines
from games.match import MatchView, Phase, Proof
from games.match.deal import NEWEST_FORM, words_in

OLDER_FORMS = ("verify.oldest_form", "verify.older_form")
"""What is told of the forms of deals before `NEWEST_FORM`."""


def seal_lines(match: MatchView, phrasing: Phrasing, *, words_hidden: bool = False) -> list[str]:
    """The seal, which commits the host before the deal, and the players' words in the deal.

    [] for a match that goes on from another one: nothing is drawn for it.
    """
    if match.continues is not None:
        return []
    seal = phrasing.texts("challenge.seal", seal=match.seal)
    return [seal, *_words_line(match, phrasing, hidden=words_hidden)]


def _words_line(match: MatchView, phrasing: Phrasing, *, hidden: bool) -> list[str]:
    """The players' words in the deal, or that this reader may not read them."""
    if hidden:
        return [phrasing.texts("verify.words_hidden")]
    return [phrasing.texts("challenge.words", words=isolated(match.words))] if match.words else []


def sealed_page(match: MatchView, phrasing: Phrasing, *, words_hidden: bool = False) -> Screen:
    """The seal of a running match, and when the rest will be published."""
    title = phrasing.texts("title.verify", match=match.match)
    if match.continues is not None:
        source = [phrasing.texts("verify.continued", match=match.continues)] if match.continues else []
        return Screen("\n".join([*continuing_lines(match, phrasing), *source]), title)
    lines = seal_lines(match, phrasing, words_hidden=words_hidden)
    lines.append(phrasing.texts("verify.sealed", match=match.match))
    if match.phase is Phase.CHALLENGE:
        lines.append(phrasing.texts("verify.advice", match=match.match))
    return Screen("\n".join(lines), title)


def verify_page(match: MatchView, proof: Proof, phrasing: Phrasing, *, words_hidden: bool = False) -> Screen:
    """The seal, seed, key and seats of a finished match, with the resulting deal."""
    names = (phrasing.name(proof.players[0]), phrasing.name(proof.players[1]))
    first_entropy, second_entropy = proof.entropy
    if words_hidden:
        second_entropy = second_entropy.removesuffix(words_in(second_entropy)) + "…"
    words = _words_line(match, phrasing, hidden=words_hidden)
    text = phrasing.texts(
        "verify.text",
        seal=proof.seal,
        seed=proof.seed,
        first_entropy=first_entropy,
        second_entropy=isolated(second_entropy),
        because="\n".join(_explanation(match, proof, names, words, phrasing)),
        deal="\n".join(_deal(match, proof, names, phrasing)),
    )
    verdict = f"{_verdict(proof, phrasing)}\n{text}".lstrip()
    return Screen(verdict, phrasing.texts("title.verify", match=match.match), fine_print=text)


def _verdict(proof: Proof, phrasing: Phrasing) -> str:
    """The result of the verification; "" if the key was lost and fresh bytes were used."""
    if not proof.fits:
        return phrasing.texts("verify.wrong")
    return "" if proof.key_lost else phrasing.texts("verify.matches")


def _explanation(
    match: MatchView, proof: Proof, names: tuple[str, str], words: list[str], phrasing: Phrasing
) -> Iterator[str]:
    """How the seats came about, and what else the deal depends on."""
    yield from continuing_lines(match, phrasing)
    key = "verify.agreed" if proof.seats_agreed else "verify.drawn"
    yield phrasing.texts(key, challenger=names[proof.challenger], first=names[0], second=names[1])
    yield from words
    if proof.key_lost:
        yield phrasing.texts("verify.key_lost")
    if proof.form < NEWEST_FORM:
        yield phrasing.texts(OLDER_FORMS[proof.form])


def _deal(match: MatchView, proof: Proof, names: tuple[str, str], phrasing: Phrasing) -> list[str]:
    """The first view of each player; only once if both are the same."""
    lines: list[str] = []
    for name, view in zip(names, proof.dealt, strict=True):
        description = phrasing.describe(match.game, names, view.tell_table())
        if description != lines[1:]:
            lines += [phrasing.texts("verify.seen_by", name=name), *description]
    return lines
