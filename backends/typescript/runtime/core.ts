// Making requests: what a client knows, and how an operation and its arguments become an exchange.

import type { Body } from "./bodies.js";
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  InvalidArgumentError,
  SDKError,
  UnsupportedError,
} from "./errors.js";
import { headerText, type Parameter, type Target } from "./parameters.js";
import { uuid } from "./random.js";
import { failure, lost, type Answering, type Throwing } from "./responses.js";
import { covers, pauseAfter, RETRIES, type RetryPolicy } from "./retries.js";
import { authorize, environment, type Scheme } from "./security.js";
import { absolute, serverUrl, type Server } from "./servers.js";

/** Options that every client has. */
export interface ClientOptions {
  /** Where the API is; by default a server that the document names. */
  baseUrl?: string | undefined;
  /** A server of the document, by its place or its name. */
  server?: number | string | undefined;
  /** Milliseconds for each attempt; 0 for as long as it takes. */
  timeout?: number | undefined;
  /** Milliseconds that a stream may be silent; without it, only a signal ends the wait for its next bytes. */
  streamTimeout?: number | undefined;
  /** How often a request is repeated, or what of the policy is to change. */
  retries?: number | Partial<RetryPolicy> | undefined;
  /** Sent with every request, as UTF-8. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** What sends requests, in place of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** What else `fetch` is to be told with every request: a `dispatcher` of undici, `credentials`, `cache` ... */
  fetchOptions?: FetchOptions | undefined;
  /** Looks at every call before it is sent: `checkCall` refuses what breaks the schemas. */
  validate?: CallCheck | undefined;
}

/** Looks at the arguments of a call, and throws where it shall not be made. */
export type CallCheck = (core: Core, call: Call) => void;

/** What `fetch` takes beside a request itself, and what the one at hand takes more. */
export type FetchOptions = Omit<
  RequestInit,
  "method" | "headers" | "body" | "signal"
> &
  Readonly<Record<string, unknown>>;

/** Sends a request of the operation with that operationId. */
export type Fetch = (
  url: string,
  init: RequestInit,
  operationId: string,
) => Promise<Response>;

