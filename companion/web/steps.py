"""What was chosen of the first evening so far, and what each step does with its form."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from threading import Lock

from flask import request
from werkzeug.wrappers import Response as Answer

from companion.devices import Devices, Role
from companion.game import Pack, Setup
from companion.numerals import number_of, whole
from companion.web.access import COOKIE
from companion.web.helper import Choices, Helper
from companion.web.localised import Say, boxed, saying
from companion.web.roles import YEAR_S
from companion.web.sentences import load_sentences
from companion.web.texts import load_texts
from companion.web.zoning import applies, placing_from

STEPS = ("language", "pin", "camera", "light", "table", "deck", "players", "zones", "rules", "trial", "join")
FILMS_MB = (0, 200, 500, 2000)
"""How large a film of the evening may be; a picture a second is about 200 MB an evening."""
PLAYERS_MOST = 6
LONGEST_NAME = 24
CORNERS = 4

texts_of = lru_cache(maxsize=8)(load_texts)


class Steps:
    """What has been chosen so far, and what each step does with its form. One object, one lock."""

    def __init__(self, helper: Helper, devices: Devices, language: str) -> None:
        self.helper, self._devices, self._lock = helper, devices, Lock()
        last = helper.last
        self.choices = Choices(language=language) if last is None else replace(last, pin="", done=frozenset())

    def game(self) -> Pack | None:
        """The game that was chosen."""
        return next((each for each in self.helper.games() if each.game == self.choices.game), None)

    def say(self, text: str) -> str:
        """A sentence of the machine, or of the chosen game and its box, in the chosen language."""
        return self.say_of(self.choices.game)(text)

    def say_of(self, name: str) -> Say:
        """How the sentences of a game and its box are said in the chosen language."""
        t, game = texts_of(self.choices.language), next((each for each in self.helper.games() if each.game == name), None)
        return saying(t, game) if game else load_sentences(t.language, "")

    def boxed(self) -> Pack | None:
        """The chosen game with its open questions in the chosen language."""
        game = self.game()
        return game and boxed(game, self.say, texts_of(self.choices.language))

    def next(self) -> str:
        """The first step that was not done."""
        return next((step for step in STEPS if step not in self.choices.done and self.has(step)), STEPS[-1])

    def has(self, step: str) -> bool:
        """Whether there is anything to do in a step."""
        return step != "zones" or applies(self.choices)

    def after(self, step: str) -> str:
        """The step that comes next."""
        return next((each for each in STEPS[STEPS.index(step) + 1 :] if self.has(each)), STEPS[-1])

    def take(self, step: str, form: Mapping[str, str]) -> None:
        """Does a step with its form. Raises CompanionError or ValueError saying what is wrong."""
        with self._lock:
            taken: Choices = getattr(self, f"_take_{step}", lambda form: self.choices)(form)
            self.choices = replace(taken, done=taken.done | {step})

    def let_in(self, answer: Answer) -> None:
        """Whoever sets the PIN owns the table, and is not locked out by it."""
        name = texts_of(self.choices.language)("setup.pin.owner")
        token, _ = self._devices.pair(self._devices.keys[Role.OWNER], name, request.remote_addr or "")
        answer.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", path="/")

    def _take_language(self, form: Mapping[str, str]) -> Choices:
        load_texts(form.get("language", "en"))
        return replace(self.choices, language=form.get("language", "en"))

    def _take_pin(self, form: Mapping[str, str]) -> Choices:
        pin = form.get("pin", "").strip()
        self._devices.set_pin(pin)
        return replace(self.choices, pin=pin)

    def _take_camera(self, form: Mapping[str, str]) -> Choices:
        name = form.get("address", "").strip() or form.get("camera", "")
        beside = form.get("side_address", "").strip() or form.get("side_camera", "")
        if beside and beside == name:
            raise ValueError(texts_of(self.choices.language)("setup.camera.same"))
        film_mb = whole(form.get("film_mb") or "0")
        if film_mb not in FILMS_MB:
            raise ValueError(texts_of(self.choices.language)("setup.camera.film_size"))
        self.helper.use_camera(name, film_mb)
        self.helper.use_side_camera(beside)
        return replace(self.choices, camera=name, side_camera=beside, film_mb=film_mb)

    def _take_table(self, form: Mapping[str, str]) -> Choices:
        if form.get("by") != "corners":
            self.helper.use_corners((), (0.0, 0.0))
            return replace(self.choices, corners=())
        numbers = [number_of(each) for each in form.get("corners", "").split(",") if each]
        if len(numbers) != 2 * CORNERS:
            raise ValueError(texts_of(self.choices.language)("setup.table.four"))
        corners = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        size = number_of(form.get("width_mm", "")), number_of(form.get("height_mm", ""))
        if not all(10 <= side <= 3000 for side in size):
            raise ValueError(texts_of(self.choices.language)("setup.table.size"))
        self.helper.use_corners(corners, size)
        return replace(self.choices, corners=corners, size_mm=size)

    def _take_deck(self, form: Mapping[str, str]) -> Choices:
        game = form.get("game", "")
        if game not in {each.game for each in self.helper.games()}:
            raise ValueError(texts_of(self.choices.language)("setup.deck.which"))
        same = game == self.choices.game
        done = self.choices.done if same else self.choices.done - {"players", "zones", "rules", "trial"}
        return replace(self.choices, game=game, deck=form.get("deck", ""), options=self.choices.options if same else {}, done=done)

    def _take_players(self, form: Mapping[str, str]) -> Choices:
        names = tuple(" ".join(form.get(f"name{n}", "").split())[:LONGEST_NAME] for n in range(1, PLAYERS_MOST + 1))
        players = tuple(name for name in names if name)
        t, game = texts_of(self.choices.language), self.game()
        if len({name.lower() for name in players}) < len(players):
            raise ValueError(t("setup.players.twice"))
        if game and not game.players[0] <= len(players) <= game.players[1]:
            raise ValueError(t("setup.players.how_many", low=game.players[0], high=game.players[1]))
        return replace(self.choices, players=players)

    def _take_zones(self, form: Mapping[str, str]) -> Choices:
        choices, t = self.choices, texts_of(self.choices.language)
        if self.game() is not None and applies(choices) and "by" in form:
            now = self.helper.placing(choices.game, choices.deck)
            zones = now.zones if now is not None and now.zones else self.helper.zones(choices.game, choices.deck)
            self.helper.place(choices.game, placing_from(form, zones, t))
        return choices

    def _take_rules(self, form: Mapping[str, str]) -> Choices:
        game = self.game()
        options = {name[7:]: value.strip() for name, value in form.items() if name.startswith("option-") and value.strip()}
        if game is not None:
            Setup(max(len(self.choices.players), game.players[0]), options).answers(game)
        return replace(self.choices, options=options)
