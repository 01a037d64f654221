"""What a user of the Python SDK writes: `python client.py URL`, with the service running."""

import sys

from shop import HTTPValidationError, PasswordCredentials, Problem, Shop, models

client = Shop(
    base_url=sys.argv[1],
    oauth2_password_bearer=PasswordCredentials(username="ada", password="secret"),
)
print("user", client.users.me.get().name)
item = client.items.create(name="lamp", price=9.5, payment=models.Card(number="42"))
print("item", item.name, item.payment.kind if item.payment else None)
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
