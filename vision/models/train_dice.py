"""Trains the two nets of `vision.dice.reader` and writes each beside itself.

    python -m vision.models.train_dice finder
    python -m vision.models.train_dice judge --samples 9000

Needs `pip install .[train]` and no picture: all dice are drawn by dice_samples.py. Same seed, same samples. dice_judge.onnx took
7,000 steps with 9,000 samples, about ten minutes of one core; on dice never shown, cut as here (many too dark, blurred or askew to tell),
85 % are right and 56 % stand above 0.9, of which 0.6 % are wrong. The finder, dice.onnx, took 5,000 steps with 8,000 samples of earlier
drawings (less marbled, none tipped by more), its cuts drawn from another seed: 73 %, 35 % and 0.8 %.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.dice.cuts import cut, prepared
from vision.dice.params import ANSWERS, FINDER, JUDGE, Part
from vision.models.dice_samples import Drawn, sample
from vision.models.smallnet import Layer, SmallNet, to_onnx

SEED = 20261122


@dataclass(frozen=True, slots=True)
class Task:
    """How one of the two nets is taught."""

    part: Part
    layers: tuple[Layer, ...]
    drawn_px: int
    """Side of a drawn sample."""
    near: float
    """Part of the dice that are cut nearly well."""
    steps: int


_QUICK = (Layer(3, 14, 5, 2), Layer(14, 28, 3, 1), Layer(28, 44, 3, 2), Layer(44, 52, 3, 1))
_CLOSE = (Layer(3, 16, 5, 2), Layer(16, 32, 3, 1), Layer(32, 48, 3, 2), Layer(48, 64, 3, 1), Layer(64, 64, 3, 2))
FIND, TELL = Task(FINDER, _QUICK, 96, 0.6, 5_000), Task(JUDGE, _CLOSE, 112, 0.85, 7_000)
SHOWN = 0.7
"""Part of the cuts that show a die."""
NEAR, ALIKE = 0.45, 0.62
"""A cut is of no die when its middle is further from every face, in its sides, or its size differs more, as a logarithm."""

Floats = NDArray[Any]
Samples = tuple[NDArray[np.uint8], list[list[Drawn]]]
Cuts = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]
"""Pictures, values (0 for nothing), and shifts: to the right and down in sides of the face asked about, logarithm of its size."""


def new_net(task: Task) -> SmallNet:
    """(n, 3, side, side) -> (n, ANSWERS + 3): nats, then shifts."""
    return SmallNet(task.layers, task.part.side, ANSWERS + 3)


def draw(task: Task, count: int, seed: int) -> Samples:
    """Samples and what they show."""
    drawn = [sample(np.random.default_rng([seed, i]), task.drawn_px) for i in range(count)]
    return np.stack([picture for picture, _ in drawn]), [dice for _, dice in drawn]


def cuts(task: Task, samples: Samples, count: int, rng: Generator) -> Cuts:
    """So many cuts, mirrored, turned and with their colours changed about."""
    side = task.part.side
    pictures, values = np.zeros((count, side, side, 3), np.uint8), np.zeros(count, np.int64)
    shifts = np.zeros((count, 3), np.float32)
    for k in range(count):
        i = int(rng.integers(len(samples[0])))
        part, values[k], shift = _one(task, samples[0][i], samples[1][i], rng)
        if rng.random() < 0.5:
            part, shift[0] = part[:, ::-1], -shift[0]
        if rng.random() < 0.5:
            part, shift = part.transpose(1, 0, 2), shift[[1, 0, 2]]
        pictures[k], shifts[k] = part[..., rng.permutation(3)], shift
    return pictures, values, shifts


def _one(task: Task, picture: NDArray[np.uint8], dice: list[Drawn], rng: Generator) -> tuple[NDArray[np.uint8], int, Floats]:
    """A die, cut nearly well or far from it; or a place that is none, often beside a die."""
    boxes = np.array([die.box for die in dice]).reshape(-1, 4)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = np.sqrt(np.maximum((boxes[:, 2:] - boxes[:, :2]).prod(1), 1))
    whole = np.flatnonzero((boxes.min(1) >= -2) & (boxes[:, 2:].max(1) <= task.drawn_px + 2))
    if len(whole) and rng.random() < SHOWN:
        k = int(rng.choice(whole))
        near = rng.random() < task.near
        off = rng.normal(0, 0.06, 2) if near else rng.uniform(-0.28, 0.28, 2)
        size = float(np.exp(rng.normal(0, 0.08) if near else rng.uniform(-0.42, 0.42)))
        place = np.append(middles[k] + off * sides[k], sides[k] * size).astype(np.float32)
        return cut(picture, place, task.part), dice[k].value, np.append(-off / size, -np.log(size))
    place = next((at for _ in range(20) if _is_none(at := _anywhere(task, middles, sides, rng), middles, sides)), np.array([-60, -60, 20]))
    return cut(picture, place.astype(np.float32), task.part), 0, np.zeros(3)


def _anywhere(task: Task, middles: Floats, sides: Floats, rng: Generator) -> Floats:
    """x, y, side of some place: anywhere, at the edge of a die, or on one and much too large or small."""
    if not len(sides) or rng.random() < 0.4:
        return np.append(rng.uniform(0, task.drawn_px, 2), np.exp(rng.uniform(np.log(10), np.log(45))))
    k, angle = int(rng.integers(len(sides))), rng.uniform(0, 2 * np.pi)
    beside = rng.uniform(0.5, 1.3) * np.array([np.cos(angle), np.sin(angle)])
    off = beside if rng.random() < 0.6 else rng.normal(0, 0.15, 2)
    return np.append(middles[k] + off * sides[k], sides[k] * np.exp(rng.uniform(-1.3, 1.1)))


def _is_none(place: Floats, middles: Floats, sides: Floats) -> bool:
    near = np.hypot(*(middles - place[:2]).T) < NEAR * sides
    return not (near & (np.abs(np.log(place[2] / sides)) < ALIKE)).any()


def loss_of(net: SmallNet, asked: Cuts) -> Tensor:
    """Cross entropy, and for dice how far the shifts are off."""
    answers, values = net(torch.from_numpy(prepared(asked[0]))), torch.from_numpy(asked[1])
    named = functional.cross_entropy(answers[:, :ANSWERS], values, label_smoothing=0.02)
    return named + 1.5 * (answers[:, ANSWERS:] - torch.from_numpy(asked[2])).abs()[values > 0].mean()


def train(task: Task, net: SmallNet, samples: Samples, steps: int, rate: float, out: Path, batch: int = 64) -> None:
    """One cycle of AdamW; the net as it stands is written now and then."""
    rng, start, mean = np.random.default_rng(SEED), time.time(), 0.0
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.01)
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    for step in range(1, steps + 1):
        loss = loss_of(net, cuts(task, samples, batch, rng))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        cycle.step()
        mean = float(loss.detach()) if step == 1 else 0.98 * mean + 0.02 * float(loss.detach())
        if step % 250 == 0:
            print(f"step {step} of {steps}: loss {mean:.3f}, {time.time() - start:.0f} s", flush=True)
            to_onnx(net, out, "dice")


def report(task: Task, net: SmallNet, samples: Samples) -> None:
    """Prints how often cuts that were never shown are right, and how many of the sure ones are wrong."""
    net.eval()
    pictures, values, _ = cuts(task, samples, 3000, np.random.default_rng(SEED))
    with torch.no_grad():
        sure, best = net(torch.from_numpy(prepared(pictures)))[:, :ANSWERS].softmax(1).max(1)
    truth = torch.from_numpy(values)
    right, dice, stands = best == truth, truth > 0, (sure > 0.9) & (best > 0)
    print(f"dice right {right[dice].float().mean():.4f}, nothing right {right[~dice].float().mean():.4f}", end="; ")
    print(f"above 0.9: {stands[dice].float().mean():.4f} stand, {(~right[stands]).float().mean():.4f} of them wrong")


def main() -> None:
    """Draws, trains, reports on dice that were never shown, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=("finder", "judge"), help="which of the two")
    parser.add_argument("--samples", type=int, default=8_000)
    parser.add_argument("--steps", type=int, default=0, help="otherwise as many as the released net took")
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    task = FIND if args.net == "finder" else TELL
    out: Path = args.out or task.part.model
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    start, samples = time.time(), draw(task, args.samples, SEED)
    print(f"{args.samples} samples drawn in {time.time() - start:.0f} s", flush=True)
    net = new_net(task)
    train(task, net, samples, args.steps or task.steps, args.rate, out)
    report(task, net, draw(task, 600, SEED + 1))
    to_onnx(net, out, "dice")
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
