"""The Chromium that tests and tools drive; None where it is not installed."""

import shutil

# The shell has no windows to draw and opens pages several times as fast.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
WITH_PROFILES = shutil.which("chromium")
"""The shell knows neither installed apps nor notifications."""
