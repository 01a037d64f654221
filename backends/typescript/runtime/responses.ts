// Responses: how status, content type and body become a result.

import type { Codec } from "./codecs.js";
import type { Call, Operation } from "./core.js";
import {
  APIConnectionError,
  APIError,
  DecodeError,
  SDKError,
  type ErrorClass,
  type Failure,
} from "./errors.js";
import { decoded, narrow, parseJson } from "./json.js";
import { covers, retryAfter } from "./retries.js";

/** How a body of one media type is read. */
export interface Reader {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly read: (response: Response, reader: Reader, told?: Told) => unknown;
  /** The body may be empty: a success without one is declared, if with another status. */
  readonly empty?: boolean;
  /** Reads the text of JSON, if the digits of integers beyond a number count. */
  readonly parse?: (text: string) => unknown;
  readonly codec?: Codec;
  /** The data that ends a stream of events. */
  readonly sentinel?: string;
  /** `[DONE]` ends it, too, in place of JSON. */
  readonly done?: boolean;
  /** The data of events is text and not JSON. */
  readonly text?: boolean;
  /** The types of events' data by event name. */
  readonly events?: readonly EventData[];
}

/** The type of the data of events with a name; without a name, of all others. */
export interface EventData {
  readonly name?: string;
  readonly codec?: Codec;
  readonly text?: boolean;
}

/** What a stream of events has beside its data. */
export interface Told {
  /** The name of the last event. */
  event?: string;
  /** The id of the last complete event that had one. */
  id?: string;
  /** The reconnection time in milliseconds that the server asks for. */
  retry?: number;
  /** The last line is incomplete. */
  cut?: boolean;
  /** The stream has ended. */
  done?: boolean;
  /** A byte was no UTF-8. */
  broken?: boolean;
  /** The most bytes of a value. */
  most?: number | null | undefined;
  /** The error for a longer one. */
  tooLong?: () => unknown;
  /** Milliseconds to wait for more. */
  patience?: number | undefined;
  /** Releases the connection. */
  close?: () => unknown;
}

/** What is declared for a status: `200`, `2XX` or `default`. */
export interface Answer {
  readonly status: string;
  readonly readers?: readonly Reader[];
  /** Chooses among several readers by the content type. */
  readonly choose?: (
    readers: readonly Reader[],
    headers: Headers,
  ) => Reader | undefined;
  /** It is thrown, as `raises` if a class is declared. */
  readonly error?: boolean;
  readonly raises?: ErrorClass;
  /** The property of the body that holds the message. */
  readonly message?: string;
  /** The declared headers of a success, and their readers. */
  readonly headers?: Readonly<Record<string, (text: string) => unknown>>;
}

/** A decoded body: the value, and its JSON, for paging. */
export interface Read {
  readonly value?: unknown;
  readonly json?: unknown;
}

/** JSON. */
export async function AsJson(
  response: Response,
  { type, codec, empty, parse = JSON.parse }: Reader,
  call?: Told,
): Promise<Read> {
  const { status, headers } = response;
  const bytes = await response.arrayBuffer();
  let body: string | undefined;
  try {
    body = textIn(bytes, headers, true);
    if (empty && !body.trim()) return {};
    const json: unknown = parse(body);
    return { value: decoded(json, codec), json };
  } catch {
    // Engines quote a part of the text, which may be anything.
    throw new DecodeError(
      `${status} ${asked(call as Asked)}: the body is not ${type}`,
      { status, headers, body },
    );
  }
}

/**
 * A body in the character set that its content type names; an unknown one counts as UTF-8. JSON may be UTF-16, which its
 * first bytes tell, and has to be what it says (`fatal`).
 */
function textIn(bytes: ArrayBuffer, headers: Headers, fatal = false): string {
  const [one, two] = new Uint8Array(fatal ? bytes : []);
  const charset =
    one === 0 || one === 254
      ? "utf-16be"
      : two === 0 || one === 255
        ? "utf-16le"
        : /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(
            headers.get("content-type") as string,
          )?.[1];
  const decode = (name?: string): string =>
    new TextDecoder(name, { fatal }).decode(bytes);
  try {
    return decode(charset);
  } catch {
    return decode();
  }
}

const textOf = async (response: Response): Promise<string> =>
  textIn(await response.arrayBuffer(), response.headers);

/** Text, XML among it. */
export async function AsText(
  response: Response,
  { codec }: Reader,
): Promise<Read> {
  const json = await textOf(response);
  return { value: decoded(json, codec), json };
}

