"""Evenings that were played: what each came to, what it says of every player, and the formats that other programs read. Pure."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from companion.game import Json
from companion.history import History, totals_of
from companion.snapshot import Source

NAMESPACE = uuid5(NAMESPACE_URL, "table-companion")


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening at one table, in plain values."""

    id: str
    game: str
    """The game's short name."""
    title: str
    began: str
    """ISO 8601 in UTC, like every time here."""
    ended: str
    """Of the newest entry."""
    players: tuple[str, ...]
    totals: tuple[int, ...]
    """By seat."""
    winners: tuple[int, ...]
    """Seats; empty while it is not over."""
    over: bool
    entries: int
    by_camera: int
    """Entries that the camera read."""
    questioned: int

    @property
    def minutes(self) -> int:
        """How long it took."""
        return max(0, round((datetime.fromisoformat(self.ended) - datetime.fromisoformat(self.began)).total_seconds() / 60))

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's place: winners first, then by points; equals share a place."""
        order = [(-(seat in self.winners), -total) for seat, total in enumerate(self.totals)]
        return tuple(1 + sum(other < mine for other in order) for mine in order)


@dataclass(frozen=True, slots=True)
class Record:
    """What all finished evenings say of one player at one game, or at all of them."""

    name: str
    game: str
    """The title; empty for all games."""
    played: int
    won: int
    best: int | None
    """None over several games, whose points do not compare."""
    mean: float | None

    @property
    def share(self) -> int:
        """Evenings won, in percent."""
        return round(100 * self.won / self.played)


def evening_of(history: History, id: str) -> Evening:
    """What an evening came to so far."""
    rulebook, entries = history.rulebook, history.entries
    state = history.stands[-1].state if history.stands else rulebook.opening()
    status = rulebook.game.status(state)
    return Evening(
        id=id,
        game=rulebook.game.name,
        title=rulebook.pack.title,
        began=entries[0].at.isoformat(timespec="seconds"),
        ended=entries[-1].at.isoformat(timespec="seconds"),
        players=history.names,
        totals=totals_of(rulebook.game, state, history.players),
        winners=tuple(status.winners) if status.over else (),
        over=status.over,
        entries=len(entries),
        by_camera=sum(entry.by is Source.CAMERA for entry in entries),
        questioned=sum(type(entry.event).__name__ == "Disputed" for entry in entries),
    )


def records_of(evenings: Iterable[Evening]) -> tuple[Record, ...]:
    """Every player over all finished evenings, and at each game; by name, all games first."""
    found: dict[tuple[str, str], list[tuple[int, bool]]] = defaultdict(list)
    for evening in evenings:
        if evening.over:
            for seat, name in enumerate(evening.players):
                for game in ("", evening.title):
                    found[name, game].append((evening.totals[seat], seat in evening.winners))
    return tuple(_record(name, game, found[name, game]) for name, game in sorted(found, key=lambda key: (key[0].casefold(), key)))


def _record(name: str, game: str, played: list[tuple[int, bool]]) -> Record:
    points = [total for total, _ in played]
    best, mean = (max(points), round(sum(points) / len(points), 1)) if game else (None, None)
    return Record(name, game, len(played), sum(won for _, won in played), best, mean)


def matching(evenings: Iterable[Evening], words: str) -> tuple[Evening, ...]:
    """Those in whose game, names or date every word is found, newest first."""
    wanted = words.casefold().split()
    found = (evening for evening in evenings if all(word in _searched(evening) for word in wanted))
    return tuple(sorted(found, key=lambda evening: evening.began, reverse=True))


def _searched(evening: Evening) -> str:
    return " ".join((evening.title, evening.began[:10], *evening.players)).casefold()


def as_csv(evenings: Iterable[Evening]) -> str:
    """One row a player and evening."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("evening", "game", "began", "minutes", "finished", "seat", "player", "points", "rank", "won"))
    for evening in evenings:
        for seat, name in enumerate(evening.players):
            facts = (evening.id, evening.title, evening.began, evening.minutes, "yes" if evening.over else "no")
            won = "yes" if seat in evening.winners else "no"
            writer.writerow((*facts, seat + 1, _cell(name), evening.totals[seat], evening.ranks[seat], won))
    return out.getvalue()


def _cell(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def as_json(evenings: Iterable[Evening]) -> str:
    """Everything, as one document."""
    listed = [{**asdict(evening), "minutes": evening.minutes, "ranks": list(evening.ranks)} for evening in evenings]
    return json.dumps({"schema": 1, "evenings": listed}, ensure_ascii=False, indent=1)


def as_bgsplay(evenings: Sequence[Evening]) -> str:
    """A `.bgsplay` file as the app BG Stats imports it; the same evening has the same ids every time."""
    names = sorted({name for evening in evenings for name in evening.players})
    titles = sorted({evening.title for evening in evenings})
    players: list[Json] = [{"id": n, "uuid": _uuid("player", name), "name": name, "isAnonymous": False} for n, name in enumerate(names, 1)]
    games: list[Json] = [
        {
            "id": n,
            "uuid": _uuid("game", title),
            "name": title,
            "highestWins": True,
            "noPoints": False,
            "cooperative": False,
            "usesTeams": False,
        }
        for n, title in enumerate(titles, 1)
    ]
    plays: list[Json] = [_play(evening, names, titles) for evening in evenings]
    places: list[Json] = [{"id": 1, "uuid": _uuid("location", "table"), "name": "Table Companion"}]
    document = {
        "about": "Table Companion",
        "games": games,
        "players": players,
        "locations": places,
        "plays": plays,
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _play(evening: Evening, names: list[str], titles: list[str]) -> dict[str, Json]:
    scores: list[Json] = [
        {
            "playerRefId": names.index(name) + 1,
            "score": str(evening.totals[seat]),
            "winner": seat in evening.winners,
            "rank": evening.ranks[seat],
            "seatOrder": seat + 1,
            "startPlayer": False,
            "newPlayer": False,
        }
        for seat, name in enumerate(evening.players)
    ]
    began = datetime.fromisoformat(evening.began).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return {
        "uuid": _uuid("play", f"{evening.id} {evening.began}"),
        "playDate": began,
        "entryDate": began,
        "durationMin": evening.minutes,
        "gameRefId": titles.index(evening.title) + 1,
        "locationRefId": 1,
        "ignored": not evening.over,
        "manualWinner": True,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "comments": as_text((evening,)).strip(),
        "playerScores": scores,
    }


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE, f"{kind}:{name}"))


def as_text(evenings: Iterable[Evening]) -> str:
    """Play reports as people paste them into a comment on BoardGameGeek."""
    parts = []
    for evening in evenings:
        order = sorted(range(len(evening.players)), key=lambda seat: (evening.ranks[seat], seat))
        lines = [f"{evening.ranks[s]}. {evening.players[s]}: {evening.totals[s]}{' (won)' if s in evening.winners else ''}" for s in order]
        state = "" if evening.over else ", not finished"
        parts.append(f"{evening.title}, {evening.began[:10]}, {evening.minutes} min{state}\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


FORMATS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
    "bgsplay": (lambda evenings: as_bgsplay(tuple(evenings)), "application/json"),
    "txt": (as_text, "text/plain; charset=utf-8"),
}
"""Name of a format, also its file's ending -> what makes it, and its media type."""
