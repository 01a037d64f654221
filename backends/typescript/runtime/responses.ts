// Responses: what is made of the status, the content type and the body.

import type { Codec } from "./codecs.js";
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  DecodeError,
  type Failure,
} from "./errors.js";
import { parseJson } from "./json.js";
import { covers, retryAfter } from "./retries.js";

/** How a body of one media type is read. */
export interface Reader {
  readonly type: string;
  readonly read: (response: Response, reader: Reader) => unknown;
  readonly codec?: Codec;
  /** The data that ends a stream of events. */
  readonly sentinel?: string;
  /** The data of events is text and not JSON. */
  readonly text?: boolean;
}

/** What is declared for a status: `200`, `2XX` or `default`. */
export interface Answer {
  readonly status: string;
  readonly readers?: readonly Reader[];
  /** It is thrown, as `raises` where a class is declared. */
  readonly error?: boolean;
  readonly raises?: new (failure: Failure<never>) => APIError;
  /** The property of the body that tells what went wrong. */
  readonly message?: string;
  /** The declared headers. */
  readonly headers?: Readonly<Record<string, "string" | "number" | "boolean">>;
}

/** What a body becomes: the value, and the JSON it was made of, in which paging looks. */
export interface Read {
  readonly value: unknown;
  readonly json: unknown;
}

export async function AsJson(
  response: Response,
  { codec }: Reader,
): Promise<Read> {
  const json = parseJson(await response.text());
  return { value: codec ? codec.decode(json) : json, json };
}

/** Text, XML among it. */
export async function AsText(response: Response): Promise<Read> {
  const value = await response.text();
  return { value, json: value };
}

export async function AsBytes(response: Response): Promise<Read> {
  return {
    value: new Uint8Array(await response.arrayBuffer()),
    json: undefined,
  };
}

/** What operations and their runtime know of answers. */
export interface Answering {
  readonly method: string;
  readonly answers?: readonly Answer[];
  /** Good statuses that are errors here. */
  readonly errors?: readonly string[];
}

function find({ answers = [] }: Answering, status: number): Answer | undefined {
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  return keys
    .map((key) => answers.find((answer) => answer.status === key))
    .find(Boolean);
}

function success(operation: Answering, status: number): Answer | undefined {
  const answer = find(operation, status);
  return answer && !answer.error
    ? answer
    : operation.answers?.find((one) => !one.error);
}

const media = (text: string | null): string =>
  (text ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

const isJson = (type: string): boolean =>
  /^(application|text)\/json$|\+json$/.test(type);

function choose(
  answer: Answer | undefined,
  headers: Headers,
): Reader | undefined {
  const readers = answer?.readers ?? [];
  const type = media(headers.get("content-type"));
  return (
    readers.find((reader) => media(reader.type) === type) ??
    readers.find((reader) => {
      const [pattern, star] = media(reader.type).split("*", 2);
      return star === undefined
        ? isJson(media(reader.type)) && isJson(type)
        : type.startsWith(pattern ?? "");
    }) ??
    readers[0]
  );
}

export function isError({ errors = [] }: Answering, status: number): boolean {
  return status < 200 || status > 299 || covers(errors, status);
}

/** What the body of a good response is read by. */
export function readerOf(
  operation: Answering,
  response: Response,
): Reader | undefined {
  return choose(success(operation, response.status), response.headers);
}

/** Reads the body of a good response. */
export async function read(
  operation: Answering,
  response: Response,
): Promise<Read> {
  const reader = readerOf(operation, response);
  const { status, headers } = response;
  const empty = status === 204 || status === 205 || operation.method === "HEAD";
  if (!reader || empty) {
    await response.body?.cancel();
    return { value: undefined, json: undefined };
  }
  try {
    return (await reader.read(response, reader)) as Read;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw lost(cause);
    const type = headers.get("content-type") ?? "no content type";
    const message = `${status}: the body is not ${reader.type} (${type}): ${cause.message}`;
    throw new DecodeError({
      message,
      status,
      headers,
      body: undefined,
      error: undefined,
      cause,
    });
  }
}

/** The error of a connection that broke, whatever `fetch` throws. */
export function lost(cause: unknown): Error {
  if (
    cause instanceof APIConnectionError ||
    (cause as Error | undefined)?.name === "AbortError"
  ) {
    return cause as Error;
  }
  if (cause instanceof APITimeoutError || cause instanceof APIError)
    return cause;
  const told =
    cause instanceof Error
      ? ((cause.cause as Error | undefined) ?? cause).message
      : "";
  return new APIConnectionError(`there is no answer: ${told}`, { cause });
}

/** The error that a bad response is thrown as. */
export async function failure(
  operation: Answering,
  response: Response,
): Promise<APIError> {
  const { status, headers } = response;
  const answer = find(operation, status);
  const text = await response.text().catch(() => "");
  const body = readable(text, media(headers.get("content-type")));
  const codec = choose(answer, headers)?.codec;
  const error: unknown =
    codec && typeof body === "object" ? codec.decode(body) : body;
  const wait = retryAfter(headers);
  const message = `${status}: ${words(answer, body)}`;
  const Raised =
    (typeof body === "object" ? answer?.raises : undefined) ?? APIError;
  return new Raised({
    message,
    status,
    headers,
    body,
    error: error as never,
    retryAfter: wait,
  });
}

function readable(text: string, type: string): unknown {
  if (!text) return undefined;
  if (type && !isJson(type)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function words(answer: Answer | undefined, body: unknown): string {
  const keys = ["message", "detail", "error_description", "title", "error"];
  if (typeof body === "object" && body !== null) {
    for (const key of answer?.message ? [answer.message, ...keys] : keys) {
      const value = (body as Record<string, unknown>)[key];
      if (typeof value === "string" && value) return value;
      const inner = (value as { message?: unknown } | null | undefined)
        ?.message;
      if (typeof inner === "string") return inner;
    }
  }
  if (typeof body === "string" && !body.startsWith("<"))
    return body.slice(0, 200);
  return "the server answered with an error";
}

/** The declared headers that a good response has, as their declared types. */
export function metadata(
  operation: Answering,
  response: Response,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const declared = success(operation, response.status)?.headers ?? {};
  for (const [name, kind] of Object.entries(declared)) {
    const text = response.headers.get(name);
    if (text !== null) found[name] = typed(text, kind);
  }
  return found;
}

function typed(text: string, kind: string): unknown {
  if (kind === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  const number = kind === "number" && text.trim() ? Number(text) : NaN;
  return Number.isNaN(number) ? text : number;
}