/** JSON that is a string; as `text/plain` the body is the string, unless it is JSON itself. */
export async function AsJsonOrText(
  response: Response,
  reader: Reader,
  call?: Told,
): Promise<Read> {
  const type = response.headers.get("content-type") ?? "";
  if (!/^\s*text\/plain\b/i.test(type)) return AsJson(response, reader, call);
  const { type: name, codec } = reader;
  const { json: text } = await AsText(response, { type: name, read: AsText });
  let json = text;
  try {
    const found: unknown = JSON.parse(text as string);
    if (found === null || typeof found === "string") json = found;
  } catch {
    // It is not JSON.
  }
  return { value: decoded(json, codec), json };
}

export async function AsBytes(response: Response): Promise<Read> {
  return {
    value: new Uint8Array(await response.arrayBuffer()),
    json: undefined,
  };
}

interface Calling {
  readonly operation: Answering;
}

/** The declared responses of an operation. */
export interface Answering {
  readonly method: string;
  /** A status stands before the range that it is in, and that before the default. */
  readonly answers?: readonly Answer[];
  /** The document does not have it. */
  readonly foreign?: boolean;
  /** Reads the declared headers. */
  readonly metadata?: (call: Calling, response: Response) => object;
  /** Success statuses that are errors here, and others that are not. */
  readonly errors?: readonly string[];
}

const find = ({ answers }: Answering, status: number): Answer | undefined =>
  answers?.find((one) => covers([one.status], status));

/** What is declared for a successful status. */
export function success(
  operation: Answering,
  status: number,
): Answer | undefined {
  const answer = find(operation, status);
  if (`${status}`[0] === "3")
    return answer?.status[0] === "3" ? answer : undefined;
  return answer && !answer.error
    ? answer
    : operation.answers?.find((one) => !one.error);
}

/** The reader of what is declared for a status. */
export function readerFor(
  answer: Answer | undefined,
  headers: Headers,
): Reader | undefined {
  const readers = answer?.readers;
  return answer?.choose?.(readers as [], headers) ?? readers?.[0];
}

/** The reader of the content type, else of a range that includes it. */
export function ByType(
  readers: readonly Reader[],
  headers: Headers,
): Reader | undefined {
  const given = (headers.get("content-type") ?? "")
    .toLowerCase()
    .replace(/\s*;.*/s, "");
  return (
    readers.find(({ type }) => type === given) ??
    readers.find(({ type }) => {
      const [head = "", star] = type.split("*", 2);
      return star === undefined
        ? /json$/.test(head) && /json$/.test(given)
        : given.startsWith(head);
    })
  );
}

/** The reader of a successful response's body. */
export function readerOf(
  operation: Answering,
  response: Response,
): Reader | undefined {
  return readerFor(success(operation, response.status), response.headers);
}

/** The request as errors show it: the method and the path, never the query. */
export const asked = ({ method, path }: Asked): string =>
  `${method} ${new URL(path).pathname}`;

/** What errors show of a call. */
export interface Asked {
  readonly method: string;
  /** The URL without its query. */
  readonly path: string;
  readonly options?: { readonly signal?: AbortSignal | undefined };
}

/** The error of a call that its signal ended, or whose connection broke, whatever `fetch` throws. */
export function lost(cause: unknown, call: Asked): SDKError {
  const { aborted, reason = cause } = call.options?.signal ?? {};
  const { name, message, cause: inner = reason, path } = Object(reason) as Raw;
  const said = `${asked(call)}: `;
  if (aborted)
    return Object.assign(
      new SDKError(`${said}${message ?? reason}`, { cause: reason }),
      { aborted: name === "TimeoutError" ? name : "AbortError" },
    );
  if (cause instanceof SDKError) return cause;
  const text = `${(inner as Partial<Raw>).message}`;
  // Some include the URL, which may hold a key or a password.
  const told = text.replace(/http\S*/, "");
  return new APIConnectionError(
    `${said}no answer: ${told}`,
    (path ?? told !== text) ? undefined : { cause },
  );
}

/** What a request holds that may be secret. */
export interface Sent {
  readonly headers: Headers;
  readonly query?: readonly string[];
  readonly body?: unknown;
  readonly operation?: Partial<Operation>;
}

/** Errors of the platform: `path` is the URL in some runtimes. */
type Raw = Readonly<Partial<Record<keyof Error | "path", unknown>>>;

/** What `observed` adds to the options of a client: programs of functions alone do not bundle it. */
export interface Throwing {
  readonly told?: Telling | undefined;
}

/** What was read, and what errors call it. */
export interface Found {
  readonly what: string;
  readonly json?: unknown;
  readonly event?: string | undefined;
}

