"""Trains the two nets of `vision.letters.net` and writes each beside itself: the one that names letters, and the one for a glance.

    python -m vision.models.train_letters close --device cuda --workers 16
    python -m vision.models.train_letters quick

Two rounds: letters of many fonts, faint hairlines and bold ones among them, a third below warm print as a red glass shows it, beside what
is no letter; then, more slowly, the same with more of what the search for loose tiles stops at. Needs `pip install .[train]` and fonts: the
more families, the better. On Debian 12 all packages of fonts below 4.5 MB and `FONTS` are meant, 602 families in 1,108 faces:

    apt-cache show $(apt-cache pkgnames fonts-) | awk '/^Package:/{p=$2} /^Size:/ && $2 < 4500000 {print p}' | xargs apt-get install

The families of `is_held_out` are never shown and give the figures that are printed at the end, with the temperature that fits them best for
letters whose turn is known and for those in any turn (`LetterParams.temperature` is the one for boards, which are milder than the samples).
Same fonts and seed, same samples, however many workers draw them. The released nets (2026-11-26) were taught so, but for the seeds of the
first round's strangers: eight minutes of sixteen cores and five of a graphics card; without one, a night of one core each.
"""

import argparse
import math
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.letters.net import GLANCE, LETTERS, MODEL, SIDE, prepared
from vision.models.glyphs import faces, is_held_out
from vision.models.masks import Face
from vision.models.samples import Drawer, Mix
from vision.models.smallnet import Layer, SmallNet, to_onnx
from vision.models.strangers import strangers

SEED = 20261126
INVERTED = 0.2
"""Share of the samples that are shown as their negative."""
COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ"
CHUNK, STRANGE_CHUNK = 4_000, 500
"""Samples that are drawn from one seed: of letters and what is none, and of what the search for loose tiles stops at."""
HELD_SEED = 9_000_000
FONTS = """
adf-accanthis adf-baskervald adf-gillius adf-libris adf-mekanus adf-romande adf-switzera adf-tribun adf-universalis adf-verana
anonymous-pro arapey averia-gwf averia-sans-gwf averia-serif-gwf b612 bebas-neue breip cabin cantarell clear-sans cmu comfortaa
comic-neue courier-prime crosextra-caladea crosextra-carlito dejavu-core dejavu-extra dosis dustin ebgaramond eurofurence
fantasque-sans fanwood firacode freefont-ttf georgewilliams go goudybookletter hack hosny-amiri inconsolata inter jetbrains-mono
junction junicode jura karla lato league-spartan liberation lindenhill linuxlibertine lobster manrope mplus nanum national-park
noto-core noto-mono ocr-b okolaks oldstandard open-sans opendin opendyslexic oxygen paratype play prociono quattrocento quicksand
roadgeek roboto-slab roboto-unhinted sil-andika sil-charis sil-gentium sora stix texgyre tiresias tlwg-loma-ttf tlwg-waree-ttf
tuffy ubuntu-title urw-base35 vollkorn yanone-kaffeesatz yrsa-rasa
"""
"""apt-get install fonts-NAME for each."""


@dataclass(frozen=True, slots=True)
class Round:
    """One cycle of learning."""

    chunks: int
    strange_chunks: int
    steps: float
    """Of the steps of the task."""
    rate: float
    """The highest of the cycle, of that of the task."""
    warm: float
    """Part of the samples that lie below warm print."""

    @property
    def mix(self) -> Mix:
        """What is among the samples."""
        return Mix(hairlines=0.1, mild=0.3, warm=self.warm, barred=0.2, heavy=0.1, signs=0.02)


@dataclass(frozen=True, slots=True)
class Task:
    """How one of the two nets is taught."""

    out: Path
    layers: tuple[Layer, ...]
    batch: int
    steps: int
    rate: float


ROUNDS = (Round(385, 97, 1, 1, 0.3), Round(159, 159, 0.12, 0.35, 0.25))
TASKS = {
    "close": Task(MODEL, (Layer(1, 16, 5, 2), Layer(16, 32, 3, 2), Layer(32, 56, 3, 1), Layer(56, 96, 3, 2)), 2_048, 17_300, 1e-2),
    "quick": Task(GLANCE, (Layer(1, 12, 5, 2), Layer(12, 24, 3, 2), Layer(24, 40, 3, 1), Layer(40, 64, 3, 2)), 1_024, 26_000, 4e-3),
}

