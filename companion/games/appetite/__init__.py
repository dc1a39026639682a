"""Appetite: two to four players add numbered cards to a Total that may reach 10, 20, 30 and 40, but never exceed it."""

from companion.game import Game
from companion.games.appetite.pieces import State
from companion.games.appetite.reading import candidates, see, visible
from companion.games.appetite.rules import Action, apply, initial, legal_actions, parse_action, parse_state, status, violations
from companion.games.appetite.scoring import scores
from companion.games.appetite.telling import in_general, show, tell

GAME: Game[State, Action] = Game(
    name="appetite",
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
)
