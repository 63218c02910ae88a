"""Checks what somebody wants to change at a table and returns the entry for it.

No function here changes the table: the entry must be stored first (see `table.py`). A function may
be called again with the same arguments on a later revision, when another server was faster; it then
raises TooLate if the change no longer fits.

Whether a person may act for a seat is checked by the caller, who knows the person. What people do
about their seats before the start is in `seating`.
"""

from collections.abc import Sequence, Set

from cubilete.bots.hints import no_hints
from cubilete.bots.levels import make_bot, placed
from cubilete.bots.positions import has_levels
from cubilete.core.errors import BadOption, IllegalAction
from cubilete.core.fair import SEED
from cubilete.core.json_types import Json
from cubilete.core.match import Match
from cubilete.core.message import N_
from cubilete.core.parts.policy import Bot, RandomBot
from cubilete.core.rng import Rng
from cubilete.core.state import CHANCE, TABLE, State
from cubilete.core.view import View
from cubilete.table.entry import MOST_ENTRIES, PROGRESS, Entry
from cubilete.table.errors import NotYours, TooLate
from cubilete.table.kinds.cup import check_plays_alone, outcomes_before
from cubilete.table.kinds.lesson import check_step, laid_down_outcomes
from cubilete.table.names import check_unlike, clean_name
from cubilete.table.plan import BOT
from cubilete.table.seating.admission import check_open, check_seat, refusal
from cubilete.table.seating.faces import known_face
from cubilete.table.table import Table

LONGEST_CHAT = 300
ASK_AGAIN_AFTER = 20
"""Events after which a person whose end question was refused may ask again."""


# --- Seats ---


def sit(
    table: Table,
    seat: int,
    name: str,
    owner: str,
    seed: str,
    invitation: str = "",
    face: str = "",
) -> Entry:
    """A person takes a seat. Without a seed, the one that the table made for the seat counts."""
    check_seat(table, seat)
    refused = refusal(table, seat, owner, invitation)
    if refused is not None:
        raise refused
    if seed and not SEED.fullmatch(seed):
        raise BadOption("bad-seed", "", N_("A seed has 16 to 128 hexadecimal digits."))
    entry: Entry = {
        "kind": "sit",
        "seat": seat,
        "name": check_name(table, name, seat),
        "owner": owner,
        "seed": "" if table.plan.cup else seed,
    }
    return {**entry, "face": known_face(face)} if known_face(face) else entry


def check_name(table: Table, name: str, seat: int) -> str:
    """The name as it is shown; it must look like no other at the table."""
    name = clean_name(name)
    others = [other.name for n, other in enumerate(table.seats) if n != seat and other.name]
    check_unlike(name, others, [table.game.words.extra_player(0)])
    return name


def stand_in(table: Table, seat: int, *, playing: bool) -> Entry:
    """A bot starts or stops playing for a person."""
    check_seat(table, seat)
    check_playing(table)
    check_plays_alone(table.plan)
    chair = table.seats[seat]
    if chair.kind == BOT or chair.stand_in == playing:
        raise too_late()
    entry: Entry = {"kind": "stand-in", "seat": seat, "playing": playing}
    return {**entry, "owner": chair.owner} if chair.left else entry


def hand_over(table: Table, seat: int) -> Entry:
    """A shared device is handed to this seat."""
    check_playing(table)
    return {"kind": "hand-over", "seat": seat}


def take_device(table: Table, seat: int) -> Entry:
    """The person in this seat has the shared device now."""
    check_playing(table)
    return {"kind": "take", "seat": seat}


# --- The game ---


def start(table: Table) -> Entry:
    """The game starts; all seats must be taken."""
    check_open(table)
    if table.match is not None:
        raise TooLate("started", "", N_("The game has already started."))
    if not all(seat.taken for seat in table.seats):
        raise TooLate("seats-free", "", N_("Some seats are still free."))
    return {"kind": "start", "falls": draw_outcomes(table, table.new_match().state, 0)}


def move(
    table: Table, seat: int, text: str, after_event: int, key: str, revision: int | None = None
) -> Entry:
    """A decision, with the outcomes that follow.

    `after_event` is the last event that the seat knew when it decided, `revision` the table's
    revision then, where it is known.
    """
    check_current(table, seat, after_event, revision)
    match = check_playing(table)
    code = match.read(seat, text)
    check_step(table, match.state, seat, code)
    after = match.state.copy()
    after.advance(seat, code)
    falls = draw_outcomes(table, after, len(match.events) + 1)
    return {
        "kind": "move",
        "seat": seat,
        "text": text,
        "key": key,
        "falls": falls,
        "over": after.over,
    }


