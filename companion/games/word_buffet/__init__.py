"""Word Buffet: words on a board of hidden letters, marked with ants on their way to food and rival nests."""

from companion.game import Game
from companion.games.word_buffet.actions import Action
from companion.games.word_buffet.doubts import asked, remarks
from companion.games.word_buffet.notation import parse_action
from companion.games.word_buffet.photographed import final_state
from companion.games.word_buffet.pieces import State
from companion.games.word_buffet.position import parse_state
from companion.games.word_buffet.reading import candidates, see, visible
from companion.games.word_buffet.rules import apply, initial, legal_actions, status, violations
from companion.games.word_buffet.scoring import scores
from companion.games.word_buffet.showing import show, tell

GAME: Game[State, Action] = Game(
    name="word_buffet",
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
    photographed=final_state,
    remarks=remarks,
    measured=asked,
)
