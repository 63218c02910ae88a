"""`cubilete verify`: computes the dice and cards of a finished game again."""

import json

from cubilete.cli.arguments import AsJson, RecordFile, read_bytes
from cubilete.cli.console import _, out
from cubilete.cli.failures import explained
from cubilete.core.fair import commitment_of, fair_dice_of, fingerprint_of, verify
from cubilete.core.message import N_
from cubilete.core.record import read_record

HELP = N_("Compute every die and card of a finished game again.")


def run(file: RecordFile, as_json: AsJson = False) -> None:
    source = read_bytes(file)
    with explained(file):
        record = read_record(source)
        checked = verify(record)
        dice = fair_dice_of(record)
    commitment = commitment_of(dice.secret)
    seats = [
        {"name": name, "fingerprint": fingerprint_of(seed), "own": seat not in dice.made}
        for seat, (name, seed) in enumerate(zip(record.header.players, dice.seeds, strict=True))
    ]
    if as_json:
        proof = {"fair": True, "events": checked, "commitment": commitment, "seats": seats}
        print(json.dumps(proof))
        return
    out.print(
        _(N_("Fair: all {events} rolls and draws are what was promised."), events=checked),
        highlight=False,
    )
    lines = [f"{commitment}  " + _(N_("The table's secret"))]
    for seat in seats:
        made = "" if seat["own"] else f" {_(N_('(seed made by the table)'))}"
        lines.append(f"{seat['fingerprint']}  {seat['name']}{made}")
    out.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)
