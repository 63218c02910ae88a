// Registers the service worker, where the browser has one: over https, or on this machine.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch((error) => {
      console.warn("no service worker:", error.name);
    });
  });
}
