"""`cubilete verify`: computes the dice and cards of a finished game again.

It says what that proves and what it does not. A record alone does not show when it was written:
people compare it with what they noted at the table.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from cubilete.cli.shared.arguments import AsJson, RecordFile, read_bytes
from cubilete.cli.shared.console import _, language, out
from cubilete.cli.shared.failures import BROKEN_FILE, Failure, explained
from cubilete.core.fair import RECIPE_1, Proof, commitment_of, fingerprint_of, prove
from cubilete.core.fair.claims import Compared, covers, limits
from cubilete.core.message import N_
from cubilete.core.record import Record, read_record
from cubilete.language import say

HELP = N_("Recompute every die and card of a finished game.")


def run(
    file: RecordFile,
    commitment: Annotated[
        str,
        typer.Option(metavar="HASH", help=_(N_("The fingerprint of the secret you noted."))),
    ] = "",
    seal: Annotated[str, typer.Option(metavar="HASH", help=_(N_("The seal you noted.")))] = "",
    table: Annotated[
        str, typer.Option(metavar="NAME", help=_(N_("The table: the end of its address.")))
    ] = "",
    as_json: AsJson = False,
) -> None:
    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        proof = prove(record)
    check_noted(file, proof, commitment, seal, table)
    compared = Compared(commitment=bool(commitment), seal=bool(seal))
    if as_json:
        print_json(record, proof, compared)
    else:
        print_proof(record, proof, compared)


def check_noted(file: Path, proof: Proof, commitment: str, seal: str, table: str) -> None:
    """Fails where the record is not of the game whose commitment, seal or table was noted."""
    dice = proof.dice
    if table and table != dice.table:
        sentence = _(
            N_("This is a game of table {table}, not of {noted}."),
            table=printable(dice.table),
            noted=table,
        )
    elif commitment and commitment.strip().lower() != commitment_of(dice.secret):
        sentence = _(N_("The fingerprint of the secret is not the one that you noted."))
    elif seal and dice.recipe == RECIPE_1:
        sentence = _(N_("This game has no seal: it was played by the first recipe."))
    elif seal and seal.strip().lower() != proof.seal:
        sentence = _(N_("The seal is not the one that you noted: this is not the game you played."))
    else:
        return
    raise Failure(f"{file}: {sentence}", BROKEN_FILE)


def print_json(record: Record, proof: Proof, compared: Compared) -> None:
    dice = proof.dice
    summary = {
        "fair": True,
        "events": proof.outcomes,
        "recipe": dice.recipe,
        "table": dice.table,
        "commitment": commitment_of(dice.secret),
        "seal": proof.seal or None,
        "given_up_after": proof.given_up_after,
        "seats": [
            {
                "name": name,
                "kind": dice.kinds[seat] if dice.kinds else None,
                "fingerprint": fingerprint_of(seed),
                "own": seat not in dice.made,
            }
            for seat, (name, seed) in enumerate(zip(record.header.players, dice.seeds, strict=True))
        ],
        "covers": [claim.code for claim in covers(proof, compared)],
        "limits": [claim.code for claim in limits(proof, compared)],
    }
    print(json.dumps(summary))


def print_proof(record: Record, proof: Proof, compared: Compared) -> None:
    dice = proof.dice
    lines = [
        _(
            N_(
                "Fair: the only roll or draw is what was promised.",
                "Fair: all {count} rolls and draws are what was promised.",
            ),
            count=proof.outcomes,
        )
    ]
    if proof.given_up_after is not None:
        lines.append(_(N_("The game was abandoned after event {n}."), n=proof.given_up_after))
    lines += [
        _(N_("Table {table}, recipe {recipe}."), table=printable(dice.table), recipe=dice.recipe),
        f"{commitment_of(dice.secret)}  " + _(N_("The table's secret")),
    ]
    for seat, (name, seed) in enumerate(zip(record.header.players, dice.seeds, strict=True)):
        words = [printable(name)]
        if dice.kinds and dice.kinds[seat] != "person":
            words.append(f"[{printable(dice.kinds[seat])}]")
        if seat in dice.made:
            words.append(_(N_("(seed made by the table)")))
        lines.append(f"{fingerprint_of(seed)}  {' '.join(words)}")
    if proof.seal:
        lines.append(f"{proof.seal}  " + _(N_("The game's seal")))
    for title, claims in (
        (_(N_("This is proven:")), covers(proof, compared)),
        (_(N_("This is not proven:")), limits(proof, compared)),
    ):
        lines += ["", title, *(f"- {say(claim.words, language)}" for claim in claims)]
    out.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)


def printable(text: str) -> str:
    """A text that a terminal can show: a record may hold control characters."""
    return "".join(letter if letter.isprintable() else "·" for letter in text)
