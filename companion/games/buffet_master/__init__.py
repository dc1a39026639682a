"""Buffet Master: two to six players take cards from six piles, finish dishes, and fit them into their stomachs."""

from companion.game import Game
from companion.games.buffet_master.actions import Action
from companion.games.buffet_master.choices import legal_actions
from companion.games.buffet_master.notation import parse_state
from companion.games.buffet_master.opening import initial
from companion.games.buffet_master.photographed import final_state
from companion.games.buffet_master.pieces import State
from companion.games.buffet_master.reading import candidates, see, visible
from companion.games.buffet_master.rules import apply, status, violations
from companion.games.buffet_master.scoring import scores
from companion.games.buffet_master.telling import in_general, show, tell
from companion.games.buffet_master.wording import parse_action

GAME: Game[State, Action] = Game(
    name="buffet_master",
    initial=initial,
    status=status,
    legal_actions=legal_actions,
    violations=violations,
    apply=apply,
    scores=scores,
    visible=visible,
    see=see,
    candidates=candidates,
    show=show,
    parse_state=parse_state,
    parse_action=parse_action,
    tell=tell,
    in_general=in_general,
    photographed=final_state,
)
