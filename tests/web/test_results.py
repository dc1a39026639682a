"""After the evening: results, statistics, exports."""

import csv
import io
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings, strategies as st

from companion.cli.evenings import evenings_in
from companion.evenings import FORMATS, Evening, as_bgsplay, as_csv, as_json, as_text, matching, records_of
from companion.history import Point
from companion.pack import save
from companion.session import Session
from companion.web.app import create_app
from companion.web.chart import BOTTOM, LABEL_GAP, LEFT, RIGHT, TOP, chart_of
from companion.web.settings import WebSettings
from tests.web.tables import table_of

BASE = Evening(
    "e1", "appetite", "Appetite", "2026-11-20T19:00:00+00:00", "2026-11-20T19:48:00+00:00", ("Ines", "Teo"), (90, 88), (0,), True, 61, 40, 1
)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Session]:
    session = table_of(tmp_path / "20261120-200000-appetite", "appetite", steps=600, boxes="2")
    save(tmp_path / "20261120-200000-appetite" / "pack", session.pack, None)
    yield session
    session.close()


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    names = tuple(draw(st.lists(NAMES, min_size=1, max_size=6, unique=True)))
    totals = tuple(draw(st.lists(st.integers(-99, 999), min_size=len(names), max_size=len(names))))
    over = draw(st.booleans())
    winners = tuple(sorted(draw(st.sets(st.integers(0, len(names) - 1))))) if over else ()
    return replace(BASE, players=names, totals=totals, over=over, winners=winners)


def test_the_result_names_the_winner_and_draws_the_score(over: Session) -> None:
    html = create_app(over, WebSettings()).test_client().get("/results").get_data(as_text=True)
    status, totals = over.snapshot().status, over.history().course()[-1].totals
    assert f"{over.snapshot().players[status.winners[0]]} wins" in html
    assert html.count('class="p1 series dash-0"') == 1
    assert all(f">{total}<" in html for total in totals)


def test_the_result_holds_the_score_sheets_once_the_game_is_over(over: Session, client: FlaskClient) -> None:
    html = create_app(over, WebSettings()).test_client().get("/results").get_data(as_text=True)
    assert "Score sheets" in html and html.count('class="boxes') >= 4 * len(over.snapshot().players)
    assert "Score sheets" not in client.get("/results").get_data(as_text=True), "while it is played they are on its own page"


def test_before_the_end_it_says_so(client: FlaskClient) -> None:
    html = client.get("/results").get_data(as_text=True)
    assert "Not finished" in html
    assert 'class="chart"' in html


