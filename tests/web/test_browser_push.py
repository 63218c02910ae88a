"""A game over days between two browsers: one goes away, is called by push, and comes back.

A browser subscribes only through its vendor's service, which no test can use. So the browser is
given a subscription whose keys the test has; its endpoint is a push service on this machine. What
arrives there is decrypted and handed to the service worker by DevTools, as the browser would.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from chromium import WITH_PROFILES
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from cubilete.host.push.service import PushSettings
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from push_service import PushService, push_service

from .devices import CARDS_SEEN, FLAGS, NAME
from .test_browser import MILLISECONDS, PHONE, act, faults_of
from .test_presence import served
from .waiting import wait_until

pytestmark = pytest.mark.skipif(
    WITH_PROFILES is None, reason="the package chromium is not installed"
)

SUBSCRIBES = """{
  const mine = %s;
  const subscription = {
    toJSON: () => ({ endpoint: mine.endpoint, keys: { p256dh: mine.p256dh, auth: mine.auth } }),
    unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
  };
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem("subscribed", options.applicationServerKey);
    return subscription;
  };
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem("subscribed") ? subscription : null;
}"""
NOTIFICATIONS = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, tag }) => ({ title, tag }));
}"""
TRIES, PAUSE = 300, 100
"""How often notifications are looked for after a delivery, and the milliseconds in between."""
BADGE_OF_PAGE = """{
  window.badges = [];
  Navigator.prototype.setAppBadge = async (count) => { window.badges.push(count); };
  Navigator.prototype.clearAppBadge = async () => { window.badges.push(0); };
}"""
BADGE_OF_WORKER = """() => {
  self.badges = [];
  WorkerNavigator.prototype.setAppBadge = async (count) => { self.badges.push(count); };
  WorkerNavigator.prototype.clearAppBadge = async () => { self.badges.push(0); };
}"""
"""What is written on the icon can't be seen without a desktop: the calls are noted."""
CLICKED = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = new Promise((resolve) => {
    self.clients.openWindow = async (path) => { resolve(path); return null; };
  });
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return opened;
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    settings = Settings(pace=0, push=PushSettings(loopback=True, fresh=0.2))
    with served(create_app(SqliteStore(tmp_path / "s.sqlite"), settings)) as address:
        yield address


OpenBrowser = Callable[[str], BrowserContext]


@pytest.fixture
def open_browser(playwright: Playwright, tmp_path: Path) -> Iterator[OpenBrowser]:
    """Starts the browser of a person, with a profile on the disk."""
    with ExitStack() as opened:

        def start(name: str) -> BrowserContext:
            context = playwright.chromium.launch_persistent_context(
                tmp_path / name,
                executable_path=WITH_PROFILES,
                args=FLAGS,
                locale="es",
                viewport={"width": PHONE["width"], "height": PHONE["height"]},
                reduced_motion="reduce",
            )
            opened.callback(context.close)
            context.set_default_timeout(MILLISECONDS)
            context.add_init_script(CARDS_SEEN)
            return context

        yield start


def play_turn(page: Page) -> None:
    rng = random.Random(1)
    while page.locator(".status.yours").count():
        act(page, rng)


def deliver(page: Page, address: str, *messages: object) -> None:
    """Hands decrypted messages to the service worker."""
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(10)
    for message in messages:
        push = {"origin": address, "registrationId": found[0], "data": json.dumps(message)}
        devtools.send("ServiceWorker.deliverPushMessage", push)


def is_shown(page: Page, address: str, message: object) -> bool:
    """Delivers a message, and whether its notification appears within some seconds.

    On a machine with eleven busy processes one message that DevTools delivered was never shown. A
    push service sends again what was not taken, and a later message of a table takes the place of
    the one before.
    """
    deliver(page, address, message)
    for _ in range(TRIES):
        if page.evaluate(NOTIFICATIONS):
            return True
        page.wait_for_timeout(PAUSE)
    return False


