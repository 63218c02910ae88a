// The service worker of the installed app. The server puts `const VERSION = "…"` before it.
//
// Pages always come from the network; without a connection there is a page that says so. Static
// files are kept under the version of the server that sent them. As soon as a page of another
// version arrives, all of them are thrown away before the page is handed on.

const PREFIX = "cubilete-";
const CACHE = PREFIX + VERSION;
const LANGUAGE = "cubilete.language";
const LANGUAGES = ["es", "en"];
const NEEDED_OFFLINE = ["cubilete.css", "comfort.css", "people.css", "seed.js", "install.js", "offline.js", "icon.svg"];
const DRAWINGS = "/s/i.svg";
const STATIC = /^(\/~[0-9a-f]+)?\/(static|s|games|icons)\//;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (STATIC.test(address.pathname)) event.respondWith(file(request));
});

async function install() {
  const cache = await caches.open(CACHE);
  const files = NEEDED_OFFLINE.map((name) => `/~${VERSION}/static/${name}`);
  const paths = [...files, DRAWINGS, ...LANGUAGES.map(offlinePath)];
  await Promise.all(paths.map((path) => cache.add(new Request(path, { cache: "reload" }))));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
  await self.clients.claim();
}

async function page(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) || (await fetch(event.request));
  } catch (lost) {
    return offlinePage();
  }
  await compareVersion(answer);
  const language = answer.headers.get("content-language");
  if (language) event.waitUntil(remember(language));
  return answer;
}

async function file(request) {
  const kept = await (await caches.open(CACHE)).match(request);
  if (kept) return kept;
  // The browser's own cache may hold the file of an older server for an hour.
  const answer = await fetch(request, { cache: "no-cache" });
  if (answer.ok && (await compareVersion(answer))) {
    await (await caches.open(CACHE)).put(request, answer.clone());
  }
  return answer;
}

async function compareVersion(answer) {
  const version = answer.headers.get("cubilete-version");
  if (version && version !== VERSION) {
    await caches.delete(CACHE);
    self.registration.update().catch(() => {}); // the browser tries again at the next page
  }
  return version === VERSION;
}

// --- Without a connection ---

function offlinePath(language) {
  return `/offline?lang=${language}`;
}

async function remember(language) {
  const cache = await caches.open(LANGUAGE);
  await cache.put("/language", new Response(language));
}

async function offlinePage() {
  const kept = await (await caches.open(LANGUAGE)).match("/language");
  const language = kept ? await kept.text() : self.navigator.language.slice(0, 2);
  const path = offlinePath(LANGUAGES.includes(language) ? language : LANGUAGES[0]);
  return (await (await caches.open(CACHE)).match(path)) || Response.error();
}

// --- Your turn ---

// Notifications are shown one after the other: of several that are shown at once Chromium loses some.
let shown = Promise.resolve();

self.addEventListener("push", (event) => {
  const show = () => call(event.data.json());
  shown = shown.then(show, show);
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data.path), count()]));
});

// One notification for each table: a later one takes the place of the one before.
async function call({ title, path }) {
  if (!path.startsWith("/t/")) return;
  const look = { tag: path, renotify: true, icon: "/icons/192.png", data: { path } };
  await self.registration.showNotification(title, look);
  await count();
}

async function count() {
  if (!self.navigator.setAppBadge) return;
  const calls = await self.registration.getNotifications();
  await (calls.length ? self.navigator.setAppBadge(calls.length) : self.navigator.clearAppBadge());
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((window) => new URL(window.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
