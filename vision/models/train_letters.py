"""Trains the net of `vision.letters.net` and writes letters.onnx beside itself.

    python -m vision.models.train_letters

Four rounds: letters of many fonts beside what is none, a quarter of them below warm print as a red glass shows it; then, more slowly, the
same, most of them as a good camera sees them from near, with faint hairlines among them; then with letters as bold as they get; then with
what the search for loose tiles stops at. What is written at the end is the mean of what the last two gave.
Needs `pip install .[train]` and fonts: the more families, the better. On Debian 12 those of `FONTS` are meant; the families of
`is_held_out` are never shown and give the figures that are printed at the end, with the temperature that fits them best for letters whose
turn is known and for those in any turn (`LetterParams.temperature` is the one for boards, which are milder than the samples). Same fonts
and seed, same samples; about 20 minutes of one core.

The released net (2026-11-23) is made by the last two rounds, which go on from the net before it, and averaged with that:

    git show bd55309:vision/models/letters.onnx > before.onnx
    python -m vision.models.train_letters --first 3 --start before.onnx --beside before.onnx

The one before was made by this script as it was at bd55309, on samples without warm print. All four rounds from nothing read boards as well
as the released net, and loose tiles and bold strokes of one width less well.
"""

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.letters.net import LETTERS, MODEL, SIDE, prepared
from vision.models.glyphs import faces, is_held_out
from vision.models.masks import Face
from vision.models.samples import MIX, Drawer, Mix
from vision.models.smallnet import Layer, SmallNet, between, to_onnx, weights_of
from vision.models.strangers import strangers

SEED = 20261122
BATCH = 192
INVERTED = 0.2
"""Share of the samples that are shown as their negative."""
COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÑ"
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

    samples: int
    epochs: int
    rate: float
    """The highest of the cycle."""
    strangers: float = 0.0
    """Places at which the reader of loose tiles stops, as part of the samples, besides them."""
    mix: Mix = MIX


ROUNDS = (
    Round(220_000, 5, 6e-3, mix=Mix(warm=0.25, barred=0.4, signs=0.02)),
    Round(60_000, 3, 2e-3, mix=Mix(hairlines=0.2, mild=0.4, warm=0.3, barred=0.4, signs=0.02)),
    Round(90_000, 4, 1.5e-3, mix=Mix(hairlines=0.1, mild=0.3, warm=0.25, barred=0.2, heavy=0.1, signs=0.02)),
    Round(60_000, 3, 1e-3, strangers=0.1, mix=Mix(hairlines=0.1, mild=0.3, warm=0.2, barred=0.2, heavy=0.1, signs=0.02)),
)
LAYERS = (Layer(1, 12, 5, 2), Layer(12, 24, 3, 2), Layer(24, 40, 3, 1), Layer(40, 64, 3, 2))

Samples = tuple[NDArray[np.uint8], NDArray[np.int64]]


def new_net() -> SmallNet:
    """(n, 1, SIDE, SIDE) -> (n, letters) nats over nothing."""
    return SmallNet(LAYERS, SIDE, len(LETTERS))


def resume(net: SmallNet, path: Path, samples: Samples) -> None:
    """Takes the weights of a net that was written before; its norms, folded there, are measured anew on some samples."""
    known = weights_of(path)
    x = torch.from_numpy(prepared(samples[0][:4000]))
    with torch.no_grad():
        for i, (convolution, norm) in enumerate(zip(net.convolutions, net.norms, strict=True)):
            convolution.weight.copy_(known[f"w{i}"])
            x = convolution(x)
            mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(var)
            norm.weight.copy_(torch.sqrt(var + norm.eps))
            norm.bias.copy_(known[f"b{i}"] + mean)
            x = functional.relu(x + known[f"b{i}"][:, None, None])
        net.sum.weight.copy_(known["w"])
        net.sum.bias.copy_(known["b"])


def four_turns(net: SmallNet, x: Tensor) -> Tensor:
    """(n, 1 + 4 * letters): nothing first, then the letters in each turn."""
    views = torch.cat([torch.rot90(x, turn, (2, 3)) for turn in range(4)])
    answers = net(views).reshape(4, len(x), -1).transpose(0, 1).reshape(len(x), -1)
    return torch.cat([torch.zeros(len(x), 1), answers], dim=1)


