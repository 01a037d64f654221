// Making requests: what a client knows, and how an operation and its arguments become an exchange.

import type { Body } from "./bodies.js";
import {
  APIConnectionError,
  APIError,
  InvalidArgumentError,
  SDKError,
  UnsupportedError,
} from "./errors.js";
import {
  headerText,
  InQuery,
  type Parameter,
  type Target,
} from "./parameters.js";
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
  /** `"external"` where others add the credentials: an own `fetch`, or a hook, counts as that. */
  auth?: "external" | undefined;
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

/** Sends a request of the operation with that operationId, and that template of its path. */
export type Fetch = (
  url: string,
  init: RequestInit,
  operationId: string,
  route: string,
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
  /** What to add to the query, beside what the document has; a list is sent as several. */
  extraQuery?: Readonly<Record<string, unknown>> | undefined;
  /** Properties to add to a body that is JSON or a form, beside what the document has. */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
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
  const { api, given, options: own } = core;
  const {
    method,
    path,
    query = [],
    servers,
    accept,
    body,
    params = [],
    guard,
  } = operation;
  try {
    const base = absolute(
      options.server ??
        own.baseUrl ??
        environment(`${api.prefix}_BASE_URL`) ??
        (servers && serverUrl(servers, undefined, given)) ??
        serverUrl(api.servers, own.server, given),
    );
    const values = { __proto__: null, ...args } as Values;
    const headers = new Headers();
    const call: Call = {
      operation,
      args: values,
      options,
      method,
      base,
      path: base + path,
      query: [...query],
      hops: options.redirects && 0,
      headers,
      url: "",
      timeout:
        options.timeout ??
        own.timeout ??
        operation.timeout ??
        api.timeout ??
        60_000,
    };
    guard?.();
    if (accept) headers.set("Accept", accept);
    if (!IN_BROWSER) headers.set("user-agent", api.agent);
    for (const parameter of params) {
      const { name, arg = name, codec, nullable } = parameter;
      const value =
        parameter.fixed ??
        (parameter.shared ? given.globals[name] : values[arg]);
      if (value !== undefined && (value !== null || nullable)) {
        parameter.in(parameter, codec?.encode(value) ?? value, call);
      } else if (parameter.required) {
        throw new InvalidArgumentError(`${arg} is required`);
      }
    }
    if (body) body.write(call, body);
    else if (options.body ?? options.extraBody)
      throw new InvalidArgumentError("no body");
    for (const name in options.extraQuery)
      for (const value of [options.extraQuery[name] ?? []].flat())
        InQuery({ name, in: InQuery }, value, call);
    own.validate?.(core, call);
    operation.keyed?.(call);
    await authorize(core, call);
    return call;
  } catch (cause) {
    throw cause instanceof SDKError
      ? cause
      : new InvalidArgumentError(`${operation.id}: ${cause as Error}`, {
          cause,
        });
  }
}

type Values = Readonly<Record<string, unknown>>;

/** How a call is repeated. */
export function policyOf({ options: own, api }: Core, call: Call): RetryPolicy {
  const { operation, options } = call;
  return Object.assign(
    {},
    RETRIES,
    ...[api, operation, own, options].map(({ retries }) =>
      (retries as number) >= 0 ? { retries } : retries,
    ),
  ) as RetryPolicy;
}

/** Sends a request until there is a good response, or an error to throw; follows redirects. */
export async function send(
  core: Core,
  call: Call,
  attempt = 0,
  started: number = Date.now(),
): Promise<Reply> {
  const { fetch: own = fetch, fetchOptions } = core.options;
  const { operation, options, headers, timeout, hops = 5 } = call;
  const { signal } = options;
  const limit = new AbortController();
  // `lost` makes an error of it.
  const timer = timeout && setTimeout(() => limit.abort(timeout), timeout);
  const release = (): void => clearTimeout(timer);
  let last = call;
  const again = async (cause: unknown): Promise<Reply> => {
    release();
    const error = lost(cause, call) as Partial<APIError>;
    // A stream is gone.
    if (call.body instanceof ReadableStream) throw error;
    if (await call.renew?.(error, headers))
      return send(core, { ...call, renew: undefined }, attempt, started);
    const policy = policyOf(core, call);
    const wait = 1000 * (error.retryAfter ?? pauseAfter(attempt, policy));
    if (
      operation.unsafe?.(call, last, policy, error) === false ||
      attempt >= policy.retries ||
      !(error instanceof APIConnectionError
        ? policy.connectionErrors
        : covers(policy.statuses, error.status as number)) ||
      Date.now() + wait > started + policy.budget
    )
      throw error;
    await sleep(wait, signal);
    await authorize(core, call);
    return send(core, call, attempt + 1, started);
  };
  try {
    for (let left = hops; ; left--) {
      const { url, method, headers, body, through } = last;
      const response = await (through?.(own) ?? own)(
        url,
        {
          ...fetchOptions,
          method,
          headers,
          body,
          redirect: IN_BROWSER ? "follow" : "manual",
          // What joins signals costs a tenth of a call.
          signal: signal
            ? AbortSignal.any([signal, limit.signal])
            : limit.signal,
        } as RequestInit,
        operation.id,
        operation.path,
      );
      const { ok, status } = response;
      const odd = covers(operation.errors, status);
      const moves = /30[12378]/.test(`${status}`);
      const location = response.headers.get("location");
      const next =
        left &&
        location &&
        !odd &&
        moves &&
        (await (operation.moved ?? moved)(core, last, location, status));
      if (!next) {
        if (ok === !odd || (!hops && moves))
          return { call: last, first: call, response, release, again };
        throw await failure(call, response, core.options as Throwing);
      }
      await response.body?.cancel();
      last = next;
    }
  } catch (error) {
    return again(error);
  }
}

/** Waits, until a signal ends it; what is sent then is not sent at all. */
export function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
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
  const url = URL.canParse(target, call.url) && new URL(target, call.url);
  if (!url || !/^https?:/.test(url.href)) return undefined;
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
