"""The behaviour of the example's server: its twenty items of each kind, and a handler for each operation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from messages import Reply, Request, problem, route

ACCOUNT = "ada"
SIZE = 20
"""How many items each collection holds."""
OPERATORS = ("db", "sncf", "oebb", "1st", "hyperloop")
"""The last one is not in the document: an API that has moved on."""
Push = Callable[[list[str], Any], None]

# --------------------------------------------------------------------------- what there is


def _station(n: int) -> dict[str, Any]:
    return {
        "id": f"station_{n:02}",
        "name": f"Station {n}",
        "country": "DE" if n % 2 else "FR",
        "position": {"lat": 50 + n / 10, "lon": 10.5},
        "platforms": None if n == 3 else n,
        "codes": {"uic": f"80{n:05}"},
        "zone": {"name": f"Zone {n}", "parent": {"name": "Centre", "neighbours": [{"name": "East"}]}},
    }


def _trip(n: int) -> dict[str, Any]:
    return {
        "id": f"trip_{n:02}",
        "origin": "station_01",
        "destination": f"station_{n:02}",
        "departs_at": f"2031-05-{n:02}T08:15:00+02:00",
        "operator": OPERATORS[n % 5],
        "price": f"{n * 10}.90",
        "distance_m": 9_007_199_254_740_993 + n,  # more than a double holds
        "platform": None,
        "bicycles_allowed": n % 2 == 0,
        "amenities": ["wifi", "quiet"],
    }


def _booking(n: int) -> dict[str, Any]:
    return {
        "id": f"booking_{n:02}",
        "trip_id": f"trip_{n:02}",
        "passenger_name": f"Passenger {n}",
        "seat": f"{n}A" if n % 2 else {"kind": "window", "quiet": True},
        "status": "paid",
        "created_at": "2031-01-01T10:00:00Z",
        "updated_at": "2031-01-01T10:00:00Z",
    }


class World:
    """The state of one server. ``push`` sends an event to URLs; ``url`` is where the API is."""

    def __init__(self, url: str, push: Push) -> None:
        self.url = url
        self.push = push
        numbers = range(1, SIZE + 1)
        self.stations = [_station(n) for n in numbers]
        self.trips = [_trip(n) for n in numbers]
        self.bookings = [_booking(n) for n in numbers]
        self.connections = [{"reference": f"c{n:02}", "legs": [_trip(n)]} for n in numbers]
        self.fares = [{"id": f"fare_{n:02}", "name": f"Fare {n}", "price": f"{n}.50"} for n in numbers]
        self.disruptions = [{"id": f"d{n}", "severity": "minor", "text": f"Leaves on line {n}"} for n in numbers]
        self.passengers = [{"id": f"p{n:02}", "name": f"Passenger {n}", "born_on": "1990-05-17"} for n in numbers]
        self.documents = {"document_1": b"%PDF-1.7"}
        self.alerts: list[str] = []

    def find(self, items: list[dict[str, Any]], key: str) -> dict[str, Any] | None:
        return next((item for item in items if item["id"] == key), None)


# --------------------------------------------------------------------------- operations


def page_of(items: list[Any], request: Request, size: int = 10) -> tuple[list[Any], int, int]:
    """The slice that ``page`` and ``limit`` ask for, with the page's number and size."""
    page, size = request.number("page", 1), request.number("limit", size)
    return items[(page - 1) * size : page * size], page, size


def after(items: list[Any], key: str, cursor: str | None, limit: int) -> list[Any]:
    """What follows the item whose ``key`` is the cursor."""
    start = next((n + 1 for n, item in enumerate(items) if item[key] == cursor), 0)
    return items[start : start + limit]


