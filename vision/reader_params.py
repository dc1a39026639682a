"""One set of values for every deck, table and light: how pictures of a table are read."""

from dataclasses import dataclass, field

from vision.cards.search_params import SearchParams
from vision.cubes.params import CubeParams
from vision.tokens.params import TokenParams


@dataclass(frozen=True, slots=True)
class ReaderParams(SearchParams):
    """The values of printed pieces, and those of the other pieces that lie among them."""

    tokens: TokenParams = field(default_factory=TokenParams)
    cubes: CubeParams = field(default_factory=CubeParams)
