// What a user of the TypeScript SDK writes: `node client.mjs URL`, with the service running.

import { APIError, Shop } from "shop";

const client = new Shop({
  baseUrl: process.argv[2],
  oauth2PasswordBearer: { username: "ada", password: "secret" },
});
console.log("user", (await client.users.me.get()).name);
const item = await client.items.create({ name: "lamp", price: 9.5, payment: { kind: "card", number: "42" } });
console.log("item", item.name, item.payment?.kind);
console.log("page", (await client.items.list({ q: "lamp" })).total);
const file = new File(["12345"], "lamp.png");
const image = await client.items.uploadImage(item.id, { file, caption: "a lamp" });
console.log("image", image.name, image.size, image.caption);
for (const call of [() => client.items.get(404), () => client.items.list({ limit: 1000 })]) {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const { detail } = error.error;
    console.log("error", error.status, typeof detail === "string" ? detail : detail[0].msg);
  }
}