@route("GET", "/stations", auth="none")
def list_stations(world: World, request: Request) -> Reply:
    stations = world.stations
    items, page, size = page_of(stations, request)
    return Reply(body={"data": items, "meta": {"page": page, "size": size, "total_pages": -(-len(stations) // size)}})


@route("GET", "/stations/nearby", auth="none")
def stations_nearby(world: World, request: Request) -> Reply:
    area = json.loads(request.query("area"))
    return Reply(body=[s for s in world.stations if abs(s["position"]["lat"] - area["lat"]) < 0.35])


@route("GET", "/stations/{}", auth="none")
def get_station(world: World, request: Request, *ids: str) -> Reply:
    found = world.find(world.stations, ids[0])
    return Reply(body=found) if found else problem(404, "No such station")


@route("GET", "/stations/{}/departures")
def departures(world: World, request: Request, *ids: str) -> Reply:
    return Reply(body={"data": page_of(world.trips, request)[0]})


@route("GET", "/trips")
def list_trips(world: World, request: Request) -> Reply:
    offset, limit = request.number("offset", 0), request.number("limit", 10)
    return Reply(body={"data": world.trips[offset : offset + limit]})


@route("GET", "/trips/{}")
def get_trip(world: World, request: Request, *ids: str) -> Reply:
    found = world.find(world.trips, ids[0])
    return Reply(body=found, headers={"ETag": '"1"'}) if found else problem(404, "No such trip")


@route("GET", "/trips/{}/seats;coach=*")
def seats(world: World, request: Request, *ids: str) -> Reply:
    return Reply(body={coach: [f"{coach}A", f"{coach}B"] for coach in ids[1].split(",")})


@route("GET", "/trips/{}/timetable.*")
def timetable(world: World, request: Request, *ids: str) -> Reply:
    return Reply(body=f"{ids[0]} as {ids[1]}\n08:15 Station 1\n")


@route("GET", "/trips/{}/positions")
def positions(world: World, request: Request, *ids: str) -> Reply:
    events = [f'id: {n}\ndata: {{"lat": 50.{n}, "lon": 10.5}}\n\n' for n in range(1, 4)]
    return Reply(body="".join(events) + "data: [ARRIVED]\n\n", headers={"Content-Type": "text/event-stream"})


@route("POST", "/connections/search")
def search_connections(world: World, request: Request) -> Reply:
    wish = request.json()
    found = after(world.connections, "reference", wish.get("cursor"), wish.get("limit", 10))
    return Reply(body={"data": {"resultArray": found}})


@route("GET", "/fares")
def list_fares(world: World, request: Request) -> Reply:
    items, page, size = page_of(world.fares, request)
    links = [f'</v1/fares?page={page}&limit={size}>; rel="self"']
    if page * size < SIZE:
        links.append(f'</v1/fares?page={page + 1}&limit={size}>; rel="next"')
    counts = {"X-Total-Count": str(SIZE), "X-Page": str(page), "X-Per-Page": str(size)}
    return Reply(body=items, headers={"Link": ", ".join(links), **counts})


@route("GET", "/disruptions", auth="none")
def list_disruptions(world: World, request: Request) -> Reply:
    items, page, size = page_of(world.disruptions, request, 8)
    following = f"{world.url}/disruptions?page={page + 1}" if page * size < SIZE else None
    return Reply(body={"next": following, "results": items})


@route("GET", "/bookings")
def list_bookings(world: World, request: Request) -> Reply:
    return Reply(body={"data": after(world.bookings, "id", request.query("after"), request.number("limit", 10))})


@route("POST", "/bookings")
def create_booking(world: World, request: Request) -> Reply:
    wish = request.json()
    if not wish:
        return problem(422, "A booking needs a body", errors=[{"pointer": "", "message": "is missing"}])
    if wish["trip_id"] == "trip_20":
        return problem(409, "Sold out", alternatives=[world.trips[0]])
    booking = {"id": f"booking_{len(world.bookings) + 1:02}", "status": "pending", **wish}
    for hidden in ("promo_code", "pay_with"):
        booking.pop(hidden, None)
    world.bookings.append(booking)
    return Reply(201, booking, {"Location": f"/v1/bookings/{booking['id']}"})


@route("GET", "/bookings/{}")
def get_booking(world: World, request: Request, *ids: str) -> Reply:
    found = world.find(world.bookings, ids[0])
    return Reply(body=found) if found else problem(404, "No such booking")


@route("PATCH", "/bookings/{}")
def update_booking(world: World, request: Request, *ids: str) -> Reply:
    found = world.find(world.bookings, ids[0])
    if not found:
        return problem(404, "No such booking")
    found.update(request.json() or {}, updated_at="2031-02-02T12:00:00Z")
    return Reply(body=found)


@route("DELETE", "/bookings/{}")
def cancel_booking(world: World, request: Request, *ids: str) -> Reply:
    found = world.find(world.bookings, ids[0])
    if not found:
        return problem(404, "No such booking")
    world.bookings.remove(found)
    return Reply(204)


@route("POST", "/bookings/{}/payment")
def pay_booking(world: World, request: Request, *ids: str) -> Reply:
    booking = world.find(world.bookings, ids[0])
    form = parse_qs(request.body.decode())
    if not booking or "amount" not in form:
        return problem(422, "Nothing to pay", errors=[{"pointer": "/amount", "message": "is missing"}])
    booking["status"] = "paid"
    world.push(world.alerts, {"event_id": "evt_1", "type": "booking.paid", "booking": booking})
    source = {"object": "card", "number": form.get("card[number]", [""])[0]}
    return Reply(body={"id": "pay_1", "amount": form["amount"][0], "state": "succeeded", "source": source})


@route("POST", "/bookings/{}/documents")
def upload_document(world: World, request: Request, *ids: str) -> Reply:
    parts = request.parts()
    if "file" not in parts or "details" not in parts:
        return problem(422, "A document needs a file and details", errors=[])
    file = parts["file"][0]
    key = f"document_{len(world.documents) + 1}"
    world.documents[key] = file.data
    return Reply(201, {"id": key, "size": len(file.data), "content_type": file.content_type})


@route("GET", "/bookings/{}/documents/{}")
def download_document(world: World, request: Request, *ids: str) -> Reply:
    found = world.documents.get(ids[1])
    return Reply(body=found) if found is not None else problem(404, "No such document")


@route("GET", "/passengers")
def list_passengers(world: World, request: Request) -> Reply:
    items, page, size = page_of(world.passengers, request, 8)
    links = {"self": f"{world.url}/passengers?page={page}"}
    if page * size < SIZE:
        links["next"] = f"/v1/passengers?page={page + 1}"  # relative on purpose (RFC 3986)
    return Reply(body={"data": items, "links": links})


@route("POST", "/passengers")
def create_passenger(world: World, request: Request) -> Reply:
    passenger = {"id": f"p{len(world.passengers) + 1:02}", **request.json()}
    passenger.pop("document_number", None)
    world.passengers.append(passenger)
    return Reply(201, passenger)


@route("GET", "/account", auth="basic")
def get_account(world: World, request: Request) -> Reply:
    return Reply(body={"name": ACCOUNT, "balance": "12.34"})


@route("POST", "/alerts", auth="key")
def register_alert(world: World, request: Request) -> Reply:
    world.alerts.append(request.json()["url"])
    return Reply(200)


@route("POST", "/watches")
def watch_trip(world: World, request: Request) -> Reply:
    wish = request.json()
    world.push([wish["callbackUrl"]], f"{wish['tripId']} leaves ten minutes late from platform 4")
    return Reply(200)
