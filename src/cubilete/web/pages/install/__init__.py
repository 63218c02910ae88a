"""Pages of the installed app: manifest, service worker, offline page."""
