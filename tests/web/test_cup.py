"""The daily cup over HTTP: one try, the table of the day, what is published when, streaks."""

import asyncio
import html
import json
import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cubilete import read_record
from cubilete.core.fair import commitment_of, verify
from cubilete.host.gatherings.cup import Cups, Try, days_in_a_row, ranked
from cubilete.host.host import Host
from cubilete.store.sqlite import SqliteStore
from cubilete.web.app import Settings, create_app
from cubilete.web.http.limits import Limits

DAY = date(2026, 11, 17)
HASH = "[0-9a-f]{64}"


class Calendar:
    def __init__(self) -> None:
        self.day = DAY

    def __call__(self) -> date:
        return self.day


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def client(tmp_path: Path, calendar: Calendar) -> Iterator[TestClient]:
    limits = Limits(person={}, address={})  # games are played as fast as the machine can
    settings = Settings(pace=0, today=calendar, limits=limits)
    app = create_app(SqliteStore(tmp_path / "s.sqlite"), settings)
    with TestClient(app, headers={"accept-language": "en"}) as client:
        yield client


def another_person(client: TestClient) -> None:
    client.cookies.clear()


def token_in(page: str) -> str:
    found = re.search(r'name="token" value="([0-9a-f]+)"', page)
    assert found
    return found[1]


def begin(client: TestClient, slug: str, name: str, day: date = DAY) -> str:
    """The path of the table of a person's try."""
    token = token_in(client.get("/cup").text)
    form = {"token": token, "day": day.isoformat(), "name": name}
    return client.post(f"/cup/{slug}", data=form).url.path


def host_of(client: TestClient) -> Host:
    host = client.app.state.host  # type: ignore[attr-defined]
    assert isinstance(host, Host)
    return host


def play(client: TestClient, path: str, seed: int = 1) -> list[str]:
    """Plays a try to its end by forms; returns what fell."""
    rng = random.Random(seed)
    table = host_of(client).tables[path.removeprefix("/t/")].table
    token = token_in(client.get(path).text)
    while not table.over:
        text = rng.choice(table.state.legal_texts(0))
        form = {"token": token, "seat": "0", "on": str(table.last_event(0)), "text": text}
        answer = client.post(
            f"{path}/move",
            data={**form, "key": f"0.{table.revision}"},
            headers={"x-part": "1"},
        )
        assert answer.status_code == 200, answer.text
    assert table.match is not None
    return [event.text for event in table.match.events if event.by == "chance"]


def test_two_people_get_the_same_dice_and_stand_in_the_table_of_the_day(
    client: TestClient,
) -> None:
    ana = play(client, begin(client, "dizzle", "Ana"))
    another_person(client)
    luis = play(client, begin(client, "dizzle", "Luis"))
    assert ana == luis
    page = client.get("/cup").text
    lines = re.findall(r'<td class="num">(\d+)</td><th scope="row"><bdi>(\w+)</bdi>', page)
    assert lines == [("1", "Ana"), ("1", "Luis")]  # the same points share a place


def test_a_person_has_one_try(client: TestClient) -> None:
    first = begin(client, "dizzle", "Ana")
    assert begin(client, "dizzle", "Somebody else") == first
    play(client, first)
    assert begin(client, "dizzle", "Ana") == first
    assert begin(client, "216", "Ana") != first


def test_try_goes_on_after_leaving_the_page(client: TestClient) -> None:
    path = begin(client, "dizzle", "Ana")
    assert f'href="{path}"' in client.get("/cup").text
    assert "Continue your try" in client.get("/cup").text


def test_commitment_of_a_day_is_shown_the_day_before_and_its_secret_after_it(
    client: TestClient, calendar: Calendar
) -> None:
    before = client.get("/cup").text
    promised = re.findall(rf"fingerprint for tomorrow</dt><dd><code>({HASH})", before)
    assert len(promised) == 2
    calendar.day += timedelta(days=1)
    today = client.get("/cup").text
    assert re.findall(rf"fingerprint of the secret</dt><dd><code>({HASH})", today) == promised
    assert ": the secret</dt>" not in today
    assert client.get(f"/cup/{calendar.day + timedelta(days=1)}").status_code == 404
    ended = f"/cup/{calendar.day}"
    calendar.day += timedelta(days=1)
    after = client.get(ended).text
    secrets = re.findall(rf": the secret</dt><dd><code>({HASH})", after)
    assert [commitment_of(bytes.fromhex(secret)) for secret in secrets] == promised


