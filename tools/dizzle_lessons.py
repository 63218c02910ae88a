"""Learn the shipped sheets of Dizzle anew: python tools/dizzle_lessons.py [--into src] [--seed 1]

Writes lessons.bin as `cubilete precompute dizzle` does, and leaves the outlook as it is, which
`normal` plays by. Needed after a change of a shipped sheet; it takes fifteen to twenty minutes.
"""

import argparse
from pathlib import Path

from rich.progress import track

from cubilete.games.dizzle.policy import lessons
from cubilete.study.learning.dizzle_lessons import STEPS, learn


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--into", type=Path, default=Path("src"), help="the folder of packages")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    content = lessons.stored_form(track(learn(arguments.seed), "Dizzle", total=STEPS))
    path = arguments.into / "cubilete/games/dizzle/policy/data" / lessons.FILE
    same = path.is_file() and path.read_bytes() == content
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(f"{path}: {len(content)} bytes, {'as before' if same else 'changed'}")


if __name__ == "__main__":
    main()