def type_outcome(
    table: Table, seat: int, text: str, after_event: int, key: str, revision: int | None = None
) -> Entry:
    """An outcome of real dice, typed in by the person in `seat`; the rest as in `move`."""
    check_seat(table, seat)
    check_current(table, seat, after_event, revision)
    match = check_playing(table)
    if not table.awaits_real_dice():
        raise too_late()
    code = match.state.parse(CHANCE, text)
    match.state.check(CHANCE, code)
    text = match.state.text(CHANCE, code)  # people may name dice in any order
    after = match.state.copy()
    after.advance(CHANCE, code)
    falls = draw_outcomes(table, after, len(match.events) + 1)
    return {
        "kind": "fall",
        "seat": seat,
        "text": text,
        "key": key,
        "falls": falls,
        "over": after.over,
    }


def draw_outcomes(table: Table, state: State, events: int) -> list[Json]:
    """Advances `state`, a copy, until a person must act or the game is over.

    Returns the outcomes drawn, in notation. `events` is the number of events so far: fair dice
    depend on the number of each event, or of each outcome.
    """
    dice, drawn = table.fair_dice(), outcomes_before(table.plan, table.match)
    laid_down = laid_down_outcomes(table, events)
    texts: list[Json] = []
    while state.turn() == TABLE or (state.turn() == CHANCE and not table.plan.real_dice):
        events += 1
        if state.turn() == TABLE:
            state.advance(TABLE, 0)
            continue
        text = next(laid_down, "")
        if text:
            code = state.parse(CHANCE, text)
        else:
            number = dice.number(events, drawn + len(texts) + 1)
            code = state.outcome(dice.draw(number, state.draws()))
        texts.append(state.text(CHANCE, code))
        state.advance(CHANCE, code)
    return texts


def bot_move(table: Table, seat: int, rng: Rng, key: str) -> Entry:
    """The decision of the bot in this seat. It is given the view of its seat, and the position
    only where that tells nothing more (`placed`).

    A bot may be anybody's program: this raises whatever it raises, and IllegalAction or TypeError
    if it answers no legal text.
    """
    bot = make_bot(table.game, check_playing(table).setup, table.seats[seat].bot)
    return move_by(placed(bot, table.state), table, seat, rng, key)


def random_move(table: Table, seat: int, rng: Rng, key: str) -> Entry:
    """A random legal decision, in place of a bot that failed."""
    return move_by(RandomBot(), table, seat, rng, key)


def move_by(bot: Bot[View], table: Table, seat: int, rng: Rng, key: str) -> Entry:
    answer = bot.choose(table.view(seat), rng)
    return answered_move(table, (seat, table.last_event(seat), table.revision), answer, key)


def answered_move(table: Table, asked: tuple[int, int, int], answer: object, key: str) -> Entry:
    """The decision that a bot has answered. `asked` is its seat, and the last event that it knew
    and the table's revision when it was asked; raises TooLate where that has changed."""
    seat, after_event, revision = asked
    if not isinstance(answer, str):
        raise TypeError("the answer of a bot is not a text")
    entry = move(table, seat, answer, after_event, key, revision)
    return entry if table.seats[seat].kind == BOT else {**entry, "bot": True}


def late_seat(table: Table, elapsed: float) -> int:
    """The person whose time is up, `elapsed` seconds after the last entry; raises TooLate if there
    is none."""
    seat = table.clock.expired(elapsed) if table.clock is not None else None
    if seat is None:
        raise too_late()
    return seat


def late_move(table: Table, elapsed: float, rng: Rng, key: str) -> Entry:
    """A bot's decision for the person whose time is up."""
    return {**bot_move(table, late_seat(table, elapsed), rng, key), "late": True}


def undo(table: Table, seat: int) -> Entry:
    check_playing(table)
    if not table.may_undo(seat):
        raise TooLate("no-undo", "", N_("That can't be undone: something new has come up since."))
    return {"kind": "undo", "seat": seat}


def abandon(table: Table, seat: int) -> Entry:
    check_playing(table)
    return {"kind": "abandon", "seat": seat, "over": True}


# --- Ending the game for all ---


def ask_end(table: Table, seat: int, present: Set[str]) -> Entry:
    """A person wants to end the game for all. Without other people it ends at once.

    `present` are the owners who are at the table now.
    """
    check_playing(table)
    owner = check_takes_part(table, seat)
    if table.end_question is not None:
        return answer_end(table, seat, present, agrees=True)
    if not present - {owner}:
        return abandon(table, seat)
    played = len(check_playing(table).events)
    if played < table.end_refused.get(owner, -ASK_AGAIN_AFTER) + ASK_AGAIN_AFTER:
        raise TooLate("asked-lately", "", N_("The others want to go on. Ask again in a few turns."))
    return {"kind": "end-asked", "seat": seat}


