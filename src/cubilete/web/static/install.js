// Registers the service worker, where the browser has one: over https, or on this machine.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/service-worker.js").catch((error) => {
      console.warn("no service worker:", error.name);
    });
  });

  // Somebody who looks at a table need not be called to it. The badge counts the calls that are left.
  const seen = async () => {
    if (document.hidden) return;
    const worker = await navigator.serviceWorker.getRegistration();
    const calls = worker && worker.getNotifications ? await worker.getNotifications() : [];
    const left = calls.filter((call) => call.tag !== window.location.pathname);
    for (const call of calls) if (!left.includes(call)) call.close();
    if (navigator.setAppBadge) await (left.length ? navigator.setAppBadge(left.length) : navigator.clearAppBadge());
  };
  window.addEventListener("load", seen);
  document.addEventListener("visibilitychange", seen);
}
