// The page that stands in while there is no connection: it opens the real one when there is.
window.addEventListener("online", () => window.location.reload());