/** Reads what programs of functions alone read as usual; makes errors and their messages. */
export interface Telling {
  /** The text of an error, by its character set. */
  readonly text: (response: Response, call: Sent) => Promise<string>;
  /** Reads a body in place of its reader alone. */
  readonly read?: (
    response: Response,
    reader: Reader,
    call: Call,
  ) => Promise<Read>;
  /** Holds what was read to its schema. */
  readonly inspect?: (
    call: Call,
    response: Response,
    reader: Reader,
    found: Found,
  ) => Promise<void> | undefined;
  /** The bound of a call's response in bytes. */
  readonly mostOf?: (call: Call) => number | null;
  /** The error for what is longer. */
  readonly tooLong?: (
    call: Call,
    response: Response,
    what: string,
    most: number,
  ) => Error;
  /** The error of a response, as the class that is declared or that of its status; `text` is its body. */
  readonly raise: (
    declared: ErrorClass | false | undefined,
    where: string,
    failure: Failure<never>,
    answer: Answer | undefined,
    text: string,
    response: Response,
    call: Sent,
  ) => APIError;
  /** The message about missing credentials: the call, and the options that would do. */
  readonly missing: (
    call: Asked,
    security: NonNullable<Operation["security"]>,
  ) => Error;
}

/** The error for an unsuccessful response. */
export async function failure(
  call: Asked & Sent & Throwing & { readonly operation: Answering },
  response: Response,
): Promise<APIError> {
  const { told } = call;
  const { status, headers } = response;
  const answer = find(call.operation, status);
  const text = await (told?.text(response, call) ?? textOf(response)).catch(
    () => "",
  );
  const { codec, parse = JSON.parse } =
    readerFor(answer, headers) ?? ({} as Partial<Reader>);
  let body: unknown = text || undefined;
  try {
    const made: unknown = parse(text);
    // Objects are JSON, whatever their content type says.
    if (
      Object(made) === made ||
      /json/i.test(headers.get("content-type") || "json")
    )
      body = made;
  } catch {
    // It stays text.
  }
  const declared = Object(body) === body && answer?.raises;
  const made = {
    status,
    headers,
    body,
    error: (decoded(body, codec) ?? body) as never,
    retryAfter: retryAfter(headers),
  };
  const where = `${status} ${asked(call)}`;
  return (
    told?.raise(declared, where, made, answer, text, response, call) ??
    // Without `told`, nothing makes sure that the server's words are safe to show.
    new (declared || APIError)(where, made)
  );
}

/** The declared headers that a response has. */
export function Declared({ operation }: Calling, response: Response): object {
  const found: Record<string, unknown> = {};
  const { headers = {} } = success(operation, response.status) ?? {};
  for (const [name, make] of Object.entries(headers)) {
    const text = response.headers.get(name);
    if (text !== null) found[name] = made(make, utf8(text));
  }
  return found;
}

function made(make: (text: string) => unknown, text: string): unknown {
  try {
    return make(text);
  } catch {
    return text;
  }
}

/** Decodes a header whose characters are bytes; what is not UTF-8 stays Latin-1. */
function utf8(text: string): string {
  try {
    return decodeURIComponent(escape(text));
  } catch {
    return text;
  }
}

// Readers of declared headers; text that does not fit stays text.

export const Text = (text: string): unknown => text;

export const Numeric = (text: string): unknown => {
  const number = /^\s*$|[^\d.eE+-]/.test(text) ? text : Number(text);
  return Number.isNaN(number) ? text : number;
};

/** An integer of 64 bits: a bigint where a number cannot hold it. */
export const LongText = (text: string): unknown => {
  const number = Numeric(text);
  return Number.isSafeInteger(number) ? number : BigIntText(text, number);
};

export const BigIntText = (text: string, other: unknown = text): unknown =>
  /^-?\d+$/.test(text) ? BigInt(text) : other;

export const Flag = (text: string): unknown =>
  /^(true|false)$/.test(text) ? text === "true" : text;

/** JSON. */
export const jsonHeader = (text: string): unknown => narrow(parseJson(text));

/** A list separated by commas; `item` reads each item. */
export const listHeader =
  (item: (text: string) => unknown) =>
  (text: string): unknown =>
    text.trim() ? text.split(",").map((one) => item(one.trim())) : [];

/** An object separated by commas, `a,1` or exploded `a=1`; `item` reads properties that are not `known`. */
export const objectHeader =
  (
    item: (text: string) => unknown,
    known: Readonly<Record<string, (text: string) => unknown>> = {},
    explode = false,
  ) =>
  (text: string): unknown => {
    const pieces = text.trim() ? text.split(",").map((one) => one.trim()) : [];
    const halves = explode
      ? pieces.flatMap((one) => one.split(/=(.*)/s, 2))
      : pieces;
    if (halves.length % 2) return text;
    const made: [string, unknown][] = [];
    for (let at = 0; at < halves.length; at += 2) {
      const [name = "", value = ""] = halves.slice(at, at + 2);
      const read = Object.hasOwn(known, name) ? known[name] : undefined;
      made.push([name, (read ?? item)(value)]);
    }
    return Object.fromEntries(made);
  };

/** A header whose values have a codec. */
export const codedHeader =
  (read: (text: string) => unknown, codec: Codec) =>
  (text: string): unknown =>
    codec.decode(read(text));