Samples = tuple[NDArray[np.uint8], NDArray[np.int64]]


def four_turns(net: SmallNet, x: Tensor) -> Tensor:
    """(n, 1 + 4 * letters): nothing first, then the letters in each turn."""
    views = torch.cat([torch.rot90(x, turn, (2, 3)) for turn in range(4)])
    answers = net(views).reshape(4, len(x), -1).transpose(0, 1).reshape(len(x), -1)
    return torch.cat([torch.zeros(len(x), 1), answers], dim=1)


def draw(fonts: list[Face], mix: Mix, seed: int, count: int = CHUNK) -> Samples:
    """Samples, letters upright, and their classes."""
    drawer, rng = Drawer(fonts, LETTERS, COMMON, SIDE, mix), np.random.default_rng([SEED, seed])
    pictures, classes = np.zeros((count, SIDE, SIDE), np.uint8), np.zeros(count, np.int64)
    for i in range(count):
        pictures[i], classes[i] = drawer.sample(rng)
    return pictures, classes


def draw_strangers(fonts: list[Face], seed: int) -> Samples:
    """What is no letter, and its class."""
    pictures = strangers(fonts, STRANGE_CHUNK, np.random.default_rng([SEED, seed]))
    return pictures, np.full(len(pictures), len(LETTERS), np.int64)


def draw_round(fonts: list[Face], number: int, part: float, workers: int) -> Samples:
    """What a round learns from, drawn by some processes; the first seeds of a round and kind are a million apart."""
    one, first = ROUNDS[number], 2_000_000 * number
    _DRAWN[:] = [partial(draw, fonts, one.mix, first + i) for i in range(math.ceil(one.chunks * part))]
    _DRAWN.extend(partial(draw_strangers, fonts, first + 1_000_000 + i) for i in range(math.ceil(one.strange_chunks * part)))
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        parts = pool.map(_drawn, range(len(_DRAWN)), chunksize=1)
    return np.concatenate([pictures for pictures, _ in parts]), np.concatenate([classes for _, classes in parts])


_DRAWN: list[partial[Samples]] = []
"""What is to be drawn, before the processes are made that draw it: fonts are too much to send."""


def _drawn(number: int) -> Samples:
    return _DRAWN[number]()


def shown(pictures: Tensor) -> Tensor:
    """(n, 1, SIDE, SIDE) as `vision.letters.net.prepared` makes it, where the tensor lies."""
    flat = pictures.float().flatten(1)
    flat = flat - flat.mean(1, keepdim=True)
    return (flat / (flat.square().mean(1, keepdim=True).sqrt() + 2)).reshape(-1, 1, SIDE, SIDE)


