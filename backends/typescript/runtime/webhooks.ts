// Receiving webhooks and callbacks: verify, read, call a handler, answer.

import { pointed } from "./callbacks.js";
import { NumberCodec, type Codec } from "./codecs.js";
import { ConfigurationError, SDKError } from "./errors.js";
import { decoded, parseJson, writeJson } from "./json.js";
import {
  SignatureError,
  verify,
  type Secret,
  type Signature,
} from "./signatures.js";

/** A webhook whose payload is missing, too large or cannot be read. */
export class PayloadError extends SDKError {
  /** Whether it is larger than the receiver allows. */
  declare readonly tooLarge?: boolean;
}

/** A webhook whose name the API does not declare; names are case-sensitive. */
export class UnknownEventError extends SDKError {}

/** The reply of a handler: a status, a body, and headers. */
export class Reply<S extends number, B = undefined> {
  constructor(
    readonly status: S,
    readonly body?: B | undefined,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** The response to the sender. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What an event has beside its payload. */
export interface EventContext {
  /** The event's name; "" for one that the API does not declare. */
  readonly name: string;
  readonly headers: Headers;
}

/** Handles an event and returns the reply; nothing means the success status. */
export type Handler<P, A> = (
  payload: P,
  context: EventContext,
) => A | Promise<A>;

/** How a payload of one media type is read; `shape` is the JSON type it must have. */
export interface Payload {
  readonly type: string;
  readonly as: "json" | "jsonl" | "text" | "bytes";
  readonly codec?: Codec;
  readonly shape?: "object" | "array";
}

/** The declaration of a webhook or a callback. */
export interface EventFacts {
  readonly payloads: readonly Payload[];
  readonly required?: boolean;
  /** Media types of the declared responses by status; "" for one without a body. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The default status of a reply. */
  readonly success?: number;
  /** The status if the event cannot be read or handled. */
  readonly failure?: number;
  readonly unsigned?: boolean;
  /** The method of its requests; POST by default. */
  readonly method?: string;
  /** The values of the receiver's tag for it. */
  readonly tags?: readonly string[];
  /** Another name for it. */
  readonly short?: string;
}

/** Headers as servers give them. */
export type HeaderInput =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceiverOptions {
  /** One secret or several, any of which a signature may use. */
  secrets?: Secret | readonly Secret[];
  /** Larger bodies are refused; 32 MiB by default. */
  maxBodyBytes?: number;
  /** Tells whether the event with an id was handled before; it is then only answered. */
  seen?: (id: string) => boolean | Promise<boolean>;
  /**
   * Finds the id of an event; by default the header `webhook-id`, else the property that the API declares, a string or
   * an integer that is not empty.
   */
  eventId?: (payload: unknown, headers: Headers) => string | undefined;
  /**
   * Finds the name of an event whose URL does not tell it, from the decoded JSON (undefined if the body is not JSON),
   * which is not verified yet, and the headers; by default from the property of payloads that tells webhooks apart.
   */
  eventName?: (payload: unknown, headers: Headers) => string | undefined;
  /** false accepts webhooks without verification, for tests. */
  verify?: boolean;
  /** Receives errors. */
  onError?: (name: string, error: unknown) => void;
}

/** The part of a `node:http` request that is used. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string | Uint8Array): unknown;
}

/** The facts of an undeclared event. */
const OTHER: EventFacts = { payloads: [] };

type AnyHandler = (payload: never, context: EventContext) => unknown;

/** Receives events. Its generated subclass declares them. */
export class Receiver {
  readonly #events: Readonly<Record<string, EventFacts>>;
  readonly #signature: Signature | undefined;
  readonly #options: ReceiverOptions;
  readonly #secrets: readonly Secret[];
  readonly #tag: string | undefined;
  readonly #idAt: readonly string[];
  readonly #handlers = new Map<string, AnyHandler>();
  #other: AnyHandler | undefined;

  constructor(
    events: Readonly<Record<string, EventFacts>>,
    signature: Signature | undefined,
    options: ReceiverOptions,
    tag?: string,
    idAt: readonly string[] = [],
  ) {
    const { secrets = [] } = options;
    this.#tag = tag;
    this.#idAt = idAt;
    this.#events = events;
    this.#signature = options.verify === false ? undefined : signature;
    this.#options = options;
    this.#secrets =
      typeof secrets === "string" || secrets instanceof Uint8Array
        ? [secrets]
        : secrets;
    // Anyone can sign with an empty secret.
    const usable =
      this.#secrets.length && this.#secrets.every((one) => one.length);
    if (this.#signature && !usable) {
      throw new ConfigurationError(
        "webhooks are signed: give secrets, or verify: false in tests",
      );
    }
    if (!signature && this.#secrets.length) {
      throw new ConfigurationError(
        "the API declares no signature: secrets would verify nothing",
      );
    }
  }

  protected register(name: string, handler: AnyHandler): this {
    this.#handlers.set(name, handler);
    return this;
  }

  /**
   * Handles events that have no other handler. An undeclared webhook has no name, and bytes as its payload. Without
   * such a handler, the response to it is 404, and to a declared webhook its failure status.
   */
  otherwise(handler: Handler<unknown, unknown>): this {
    this.#other = handler;
    return this;
  }

  /** Verifies and reads an event. */
  protected async readAny(
    name: string | undefined,
    headers: HeaderInput,
    body: Uint8Array,
  ): Promise<unknown> {
    const given = toHeaders(headers);
    const [, event] = this.#find(name, given, body);
    return this.#read(event, given, body);
  }

  /**
   * Receives an event: the response is the handler's, or a failure's. Never rejects.
   *
   * `name` is undefined if it is found in the request; `method` is the request's: if it is not the event's, the
   * response is 405.
   */
  async handle(
    name: string | undefined,
    headers: HeaderInput,
    body: Uint8Array,
    method?: string,
  ): Promise<WebhookResponse> {
    let found: [string, EventFacts] | undefined;
    try {
      const given = toHeaders(headers);
      found = this.#find(name, given, body, this.#other && OTHER);
      return await this.#receive(...found, given, body, method);
    } catch (error) {
      if (!found && error instanceof UnknownEventError)
        return { status: 404, headers: {}, body: "" };
      this.#options.onError?.(found?.[0] ?? name ?? "", error);
      const status =
        error instanceof SignatureError
          ? 401 // the sender's fault
          : error instanceof PayloadError && error.tooLarge
            ? 413
            : (found?.[1].failure ?? 500);
      return { status, headers: {}, body: "" };
    }
  }

  async #receive(
    name: string,
    event: EventFacts,
    headers: Headers,
    body: Uint8Array,
    method: string | undefined,
  ): Promise<WebhookResponse> {
    const { method: allow = "POST", success = 200 } = event;
    if (method !== undefined && method !== allow)
      return { status: 405, headers: { allow }, body: "" };
    const payload = await this.#read(event, headers, body);
    const { seen, eventId: find } = this.#options;
    if (seen) {
      const id = find ? find(payload, headers) : this.#id(body, headers);
      if (id && (await seen(id)))
        return { status: success, headers: {}, body: "" };
    }
    const handler = this.#handlers.get(name) ?? this.#other;
    if (!handler)
      throw new ConfigurationError(`there is no handler for ${name}`);
    const returned = await handler(payload as never, { name, headers });
    return answer(name, event, returned);
  }

  /**
   * Receives a `Request`. Unless it is given, the event's name is the last segment of the path, if that is an event's
   * name; else it is found in the request.
   */
  async fetch(
    request: Request,
    name: string | undefined = this.#named(request.url),
  ): Promise<Response> {
    const found = await this.handle(
      name,
      request.headers,
      await take(request.body ?? [], this.#limit),
      request.method,
    );
    const bare =
      found.status === 204 || found.status === 205 || found.status === 304;
    return new Response(bare ? null : (found.body as BodyInit), {
      status: found.status,
      headers: found.headers,
    });
  }

  /** A listener for `http.createServer` of node; finds names as `fetch` does. */
  listener(): (request: NodeRequest, response: NodeResponse) => void {
    return (request, response) => {
      // A body that is too large gets a response, too: the connection stays open.
      const body = request.iterator?.({ destroyOnReturn: false }) ?? request;
      const name = this.#named(request.url ?? "");
      const { headers, method } = request;
      void take(body, this.#limit)
        .then((body) => this.handle(name, headers, body, method))
        .catch(() => ({ status: 500, headers: {}, body: "" }))
        .then((found) => {
          response.writeHead(found.status, { ...found.headers });
          response.end(found.body);
        });
    };
  }

  get #limit(): number {
    return this.#options.maxBodyBytes ?? 33_554_432;
  }

  /** The event that a path names, if any. */
  #named(url: string): string | undefined {
    return this.#known(lastSegment(url))?.[0];
  }

  /** The event with a name, which may be its short name. */
  #known(name: string | undefined): [string, EventFacts] | undefined {
    return Object.entries(this.#events).find(
      ([key, { short }]) =>
        name !== undefined && (key === name || short === name),
    );
  }

