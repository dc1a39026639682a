"""An evaluation on disk: `evaluation.json` for programs, `index.html` with a picture of every mishap for people."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from vision.evaluation.crops import write_crops
from vision.evaluation.document import Json
from vision.evaluation.evaluation import Evaluation, Mishap
from vision.evaluation.figures import Cells, StackHeight
from vision.evaluation.metrics import Tally
from vision.evaluation.portraits import Mistaken, mistaken, write_portraits
from vision.looks.catalogue import Catalogue

SCHEMA = 1
PAGE_FILE, FIGURES_FILE = "index.html", "evaluation.json"
MOST_CROPS = 400
"""More than anybody will look at; the rest stays in the table of numbers."""
MOST_NAMED = 12
"""Ids in one line."""
MOST_PAIRS = 100
"""The same for pieces beside the looks they were taken for."""


def to_json(evaluation: Evaluation) -> dict[str, Json]:
    """Every figure as one JSON document; shares rounded to four digits, milliseconds to a tenth."""
    return {
        "schema": SCHEMA,
        "dataset": evaluation.dataset,
        "pictures": evaluation.pictures,
        "total": _tally(evaluation.total),
        "groups": {by: {value: _tally(t) for value, t in members.items()} for by, members in evaluation.groups.items()},
        "confusions": [{"truth": truth, "said": said, "count": n} for (truth, said), n in _often(evaluation.confusions)],
        "mistaken": [{"truth": m.truth, "look": m.look, "named": m.named, "doubted": m.doubted} for m in mistaken(evaluation.mishaps)],
        "reliability": [
            {"from": r.low, "to": r.high, "named": r.named, "right": r.right, "promised": round(r.promised, 4)}
            for r in evaluation.reliability
        ],
        "board": None if evaluation.cells is None else _cells(evaluation.cells),
        "stacks": _stacks(evaluation.stacks),
        "times_ms": {
            stage: {"mean": round(t.mean, 1), "p50": round(t.p50, 1), "p95": round(t.p95, 1), "pictures": t.pictures}
            for stage, t in evaluation.times_ms.items()
        },
        "unknown": dict(evaluation.unknown),
        "mishaps": [_mishap(m) for m in evaluation.mishaps],
    }


def _often(found: Mapping[tuple[str | None, str], int]) -> list[tuple[tuple[str | None, str], int]]:
    return sorted(found.items(), key=lambda item: (-item[1], item[0][0] or "", item[0][1]))


def _tally(tally: Tally) -> dict[str, Json]:
    counts: dict[str, Json] = dict(asdict(tally))
    return {**counts, "recall": _share(tally.recall), "precision": _share(tally.precision)}


def _cells(cells: Cells) -> dict[str, Json]:
    counts: dict[str, Json] = dict(asdict(cells))
    return {**counts, "recall": _share(cells.right / cells.cells if cells.cells else None)}


def _stacks(stacks: Sequence[StackHeight]) -> Json:
    """Counts, the mean error, and how many lie within the error that the reader itself gave."""
    if not stacks:
        return None
    off = [(abs(s.read_mm - s.truth_mm), s.error_mm) for s in stacks if s.read_mm is not None]
    return {
        "stacks": len(stacks),
        "measured": len(off),
        "mean_off_mm": round(sum(mm for mm, _ in off) / len(off), 2) if off else None,
        "most_off_mm": round(max(mm for mm, _ in off), 2) if off else None,
        "within_own_error": sum(own is not None and mm <= own for mm, own in off),
    }


def _mishap(mishap: Mishap) -> dict[str, Json]:
    return {
        "file": mishap.file,
        "what": mishap.what,
        "truth": mishap.truth,
        "said": mishap.said,
        "guessed": mishap.guessed,
        "confidence": round(mishap.confidence, 4),
        "quad_px": [[round(x, 1), round(y, 1)] for x, y in mishap.quad_px],
        "why": mishap.why,
    }


def _share(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def summary_lines(evaluation: Evaluation) -> list[str]:
    """The figures that matter, a line each, for a terminal."""
    lines = [f"{evaluation.dataset}: {evaluation.pictures} pictures; {_sentence(evaluation.total)}"]
    if evaluation.unknown:
        named = ", ".join(f"{id} ({count})" for id, count in list(evaluation.unknown.items())[:MOST_NAMED])
        more = ", ..." if len(evaluation.unknown) > MOST_NAMED else ""
        lines.append(f"  {sum(evaluation.unknown.values())} labels bear {len(evaluation.unknown)} ids that the pack has not: {named}{more}")
    for by, members in evaluation.groups.items():
        lines += [f"  {by} {value}: {_sentence(tally)}" for value, tally in sorted(members.items())]
    if (c := evaluation.cells) is not None:
        lines.append(
            f"  board cells: {c.right} of {c.cells} right, {c.unsure} unsure, {c.missed} missed, {c.wrong} wrong, {c.invented} invented"
        )
    if isinstance(stacks := _stacks(evaluation.stacks), dict):
        lines.append(f"  stacks: {', '.join(f'{name} {value}' for name, value in stacks.items())}")
    lines += [f"  {truth or '(no such piece)'} named {said}: {count} times" for (truth, said), count in _often(evaluation.confusions)[:10]]
    lines += [f"  confidence {r.low:g} to {r.high:g}: {r.right} of {r.named} names right" for r in evaluation.reliability]
    times = ", ".join(f"{stage} {t.p50:.0f}/{t.p95:.0f}" for stage, t in evaluation.times_ms.items())
    return [*lines, f"  ms (half of the pictures / 95 % within): {times}"]


def written_first(out: Path) -> list[Path]:
    """Files of an earlier page in this folder that a new one replaces, its page first: when that is ours, so are the others."""
    page = out / PAGE_FILE
    return [page] if page.exists() else [each for each in (out / FIGURES_FILE, out / "crops", out / "pairs") if each.exists()]


def is_ours(content: bytes) -> bool:
    """Whether a file is a page that was written here."""
    return content.startswith(PAGE.partition("{title}")[0].encode() + b"Evaluation of ")


def write_page(evaluation: Evaluation, dataset: Path, out: Path, catalogue: Catalogue | None = None) -> Path:
    """Write both into the folder `out` (made when missing), crops of the pictures of `dataset` beside them; answers the page's path.

    With the reader's catalogue, pieces that were mistaken are shown beside the looks they were taken for.
    """
    (out / "crops").mkdir(parents=True, exist_ok=True)
    text = json.dumps(to_json(evaluation), indent=1, ensure_ascii=False, allow_nan=False)
    (out / FIGURES_FILE).write_text(text + "\n", encoding="utf-8")
    shown = sorted(evaluation.mishaps, key=lambda m: (ORDER.index(m.what), m.truth or "", m.said or "", m.file))[:MOST_CROPS]
    folder = dataset.parent if dataset.suffix == ".json" else dataset
    page = out / PAGE_FILE
    rows = mistaken(evaluation.mishaps)[:MOST_PAIRS]
    pairs = list(zip(rows, write_portraits(folder, rows, catalogue, out), strict=True))
    page.write_text(_page(evaluation, list(zip(shown, write_crops(folder, shown, out), strict=True)), pairs), encoding="utf-8")
    return page


ORDER = ("wrong", "ghost", "missed", "unsure")
"""The worst first; those of one confusion stand together."""


def _page(evaluation: Evaluation, shown: Sequence[tuple[Mishap, str]], pairs: Sequence[tuple[Mistaken, list[tuple[str, str]]]]) -> str:
    total = evaluation.total
    groups = "".join(_group(by, members) for by, members in evaluation.groups.items())
    figures = "".join(_figure(mishap, crop) for mishap, crop in shown)
    rest = len(evaluation.mishaps) - len(shown)
    return PAGE.format(
        title=escape(f"Evaluation of {Path(evaluation.dataset).name}"),
        summary=f"{evaluation.pictures} pictures; {_sentence(total)}",
        groups=groups + _board_and_stacks(evaluation),
        reliability=_table(
            ("confidence", "named", "right", "part right", "promised"),
            [
                (f"{r.low:g} to {r.high:g}", r.named, r.right, f"{r.right / r.named:.1%}", f"{r.promised:.1%}")
                for r in evaluation.reliability
            ],
        ),
        confusions=_table(("label", "named", "times"), [(t or "(no such piece)", s, n) for (t, s), n in _often(evaluation.confusions)]),
        pairs="".join(_pair(row, pictures) for row, pictures in pairs) or "<p>None.</p>",
        times=_table(
            ("stage", "mean ms", "p50", "p95"),
            [(s, f"{t.mean:.1f}", f"{t.p50:.1f}", f"{t.p95:.1f}") for s, t in evaluation.times_ms.items()],
        ),
        mishaps=figures or "<p>None.</p>",
        rest=f"<p>{rest} more are listed in evaluation.json.</p>" if rest else "",
    )


def _sentence(t: Tally) -> str:
    precision = "nothing was named" if t.precision is None else f"{t.precision:.2%} of the names are right"
    recall = "no labels to find" if t.recall is None else f"{t.recall:.2%} of {t.labels} labels right"
    return f"{recall}, {t.unsure} unsure, {t.missed} missed; {t.wrong} wrong names ({t.ghosts} on nothing); {precision}."


def _group(by: str, members: Mapping[str, Tally]) -> str:
    head = (by, "labels", "right", "unsure", "missed", "misnamed", "wrong names", "recall", "precision")
    rows = [
        (v, t.labels, t.right, t.unsure, t.missed, t.misnamed, t.wrong, _percent(t.recall), _percent(t.precision))
        for v, t in sorted(members.items())
    ]
    return f"<h2>By {escape(by)}</h2>" + _table(head, rows)


def _board_and_stacks(evaluation: Evaluation) -> str:
    parts = []
    if evaluation.cells is not None:
        c = asdict(evaluation.cells)
        parts.append("<h2>Boards, cell by cell</h2>" + _table(tuple(c), [tuple(c.values())]))
    stacks = _stacks(evaluation.stacks)
    if isinstance(stacks, dict):
        parts.append("<h2>Stacks</h2>" + _table(tuple(stacks), [tuple(stacks.values())]))
    return "".join(parts)


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.1%}"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{body}</table>" if body else "<p>None.</p>"


def _pair(row: Mistaken, pictures: Sequence[tuple[str, str]]) -> str:
    """Pieces as seen, the look they were taken for, and their own."""
    shown = "".join(
        f'<figure><img src="{path}" loading="lazy" alt="{escape(what)}"><figcaption>{escape(what)}</figcaption></figure>'
        for what, path in pictures
    )
    counts = ", ".join(f"{n} times {word}" for n, word in ((row.named, "named"), (row.doubted, "asked about")) if n)
    words = f"<b>{escape(row.truth or '(no such piece)')}</b> taken for <b>{escape(row.look)}</b>: {counts}"
    return f'<article class="{"named" if row.named else "asked"}"><p>{words}</p><div>{shown}</div></article>'


def _figure(mishap: Mishap, crop: str) -> str:
    said = f"named <b>{escape(mishap.said)}</b> at {mishap.confidence:.1%}, " if mishap.said else ""
    truth = escape(mishap.truth) if mishap.truth else "no piece to be named"
    words = f"<b>{mishap.what}</b>: {said}is {truth}. {escape(mishap.why)}<br><small>{escape(mishap.file)}</small>"
    return f'<figure><img src="{crop}" loading="lazy" alt="{escape(mishap.what)}"><figcaption>{words}</figcaption></figure>'


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ max-width: 72rem; margin: 2rem auto; padding: 0 1rem }}
table {{ display: block; overflow-x: auto; border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: .2rem .8rem .2rem 0; text-align: left; border-bottom: 1px solid #8884 }}
section {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem }}
article {{ border-left: .4rem solid #d55e00; padding-left: .8rem; margin: 1rem 0 }} article.named {{ border-color: #cc2878 }}
article div {{ display: flex; flex-wrap: wrap; gap: 1rem }} article figure {{ max-width: 13rem }}
figure {{ margin: 0 }} img {{ max-width: 100%; height: auto }} figcaption {{ overflow-wrap: anywhere }}
</style>
<h1>{title}</h1><p>{summary}</p>
{groups}
<h2>Does confidence keep its word?</h2>{reliability}
<h2>Wrong names</h2>{confusions}
<h2>Taken for one another</h2>
<p>Each piece as it was seen, laid flat, beside what is kept of the looks (colours, edges): pink where the name stood, orange where
it was asked about.</p>
{pairs}
<h2>Milliseconds</h2>{times}
<h2>Every mishap</h2>
<p>The label is outlined solid blue, what the reader saw dashed: pink where it was named wrong, orange where it was unsure.</p>
<section>{mishaps}</section>{rest}
</html>
"""
