// What a user of the TypeScript SDK writes: `node client.mjs URL`, with the service running.

import { once } from "node:events";
import { createServer } from "node:http";
import { HTTPValidationError, Problem, Shop } from "shop";
import { WebhookReceiver } from "shop/webhooks";

const client = new Shop({
  baseUrl: process.argv[2],
  oauth2PasswordBearer: { username: "ada", password: "secret" },
});
console.log("user", (await client.users.me.get()).name);
const item = await client.items.create({
  name: "lamp",
  price: 9.5,
  payment: { kind: "card", number: "42" },
  delivery: { shop: "Main Street" },
});
console.log("item", item.name, item.payment?.kind);
if (item.delivery && "shop" in item.delivery) console.log("pickup", item.delivery.shop);
else if (item.delivery && "weight" in item.delivery) console.log("parcel", item.delivery.weight);
console.log("page", (await client.items.list({ q: "lamp" })).total);
const file = new File(["12345"], "lamp.png");
const image = await client.items.uploadImage(item.id, { file, caption: "a lamp" });
console.log("image", image.name, image.size, image.caption);
for (const call of [() => client.items.get(404), () => client.items.list({ limit: 1000 })]) {
  try {
    await call();
  } catch (error) {
    if (error instanceof Problem) console.log("error", error.status, error.error.detail);
    else if (error instanceof HTTPValidationError) console.log("error", error.status, error.error.detail[0].msg);
    else throw error;
  }
}

const receiver = new WebhookReceiver();
const sold = new Promise((resolve) => receiver.itemSold(resolve));
const server = createServer(receiver.listener()).listen(0, "127.0.0.1");
await once(server, "listening");
await client.webhooks.subscribe({ url: `http://127.0.0.1:${server.address().port}/item-sold` });
await client.items.sell(item.id);
console.log("sold", (await sold).price);
server.close();