  #find(
    given: string | undefined,
    headers: Headers,
    body: Uint8Array,
    other?: EventFacts,
  ): [string, EventFacts] {
    const name = given ?? this.#told(headers, body);
    const found = this.#known(name);
    if (given === undefined && !found && other) return ["", other];
    if (name === undefined)
      throw new UnknownEventError("the request does not name its event");
    if (!found) {
      const known = Object.keys(this.#events).join(", ");
      throw new UnknownEventError(
        `there is no webhook ${name}; there are ${known}`,
      );
    }
    return found;
  }

  /** The id of an event; in the payload by names on the wire, not property names. */
  #id(body: Uint8Array, headers: Headers): string | undefined {
    const sent = headers.get("webhook-id");
    if (sent || !this.#idAt.length) return sent ?? undefined;
    try {
      return idText(pointed(parseJson(textOf(body, headers)), this.#idAt));
    } catch {
      return undefined;
    }
  }

  /** The name of an event in the request. */
  #told(headers: Headers, body: Uint8Array): string | undefined {
    const { eventName } = this.#options;
    const key = this.#tag;
    if (!eventName && key === undefined) return undefined;
    this.#measure(body);
    let payload: unknown;
    try {
      payload = parseJson(textOf(body, headers));
    } catch (cause) {
      if (body.length && !eventName)
        throw new PayloadError("the payload is not JSON", { cause });
    }
    if (eventName) return eventName(payload, headers);
    const value = (payload as Readonly<Record<string, unknown>> | null)?.[
      key as string
    ];
    return Object.entries(this.#events).find(([, { tags }]) =>
      tags?.includes(value as string),
    )?.[0];
  }

  #measure(body: Uint8Array): void {
    if (body.length > this.#limit) {
      throw Object.assign(
        new PayloadError(`the payload is larger than ${this.#limit} bytes`),
        { tooLarge: true },
      );
    }
  }

  async #read(
    event: EventFacts,
    headers: Headers,
    body: Uint8Array,
  ): Promise<unknown> {
    this.#measure(body);
    if (this.#signature && !event.unsigned) {
      await verify(this.#signature, headers, body, this.#secrets);
    }
    return read(event, headers, body);
  }
}

