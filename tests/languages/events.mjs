// Reads the streams of test_events.py with a printed SDK: node events.mjs FOLDER ORDERS.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, orders] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
const entry = manifest.exports["."];
const file = typeof entry === "string" ? entry : (entry.import?.default ?? entry.import);
const sdk = await import(pathToFileURL(`${folder}/${file}`));

const types = {
  lines: "application/jsonl",
  text: "text/event-stream;charset=windows-1252",
};

async function read(of, pieces) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(Uint8Array.from(piece, (sign) => sign.charCodeAt(0)));
      controller.close();
    },
  });
  const headers = { "content-type": types[of] ?? "text/event-stream" };
  const client = new sdk.Streams({
    fetch: async () => new Response(body, { headers }),
  });
  const stream = await client[of]();
  const found = { gives: [], ends: "whole", retry: 0 };
  try {
    for await (const value of stream)
      found.gives.push([value, stream.event ?? null, stream.lastEventId ?? ""]);
  } catch (error) {
    if (error instanceof sdk.DecodeError) found.ends = "unreadable";
    else if (
      error instanceof sdk.APIConnectionError &&
      error.message.includes("broke off")
    )
      found.ends = "broken";
    else throw error;
  }
  found.retry = stream.retryAfter ?? 0;
  return found;
}

const found = {};
for (const { name, of, splits } of JSON.parse(readFileSync(orders, "utf8"))) {
  found[name] = [];
  for (const pieces of splits) found[name].push(await read(of, pieces));
}
console.log(JSON.stringify(found));
