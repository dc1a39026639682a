"""Surrealist Dinner Party: two to four hosts seat guests, serve them what they crave and stash it when they go home content."""

from companion.game import Game
from companion.games.surrealist_dinner_party.actions import Action
from companion.games.surrealist_dinner_party.house import initial
from companion.games.surrealist_dinner_party.notation import parse_action, parse_state
from companion.games.surrealist_dinner_party.photographed import final_state
from companion.games.surrealist_dinner_party.position import State
from companion.games.surrealist_dinner_party.reading import candidates, see, visible
from companion.games.surrealist_dinner_party.refusals import violations
from companion.games.surrealist_dinner_party.remarks import remarks
from companion.games.surrealist_dinner_party.rules import apply, legal_actions, status
from companion.games.surrealist_dinner_party.scoring import scores
from companion.games.surrealist_dinner_party.telling import show
from companion.games.surrealist_dinner_party.wording import in_general, tell

GAME: Game[State, Action] = Game(
    name="surrealist_dinner_party",
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
    remarks=remarks,
)