def loss_of(net: SmallNet, pictures: Tensor, classes: Tensor) -> Tensor:
    """Cross entropy over nothing and the letters of two turns: upright and one other, which stands for all three."""
    half, device = len(pictures), pictures.device
    upright = shown(pictures) * torch.where(torch.rand(half, 1, 1, 1, device=device) < INVERTED, -1.0, 1.0)
    other = torch.cat([torch.rot90(some, turn, (2, 3)) for turn, some in enumerate(upright.split(half // 3 + 1), 1)])
    answers = net(torch.cat([upright, other]))
    scores = torch.cat([torch.zeros(half, 1, device=device), answers[:half], answers[half:] + math.log(3)], dim=1)
    return functional.cross_entropy(scores, (classes + 1) % (len(LETTERS) + 1))


def batches(count: int, size: int, steps: int, device: torch.device) -> Iterator[Tensor]:
    """The numbers of the samples of each step; each sample once before any twice."""
    order = torch.randperm(count, device=device)
    at = 0
    for _ in range(steps):
        if at + size > count:
            order, at = torch.randperm(count, device=device), 0
        yield order[at : at + size]
        at += size


def train(net: SmallNet, samples: Samples, task: Task, one: Round, part: float, device: torch.device) -> None:
    """One cycle of AdamW: up quickly, down as a cosine."""
    pictures, classes = torch.from_numpy(samples[0]).to(device), torch.from_numpy(samples[1]).to(device)
    steps, rate, size = max(2, round(task.steps * one.steps * part)), task.rate * one.rate, min(task.batch, len(pictures))
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.06, cycle_momentum=False)
    start = time.time()
    for step, chosen in enumerate(batches(len(pictures), size, steps, device), 1):
        loss = loss_of(net, pictures[chosen], classes[chosen])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        cycle.step()
        if step % 250 == 0:
            print(f"step {step} of {steps}: loss {float(loss.detach()):.3f}, {time.time() - start:.0f} s", flush=True)


def report(net: SmallNet, samples: Samples) -> None:
    """Prints how often the answer is right when the turn is known and when it is not, and how sure the wrong ones are."""
    net.eval()
    x = torch.from_numpy(prepared(samples[0]))
    with torch.no_grad():
        known = torch.cat([torch.cat([torch.zeros(len(part), 1), net(part)], 1) for part in x.split(500)]).softmax(1)
        free = torch.cat([four_turns(net, part) for part in x.split(500)]).softmax(1)
    truth = torch.from_numpy((samples[1] + 1) % (len(LETTERS) + 1))
    letters = torch.cat([free[:, :1], free[:, 1:].reshape(len(x), 4, -1).sum(1)], 1)
    for name, answers in (("turn known", known), ("any turn", letters)):
        sure, best = answers.max(1)
        right, real = best == truth, truth > 0
        print(f"{name}: letters right {right[real].float().mean():.4f}, nothing right {right[~real].float().mean():.4f}", end="; ")
        for level in (0.9, 0.99):
            stands = (sure > level) & (best > 0)
            print(f"above {level}: {stands[real].float().mean():.3f} stand, {(~right[stands]).float().mean():.4f} of them wrong", end="; ")
        print()


def temperature(net: SmallNet, samples: Samples, turns: int) -> float:
    """What divides the net's answers so that they are as sure as they are right, with so many turns that may be."""
    x, truth = torch.from_numpy(prepared(samples[0])), torch.from_numpy((samples[1] + 1) % (len(LETTERS) + 1))
    with torch.no_grad():
        if turns == 1:
            answers = torch.cat([torch.cat([torch.zeros(len(part), 1), net(part)], 1) for part in x.split(500)])[:, :, None]
        else:
            flat = torch.cat([four_turns(net, part) for part in x.split(500)])
            answers = flat[:, 1:].reshape(len(x), 4, -1).transpose(1, 2)
            once = torch.tensor([0.0, -math.inf, -math.inf, -math.inf])
            answers = torch.cat([flat[:, :1, None] + once, answers], 1)
    losses = {}
    for step in range(8, 61):
        nats = torch.logsumexp(answers * (20 / step), 2)
        losses[step / 20] = float(functional.cross_entropy(nats, truth))
    return min(losses, key=lambda t: losses[t])


def main() -> None:
    """Draws, trains, writes, reports on fonts that were never shown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=TASKS)
    parser.add_argument("--device", default="cpu", help="cuda, where there is such a card")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw")
    parser.add_argument("--part", type=float, default=1.0, help="of the samples and steps: a small one tries the script")
    parser.add_argument("--out", type=Path, help="instead of the file of the released net")
    args = parser.parse_args()
    task, device = TASKS[args.net], torch.device(args.device)
    out = args.out or task.out
    torch.manual_seed(SEED)
    known = faces(LETTERS)
    seen, held = [f for f in known if not is_held_out(f.family)], [f for f in known if is_held_out(f.family)]
    print(f"{len(seen)} fonts to learn from, {len(held)} held out ({', '.join(sorted({f.family for f in held}))})", flush=True)
    net = SmallNet(task.layers, SIDE, len(LETTERS)).to(device)
    for number, one in enumerate(ROUNDS):
        samples = draw_round(seen, number, args.part, args.workers)
        print(f"round {number + 1}: {len(samples[0])} samples", flush=True)
        net.train()
        train(net, samples, task, one, args.part, device)
        to_onnx(net.cpu().eval(), out, "letters")
        net.to(device)
    if held:
        unseen = draw(held, ROUNDS[0].mix, HELD_SEED, math.ceil(8_000 * args.part))
        report(net.cpu(), unseen)
        print(f"temperature that fits: {temperature(net, unseen, 1):.2f} in a known turn, {temperature(net, unseen, 4):.2f} in any turn")
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
