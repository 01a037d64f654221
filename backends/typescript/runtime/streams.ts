// Streams of values: server-sent events and lines of JSON.

import { policyOf, send, sleep, type Settings, type Reply } from "./core.js";
import { APIConnectionError, APITimeoutError, DecodeError } from "./errors.js";
import { NumberCodec } from "./codecs.js";
import { decoded, narrow, parseJson } from "./json.js";
import {
  asked,
  lost,
  readerOf,
  type EventData,
  type Reader,
  type Told,
} from "./responses.js";
import { Exchange, type Result } from "./results.js";
import { authorize } from "./security.js";

/** A value as text, and what is known of the stream when it comes. */
interface Came {
  readonly event?: string;
  readonly id?: string | undefined;
  readonly retry?: number | undefined;
  /** Undefined for an event without data. */
  readonly text?: string | undefined;
}

/**
 * Server-sent events, as in the HTML standard, up to the end marker; those that one piece of the body completes
 * together, since waiting for each would cost more than reading it.
 */
export async function* AsEvents(
  response: Response,
  reader: Reader,
  told: Told = {},
): AsyncGenerator<Came[]> {
  let data: string | undefined;
  let event = "";
  let { id, retry } = told;
  const { sentinel, done } = reader;
  const ends = (): boolean =>
    data !== undefined &&
    (data === sentinel ||
      (!!done &&
        data === "[DONE]" &&
        !dataOf(reader, event || "message")?.text));
  for await (const some of lines(response, told)) {
    const came: Came[] = [];
    let ended = false;
    for (const line of some) {
      if (line) {
        // Most lines, and the regular expression takes longer.
        let value = line.startsWith("data: ") ? line.slice(6) : undefined;
        if (value === undefined) {
          const [, name, rest = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
          if (name === "event") event = rest;
          if (name === "id" && !rest.includes("\0")) id = rest;
          if (name === "retry" && /^\d+$/.test(rest)) retry = +rest;
          if (name !== "data") continue;
          value = rest;
        }
        data = data === undefined ? value : `${data}\n${value}`;
        bound(data, told);
        continue;
      }
      ended = ends();
      const text = ended ? undefined : data;
      came.push({ text, id, retry, event: event || "message" });
      if (ended) break;
      data = undefined;
      event = "";
    }
    yield came;
    if (retry !== undefined) told.retry = retry;
    if (ended) told.done = true;
    if (told.done) return;
  }
  if (ends()) told.done = true;
  // Without its empty line an event is incomplete.
  else if (data !== undefined && !told.done) throw brokenOff("event");
}

/** One JSON value per line. */
export async function* AsLines(
  response: Response,
  _: Reader,
  told: Told = {},
): AsyncGenerator<Came[]> {
  for await (const some of lines(response, told)) {
    // In a JSON text sequence, a mark precedes each value (RFC 7464).
    for (const line of some) bound(line, told);
    const texts = some
      .map((line) => (line.startsWith("\u001e") ? line.slice(1) : line))
      .filter((text) => text.trim());
    if (told.cut && !texts.every(isJson)) throw brokenOff("line");
    yield texts.map((text) => ({ text }));
  }
}

/** Refuses a value that is longer than the bound. */
function bound(text: string, { most, tooLong }: Told): void {
  if (most == null) return;
  // A unit of a text has three bytes at most.
  if (3 * text.length > most && new TextEncoder().encode(text).length > most)
    throw tooLong?.();
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

const brokenOff = (of: string): APIConnectionError =>
  new APIConnectionError(
    `the stream broke off: the connection ended before its last ${of} was whole`,
  );

/** The lines that end in each piece of a body: line by line, the waiting would cost more than the reading. */
async function* lines(
  response: Response,
  told: Told,
): AsyncGenerator<string[]> {
  let decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = response.body?.getReader();
  if (!reader) return;
  told.close = () => reader.cancel();
  // A line may be an image, in thousands of pieces: each is scanned once.
  let rest: string[] = [];
  let held = 0;
  // A CR ended the last line: an LF that follows belongs to it.
  let half = false;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), told.patience);
      let text: string;
      try {
        text = decoder.decode(value, { stream: !done });
      } catch {
        // What is no UTF-8 is replaced: it is no JSON, but may be text.
        told.broken = true;
        decoder = new TextDecoder();
        text = decoder.decode(value, { stream: !done });
      }
      if (half && text) text = text.replace(/^\n/, "");
      half = text ? text.endsWith("\r") : half && !value?.length;
      if (!done && !/[\r\n]/.test(text)) {
        rest.push(text);
        held += text.length;
        // Before a value, a line has a word.
        if (held > (told.most ?? Infinity) + 8) throw told.tooLong?.();
        continue;
      }
      // Most bodies have no CR, and the regular expression takes longer.
      const breaks = text.includes("\r") ? /\r\n|\n|\r/ : "\n";
      const ended = (rest.join("") + text).split(breaks);
      rest = [ended.pop() ?? ""];
      held = rest.join("").length;
      yield ended;
      if (done) break;
    }
    told.cut = true;
    if (rest[0]) yield [rest[0]];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Waits at most this many milliseconds. */