def test_record_shows_the_secret_only_when_the_day_is_over(
    client: TestClient, calendar: Calendar
) -> None:
    path = begin(client, "dizzle", "Ana")
    play(client, path)
    plan = host_of(client).tables[path.removeprefix("/t/")].table.plan
    pages = [path, f"{path}/record", f"{path}/replay", f"{path}/verify", f"{path}/dice", "/cup"]
    api = f"/api/tables/{plan.table}"
    for address in (*pages, api, f"{api}/fair", f"{api}/record"):
        assert plan.secret not in client.get(address).text, address
    calendar.day += timedelta(days=1)
    record = client.get(f"{path}/record").text
    assert plan.secret in record
    assert verify(read_record(record)) > 0


def test_hints_are_refused(client: TestClient) -> None:
    path = begin(client, "216", "Ana")
    page = client.get(path).text
    table = host_of(client).tables[path.removeprefix("/t/")].table
    form = {"token": token_in(page), "seat": "0", "on": str(table.last_event(0))}
    form["key"] = f"0.{table.revision}"
    assert "Hints are not allowed" in client.post(f"{path}/hint", data=form).text


def test_game_that_ends_after_its_day_does_not_count(
    client: TestClient, calendar: Calendar
) -> None:
    path = begin(client, "dizzle", "Ana")
    calendar.day += timedelta(days=1)
    play(client, path)
    page = client.get(f"/cup/{DAY}").text
    assert "it doesn&#39;t count" in page
    assert "Nobody played" in page


def test_old_page_begins_no_game_of_the_next_day(client: TestClient, calendar: Calendar) -> None:
    calendar.day += timedelta(days=1)
    assert begin(client, "dizzle", "Ana", DAY) == "/cup"


def test_other_games_and_days_are_not_found(client: TestClient) -> None:
    token = token_in(client.get("/cup").text)
    form = {"token": token, "day": DAY.isoformat()}
    assert client.post("/cup/seis-dados", data=form).status_code == 404
    for day in ("yesterday", "0001-01-01", "9999-99-99"):
        assert client.get(f"/cup/{day}").status_code == 404


def test_shared_words_tell_points_and_no_dice(client: TestClient) -> None:
    fallen = play(client, begin(client, "dizzle", "Ana"))
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", client.get("/cup").text, re.S)
    assert found
    words = html.unescape(found[1])
    assert "2026-11-17" in words
    assert "🟩" in words
    assert words.endswith("/cup")
    assert not any(throw in words for throw in fallen)


def test_streak_counts_days_in_a_row(client: TestClient, calendar: Calendar) -> None:
    for _ in range(2):
        play(client, begin(client, "dizzle", "Ana", calendar.day))
        calendar.day += timedelta(days=1)
    assert re.search(r'streak"><b class="num">2</b>', client.get("/cup").text)
    calendar.day += timedelta(days=1)
    assert 'class="streak"' not in client.get("/cup").text


def test_day_without_a_game_ends_the_streak() -> None:
    days = {DAY - timedelta(days=number) for number in (0, 1, 2, 4)}
    assert days_in_a_row(days, DAY) == 3
    assert days_in_a_row(days, DAY + timedelta(days=1)) == 3
    assert days_in_a_row(days, DAY + timedelta(days=2)) == 0


def test_wins_against_the_ai_come_first_and_equal_results_share_a_place() -> None:
    def tried(name: str, points: int, rival: int) -> tuple[Try, bool]:
        return Try("t", name, "done", points, rival, points > rival), False

    places = ranked([tried("a", 99, 100), tried("b", 100, 60), tried("c", 101, 90)])
    assert [(each.place, each.tried.name) for each in places] == [(1, "c"), (2, "b"), (3, "a")]
    shared = ranked([tried("b", 100, 60), tried("a", 100, 60), tried("c", 90, 100)])
    assert [(each.place, each.tried.name) for each in shared] == [(1, "a"), (1, "b"), (3, "c")]


def test_first_secret_counts_for_all_processes(tmp_path: Path) -> None:
    async def both() -> list[str]:
        store = SqliteStore(tmp_path / "s.sqlite")
        await store.open()
        processes = [Cups(store, lambda: DAY) for _ in range(4)]
        found = await asyncio.gather(*(each.secret_of(DAY, "dizzle") for each in processes))
        await store.close()
        return list(found)

    assert len(set(asyncio.run(both()))) == 1


def test_try_is_stored_as_it_was() -> None:
    tried = Try("table", "Ana", "done", 40, 30, won=True)
    assert Try.from_text(tried.to_text()) == tried
    assert json.loads(tried.to_text())["points"] == 40
