"""What the form of a move says: its text, its key, and on which revision it was made."""

import hashlib
import secrets
from collections.abc import Sequence

from starlette.datastructures import FormData

from cubilete.core.errors import BadOption, ImpossibleOutcome
from cubilete.core.message import N_
from cubilete.core.parts.outcome_form import OutcomeForm
from cubilete.table import changes
from cubilete.table.entry import Entry
from cubilete.table.table import Table
from cubilete.web.html.perspective import outcome_form_of
from cubilete.web.http.requests import field, number, small_number


def move_key(form: FormData) -> str:
    """The same for a form that is sent twice; another for everything else done on that page."""
    if not field(form, "key"):
        return secrets.token_hex(8)
    said = [field(form, name) for name in ("key", "seat", "verb", "text")]
    parts = sorted(str(part) for part in form.getlist("part"))
    parts += [
        str(answer) for name, answer in form.multi_items() if name.startswith(("row", "count"))
    ]
    words = "\n".join([*said, *parts]).encode(errors="surrogatepass")
    return hashlib.blake2b(words, digest_size=8).hexdigest()


def revision_of(form: FormData) -> int | None:
    """The revision of the page that the form is on: the last part of its key."""
    return small_number(field(form, "key").rpartition(".")[2])


def move_text(table: Table, seat: int, form: FormData) -> str:
    """The move in notation: whole in the form, or as a verb and parts in any order."""
    text = field(form, "text")
    if text:
        return text
    parts = [str(part) for part in form.getlist("part")]
    words = sorted(f"{field(form, 'verb')} {' '.join(parts)}".split())
    if table.match is not None:
        for legal in table.state.legal_texts(seat):
            if sorted(legal.split()) == words:
                return legal
    return " ".join([field(form, "verb"), *parts])


def is_counted(form: FormData, asked: OutcomeForm) -> bool:
    """Whether the form says how many dice show each face."""
    return asked.counted and "count1" in form


def answers_from(form: FormData, asked: OutcomeForm) -> tuple[str, ...]:
    """What was chosen in each row, "" where nothing was; or how many dice show each face."""
    if is_counted(form, asked):
        sides = range(1, len(asked.rows[0].sides) + 1)
        return tuple(field(form, f"count{face}") for face in sides)
    return tuple(field(form, f"row{place}") for place in range(len(asked.rows)))


def counted_answers(asked: OutcomeForm, said: Sequence[str]) -> tuple[str, ...]:
    """The answers of the rows, from how many dice show each face; an empty field is none."""
    counts = [small_number(count) if count else 0 for count in said]
    needed = len(asked.rows)
    whole = [count for count in counts if count is not None]
    if len(whole) < len(counts) or sum(whole) != needed:
        raise BadOption(
            "wrong-count",
            "",
            N_("You rolled {needed} dice, but this makes {given}."),
            needed=needed,
            given=sum(whole),
        )
    return asked.counted_answers(whole)


def outcome_entry(table: Table, seat: int, form: FormData) -> Entry:
    """The entry of dice that people rolled: chosen in rows, or written in notation."""
    after_event, key, revision = number(form, "on"), move_key(form), revision_of(form)
    asked = outcome_form_of(table, table.view(seat))
    if asked is None or field(form, "text") or after_event != table.last_event(seat):
        text = field(form, "text")
        return changes.type_outcome(table, seat, text, after_event, key, revision)
    answers = answers_from(form, asked)
    if is_counted(form, asked):
        answers = counted_answers(asked, answers)
    if "" in answers:
        raise BadOption("answer-missing", "", N_("Enter what each die shows."))
    try:
        text = asked.text(answers)
        return changes.type_outcome(table, seat, text, after_event, key, revision)
    except ImpossibleOutcome as error:
        if asked.wrong is None:
            raise
        sentence = asked.wrong
        raise ImpossibleOutcome(
            error.code, error.rule, sentence.template, **sentence.values
        ) from error