function read(event: EventFacts, headers: Headers, body: Uint8Array): unknown {
  if (!body.length) {
    if (event.required) throw new PayloadError("the request body is required");
    return undefined;
  }
  const type = (headers.get("content-type") ?? "")
    .split(";", 1)[0]
    ?.trim()
    .toLowerCase();
  const payload =
    event.payloads.find((one) => one.type === type) ?? event.payloads[0];
  if (!payload || payload.as === "bytes") return body;
  try {
    const text = textOf(body, headers);
    if (payload.as === "text") return text;
    if (payload.as === "json") return decode(payload, text);
    return text
      .split(/\r\n|\n|\r/)
      .map((line) => (line.startsWith("\u001e") ? line.slice(1) : line))
      .filter((line) => line.trim())
      .map((line) => decode(payload, line));
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : "";
    throw new PayloadError(`the payload is not ${payload.type}: ${told}`, {
      cause,
    });
  }
}

function decode({ shape, codec }: Payload, text: string): unknown {
  const json = parseJson(text);
  const kind = Array.isArray(json)
    ? "array"
    : json === null
      ? "null"
      : typeof json;
  if (shape && shape !== kind)
    throw new PayloadError(`the payload must be ${shape}, not ${kind}`);
  return decoded(json, codec ?? NumberCodec);
}

function answer(
  name: string,
  event: EventFacts,
  returned: unknown,
): WebhookResponse {
  const { answers = {}, success = 200 } = event;
  const made = returned instanceof Reply;
  const reply = made
    ? (returned as Reply<number, unknown>)
    : new Reply(success, returned);
  const { status, body } = reply;
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  const key = keys.find((one) => Object.hasOwn(answers, one));
  if (key === undefined && made && Object.keys(answers).length) {
    throw new RangeError(`the status ${status} is not declared for ${name}`);
  }
  if (body === undefined || body === null)
    return { status, headers: { ...reply.headers }, body: "" };
  const type = (key !== undefined && answers[key]) || "application/json";
  const plain =
    body instanceof Uint8Array ||
    (typeof body === "string" && !/[/+]json$/.test(type));
  return {
    status,
    headers: { "content-type": type, ...reply.headers },
    body: plain ? body : writeJson(body),
  };
}

/** The text of a body in the character set of its content type; an unknown one counts as UTF-8. */
function textOf(body: Uint8Array, headers: Headers): string {
  const type = headers.get("content-type") ?? "";
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  let decoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    decoder = new TextDecoder("utf-8", { fatal: true });
  }
  return decoder.decode(body);
}

function idText(value: unknown): string {
  if (typeof value === "string") return value;
  const text =
    typeof value === "number" || typeof value === "bigint" ? `${value}` : "";
  return /^-?\d+$/.test(text) ? text : "";
}

function toHeaders(given: HeaderInput): Headers {
  if (given instanceof Headers) return given;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined)
      headers.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return headers;
}

function lastSegment(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  const name = path.split("/").filter(Boolean).at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Reads a body, up to the size limit. */
async function take(
  body:
    | AsyncIterable<Uint8Array>
    | Iterable<Uint8Array>
    | ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) break;
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}
