"""Browsers other than Chromium, driven by the commands of WebDriver.

Debian has no geckodriver: Firefox is spoken to in its own protocol, Marionette, which has the same
commands. WebKit needs a screen, which Xvfb keeps in memory.
"""

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from ports import free_port

from .waiting import LIMIT, TIMEOUT, wait_until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's name, by the standard."""
FIREFOX = shutil.which("firefox-esr")
WEBKIT = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("Xvfb")


class Refused(Exception):
    """The browser's answer to a command that it could not carry out."""


class Connection(Protocol):
    def ask(self, marionette: str, path: str, values: dict[str, object]) -> object:
        """The answer to a command, which has one name in each protocol."""


class Driven:
    """A browser with one window. Its output is in the file `log`."""

    def __init__(self, connection: Connection, log: Path) -> None:
        self.connection = connection
        self.log = log

    def go(self, address: str) -> None:
        self.connection.ask("WebDriver:Navigate", "url", {"url": address})

    def run(self, script: str, *values: object) -> object:
        """What the body of a function returns in the page."""
        asked: dict[str, object] = {"script": script, "args": list(values)}
        return self.connection.ask("WebDriver:ExecuteScript", "execute/sync", asked)

    def click(self, element: object) -> None:
        """As a person would: Refused if something else lies over it."""
        assert isinstance(element, dict), element
        name = element[ELEMENT]
        self.connection.ask("WebDriver:ElementClick", f"element/{name}/click", {"id": name})

    def type(self, element: object, text: str) -> None:
        assert isinstance(element, dict), element
        name = element[ELEMENT]
        keys: dict[str, object] = {"id": name, "text": text}
        self.connection.ask("WebDriver:ElementSendKeys", f"element/{name}/value", keys)

    def resize(self, width: int, height: int) -> None:
        size: dict[str, object] = {"width": width, "height": height}
        self.connection.ask("WebDriver:SetWindowRect", "window/rect", size)


class Marionette:
    """Firefox's protocol: lists in JSON, each after its length and a colon."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.received = b""
        self.read()  # its greeting
        self.ask("WebDriver:NewSession", "", {})

    def read(self) -> object:
        while b":" not in self.received:
            self.receive()
        length, _, rest = self.received.partition(b":")
        self.received = rest
        while len(self.received) < int(length):
            self.receive()
        text, self.received = self.received[: int(length)], self.received[int(length) :]
        return json.loads(text)

    def receive(self) -> None:
        more = self.socket.recv(65536)
        assert more, "Firefox has closed the connection"
        self.received += more

    def ask(self, marionette: str, path: str, values: dict[str, object]) -> object:
        text = json.dumps([0, 1, marionette, values]).encode()
        self.socket.sendall(b"%d:%b" % (len(text), text))
        answer = self.read()
        assert isinstance(answer, list)
        _, _, error, result = answer
        if error:
            raise Refused(error["message"])
        return result["value"] if isinstance(result, dict) and "value" in result else result


class Http:
    """The standard's own protocol."""

    def __init__(self, address: str, options: dict[str, object]) -> None:
        self.session = address
        wanted: dict[str, object] = {"capabilities": {"alwaysMatch": options}}
        opened = self.ask("", "session", wanted)
        assert isinstance(opened, dict)
        self.session = f"{address}/session/{opened['sessionId']}"

    def ask(self, marionette: str, path: str, values: dict[str, object]) -> object:
        text = json.dumps(values).encode()
        request = urllib.request.Request(f"{self.session}/{path}", data=text)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refusal:
            raise Refused(refusal.read().decode()) from refusal

    def close(self) -> None:
        """Ends the browser: the driver leaves it running otherwise."""
        with suppress(OSError):
            request = urllib.request.Request(self.session, method="DELETE")
            urllib.request.urlopen(request, timeout=TIMEOUT).close()


@contextmanager
def running(command: list[str], log: Path, port: int, **environment: str) -> Iterator[None]:
    """A process that listens on a port."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env=os.environ | environment
        )

    def listens() -> bool:
        assert process.poll() is None, log.read_text()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT):
            return True
        return False

    try:
        wait_until(listens, f"{command[0]} listens")
        yield
    finally:
        process.terminate()
        process.wait(timeout=LIMIT)


PREFERENCES = {
    "browser.dom.window.dump.enabled": True,  # errors of scripts are written into its output
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    assert FIREFOX is not None
    profile, log, port = folder / "profile", folder / "firefox.log", free_port()
    profile.mkdir(parents=True)
    preferences = PREFERENCES | {"marionette.port": port}
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in preferences.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    command = [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    with running(command, log, port, HOME=str(folder)):
        connection = Marionette(port)
        try:
            yield Driven(connection, log)
        finally:
            connection.ask("Marionette:Quit", "", {"flags": ["eForceQuit"]})
            connection.socket.close()


SOFTWARE_DRAWING = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "NO_AT_BRIDGE": "1",
}
"""Without a graphics card WebKit composes layers by emulated OpenGL, which takes several times as
long as drawing the page as one layer. NO_AT_BRIDGE: there is no bus for screen readers."""


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    assert WEBKIT is not None
    settings = folder / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text("[Settings]\ngtk-enable-animations=0\n")  # prefers-reduced-motion
    log, port = folder / "webkit.log", free_port()
    command = [WEBKIT, f"--port={port}"]
    folders = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config")}
    environment = SOFTWARE_DRAWING | folders
    with screen() as display, running(command, log, port, DISPLAY=display, **environment):
        connection = Http(f"http://127.0.0.1:{port}", {})
        try:
            yield Driven(connection, log)
        finally:
            connection.close()


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen that nobody looks at."""
    assert SCREEN is not None
    process = subprocess.Popen(
        [SCREEN, "-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait(timeout=LIMIT)
