"""What the camera misread, as far as people have said. Part of the session, under its lock; writes nothing."""

from dataclasses import dataclass
from typing import Any

from companion.game import Game, Layout
from companion.overruled import Said, as_said, overruled
from companion.referee import Verdict
from companion.standing import Explain, explained

SAID_KEPT = 50
"""Most misreadings that are remembered."""


@dataclass
class Misread:
    """What people's words of one table say of the camera's."""

    game: Game[Any, Any]
    explain: Explain
    seen: Layout | None = None
    """The last table that the camera was sure of, as it read it."""
    said: tuple[Said, ...] = ()
    stood: tuple[Said, ...] = ()
    """What stood against the score when people last spoke."""

    def put_right(self, seen: Layout, state: object) -> Layout:
        """The table that is seen now, with what people said put right."""
        self.seen = seen
        return as_said(seen, self.said, self.game.visible(state))

    def explained(self, state: object, seen: Layout) -> Verdict[Any]:
        """What has happened since `state`. Called without the lock: whoever calls drops a verdict that people spoke past."""
        return explained(self.explain, self.game, state, seen, self.stood)

    def spoke(self, before: object, after: object, *, is_typed: bool) -> None:
        """People led from one state to the other; an action that was only typed may still have to be done on the table."""
        self.said = (*self.said, *self._against(after, self.game.visible(before) if is_typed else None))[-SAID_KEPT:]
        self.stood = self._against(after, wholly=True)

    def is_right(self, state: object) -> None:
        """People said in so many words that the score is right: whatever differs is misread."""
        self.said = self._against(state, wholly=True)

    def agrees(self, state: object) -> None:
        """A look was as the score would have it; where it was so without anything put right, nothing stands against it."""
        if self.game.visible(state).matches(self.seen or Layout(())):
            self.stood = ()

    def _against(self, state: object, before: Layout | None = None, *, wholly: bool = False) -> tuple[Said, ...]:
        if self.seen is None:
            return ()
        return overruled(self.game.visible(state), self.seen, before=before, wholly=wholly)
