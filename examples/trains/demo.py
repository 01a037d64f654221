"""A program of a user of the Python SDK: ``python demo.py`` with the compiled package on the path.

It starts the embedded server, pages through twenty items in every style, uploads a document, omits a required request
body, receives a signed webhook and a callback, and prints what happened.
"""

from __future__ import annotations

import asyncio
import datetime
import time
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from server import API_KEY, PASSWORD, SECRET, TOKEN, TrainServer, signature
from train_travel import (
    APIError,
    AsyncTrainTravel,
    ConflictError,
    File,
    MissingBodyError,
    NotFoundError,
    SignatureError,
    TrainTravel,
    WebhookReceiver,
)
from train_travel.models import BookingEvent, DocumentDetails

CREDENTIALS: dict[str, Any] = {"bearer_auth": TOKEN, "api_key": API_KEY, "basic_auth": ("ada", PASSWORD)}


def say(what: str, *facts: object) -> None:
    print(f"{what:34}", *facts)


def sizes(page: Any, key: str) -> list[int]:
    """Walk pages by ``next()`` until it is None, and tell how many items each holds."""
    counts = []
    while page is not None:
        counts.append(len(getattr(page.result, key) if key else page.result))
        page = page.next()
    return counts


def paging(client: TrainTravel) -> None:
    """Every style of pagination, by next() and by plain iteration."""
    say("page and numPages", sizes(client.stations.list(limit=15), "data"))
    say("page, until one is empty", sizes(client.stations.departures("station_01"), "data"))
    say("offset and limit", sizes(client.trips.list(limit=15), "data"))
    say("cursor in the query", sizes(client.bookings.list(limit=15), "data"))
    say("URL in the body", sizes(client.trips.disruptions.list(), "results"))
    say("URL in the links", sizes(client.passengers.list(), "data"))
    say("URL in the Link header", sizes(client.trips.fares.list(limit=8), ""))

    page: Any = client.trips.connections.search(origin="station_01", destination="station_02", limit=15)
    counts = []
    while page is not None:
        counts.append(len(page.result.data.result_array))
        page = page.next()
    say("cursor in the request body", counts)

    say("all by iteration", sum(1 for _ in client.trips.list(limit=6)), "trips")
    say("page by page", [len(page.result) for page in client.trips.fares.list(limit=6).pages()])


def bookings(client: TrainTravel) -> None:
    """Create, change, read and cancel."""
    booking = client.bookings.create(trip_id="trip_01", passenger_name="Ada Lovelace", seat="12A", promo_code="SPRING")
    say("booked", booking.id, booking.status)
    say("kept alive without a body", client.bookings.update(booking.id).updated_at)
    say("seat changed", client.bookings.update(booking.id, seat={"kind": "window"}).seat)
    payment = client.bookings.pay(booking.id, amount="10.90", currency="EUR", card={"number": "4242"})
    say("paid", payment.amount, payment.state)
    client.bookings.cancel(booking.id)
    say("cancelled", booking.id)
    trip = client.trips.get("trip_04")
    say("a company that is new to the SDK", trip.operator, trip.departs_at, trip.price, trip.distance_m)
    say("seats of two coaches", client.trips.seats("trip_01", coach=[4, 5]))
    say("the account", client.whoami().name)
    whole = client.trips.with_raw_response.get("trip_04")
    say("a whole response", whole.status, whole.headers["ETag"], whole.parsed.id)
    with client.trips.follow("trip_04") as positions:
        say("followed until it arrives", [position.lat for position in positions])


def uploads(client: TrainTravel, server: TrainServer) -> None:
    """A multipart body whose parts are what the document declares."""
    document = client.bookings.documents.upload(
        "booking_01",
        file=File(b"%PDF-1.7 ...", name="card.pdf", content_type="application/pdf"),
        photo=("me.png", b"\x89PNG..."),
        details=DocumentDetails(kind="rail_card", expires_on=datetime.date(2032, 1, 31)),
        labels=["card", "2032"],
    )
    say("uploaded", document.id, document.size, "bytes")
    for part in (part for parts in server.requests[-1].parts().values() for part in parts):
        retention = part.headers.get("X-Retention", "")
        say(f"  part {part.name}", part.content_type or "text/plain by default", retention)
    content = client.bookings.documents.download("booking_01", document.id)
    say("fetched again", len(content), "bytes")


def mistakes(client: TrainTravel, server: TrainServer) -> None:
    """What goes wrong is an error of its own kind, before any I/O where that can be known."""
    before = len(server.requests)
    try:
        client.bookings.create()  # type: ignore[call-arg]
    except MissingBodyError as error:
        say("MissingBodyError", error, f"({len(server.requests) - before} requests)")
    try:
        client.trips.get("nowhere")
    except NotFoundError as error:
        say("NotFoundError", error)
    try:
        client.bookings.create(trip_id="trip_20", passenger_name="Ada")
    except ConflictError as error:
        say("ConflictError", error.error.alternatives[0].id, "instead")
    try:
        TrainTravel(base_url=server.url, bearer_auth="wrong").trips.get("trip_01")
    except APIError as error:
        say(type(error).__name__, error)


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def events(client: TrainTravel, server: TrainServer) -> None:
    """A webhook, verified and typed, and a callback, both by way of a little web server of our own."""
    receiver = WebhookReceiver(secrets=["an older secret", SECRET])

    @receiver.booking_changed
    def changed(event: BookingEvent) -> None:
        say("webhook", event.event_type, event.booking.id)

    @receiver.trip_changed
    def told(text: str) -> None:
        say("callback", text)

    with make_server("127.0.0.1", 0, receiver.wsgi(), handler_class=Quiet) as inbox:
        Thread(target=inbox.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{inbox.server_port}"
        client.subscriptions.register_alert(url=f"{url}/bookingChanged")
        client.bookings.pay("booking_01", amount="10.90", currency="EUR")
        server.drain()
        client.subscriptions.watch_trip(trip_id="trip_01", callback_url=f"{url}/watchTrip.tripChanged")
        server.drain()
        inbox.shutdown()
    forged = signature(b"{}", int(time.time()), "someone else's secret")
    try:
        receiver.read("bookingChanged", {"Trains-Signature": forged}, b"{}")
    except SignatureError as error:
        say("SignatureError", error)


async def asynchronous(server: TrainServer) -> None:
    """The same client, with await."""
    async with AsyncTrainTravel(base_url=server.url, **CREDENTIALS) as client:
        page = await client.trips.list(limit=15)
        following = await page.next()
        say("await", len(page.result.data), "and", len(following.result.data) if following else None)
        say("async for", len([trip.id async for trip in client.trips.list(limit=6)]), "trips")


def main() -> None:
    with TrainServer() as server, TrainTravel(base_url=server.url, **CREDENTIALS) as client:
        paging(client)
        bookings(client)
        uploads(client, server)
        mistakes(client, server)
        events(client, server)
        asyncio.run(asynchronous(server))


if __name__ == "__main__":
    main()
