"""What a lead is worth in Stacko is counted in whole matches."""

from __future__ import annotations

import pytest

from games.stacko import State
from tools.arena import Pairing
from tools.stacko_leads import leaders_results, losers_runs, played, report
from tools.stacko_leads import main as count


def matches(number: int) -> list[State]:
    pairing = Pairing("stacko", (), ("1", "1"), 3)
    return [played(pairing, each) for each in range(number)]


@pytest.mark.long
def test_the_lead_is_that_of_round_1_and_the_result_that_of_the_match() -> None:
    over = matches(4)
    results = leaders_results(over)
    assert sum(map(len, results.values())) == len(over)
    for match in over:
        (first, second), winner = match.ended[0].scores or (0, 0), match.result and match.result.winner
        won = 0.5 if winner is None else float(winner == int(second > first))
        assert won in results[abs(first - second)]


@pytest.mark.long
def test_a_run_is_counted_in_each_round_that_was_finished() -> None:
    over = matches(4)
    finished = [
        each for match in over for each in (*match.ended, match.round) if each.scores and 50 in each.scores
    ]
    assert losers_runs(over).total() == len(finished)
    assert sum(line.startswith("lead") for line in report(over)) == len(leaders_results(over))


def test_the_command_prints_a_line_for_each_run(capsys: pytest.CaptureFixture[str]) -> None:
    count(["--matches", "2", "--level", "1", "--processes", "1"])
    assert capsys.readouterr().out.count("run ") == 11
