"""The devices of tests: how Chromium is started, and what a device remembers."""

import socket

from cubilete import all_games

NAME = f"{socket.gethostname().partition('.')[0].lower()}.local"
"""A name of this machine that is not loopback, as other devices in its network use it."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
"""Of every Chromium that a test starts."""

CARDS_SEEN = (
    f"try {{ localStorage.setItem('cubilete-cards', '{' '.join(g.slug for g in all_games())}') }}"
    " catch { /* a page without an address */ }"
)
"""A script that runs before a page: no card of one minute opens over its table."""

FLAT = """try {
  window.flat = new CSSStyleSheet();
  flat.replaceSync(`*, ::before, ::after {
    box-shadow: none !important; text-shadow: none !important; background-image: none !important;
  }
  .lit { animation: none !important; }`);
  document.adoptedStyleSheets.push(flat);
} catch { /* a page without a document */ }"""
"""A script that runs before a page: nothing is drawn with shadows or gradients, and what is lit
does not change its brightness all the time.

Without a graphics card these take about a third of the processor time of a game by clicks. No box
is another size or elsewhere without them. Whoever judges colours sets `flat.disabled` before.
"""
