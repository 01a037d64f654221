import os

from stripe import StripeClient

client = StripeClient(os.environ["STRIPE_API_KEY"])
customer = client.v1.customers.create(
    {
        "email": "ada@example.com",
        "description": "First of all",
        "shipping": {"name": "Ada", "address": {"line1": "1 Main Street"}},
    }
)
customer = client.v1.customers.update(customer.id, {"description": "Still the first", "shipping": ""})
print(customer.id, customer.description, customer.shipping)