def answer_end(table: Table, seat: int, present: Set[str], *, agrees: bool) -> Entry:
    """A person agrees to end the game, or not. It ends when everybody present agrees."""
    check_playing(table)
    owner = check_takes_part(table, seat)
    if table.end_question is None:
        raise too_late()
    if agrees and present <= table.end_question.agreed | {owner}:
        return abandon(table, seat)
    return {"kind": "end-answered", "seat": seat, "agrees": agrees}


def check_takes_part(table: Table, seat: int) -> str:
    """The owner of a seat. People who have left the game don't decide about its end."""
    owner = table.seats[seat].owner
    if all(table.seats[other].left for other in table.seats_of(owner)):
        raise NotYours("has-left", "", N_("You left this game: come back to it first."))
    return owner


def end_unopposed(table: Table, asked: int) -> Entry:
    """The game ends because nobody has objected to the question of revision `asked`."""
    question = table.end_question
    if question is None or question.revision != asked:
        raise too_late()
    return abandon(table, question.seat)


# --- Hints ---


def agree_on_hints(table: Table, seat: int, *, agrees: bool) -> Entry:
    """A person wants hints to be allowed or agrees to it, or does not."""
    played = len(check_playing(table).events)
    owner = check_takes_part(table, seat)
    agreement = table.hints
    if not agreement.possible or not agreement.needs_agreement:
        raise hints_are_off() if not agreement.on else too_late()
    if owner in agreement.agreed if agrees else not agreement.agreed:
        raise too_late()
    last = agreement.refused.get(owner, -ASK_AGAIN_AFTER)
    if agrees and not agreement.agreed and played < last + ASK_AGAIN_AFTER:
        raise TooLate(
            "asked-lately", "", N_("The others don't want hints now. Ask again in a few turns.")
        )
    return {"kind": "hints", "seat": seat, "agrees": agrees}


def check_hint(table: Table, seat: int, wanted: str = "") -> None:
    """A person may ask what to do now, and what the action `wanted` is worth."""
    match = check_playing(table)
    check_seat(table, seat)
    if not has_levels(table.game):
        raise no_hints(table.game)
    if not table.hints.on:
        raise hints_are_off()
    if seat not in table.people_to_act():
        raise TooLate("not-your-turn", "", N_("Hints are for the player whose turn it is."))
    if wanted:
        match.state.check(seat, match.state.read(seat, wanted))


def hints_are_off() -> NotYours:
    return NotYours("no-hints", "", N_("Hints are not allowed at this table."))


# --- Beside the game ---


def chat(table: Table, seat: int, text: str) -> Entry:
    check_open(table)
    check_seat(table, seat)
    if table.seats[seat].kind == BOT or table.seats[seat].left:
        raise NotYours("no-talk", "", N_("A bot plays there, and bots don't chat."))
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_CHAT or not text.isprintable():
        raise BadOption(
            "bad-chat", "", N_("A message has 1 to {most} characters."), most=LONGEST_CHAT
        )
    return {"kind": "chat", "seat": seat, "text": text}


def rematch(table: Table, next_table: str, commitment: str, prepared: Sequence[str] = ()) -> Entry:
    """The table of the next game for the same people is open. `commitment` and `prepared` are what
    its dice are bound to: people see them before they send a seed."""
    if table.rematch:
        raise too_late()
    return {
        "kind": "rematch",
        "table": next_table,
        "commitment": commitment,
        "prepared": list(prepared),
    }


def follow(table: Table, seat: int) -> Entry:
    """The person of a seat has gone to the table of the next game; once for each seat."""
    if not table.rematch or seat in table.rematch_yes:
        raise too_late()
    return {"kind": "follow", "seat": seat}


# --- Checks ---


def check_length(table: Table, entry: Entry) -> None:
    """A table does not grow for ever: at some length only the game goes on."""
    if table.revision >= MOST_ENTRIES and entry["kind"] not in PROGRESS:
        raise TooLate(
            "table-too-long", "", N_("This table is full of messages: only the game goes on.")
        )


def too_late() -> TooLate:
    return TooLate("too-late", "", N_("The game has moved on: take another look."))


def check_current(table: Table, seat: int, after_event: int, revision: int | None) -> None:
    """A decision must be made on the present position.

    The number of an event does not tell alone: after an undo the next event has the number of the
    one undone. Then the revision tells.
    """
    undone = revision is not None and revision < table.undone_at.get(seat, 0)
    if undone or after_event != table.last_event(seat):
        raise too_late()


def check_playing(table: Table) -> Match:
    if table.match is None:
        raise TooLate("not-started", "", N_("The game hasn't started yet."))
    if table.match.result is not None:
        raise IllegalAction("game-over", "", N_("The game is over."))
    return table.match