@given(st.lists(st.tuples(st.integers(0, 7200), st.lists(st.integers(-200, 500), min_size=3, max_size=3)), min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_a_chart_stays_in_its_box_and_its_labels_apart(rows: list[tuple[int, list[int]]]) -> None:
    start = datetime(2026, 11, 20, tzinfo=UTC)
    course = [Point(n, start + timedelta(seconds=at), tuple(totals)) for n, (at, totals) in enumerate(sorted(rows), 1)]
    chart = chart_of(course, 3)
    assert chart is not None
    labels = sorted(line.label_y for line in chart.lines)
    assert all(below - above >= LABEL_GAP - 0.2 for above, below in itertools.pairwise(labels))
    assert labels[-1] <= BOTTOM
    for line in chart.lines:
        numbers = [float(each) for each in line.path.replace("M", " ").replace("H", " ").replace("V", " ").split()]
        assert all(LEFT <= x <= RIGHT for x in (numbers[0], *numbers[2::2]))
        assert all(TOP - 0.2 <= y <= BOTTOM + 0.2 for y in (numbers[1], *numbers[3::2]))
        assert line.total == course[-1].totals[line.seat]


def test_no_chart_of_nothing() -> None:
    assert chart_of((), 3) is None


@given(st.lists(evenings(), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_every_format_holds_every_player_with_points_and_rank(played: list[Evening]) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(played))))
    document = json.loads(as_bgsplay(played))
    names = {player["id"]: player["name"] for player in document["players"]}
    plays = [
        [(names[score["playerRefId"]], int(score["score"]), score["winner"]) for score in play["playerScores"]]
        for play in document["plays"]
    ]
    truth = [[(name, e.totals[seat], seat in e.winners) for seat, name in enumerate(e.players)] for e in played]
    assert plays == truth
    assert [(row["player"].removeprefix("'"), int(row["points"]), row["won"] == "yes") for row in rows] == [
        (name.removeprefix("'"), *rest) for each in truth for name, *rest in each
    ]
    assert [tuple(each["totals"]) for each in json.loads(as_json(played))["evenings"]] == [e.totals for e in played]
    assert all(f"{name}: {total}" in as_text(played) for each in truth for name, total, _ in each)
    assert as_bgsplay(played) == as_bgsplay(played)


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    assert "'=HYPERLINK" in as_csv([replace(BASE, players=("=HYPERLINK(1)", "Teo"))])


def test_bg_stats_ids_stay_the_same_and_refer_to_what_is_there() -> None:
    document = json.loads(as_bgsplay([BASE, replace(BASE, id="e2", began="2026-11-21T19:00:00+00:00", players=("Teo", "Lou"))]))
    assert {play["gameRefId"] for play in document["plays"]} <= {game["id"] for game in document["games"]}
    assert {play["locationRefId"] for play in document["plays"]} <= {place["id"] for place in document["locations"]}
    assert len({play["uuid"] for play in document["plays"]}) == 2
    assert document["plays"][0]["durationMin"] == 48


def test_statistics_count_finished_evenings_of_a_player_over_all_games_and_at_each() -> None:
    played = [
        BASE,
        replace(BASE, id="e2", totals=(50, 70), winners=(1,)),
        replace(BASE, id="e3", title="Word Buffet"),
        replace(BASE, over=False, winners=()),
    ]
    found = {(record.name, record.game): record for record in records_of(played)}
    assert (found["Ines", ""].played, found["Ines", ""].won, found["Ines", ""].share) == (3, 2, 67)
    assert (found["Ines", "Appetite"].best, found["Ines", "Appetite"].mean) == (90, 70.0)
    assert found["Ines", ""].best is None


@pytest.mark.parametrize(("words", "found"), [("", 2), ("teo", 1), ("TEO appetite", 1), ("2026-11", 2), ("nobody", 0), ("word lou", 1)])
def test_search_finds_game_name_and_date(words: str, found: int) -> None:
    other = replace(BASE, id="e2", title="Word Buffet", players=("Lou", "Ines"))
    assert len(matching([BASE, other], words)) == found


def test_evenings_that_lie_in_the_folder_are_listed_and_a_damaged_one_is_left_out(over: Session, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "anchor").write_text("x")
    (found,) = evenings_in(tmp_path)
    assert (found.players, found.over) == (over.snapshot().players, True)
    client = create_app(over, WebSettings(evenings=lambda: evenings_in(tmp_path))).test_client()
    html = client.get("/evenings?q=appetite").get_data(as_text=True)
    assert html.count('class="ev-row"') == 1
    assert 'class="ev-row"' not in client.get("/evenings?q=nothing").get_data(as_text=True)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_file_to_take_away(client: FlaskClient, kind: str) -> None:
    answer = client.get(f"/export/{kind}?evening=now")
    assert answer.status_code == 200
    assert f'filename="evening.{kind}"' in answer.headers["Content-Disposition"]
    assert b"Bruno" in answer.data


@pytest.mark.parametrize("path", ["/export/xls", "/export/csv?evening=e99"])
def test_what_is_not_there_is_said(client: FlaskClient, path: str) -> None:
    assert (client.get(path).status_code, client.get(path).content_type) == (404, "application/problem+json")