def draw(fonts: list[Face], count: int, seed: int, mix: Mix = MIX) -> Samples:
    """Samples, letters upright, and their classes."""
    drawer, rng = Drawer(fonts, LETTERS, COMMON, SIDE, mix), np.random.default_rng(seed)
    pictures, classes = np.zeros((count, SIDE, SIDE), np.uint8), np.zeros(count, np.int64)
    for i in range(count):
        pictures[i], classes[i] = drawer.sample(rng)
    return pictures, classes


def draw_round(fonts: list[Face], one: Round, number: int, part: float) -> Samples:
    """What a round learns from: letters and what is none, and strangers besides."""
    count = max(BATCH, round(one.samples * part))
    pictures, classes = draw(fonts, count, SEED + 10 * number, one.mix)
    if not one.strangers:
        return pictures, classes
    others = strangers(fonts, round(count * one.strangers), np.random.default_rng(SEED + 10 * number + 5))
    return np.concatenate([pictures, others]), np.concatenate([classes, np.full(len(others), len(LETTERS), np.int64)])


def loss_of(net: SmallNet, samples: Samples, chosen: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
    """Cross entropy over nothing and the letters of two turns: upright and one other, which stands for all three."""
    upright = torch.from_numpy(
        prepared(samples[0][chosen]) * np.where(rng.random((len(chosen), 1, 1, 1)) < INVERTED, -1, 1).astype(np.float32)
    )
    other = torch.rot90(upright, int(rng.integers(1, 4)), (2, 3))
    answers = net(torch.cat([upright, other]))
    half = len(chosen)
    scores = torch.cat([torch.zeros(half, 1), answers[:half], answers[half:] + math.log(3)], dim=1)
    truth = torch.from_numpy((samples[1][chosen] + 1) % (len(LETTERS) + 1))
    return functional.cross_entropy(scores, truth)


def train(net: SmallNet, samples: Samples, one: Round, out: Path, batch: int = BATCH) -> None:
    """One cycle of AdamW; the net as it stands is written after each epoch."""
    rng, count = np.random.default_rng(SEED), len(samples[0])
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.01)
    steps = one.epochs * (count // batch)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, one.rate, total_steps=steps, pct_start=0.2)
    start, step, mean = time.time(), 0, 0.0
    for _ in range(one.epochs):
        order = rng.permutation(count)
        for i in range(0, count - batch + 1, batch):
            loss = loss_of(net, samples, order[i : i + batch], rng)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            step, mean = step + 1, 0.98 * mean + 0.02 * float(loss.detach())
            if step % 250 == 0:
                print(f"step {step} of {steps}: loss {mean:.3f}, {time.time() - start:.0f} s", flush=True)
        to_onnx(net, out, "letters")


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
    """Draws, trains, reports on fonts that were never shown, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=float, default=1.0, help="of the samples: a small one tries the script")
    parser.add_argument("--first", type=int, default=1, choices=(1, 2, 3, 4), help="the round to begin with; all but 1 need --start")
    parser.add_argument("--start", type=Path, help="a net to go on from, instead of none")
    parser.add_argument("--beside", type=Path, help="a net whose weights are averaged with what comes out")
    parser.add_argument("--held", type=int, default=10_000, help="samples of fonts never shown, for the report")
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    known = faces(LETTERS)
    shown, held = [f for f in known if not is_held_out(f.family)], [f for f in known if is_held_out(f.family)]
    print(f"{len(shown)} fonts to learn from, {len(held)} held out ({', '.join(sorted({f.family for f in held}))})", flush=True)
    net, before = new_net(), args.start
    for number, one in list(enumerate(ROUNDS))[args.first - 1 :]:
        start, samples = time.time(), draw_round(shown, one, number, args.part)
        print(f"round {number + 1}: {len(samples[0])} samples drawn in {time.time() - start:.0f} s", flush=True)
        torch.manual_seed(SEED + number)
        earlier = None if before is None else weights_of(before)
        if before is not None:
            resume(net, before, samples)
        net.train()
        train(net, samples, one, args.out)
        before = args.out
    net.eval()
    for other in (earlier, None if args.beside is None else weights_of(args.beside)):
        if other is not None:
            between(net, other, weights_of(args.out))
            to_onnx(net, args.out, "letters")
    if held:
        unseen = draw(held, args.held, SEED + 1)
        report(net, unseen)
        print(f"temperature that fits: {temperature(net, unseen, 1):.2f} in a known turn, {temperature(net, unseen, 4):.2f} in any turn")
    print(f"{args.out}: {args.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