async function within<T>(coming: Promise<T>, limit = 0): Promise<T> {
  if (!limit) return coming;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new APITimeoutError(`nothing came for ${limit} ms`);
    timer = setTimeout(() => reject(error), limit);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

/** Values as the server sends them. Iterate once; leaving the loop releases the connection. */
export class Stream<T> implements AsyncIterable<T> {
  readonly #core: Settings;
  readonly #told: Told = {};
  #reply: Reply;

  constructor(core: Settings, reply: Reply) {
    this.#core = core;
    this.#reply = reply;
    readerIn(reply);
  }

  /** The response of the stream; another one after it is resumed. */
  get response(): Response {
    return this.#reply.response;
  }

  /** The name of the last value's event; `message` if it has none. */
  get event(): string | undefined {
    return this.#told.event;
  }

  /** The id of the last event that had one: send it as the header `Last-Event-ID` to resume. */
  get lastEventId(): string | undefined {
    return this.#told.id;
  }

  /** The reconnection time in seconds, if the server sent one. */
  get retryAfter(): number | undefined {
    const { retry } = this.#told;
    return retry === undefined ? undefined : retry / 1000;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const told = this.#told;
    const { reconnect = 0, streamTimeout } = this.#reply.call.options;
    told.patience = streamTimeout ?? this.#core.options.streamTimeout;
    const { call } = this.#reply;
    const { inspect, mostOf, tooLong } = call.told ?? {};
    const what = "a value of the stream";
    const most = mostOf?.(call);
    told.most = most;
    told.tooLong = () => tooLong?.(call, this.response, what, most as number);
    let left = reconnect;
    while (left >= 0) {
      const reader = readerIn(this.#reply);
      const pieces = reader.read(this.response, reader, told);
      let error: unknown;
      try {
        for await (const piece of pieces as AsyncIterable<Came[]>) {
          for (const { text, event, id, retry } of piece) {
            if (event) told.event = event;
            if (id !== undefined) told.id = id;
            if (retry !== undefined) told.retry = retry;
            const data = dataOf(reader, event);
            // A keep-alive of servers: neither JSON nor the end.
            if (text === undefined || !(data?.text || text.trim())) continue;
            left = reconnect;
            if (!data) {
              yield kept(text) as T;
            } else {
              const [json, value] = this.#value(data, text);
              const found = { what, json, event };
              const held =
                !data.text && inspect?.(call, this.response, reader, found);
              if (held) await held;
              yield value;
            }
            if (told.done) return;
          }
        }
      } catch (cause) {
        error = lost(cause, this.#reply.first);
        if (!(error instanceof APIConnectionError)) throw error;
      }
      if (told.done) return;
      const ended =
        reader.sentinel === undefined || this.response.status === 204;
      const may = reader.read === AsEvents && (error || !ended);
      left = await this.#again(may ? left : 0, error);
    }
  }

  /** Resumes the stream; returns the remaining attempts, less than 0 if the stream has ended. */
  async #again(left: number, cause: unknown): Promise<number> {
    const { first } = this.#reply;
    const { id, retry } = this.#told;
    const policy = policyOf(this.#core, first);
    const wait = retry ?? policy.initial;
    const { options, body } = first;
    const gone = body instanceof ReadableStream || wait > policy.budget;
    let error = cause;
    for (let tries = gone ? 0 : left; tries > 0; tries--) {
      await sleep(wait, options.signal);
      const headers = { ...options.headers };
      if (id !== undefined) headers["Last-Event-ID"] = id || null;
      const call = { ...first, options: { ...options, headers } };
      try {
        await authorize(this.#core, call);
        const reply = await send(this.#core, call);
        reply.release();
        this.#reply = reply;
        return reply.response.status === 204 ? -1 : tries - 1;
      } catch (again) {
        if (!(again instanceof APIConnectionError)) throw again;
        error = again;
      }
    }
    if (error) throw error;
    return -1;
  }

  #value({ codec, text: plain }: EventData, text: string): [unknown, T] {
    try {
      if (this.#told.broken && !plain && text.includes("\ufffd"))
        throw new SyntaxError("no UTF-8");
      const json = plain ? text : parseJson(text);
      return [json, decoded(json, codec ?? NumberCodec) as T];
    } catch {
      const { status, headers } = this.response;
      throw new DecodeError(
        `${status} ${asked(this.#reply.first)}: a value of the stream is not JSON`,
        { status, headers, body: text },
      );
    }
  }

  /** Releases the connection, and ends the iteration. */
  async close(): Promise<void> {
    const told = this.#told;
    told.done = true;
    await (told.close?.() ?? this.response.body?.cancel());
  }
}

/** The type of the data of an event by its name; undefined for an unknown event. */
function dataOf(reader: Reader, event?: string): EventData | undefined {
  const { events } = reader;
  if (!events) return reader;
  const of = (name?: string) => events.find((data) => data.name === name);
  return of(event) ?? of();
}

/** The data of an unknown event: as JSON, else as text. */
function kept(text: string): unknown {
  try {
    return narrow(parseJson(text));
  } catch {
    return text;
  }
}

/** The reader of a stream's body. Throws if the response is not a stream. */
function readerIn({ call, response }: Reply): Reader {
  const reader = readerOf(call.operation, response);
  const { status, headers } = response;
  // A document in place of events would read as a stream without events.
  const document = /[/+]json|html/.test(headers.get("content-type") ?? "");
  const { read } = reader ?? {};
  if (reader && (read === AsLines || (read === AsEvents && !document)))
    return reader;
  void response.body?.cancel();
  const type = headers.get("content-type") ?? "no content type";
  const kind = type.replace(/[^ -~]/g, "?");
  throw new DecodeError(
    `${status} ${asked(call)}: the response is not a stream (${kind})`,
    { status, headers },
  );
}

/** The promise of a stream; it can be iterated without awaiting it. */
export class StreamPromise<T, M = object>
  extends Exchange<Stream<T>, M>
  implements AsyncIterable<T>
{
  protected override async finish(
    given: Promise<Reply>,
    core: Settings,
  ): Promise<Result<Stream<T>>> {
    const reply = await given;
    reply.release();
    return { value: new Stream<T>(core, reply), reply };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
