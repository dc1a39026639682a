"""Random legal games of every game and number of players, filmed and followed live: nothing is told that was not played.

Films that were made stand in `filmed_games.txt`; the slow test makes those that are missing, so a run that is stopped goes on where it
stood, and fails as long as a film is on record that ended in something wrong.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from fixtures.filming import Filming
from tests.closed_loop import filmed_games
from tests.closed_loop.boxes import open_eyes
from tests.closed_loop.filmed_games import FILMS, GAMES, RECORD, TABLES, Filmed, film, keep, missing, recorded, seeds, summary, version
from tests.closed_loop.live_game import AS_PLAYED, play_live

RIGHT = Filmed("appetite", 2, 1, 45, 26, 25, 1, 0, 0, AS_PLAYED, 12, by=version(), on="2026-11-22", notes=("asked 7: P1 play: missing",))
WRONG = replace(RIGHT, seed=4, wrong=1, notes=("wrong 6: P1 play a was read as P1 play b",))


class TestTheRecord:
    def test_a_film_comes_back_from_its_lines(self, tmp_path: Path) -> None:
        for one in (RIGHT, WRONG, replace(RIGHT, seed=7, ends="ends otherwise")):
            keep(tmp_path / "films", one)
        assert list(recorded(tmp_path / "films").values()) == [RIGHT, WRONG, replace(RIGHT, seed=7, ends="ends otherwise")]

    def test_a_run_that_was_stopped_goes_on_behind_the_last_whole_line(self, tmp_path: Path) -> None:
        file = tmp_path / "films"
        assert list(missing(file, "appetite", 2, 6)) == [1, 4]
        file.write_text(f"{RIGHT}\n{str(WRONG)[:40]}")
        assert list(missing(file, "appetite", 2, 6)) == [4]
        keep(file, replace(RIGHT, seed=4))
        assert list(missing(file, "appetite", 2, 6)) == []

    def test_a_wrong_film_stays_wrong_until_another_program_has_made_it_again(self, tmp_path: Path) -> None:
        file = tmp_path / "films"
        keep(file, replace(RIGHT, by="before"))
        keep(file, WRONG)
        assert list(missing(file, "appetite", 2, 6)) == [], "the same program would say the same"
        keep(file, replace(WRONG, by="before"))
        assert list(missing(file, "appetite", 2, 6)) == [4]
        keep(file, replace(RIGHT, seed=4))
        assert not any(one.is_wrong for one in recorded(file).values())

    def test_films_drawn_otherwise_do_not_count(self, tmp_path: Path) -> None:
        keep(tmp_path / "films", replace(RIGHT, films=FILMS["appetite"] - 1))
        assert recorded(tmp_path / "films") == {}

    def test_every_seed_is_one_table_only_and_there_are_a_hundred(self) -> None:
        for game in {name for name, _ in TABLES}:
            every = [seed for name, players in TABLES if name == game for seed in seeds(game, players)]
            assert len(every) == len(set(every)) >= GAMES

    def test_whatever_is_on_record_is_read(self) -> None:
        lines = [line for line in RECORD.read_text().splitlines() if not line.startswith(" ")]
        assert lines and all(Filmed.of_line(line) is not None for line in lines)


def test_the_first_card_of_a_filmed_game_is_told(tmp_path: Path) -> None:
    filming = Filming(frames_per_s=8.0, still_s=1.0)
    one = play_live(*open_eyes("appetite"), 5, tmp_path, most=1, filming=filming, players=2, size_px=(1280, 720))
    assert one.wrong == [] and one.unseen == [] and one.questions == 0
    assert one.seen == 1 and one.ends == "stops as played"


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_hundred_filmed_games_without_a_wrong_event(game: str, players: int) -> None:
    for seed in missing(RECORD, game, players):
        assert not film(game, players, seed).is_wrong, f"seed {seed}, see {RECORD}"
    films = [one for one in recorded(filmed_games.RECORD).values() if (one.game, one.players) == (game, players)]
    print(summary(films))
    assert [one.seed for one in films if one.is_wrong] == []
