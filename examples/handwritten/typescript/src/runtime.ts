// The runtime: how requests are made, repeated and read. It knows nothing of trains.

import { ApiError, ConnectionError, DecodeError, InvalidArgumentError, MissingBodyError } from "./errors.js";
import { writeParameter, type Parameter } from "./styles.js";

/** Options of a client. */
export interface ClientOptions {
  /** Where the API is; by default the first server of the document. */
  baseUrl?: string;
  /** Milliseconds for each attempt. */
  timeout?: number;
  /** How often a request is repeated. */
  maxRetries?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** Options of one call. */
export interface RequestOptions {
  timeout?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Makes the headers of a security scheme, or nothing where the client has no credentials for it. */
export type Credentials = () => Record<string, string> | undefined;

/** What a body is once it is written. */
export interface Written {
  content: BodyInit;
  type: string;
}

/** The facts of an operation. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  /** How the body is written, and whether it must be there. */
  readonly body?: { write(value: unknown): Written; required: boolean };
  readonly result: "json" | "text" | "bytes" | "none";
  /** Alternatives; each is a list of schemes that go together. */
  readonly security?: readonly (readonly string[])[];
  readonly retries?: false;
  readonly idempotency?: false;
}

/** A decoded result with the response it came in. */
export interface WithResponse<T> {
  result: T;
  response: Response;
}

/** The promise of a result; `withResponse()` also gives status and headers. */
export class ResultPromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
  readonly #full: Promise<WithResponse<T>>;

  constructor(full: Promise<WithResponse<T>>) {
    super((resolve, reject) => void full.then(({ result }) => resolve(result), reject));
    this.#full = full;
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#full;
  }
}

const RETRIED = new Set([429, 502, 503, 504]);
const LONGEST_WAIT = 30_000;

/** Sends operations for one client. */
export class Core {
  readonly baseUrl: string;

  constructor(
    private readonly options: ClientOptions,
    private readonly schemes: Record<string, Credentials>,
    defaultUrl: string,
  ) {
    this.baseUrl = (options.baseUrl ?? defaultUrl).replace(/\/$/, "");
  }

  call<T>(operation: Operation, request: object, options?: RequestOptions): ResultPromise<T> {
    return new ResultPromise(this.send<T>(operation, request, options));
  }

  async send<T>(operation: Operation, request: object, options: RequestOptions = {}): Promise<WithResponse<T>> {
    const { url, init } = this.#prepare(operation, request, options);
    const response = await this.#attempts(url, init, operation.retries === false ? 0 : undefined, options);
    return { result: await read<T>(operation, response), response };
  }

  /** Follow a URL that a page named; credentials stay on the origin they belong to (D6.5). */
  async follow<T>(operation: Operation, url: URL, options: RequestOptions = {}): Promise<WithResponse<T>> {
    const own = url.origin === new URL(this.baseUrl).origin;
    const headers = own ? this.#headers(operation, options) : new Headers();
    headers.set("Accept", accept(operation));
    const response = await this.#attempts(url, { method: "GET", headers }, undefined, options);
    return { result: await read<T>(operation, response), response };
  }

