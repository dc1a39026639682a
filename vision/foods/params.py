"""What is asked of a food that lies on a printed piece."""

from dataclasses import dataclass, field

from vision.plates.fitting import FitParams
from vision.plates.flats import FlatParams
from vision.plates.guesses import GuessParams


@dataclass(frozen=True, slots=True)
class FoodParams:
    """One set of values for every pack and light."""

    px_per_mm: float = 3.0
    """At which a card and what lies on it are looked at."""
    around_mm: float = 28.0
    """A food reaches so far beyond its card."""
    soften_px: float = 0.6
    scale: float = 0.2
    """A patch is as large as the food that it resembles: the logarithm of their sizes differs by no more."""
    hue: float = 0.55
    """Of its light as logarithms, relative to white paper's: by how much one colour may differ from another ..."""
    shade: tuple[float, float] = (-1.2, 0.6)
    """... and all of them together: shade and shine do no more."""
    least_fit: float = 0.5
    """How well the outline has to be seen ..."""
    least_tried: float = 0.55
    """... more so where no patch of its own tells that there is one ..."""
    least_unlit: float = 0.6
    """... and where nobody knows the light, so that its colour says nothing for it, ..."""
    least_margin: float = 0.06
    """... and by how much better than any other food's."""
    own_hue: float = 0.25
    """The same as `hue` of one that is named, where white paper tells the light."""
    card_size: float = 0.06
    """The card it lies on has its own size: the logarithms of its sides differ by no more."""
    most_in_vain: int = 8
    """Printed pieces without a sure name that are looked at although nothing that has a name lies on any of them."""
    rim_mm: float = 1.0
    tries: int = 2
    """Guesses of one food that are looked at closely."""
    strips: int = 6
    """A food hides what lies below so many strips across it."""
    flats: FlatParams = field(
        default_factory=lambda: FlatParams(smallest_share=0.01, largest_share=0.16, slopes=(2.0, 3.5, 6.0, 10.0, 15.0))
    )
    guess: GuessParams = field(default_factory=lambda: GuessParams(least_overlap=0.6))
    fit: FitParams = field(default_factory=FitParams)


PARAMS = FoodParams()
