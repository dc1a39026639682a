"""Buffet Boss: one to five players stack food on their plates and hope that nothing falls."""

from companion.game import Game
from companion.games.buffet_boss.actions import Action
from companion.games.buffet_boss.measured import measured
from companion.games.buffet_boss.photographed import final_state
from companion.games.buffet_boss.pieces import State
from companion.games.buffet_boss.reading import candidates, see, visible
from companion.games.buffet_boss.rules import apply, initial, legal_actions, parse_action, parse_state, status, violations
from companion.games.buffet_boss.scoring import scores
from companion.games.buffet_boss.showing import show
from companion.games.buffet_boss.telling import in_general, tell

GAME: Game[State, Action] = Game(
    name="buffet_boss",
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
    measured=measured,
)
