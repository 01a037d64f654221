// What SDKs of tests/typescript/test_typescript_files.py do with files: each case prints a line of JSON.

import { appendFileSync, createReadStream, existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { fork } from "node:child_process";

const [, self, folder, wanted] = process.argv;

/** The most memory this program had, in KiB. */
function peak() {
  const status = "/proc/self/status";
  const own = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"));
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}

const seen = new Map();

/** Tells what came: the length, the framing, and the body where it is short. */
async function serve(request, response) {
  const { pathname } = new URL(request.url, "http://x");
  const json = { "content-type": "application/json" };
  if (pathname === "/seen") return response.writeHead(200, json).end(JSON.stringify([...seen]));
  const count = (name) => seen.set(name, (seen.get(name) ?? 0) + 1);
  count("begun");
  const { headers } = request;
  let length = 0;
  const kept = [];
  try {
    for await (const piece of request) {
      length += piece.length;
      if (length < 4096) kept.push(piece);
    }
  } catch {
    return;
  }
  count("whole");
  const boundary = /boundary=(.*)/.exec(headers["content-type"])?.[1] ?? "?";
  const text = Buffer.concat(kept).toString("latin1").replaceAll(boundary, "B");
  const told = { length, type: headers["content-type"]?.replace(boundary, "B"), size: headers["content-length"] ?? null };
  if (headers["x-busy"] && count("busy") && seen.get("busy") % 2) return response.writeHead(429, { "retry-after": "0" }).end();
  if (headers["x-moved"] && pathname !== "/moved") return response.writeHead(307, { location: "/moved" }).end();
  response.writeHead(200, json).end(JSON.stringify({ ...told, text: text.length < 4096 ? text : "" }));
}

if (folder === "server") {
  const server = createServer(serve).listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("disconnect", () => process.exit());
} else {
  const child = fork(self, ["server"]);
  const port = await new Promise((resolve) => child.once("message", resolve));
  const sdk = await import(new URL("dist/esm/index.js", pathToFileURL(folder + "/")));
  const { checkCall } = await import(new URL("dist/esm/validators.js", pathToFileURL(folder + "/")));
  const { fromPath } = sdk;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = new sdk.Files({ baseUrl, timeout: 0, retries: { initial: 1 } });
  const checked = new sdk.Files({ baseUrl, timeout: 0, validate: checkCall });
  const kind = (promise) => Promise.resolve(promise).then((found) => found, (error) => `${error.name}: ${error.message}`);
  const refused = async (call) => {
    try {
      return await kind(call());
    } catch (error) {
      return `thrown at once: ${error}`;
    }
  };
  const home = mkdtempSync(join(tmpdir(), "files-"));
  const path = join(home, "dot.png");
  writeFileSync(path, "abc");
  async function* pieces(...parts) {
    for (const part of parts) yield typeof part === "function" ? part() : part;
  }
  const part = async (file, options) => {
    const found = await client.part({ file, n: 1 }, options);
    const [, name, type, data] = /filename="(.*?)"\r\ncontent-type: (.*?)\r\n\r\n([^]*?)\r\n--B/i.exec(found.text) ?? [];
    return [name, type, data, Number(found.size) === found.length];
  };

  const cases = {
    /** Everything that is a file, in a multipart body. */
    async parts() {
      return [
        await part(new Blob(["abc"], { type: "text/css" })),
        await part(new File(["abc"], "a.txt", { type: "text/plain" })),
        await part(new Uint8Array([97, 98, 99])),
        await part(new Uint8Array([0, 97, 98, 99]).subarray(1).buffer.slice(1)),
        await part(new DataView(new TextEncoder().encode("abc").buffer)),
        await part("abc"),
        await part(new Blob(["abc"]).stream()),
        await part(createReadStream(path)),
        await part(Readable.from(["a", Buffer.from("bc")])),
        await part(pieces("a", new Uint8Array([98, 99]))),
        await part({ data: pieces("abc"), name: "p.bin", type: "x/y", size: 3 }),
        await part(new Response("abc", { headers: { "content-type": "image/png", "content-length": "3" } })),
        await part(await fetch(`data:text/plain,abc`)),
        await part(fromPath(path)),
        await part(fromPath(pathToFileURL(path), { name: "other.png", type: "image/png" })),
        await part({ data: fromPath(path), type: "image/gif" }),
      ];
    },
    /** ... and as a body. */
    async bodies() {
      const send = async (body) => {
        const { text, size, type } = await client.bytes({ body });
        return [text, size, type];
      };
      return [
        await send(createReadStream(path)),
        await send(pieces("a", "bc")),
        await send({ data: pieces("a", "bc"), size: 3 }),
        await send(new Response("abc")),
        await send(fromPath(path)),
        await send(await openAsBlob(path)),
        await send({ data: new Blob(["abc"]).stream(), type: "application/octet-stream" }),
        (await checked.bytes({ body: fromPath(path) })).text,
        (await checked.part({ file: pieces("abc"), n: 1 })).length > 100,
      ];
    },
    /** Lists of files are parts of one name. */
    async lists() {
      const { text } = await client.part({ more: [fromPath(path), pieces("x"), "y"] });
      return text.match(/filename="[^"]*"/g);
    },
    /** What is no file is refused in one sentence, and nothing is sent. */
    async nonsense() {
      const before = await fetch(`${baseUrl}/seen`).then((found) => found.text());
      const ended = createReadStream(path);
      for await (const _ of ended);
      const locked = new Blob(["x"]).stream();
      locked.getReader();
      const read = new Response("x");
      await read.text();
      const wrong = [3, true, {}, { path: "x" }, [1], new Date(0), new Map(), Promise.resolve("x"), { data: {} }, ended, locked, read, new Response("x", { status: 404 })];
      const found = [];
      for (const one of wrong) found.push(await refused(() => client.part({ file: one })));
      found.push(await refused(() => client.bytes({ body: 3 })), await refused(() => client.bytes({ body: { data: createReadStream } })));
      found.push(await refused(() => client.form({ file: pieces("x") })));
      const after = await fetch(`${baseUrl}/seen`).then((found) => found.text());
      return [...found, before === after];
    },
    /** A value without a type may be anything. */
    async anything() {
      const { text } = await client.part({ any: 3, n: 1 });
      return /\r\n\r\n(.*)\r\n/.exec(text)[1];
    },
    /** What cannot be read, or is not as long as was told, is an error, and no server has it as whole. */
    async broken() {
      const grown = join(home, "grown");
      const before = new Map(JSON.parse(await fetch(`${baseUrl}/seen`).then((found) => found.text())));
      const found = [];
      const both = async (make) => {
        found.push(await kind(client.part({ file: make() })), await kind(client.bytes({ body: make() })));
      };
      await both(() => fromPath(home));
      await both(() => fromPath(join(home, "missing.txt")));
      await both(() => createReadStream(home));
      await both(() => ({ data: pieces("abc"), size: 2 }));
      await both(() => ({ data: pieces("abc"), size: 4 }));
      await both(() => pieces("abc", 3));
      await both(() => pieces("abc", () => Promise.reject(new Error("disk on fire"))));
      // The file changes while it is read.
      for (const change of [() => appendFileSync(grown, "more"), () => truncateSync(grown, 10)]) {
        writeFileSync(grown, Buffer.alloc(300_000));
        await both(() => {
          const file = fromPath(grown);
          writeFileSync(grown, Buffer.alloc(300_000));
          return Object.assign(Object.create(Object.getPrototypeOf(file)), file, {
            open: async () => {
              const opened = await file.open();
              change();
              return opened;
            },
          });
        });
      }
      const after = new Map(JSON.parse(await fetch(`${baseUrl}/seen`).then((found) => found.text())));
      return [found.map((text) => text.replaceAll(home, "HOME").replace(basename(home), "HOME")), after.get("whole") === before.get("whole")];
    },
    /** What can be read again is sent again; a stream is not. */
    async retried() {
      const headers = { "x-busy": "1" };
      return [
        (await client.part({ file: fromPath(path) }, { headers })).length > 100,
        (await client.bytes({ body: fromPath(path) }, { headers })).text,
        (await client.bytes({ body: new Blob(["abc"]) }, { headers })).text,
        await kind(client.bytes({ body: createReadStream(path) }, { headers })),
        (await client.bytes({ body: createReadStream(path) }, { headers })).text,
      ];
    },
    /** ... and so it is with redirects. */
    async redirected() {
      const headers = { "x-moved": "1" };
      return [
        (await client.bytes({ body: fromPath(path) }, { headers })).text,
        (await client.part({ file: fromPath(path) }, { headers })).length > 100,
        await kind(client.bytes({ body: createReadStream(path) }, { headers })),
      ];
    },
    /** A file of 200 MB is not held in memory, whatever it is read from. */
    async memory() {
      const large = join(home, "large");
      writeFileSync(large, "");
      truncateSync(large, 200 * 2 ** 20);
      await client.part({ file: fromPath(path) });
      const start = peak();
      const sizes = [];
      for (const make of [() => fromPath(large), () => createReadStream(large), () => openAsBlob(large), () => Readable.toWeb(createReadStream(large)), async () => new Response(createReadStream(large))]) {
        sizes.push((await client.part({ file: await make() })).length - 200 * 2 ** 20);
        sizes.push((await client.bytes({ body: await make() })).length - 200 * 2 ** 20);
      }
      return [sizes.every((size) => size >= 0 && size < 500), Math.round((peak() - start) / 1024)];
    },
  };

  for (const name of wanted.split(",")) console.log(JSON.stringify([name, await kind(cases[name]())]));
  rmSync(home, { recursive: true });
  child.disconnect();
}
