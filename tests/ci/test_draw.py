from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from draw import draw


def prepared(folder: Path, left_out: int = 0) -> Path:
    """Twenty mutants of two modules, as cosmic-ray keeps them; the first of them are left out."""
    path = folder / "mutants.sqlite"
    with closing(sqlite3.connect(path)) as mutants, mutants:
        mutants.execute("CREATE TABLE work_items (job_id)")
        mutants.execute("CREATE TABLE mutation_specs (module_path, operator_name, occurrence, job_id)")
        mutants.execute("CREATE TABLE work_results (job_id)")
        for n in range(20):
            mutants.execute("INSERT INTO work_items VALUES (?)", [f"job {n}"])
            mutants.execute("INSERT INTO mutation_specs VALUES (?, 'op', ?, ?)", [f"{'ab'[n % 2]}.py", n, f"job {n}"])
        mutants.executemany("INSERT INTO work_results VALUES (?)", [[f"job {n}"] for n in range(left_out)])
    return path


def left(path: Path) -> set[str]:
    """The jobs that are still to be done; a mutant and its job go together."""
    with closing(sqlite3.connect(path)) as mutants, mutants:
        jobs = {job for (job,) in mutants.execute("SELECT job_id FROM work_items")}
        assert {job for (job,) in mutants.execute("SELECT job_id FROM mutation_specs")} == jobs
        return jobs


def folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


def test_two_halves_divide_one_draw(tmp_path: Path) -> None:
    first, second, again = (prepared(folder(tmp_path, name)) for name in "abc")
    for path, half in ((first, 0), (second, 1), (again, 0)):
        draw(path, 9, 1, half)
    assert (len(left(first)), len(left(second))) == (5, 4)
    assert left(first) == left(again)
    assert len(left(first) | left(second)) == 9


def test_another_seed_draws_others_and_nobody_draws_more_than_there_are(tmp_path: Path) -> None:
    first, second, third = (prepared(folder(tmp_path, name)) for name in "abc")
    draw(first, 9, 1, 0)
    draw(second, 9, 2, 0)
    assert left(first) != left(second)
    draw(third, 300, 1, 0)
    assert len(left(third)) == 10


def test_what_cosmic_ray_has_left_out_is_not_drawn(tmp_path: Path) -> None:
    path = prepared(tmp_path, left_out=16)
    draw(path, 300, 1, 0)
    assert len(left(path)) == 2
    assert left(path) <= {"job 16", "job 17", "job 18", "job 19"}