/** Options of one call; each stands in front of the client's own. `B` is the type of the whole body. */
export interface RequestOptions<B = never> {
  /** The whole body, in place of the arguments that it is made of. */
  body?: B | undefined;
  /** Milliseconds for each attempt; 0 for as long as it takes. */
  timeout?: number | undefined;
  /** Milliseconds that a stream may be silent; 0 for as long as it takes. */
  streamTimeout?: number | undefined;
  retries?: number | Partial<RetryPolicy> | undefined;
  /** Headers to add, sent as UTF-8; null takes one away. */
  headers?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** The key to send in place of a new one; sent where the API has keys. */
  idempotencyKey?: string | undefined;
  /** The base URL to call. */
  server?: string | undefined;
  /**
   * `"manual"` follows no redirect: it is the result, whose headers `withResponse()` shows. In a browser, `fetch` does not
   * show them.
   */
  redirects?: "manual" | undefined;
  /** How many times in a row a stream of events is taken up again after it was lost; 0 by default. */
  reconnect?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Options of a call that have its whole body. */
export type WholeBody<B> = RequestOptions<B> & { body: B };

/** Arguments of a call but for those that make its body: `N` names the others. */
export type NoFields<P, N extends keyof P = never> = Pick<P, N> & {
  readonly [K in keyof P as string extends K
    ? never
    : Exclude<K, N>]?: undefined;
};

/** What the document says about every operation. */
export interface Api {
  /** The name and version of the package. */
  readonly agent: string;
  /** What the environment variables begin with. */
  readonly prefix: string;
  readonly servers: readonly Server[];
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
}

/** What one client was given, by the names of the document. */
export interface Given {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

/** A client without methods: the first argument of the functions in `groups`. */
export interface Core {
  readonly api: Api;
  readonly options: ClientOptions;
  readonly given: Given;
}

/** The facts of an operation. */
export interface Operation extends Answering {
  readonly id: string;
  readonly path: string;
  /** What the path's template has in its query. */
  readonly query?: readonly string[];
  readonly params?: readonly Parameter[];
  readonly body?: Body;
  readonly accept?: string;
  /** Alternatives, each of schemes that hold together. */
  readonly security?: readonly (readonly Scheme[])[];
  /** The scopes that a scheme needs here, by its option. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  readonly servers?: readonly Server[];
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
  /** Refuses what cannot be sent at all. */
  readonly guard?: () => void;
  /** The header of the key that makes a POST repeatable, and what sets it. */
  readonly idempotency?: string;
  readonly keyed?: (call: Call) => void;
  /** Where redirects of it lead; those of a GET need no word. */
  readonly moved?: typeof NotGet;
  /** Of a POST or PATCH: whether it may be sent again. */
  readonly unsafe?: (
    call: Call,
    last: Call,
    policy: RetryPolicy,
    error: Partial<APIError>,
  ) => boolean;
}

/** A browser follows redirects itself, and has its own user agent. */
const IN_BROWSER = "document" in globalThis;

const REDIRECT = /30[12378]/;

const UNSAFE = /^P(OST|ATCH)$/;

/** Sets the idempotency key, where the API takes one: a POST or PATCH always has it. */
export function Keyed(call: Call): void {
  const { operation, options, headers } = call;
  const { method, idempotency = "" } = operation;
  const key = options.idempotencyKey;
  if (!key && !UNSAFE.test(method)) return;
  if (key || !headers.has(idempotency)) {
    headers.set(idempotency, key ? headerText(key, idempotency) : uuid());
  }
  // Pages that follow have keys of their own: a server that honours this one would answer the same again.
  call.options = { ...options, idempotencyKey: undefined };
}

/**
 * Whether a POST or PATCH may be sent again after an error that ended at `last`: it does no harm, or was certainly not done
 * (D16.5).
 */
export function Unsafe(
  { method, operation: { idempotency }, headers }: Call,
  last: Call,
  { unsafe = false }: RetryPolicy,
  error: Partial<APIError>,
): boolean {
  if (unsafe || !UNSAFE.test(method)) return true;
  // A redirect to another origin takes no key along, one to a GET says that the work was done.
  const posted = UNSAFE.test(last.method);
  if (idempotency && (posted ? last.headers : headers).has(idempotency))
    return true;
  if (!posted) return false;
  const { cause } = error as { cause?: { cause?: unknown } };
  const { code, syscall } = Object(cause?.cause ?? cause) as Record<
    string,
    unknown
  >;
  // What systems and runtimes call it where there is no connection.
  return (
    error.status === 429 ||
    /refused|connect_timeout|connect$|getaddrinfo/i.test(`${code} ${syscall}`)
  );
}

/** Refuses TRACE, which `fetch` does not send. */
export function NoTrace(): never {
  throw new UnsupportedError("fetch does not send TRACE");
}

/** A request while it is made, and when it is ready to go. */
export interface Call extends Target {
  readonly operation: Operation;
  readonly args: object;
  options: RequestOptions<unknown>;
  /** The body before it is written. */
  whole?: unknown;
  readonly method: string;
  url: string;
  body?: RequestInit["body"] | undefined;
  /** What the body is sent through. */
  through?: ((own: Fetch) => Fetch) | undefined;
  readonly timeout: number;
  /** The base URL: credentials belong to its origin. */
  readonly base: string;
  /** It has left the origin: nothing of the client goes along. */
  readonly bare?: boolean | undefined;
  /** How many redirects are followed; of 0 they are results. */
  readonly hops?: number | undefined;
}

/** A response, its body not read yet. */
type Arrived = Omit<Reply, "again" | "first">;

/** A good response, its body not read yet. */
export interface Reply {
  readonly call: Call;
  /** Before redirects: what is sent to have the same again. */
  readonly first: Call;
  readonly response: Response;
  /** Ends the time limit: the rest may take as long as it takes. */
  readonly release: () => void;
  /** Sends the request again after its body was lost, or throws why not. */
  readonly again: (cause: unknown) => Promise<Reply>;
}

/** Makes the request of an operation and its arguments. Nothing is sent. */
export async function prepare(
  core: Core,
  operation: Operation,
  args: object | null | undefined,
  options: RequestOptions<unknown>,
): Promise<Call> {
  try {
    const call = begin(core, operation, args, options);
    fill(core, call);
    core.options.validate?.(core, call);
    operation.keyed?.(call);
    await authorize(core, call);
    return call;
  } catch (cause) {
    if (cause instanceof SDKError) throw cause;
    throw new InvalidArgumentError(`${operation.id}: ${cause as Error}`, {
      cause,
    });
  }
}

/** Knows where a request goes, and how long that may take. */
function begin(
  { api, given, options: own }: Core,
  operation: Operation,
  args: object | null | undefined,
  options: RequestOptions<unknown>,
): Call {
  const { method, path, query = [], servers } = operation;
  const base = absolute(
    options.server ??
      own.baseUrl ??
      environment(`${api.prefix}_BASE_URL`) ??
      (servers && serverUrl(servers, undefined, given)) ??
      serverUrl(api.servers, own.server, given),
  );
  return {
    operation,
    args: { __proto__: null, ...args },
    options,
    method,
    base,
    path: base + path,
    query: [...query],
    hops: options.redirects && 0,
    headers: new Headers(),
    url: "",
    timeout:
      options.timeout ??
      own.timeout ??
      operation.timeout ??
      api.timeout ??
      60_000,
  };
}

/** Puts arguments into their places. */
function fill({ api, given }: Core, call: Call): void {
  const { operation, headers } = call;
  const { accept, body, params = [], guard } = operation;
  const values = call.args as Readonly<Record<string, unknown>>;
  guard?.();
  if (accept) headers.set("Accept", accept);
  if (!IN_BROWSER) headers.set("user-agent", api.agent);
  for (const parameter of params) {
    const { name, arg = name, codec, nullable } = parameter;
    const value =
      parameter.fixed ?? (parameter.shared ? given.globals[name] : values[arg]);
    if (value !== undefined && (value !== null || nullable)) {
      parameter.in(parameter, codec?.encode(value) ?? value, call);
    } else if (parameter.required) {
      throw new InvalidArgumentError(`${arg} is required`);
    }
  }
  if (body) body.write(call, body);
  else if (call.options.body) throw new InvalidArgumentError("no body");
}

/** How a call is repeated. */
export function policyOf({ options: own, api }: Core, call: Call): RetryPolicy {
  const { operation, options } = call;
  return Object.assign(
    {},
    RETRIES,
    ...[api, operation, own, options].map(({ retries }) =>
      typeof retries === "number" ? { retries } : retries,
    ),
  ) as RetryPolicy;
}

/** Sends a request until there is a good response, or an error to throw. */
export async function send(
  core: Core,
  call: Call,
  attempt = 0,
  started: number = Date.now(),
): Promise<Reply> {
  const { operation, options, headers } = call;
  let last = call;
  const again = async (cause: unknown): Promise<Reply> => {
    options.signal?.throwIfAborted();
    const error = lost(cause);
    // A stream is gone.
    if (call.body instanceof ReadableStream) throw error;
    if (await call.renew?.(error, headers))
      return send(core, { ...call, renew: undefined }, attempt, started);
    const policy = policyOf(core, call);
    const asked = (error as Partial<APIError> | undefined)?.retryAfter;
    const wait = 1000 * (asked ?? pauseAfter(attempt, policy));
    if (
      operation.unsafe?.(call, last, policy, error as APIError) === false ||
      attempt >= policy.retries ||
      !(error instanceof APIError
        ? covers(policy.statuses, error.status)
        : error instanceof APIConnectionError && policy.connectionErrors) ||
      Date.now() + wait > started + policy.budget
    )
      throw error;
    await sleep(wait, options.signal);
    await authorize(core, call);
    return send(core, call, attempt + 1, started);
  };
  try {
    const reply = await follow(core, call, (next) => (last = next));
    const { response, release } = reply;
    const { ok, status } = response;
    if (
      ok === !covers(operation.errors, status) ||
      (call.hops === 0 && REDIRECT.test(`${status}`))
    )
      return { ...reply, first: call, again };
    throw await failure(operation, response, core.options as Throwing).finally(
      release,
    );
  } catch (error) {
    return again(error);
  }
}

/** Waits, until a signal ends it. */
export async function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let end!: () => void;
  let timer;
  await new Promise<void>((resolve) => {
    timer = setTimeout((end = resolve), milliseconds);
    signal?.addEventListener("abort", end);
  });
  signal?.removeEventListener("abort", end);
  clearTimeout(timer);
  signal?.throwIfAborted();
}

/** Sends a request and follows its redirects. */
async function follow(
  core: Core,
  call: Call,
  onMove: (next: Call) => void,
  left = call.hops ?? 5,
): Promise<Arrived> {
  const { url, method, headers, body, timeout, through } = call;
  const { fetch: own = fetch, fetchOptions } = core.options;
  const { signal } = call.options;
  const limit = new AbortController();
  const late = (): void =>
    limit.abort(new APITimeoutError(`no answer: ${timeout} ms`));
  const timer = timeout && setTimeout(late, timeout);
  const release = (): void => clearTimeout(timer);
  const init = {
    ...fetchOptions,
    method,
    headers,
    body,
    redirect: IN_BROWSER ? "follow" : "manual",
    // What joins signals costs a tenth of a call.
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
  } as RequestInit;
  try {
    const response = await (through?.(own) ?? own)(
      url,
      init,
      call.operation.id,
    );
    const { status } = response;
    const location = response.headers.get("location");
    const next =
      left &&
      location &&
      !covers(call.operation.errors, status) &&
      REDIRECT.test(`${status}`) &&
      (await (call.operation.moved ?? moved)(core, call, location, status));
    if (!next) return { call, response, release };
    await response.body?.cancel();
    release();
    onMove(next);
    return follow(core, next, onMove, left - 1);
  } catch (cause) {
    release();
    throw cause;
  }
}

/** Where a redirect of a request leads that is no GET, which 303 makes of it; after 301 and 302 that is uncertain. */
export async function NotGet(
  core: Core,
  call: Call,
  target: string,
  status: number,
): Promise<Call | undefined> {
  const safe = /GET|HEAD/.test(call.method);
  if (!safe && status < 303) return undefined;
  const next = await moved(core, call, target);
  if (!next || safe || status !== 303) return next;
  next.headers.delete("content-type");
  next.headers.delete(call.operation.idempotency ?? "content-type");
  return { ...next, method: "GET", body: undefined };
}

/**
 * The request for another URL, relative to the one before. On another origin only Accept and User-Agent go along; on the
 * same one, credentials are set anew.
 */
export async function moved(
  core: Core,
  call: Call,
  target: string,
): Promise<Call | undefined> {
  if (!URL.canParse(target, call.url)) return undefined;
  const url = new URL(target, call.url);
  if (!/^https?:/.test(url.href)) return undefined;
  const bare = call.bare || url.origin !== new URL(call.base).origin;
  const headers = new Headers(
    [...call.headers].filter(
      ([name]) => !bare || /^(accept|user-agent|content-type)$/.test(name),
    ),
  );
  // Without its fragment, and without a name and a password, which `fetch` refuses.
  const path = url.origin + url.pathname;
  const next = {
    ...call,
    headers,
    bare,
    url: path + url.search,
    path,
    query: url.search.slice(1).match(/[^&]+/g) ?? [],
  };
  await authorize(core, next);
  return next;
}
