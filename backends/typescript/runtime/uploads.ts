// Large bodies: sent in pieces, and never held in memory as a whole.

import type { Fetch } from "./core.js";
import { InvalidArgumentError, SDKError, UnsupportedError } from "./errors.js";
import { isSource, kindOf, type KnownFile, type Source } from "./files.js";

/** A written body. */
export interface Written {
  readonly body:
    | string
    | Blob
    | Uint8Array
    | ArrayBuffer
    | ReadableStream<Uint8Array>;
  readonly type: string;
  /** Sends a large body. */
  readonly through?: (own: Fetch) => Fetch;
}

/** The size up to which a body is sent like any other. */
const LARGE = 1_048_576;

/** A body of one file. Errors name `part` if it cannot be read. */
export function fileBody(
  data: KnownFile["data"],
  type: string,
  part: string,
): Written {
  if (isSource(data)) return streamed([[part, data]], type);
  return data instanceof Blob && data.size > LARGE && inNode()
    ? streamed([[part, data]], type)
    : { body: data, type };
}

/** A piece of a body, and its name in errors. */
export type Piece = readonly [part: string, data: KnownFile["data"]];

/** A body of pieces: a Blob, or a stream if one of them is read while it is sent. */
export function joined(pieces: readonly Piece[], type: string): Written {
  const data = pieces.map(([, one]) => one);
  if (data.some(isSource)) return streamed(pieces, type);
  return fileBody(new Blob(data as BlobPart[]), type, "body");
}

/** Whether `fetch` is node's, which takes a length beside a stream. */
const inNode = (): boolean =>
  "process" in globalThis && !("Bun" in globalThis || "Deno" in globalThis);

/**
 * A body that is read again for each attempt, or that can be sent once. In node, `fetch` buffers a body that a redirect
 * might need again: so redirects are not allowed at first; a body that can be read again then follows them.
 */
function streamed(pieces: readonly Piece[], type: string): Written {
  const once = pieces.some(([, data]) => isSource(data) && data.once);
  let sent = false;
  const through =
    (own: Fetch): Fetch =>
    async (url, init, ...rest) => {
      if (!init.body) return own(url, init, ...rest);
      checkStreams();
      const send = async (more: RequestInit): Promise<Response> => {
        if (once && sent)
          throw new UnsupportedError(
            "the server redirects the request, and a stream cannot be sent twice: give bytes, a Blob or fromPath(), or call the URL that it redirects to",
          );
        sent = true;
        const { body, size, failed } = await opened(pieces);
        const headers = new Headers(init.headers);
        if (size !== undefined && inNode())
          headers.set("content-length", `${size}`);
        const all = { ...init, ...more, headers, body, duplex: "half" };
        try {
          const response = await own(url, all as RequestInit, ...rest);
          if (failed()) await response.body?.cancel();
          else return response;
        } catch (cause) {
          if (!failed()) throw cause;
        }
        throw failed();
      };
      if (!inNode()) return send({});
      try {
        return await send({ redirect: "error", window: null });
      } catch (error) {
        const { cause } = Object(error) as { cause?: unknown };
        if (
          error instanceof SDKError ||
          !/redirect/i.test(`${String(error)} ${String(cause)}`)
        )
          throw error;
        return send({});
      }
    };
  // A placeholder for the body until it is read: a stream is never sent again.
  return { body: once ? new ReadableStream() : new Blob(), type, through };
}

/** Refuses streams in browsers that would send their name. */
function checkStreams(): void {
  if (!("document" in globalThis)) return;
  let asked = false;
  const { headers } = new Request("https://x.example", {
    method: "POST",
    body: new ReadableStream(),
    get duplex() {
      asked = true;
      return "half";
    },
  } as RequestInit);
  if (!asked || headers.has("content-type"))
    throw new UnsupportedError(
      "this browser does not send streams: give a Blob or bytes",
    );
}

interface OpenedBody {
  readonly body: ReadableStream<Uint8Array>;
  readonly size: number | undefined;
  /** The error that ended reading it. */
  readonly failed: () => Error | undefined;
}

/** Opens all pieces of a body. */
async function opened(pieces: readonly Piece[]): Promise<OpenedBody> {
  let failure: Error | undefined;
  let size: number | undefined = 0;
  const sources: (() => AsyncGenerator<Uint8Array>)[] = [];
  for (const [part, data] of pieces) {
    const found = await open(part, data);
    if (size !== undefined)
      size = found.size === undefined ? undefined : size + found.size;
    sources.push(() => exactly(part, found.pieces, found.size));
  }
  const all = (async function* () {
    for (const source of sources) yield* source();
  })();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await all.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = error as Error;
          throw error;
        }
      },
      async cancel() {
        await all.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, size, failed: () => failure };
}

const encoder = /* @__PURE__ */ new TextEncoder();

function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value === "string") return encoder.encode(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : undefined;
}

async function open(
  part: string,
  data: KnownFile["data"],
): Promise<Awaited<ReturnType<Source["open"]>>> {
  if (isSource(data)) {
    try {
      return await data.open();
    } catch (cause) {
      throw unreadable(part, cause);
    }
  }
  if (data instanceof Blob) return { size: data.size, pieces: data.stream() };
  const bytes = bytesOf(data);
  const pieces = (async function* () {
    yield bytes;
  })();
  return { size: bytes?.length, pieces };
}

function unreadable(part: string, cause: unknown): InvalidArgumentError {
  const told = cause instanceof Error ? cause.message : String(cause);
  return new InvalidArgumentError(`${part} cannot be read: ${told}`, { cause });
}

/**
 * The bytes of some content, `size` in all if that is known: the last ones are held back until the number is right, so
 * that no server takes a part of a file for the whole.
 */
async function* exactly(
  part: string,
  pieces: AsyncIterable<unknown>,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  const wrong = (told: string): never => {
    throw new InvalidArgumentError(
      `${part} has ${told} than the ${size} bytes that it had when it was opened: it was not sent`,
    );
  };
  let kept: Uint8Array | undefined;
  let total = 0;
  try {
    for await (const piece of pieces) {
      const bytes = bytesOf(piece);
      if (!bytes)
        throw new InvalidArgumentError(
          `a piece of ${part} must be bytes or text, not ${kindOf(piece)}`,
        );
      if (!bytes.length) continue;
      total += bytes.length;
      if (total > (size ?? total)) wrong("more");
      if (kept) yield kept;
      kept = bytes;
    }
  } catch (cause) {
    throw cause instanceof SDKError ? cause : unreadable(part, cause);
  }
  if (total < (size ?? total)) wrong("fewer");
  if (kept) yield kept;
}
