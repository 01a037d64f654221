"""What a user of the Python SDK writes: `python client.py URL`, with the service running."""

import queue
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from shop import HTTPValidationError, ItemSoldPayload, PasswordCredentials, Problem, Shop, WebhookReceiver, models

client = Shop(
    base_url=sys.argv[1],
    oauth2_password_bearer=PasswordCredentials(username="ada", password="secret"),
)
print("user", client.users.me.get().name)
pickup = models.Pickup(shop="Main Street")
item = client.items.create(name="lamp", price=9.5, payment=models.Card(number="42"), delivery=pickup)
print("item", item.name, item.payment.kind if item.payment else None)
match item.delivery:
    case models.Pickup(shop=shop):
        print("pickup", shop)
    case models.Parcel(weight=weight):
        print("parcel", weight)
print("page", client.items.list(q="lamp").total)
image = client.items.upload_image(item.id, file=("lamp.png", b"12345"), caption="a lamp")
print("image", image.name, image.size, image.caption)
try:
    client.items.get(404)
except Problem as error:
    print("error", error.status, error.error.detail)
try:
    client.items.list(limit=1000)
except HTTPValidationError as error:
    print("error", error.status, (error.error.detail or [])[0].msg)

sold: queue.Queue[ItemSoldPayload] = queue.Queue()
receiver = WebhookReceiver()


@receiver.item_sold
def handle(event: ItemSoldPayload) -> None:
    sold.put(event)


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write no line for each request."""


with make_server("127.0.0.1", 0, receiver.wsgi(), handler_class=Quiet) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client.webhooks.subscribe(url=f"http://127.0.0.1:{server.server_port}/item-sold")
    client.items.sell(item.id)
    print("sold", sold.get(timeout=10).price)
    server.shutdown()
