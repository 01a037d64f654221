// Streams of values: server-sent events and lines of JSON.

import type { Reply } from "./core.js";
import { DecodeError } from "./errors.js";
import { parseJson } from "./json.js";
import { lost, readerOf, type Reader } from "./responses.js";
import { ResultPromise } from "./results.js";

/** Server-sent events, as the HTML standard has them; the data of each, up to the sentinel. */
export async function* AsEvents(
  response: Response,
  { sentinel }: Reader,
  told: Told = {},
): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of lines(response)) {
    if (line) {
      const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name === "data") data.push(value);
      if (name === "id" && !value.includes("\0")) told.lastEventId = value;
      continue;
    }
    if (!data.length) continue;
    const text = data.join("\n");
    data = [];
    if (text === sentinel) return;
    yield text;
  }
  const text = data.join("\n");
  if (data.length && text !== sentinel) yield text;
}

/** What a stream of events tells beside its data. */
interface Told {
  lastEventId?: string | undefined;
}

/** One JSON value a line. */
export async function* AsLines(response: Response): AsyncGenerator<string> {
  for await (const line of lines(response)) if (line.trim()) yield line;
}

async function* lines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (!reader) return;
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      // A CR at the end may be the first half of a CRLF.
      const ended = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
      rest = ended.pop() ?? "";
      yield* ended;
      if (done) break;
    }
    if (rest) yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Values as the server sends them. Iterate once; leaving the loop lets the connection go. */
export class Stream<T> implements AsyncIterable<T> {
  /** The id of the last event that had one: a server takes it up again as the header `Last-Event-ID`. */
  lastEventId: string | undefined;

  constructor(
    readonly response: Response,
    private readonly reader: Reader,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { reader, response } = this;
    try {
      const texts = reader.read(
        response,
        reader,
        this,
      ) as AsyncIterable<string>;
      for await (const text of texts) yield this.#value(text);
    } catch (error) {
      throw lost(error);
    }
  }

  #value(text: string): T {
    const { codec, text: plain } = this.reader;
    try {
      const json = plain ? text : parseJson(text);
      return (codec ? codec.decode(json) : json) as T;
    } catch (cause) {
      const { status, headers } = this.response;
      const message = "a value of the stream is not JSON";
      throw new DecodeError(
        message,
        { status, headers, body: text },
        { cause },
      );
    }
  }

  /** Lets the connection go. */
  async close(): Promise<void> {
    await this.response.body?.cancel().catch(() => undefined);
  }
}

/** The promise of a stream; it can be iterated without awaiting it. */
export class StreamPromise<T, M = object>
  extends ResultPromise<Stream<T>, M>
  implements AsyncIterable<T>
{
  protected override async finish(
    reply: Reply,
  ): Promise<readonly [Stream<T>, Reply]> {
    const { call, response, release } = reply;
    release();
    const reader = readerOf(call.operation, response);
    const { status, headers } = response;
    // A document in place of events would read as no events at all.
    const document = /[/+]json|html/.test(headers.get("content-type") ?? "");
    if (reader && !(document && reader.type === "text/event-stream"))
      return [new Stream(response, reader), reply];
    await response.body?.cancel();
    throw new DecodeError(`${status}: the response is no stream`, {
      status,
      headers,
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
