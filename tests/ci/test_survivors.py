from __future__ import annotations

import json

from survivors import told

DIFF = "--- a/race.py\n+++ b/race.py\n@@ -1 +1 @@\n def f():\n-    return 1 + 1\n+    return 1 - 1\n"


def mutant(line: int, outcome: str | None, worker: str = "normal", output: str = "") -> str:
    mutation = {
        "module_path": "companion/games/g/race.py",
        "start_pos": [line, 4],
        "operator_name": "core/ReplaceBinaryOperator_Add_Sub",
        "definition_name": "f",
    }
    result = {"worker_outcome": worker, "test_outcome": outcome, "output": output, "diff": DIFF}
    return json.dumps([{"mutations": [mutation]}, result])


def test_survivors_are_told_in_the_order_of_their_lines_with_what_was_changed() -> None:
    first, second, count = told([mutant(20, "survived"), mutant(3, "survived"), mutant(4, "killed")])
    assert first == "race.py:3:4 f ReplaceBinaryOperator_Add_Sub\n    - return 1 + 1\n    + return 1 - 1"
    assert second.startswith("race.py:20:4 f ")
    assert count == "3 mutants: 1 killed, 2 survived"


def test_what_was_left_out_does_not_count_and_what_took_too_long_was_noticed() -> None:
    told_of = [mutant(1, None, worker="skipped"), mutant(2, "killed", output="timeout"), mutant(3, "killed")]
    assert list(told(told_of)) == ["2 mutants: 1 by the clock, 1 killed"]


def test_a_mutant_that_was_never_tried_is_told() -> None:
    *_, count = told([mutant(1, None)])
    assert count == "1 mutants: 1 not run"
