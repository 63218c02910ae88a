"""What the devices of tests remember."""

from cubilete import all_games

CARDS_SEEN = (
    f"try {{ localStorage.setItem('cubilete-cards', '{' '.join(g.slug for g in all_games())}') }}"
    " catch { /* a page without an address */ }"
)
"""A script that runs before a page: no card of one minute opens over its table."""
