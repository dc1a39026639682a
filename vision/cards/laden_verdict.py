"""The verdict as long as it is not known what lies on the print: what hides it and has a print of its own is held against no look."""

from dataclasses import replace

import numpy as np

from vision.cards.verdict import VerdictParams
from vision.looks import canon


def whatever_lies_there(verdict: VerdictParams) -> VerdictParams:
    """The same, nothing asked of a look but that it agrees more than any other."""
    every = canon.CELLS[0] * canon.CELLS[1]
    verdict = replace(verdict, least_printed=-1.0, least_laid_open=-1.0, least_told=-2.0, least_part=-np.inf, least_clear_part=-1.0)
    verdict = replace(verdict, most_foreign=np.inf, most_foreign_figure=np.inf, most_hatched=np.inf, most_other=1.0)
    verdict = replace(verdict, most_hue_off=180.0, most_stained=np.inf, most_doubled=every, most_deepened=every)
    verdict = replace(verdict, least_peculiar_seen=-1.0, most_uneven=2.0, most_paired=1.0, least_colour_left=-np.inf)
    return replace(verdict, most_amiss=np.inf, least_toned=-1.0, least_ink_left=-np.inf, most_open_lagging=np.inf)
