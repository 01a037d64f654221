import { Stripe } from "stripe";

const client = new Stripe();
let customer = await client.customers.create({
  email: "ada@example.com",
  description: "First of all",
  shipping: { name: "Ada", address: { line1: "1 Main Street" } },
});
customer = await client.customers.update(customer.id, { description: "Still the first", shipping: "" });
console.log(customer.id, customer.description, customer.shipping);