def test_person_who_is_away_is_called_and_comes_back(
    open_browser: OpenBrowser, service: PushService, address: str
) -> None:
    ana = open_browser("ana").pages[0]
    away = open_browser("luis")
    away.grant_permissions(["notifications"], origin=address)
    browser = service.browser("luis")
    away.add_init_script(SUBSCRIBES % json.dumps(browser.fields))
    luis = away.pages[0]

    ana.goto(f"{address}/new?game=seis-dados")
    ana.fill("input[name=name]", "Ana")
    ana.select_option("select[name=seat1]", "person")
    ana.locator("details.more-rules > summary").click()
    ana.select_option("select[name=clock]", label="1 día por decisión")
    ana.get_by_role("button", name="Abrir la mesa").click()
    ana.wait_for_selector("text=Falta gente por sentarse")

    luis.goto(ana.url)
    luis.fill("input[name=name]", "Luis")
    luis.get_by_role("button", name="Sentarme aquí").click()
    luis.wait_for_selector("main.game")
    luis.get_by_role("button", name="Menú de la mesa").click()
    luis.get_by_role("button", name="Avísame cuando me toque").click()
    expect(luis.locator("[data-when=on]")).to_be_visible()
    assert faults_of(luis, "menu") == []
    luis.keyboard.press("Escape")
    ana.wait_for_selector("main.game")
    play_turn(luis)
    luis.goto("about:blank")

    play_turn(ana)
    wait_until(lambda: bool(service.for_browser(browser)), "Luis is called")
    (message,) = service.for_browser(browser)
    table = ana.url.removeprefix(address)
    assert message == {"title": "Te toca: Seis dados con Ana", "path": table}
    expect(ana.locator(".seats")).to_contain_text("23 h 5")
    expect(ana.get_by_text("Luis no está")).to_have_count(0)

    luis.goto(address)
    assert luis.evaluate(NOTIFICATIONS) == []
    wait_until(lambda: is_shown(luis, address, message), "the notification appears")
    assert luis.evaluate(NOTIFICATIONS) == [{"title": message["title"], "tag": table}]
    worker = away.service_workers[0]
    assert worker.evaluate(CLICKED) == table
    luis.goto(f"{address}{table}")
    expect(luis.locator(".status.yours")).to_be_visible()
    play_turn(luis)
    expect(ana.locator(".status.yours")).to_be_visible()

    luis.get_by_role("button", name="Menú de la mesa").click()
    luis.get_by_role("button", name="Ya no me avises").click()
    expect(luis.get_by_role("button", name="Avísame cuando me toque")).to_be_visible()
    luis.goto("about:blank")
    play_turn(ana)
    assert service.for_browser(browser) == [message]


def open_table(page: Page, address: str, game: str) -> str:
    """The path of a new table at which one plays against a bot."""
    page.goto(address)
    page.locator(f"form:has(input[name=game][value='{game}']) button[name=now]").click()
    page.wait_for_selector("main.game")
    return page.url.removeprefix(address)


def test_badge_counts_the_calls_and_looking_at_a_table_ends_its_call(
    open_browser: OpenBrowser, address: str
) -> None:
    context = open_browser("one")
    context.grant_permissions(["notifications"], origin=address)
    context.add_init_script(BADGE_OF_PAGE)
    page = context.pages[0]
    tables = [open_table(page, address, game) for game in ("dizzle", "216", "twenty-one")]
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    worker = context.service_workers[0]
    worker.evaluate(BADGE_OF_WORKER)
    deliver(page, address, *({"title": f"Te toca: {table}", "path": table} for table in tables))

    def called_to() -> list[str]:
        return sorted(call["tag"] for call in page.evaluate(NOTIFICATIONS))

    wait_until(lambda: worker.evaluate("self.badges") == [1, 2, 3], "the icon says three")
    assert called_to() == sorted(tables)

    opened = worker.evaluate(CLICKED)
    assert opened in tables
    wait_until(lambda: worker.evaluate("self.badges") == [1, 2, 3, 2], "the icon says two")
    assert called_to() == sorted({*tables} - {opened})

    last, other = called_to()
    page.goto(f"{address}{other}")
    wait_until(lambda: page.evaluate("window.badges") == [1], "the page writes one on the icon")
    assert called_to() == [last]
    page.goto(address)  # another page than the table's ends no call
    wait_until(lambda: page.evaluate("window.badges") == [1], "the icon still says one")
    assert called_to() == [last]
    page.goto(f"{address}{last}")
    wait_until(lambda: page.evaluate("window.badges") == [0], "the icon says nothing")
    assert called_to() == []


def test_page_over_plain_http_in_the_network_says_what_needs_https(
    open_browser: OpenBrowser, address: str
) -> None:
    page = open_browser("one").pages[0]
    port = address.rpartition(":")[2]
    page.goto(f"http://{NAME}:{port}")
    page.locator("form:has(input[name=game][value='dizzle']) button[name=now]").click()
    page.wait_for_selector("main.game")
    page.get_by_role("button", name="Menú de la mesa").click()
    expect(page.locator("[data-when=insecure]")).to_contain_text("https")
    expect(page.get_by_role("button", name="Avísame cuando me toque")).to_have_count(0)