  #prepare(operation: Operation, request: object, options: RequestOptions): { url: URL; init: RequestInit } {
    const values = request as Record<string, unknown>;
    const headers = this.#headers(operation, options);
    const query: string[] = [];
    const cookies: string[] = [];
    let path = operation.path;
    for (const parameter of operation.parameters ?? []) {
      const value = values[parameter.name];
      if (value === undefined || value === null) {
        if (parameter.required) throw new InvalidArgumentError(`${parameter.name} is required`);
        continue;
      }
      const text = writeParameter(parameter, value);
      if (parameter.in === "path") path = path.replace(`{${parameter.wire}}`, () => text);
      else if (parameter.in === "header") headers.set(parameter.wire, text);
      else if (text) (parameter.in === "query" ? query : cookies).push(text);
    }
    if (cookies.length) headers.set("Cookie", cookies.join("; "));
    const body = this.#body(operation, values["body"], headers);
    const url = new URL(this.baseUrl + path + (query.length ? "?" + query.join("&") : ""));
    return { url, init: { method: operation.method, headers, ...(body === undefined ? {} : { body }) } };
  }

  #headers(operation: Operation, options: RequestOptions): Headers {
    const headers = new Headers({ Accept: accept(operation), ...this.options.headers });
    for (const alternative of operation.security ?? []) {
      const found = alternative.map((scheme) => this.schemes[scheme]?.());
      if (found.every((credentials) => credentials !== undefined)) {
        for (const credentials of found) for (const [name, value] of Object.entries(credentials)) headers.set(name, value);
        break;
      }
    }
    if (operation.method === "POST" && operation.idempotency !== false)
      headers.set("Idempotency-Key", options.idempotencyKey ?? crypto.randomUUID());
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    return headers;
  }

  #body(operation: Operation, value: unknown, headers: Headers): BodyInit | undefined {
    if (!operation.body) return undefined;
    if (value === undefined || value === null) {
      if (operation.body.required) throw new MissingBodyError();
      return undefined;
    }
    const { content, type } = operation.body.write(value);
    headers.set("Content-Type", type);
    return content;
  }

  async #attempts(url: URL, init: RequestInit, retries: number | undefined, options: RequestOptions): Promise<Response> {
    const repeatable = init.method !== "POST" || new Headers(init.headers).has("Idempotency-Key");
    const most = repeatable ? (options.maxRetries ?? retries ?? this.options.maxRetries ?? 2) : 0;
    for (let attempt = 0; ; attempt++) {
      const response = await this.#once(url, init, options).catch((error: unknown) => {
        if (attempt >= most || options.signal?.aborted) throw error;
        return undefined;
      });
      if (response && (attempt >= most || !RETRIED.has(response.status))) return response;
      const wait = response ? retryAfter(response, attempt) : backoff(attempt);
      if (wait > LONGEST_WAIT && response) return response;
      await response?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async #once(url: URL, init: RequestInit, options: RequestOptions): Promise<Response> {
    const limit = AbortSignal.timeout(options.timeout ?? this.options.timeout ?? 20_000);
    const signal = options.signal ? anySignal(options.signal, limit) : limit;
    try {
      return await (this.options.fetch ?? fetch)(url, { ...init, signal });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ConnectionError(`${init.method} ${url.pathname} was not answered`, { cause: error });
    }
  }
}

function anySignal(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

function backoff(attempt: number): number {
  return Math.min(200 * 2 ** attempt, 5000) * (0.75 + Math.random() / 2);
}

function retryAfter(response: Response, attempt: number): number {
  const text = response.headers.get("Retry-After");
  if (!text) return backoff(attempt);
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? backoff(attempt) : Math.max(0, seconds * 1000);
}

function accept(operation: Operation): string {
  return { json: "application/json", text: "text/plain", bytes: "application/octet-stream", none: "*/*" }[operation.result];
}

async function read<T>(operation: Operation, response: Response): Promise<T> {
  if (!response.ok) throw await ApiError.from(response, parseJson);
  if (operation.result === "bytes") return new Uint8Array(await response.arrayBuffer()) as T;
  const text = await response.text();
  if (operation.result === "none" || response.status === 204) return undefined as T;
  if (operation.result === "text") return text as T;
  const type = response.headers.get("Content-Type") ?? "";
  if (!/[/+]json\b/.test(type)) throw new DecodeError(`expected JSON, not ${type || "a body without a type"}`, text);
  try {
    return parseJson(text) as T;
  } catch (error) {
    throw new DecodeError("the body is not JSON", text, { cause: error });
  }
}

const LONG = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const MARK = "\u0000int:";

/** JSON.parse, but integers that a number cannot hold become bigint (D11.3). */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(LONG, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"\\u0000int:${token}"`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}
