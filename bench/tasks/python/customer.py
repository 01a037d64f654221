from stripe import Stripe

client = Stripe()
customer = client.customers.create(
    email="ada@example.com",
    description="First of all",
    shipping={"name": "Ada", "address": {"line1": "1 Main Street"}},
)
customer = client.customers.update(customer.id, description="Still the first", shipping="")
print(customer.id, customer.description, customer.shipping)
