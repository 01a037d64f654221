// Reads recorded events with the receiver of the SDK whose folder is given: how many, and which of them changed.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [folder, events] = process.argv.slice(2);
const { WebhookReceiver } = await import(new URL("dist/esm/webhooks.js", pathToFileURL(folder + "/")));
const receiver = new WebhookReceiver({ verify: false });
let read = 0;
const changed = [];
for (const [name, text] of JSON.parse(readFileSync(events, "utf8"))) {
  const body = new TextEncoder().encode(text);
  const payload = await receiver.read(name, { "content-type": "application/json" }, body);
  read += 1;
  if (!isDeepStrictEqual(payload, JSON.parse(text))) changed.push(name);
}
console.log(JSON.stringify({ read, changed }));
