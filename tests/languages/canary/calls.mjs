// Imports a printed package in both kinds and calls every method that it is told of; prints how many were called.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const order = JSON.parse(readFileSync(0, "utf8"));
const folder = pathToFileURL(order.folder + "/");
const entries = Object.values(JSON.parse(readFileSync(new URL("package.json", folder), "utf8")).exports);
for (const entry of entries) {
  if (typeof entry === "string" || JSON.stringify(entry).includes("*")) continue;
  if (entry.import) await import(new URL(entry.import.default ?? entry.import, folder));
  if (entry.require) createRequire(folder)(entry.require.default ?? entry.require);
}
const sdk = await import(new URL("dist/esm/index.js", folder));
const client = new sdk[order.client]({ baseUrl: order.origin });
let called = 0;
for (const { path, arguments: given } of order.calls) {
  const owner = path.slice(0, -1).reduce((at, name) => at[name], client);
  try {
    String(await owner[path.at(-1)](given));
  } catch (error) {
    String(error); // an answer that does not fit, a name that HTTP does not take
  }
  called += 1;
}
process.stdout.write(JSON.stringify({ called }));
