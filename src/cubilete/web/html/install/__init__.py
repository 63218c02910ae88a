"""What a browser needs to install the table as an app: manifest, icons, service worker."""
