// Making requests: a client's settings, and how an operation and its arguments become an exchange.

import type { Body } from "./bodies.js";
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  InvalidArgumentError,
  SDKError,
  UnsupportedError,
} from "./errors.js";
import {
  headerText,
  IN_BROWSER,
  InQuery,
  type Parameter,
  type Target,
} from "./parameters.js";
import { uuid } from "./random.js";
import {
  asked,
  failure,
  lost,
  type Answering,
  type Telling,
  type Throwing,
} from "./responses.js";
import { covers, type RetryPolicy } from "./retries.js";
import { authorize, environment, type Scheme } from "./security.js";
import { baseUrl, type Server } from "./servers.js";

/** Options that every client has. */
export interface ClientOptions {
  /** The base URL of the API; by default a server that the document names. */
  baseUrl?: string | undefined;
  /** A server of the document, by its index or its name; it takes precedence over the environment. */
  server?: number | string | undefined;
  /** Milliseconds for each attempt; null or 0 for no limit. */
  timeout?: number | null | undefined;
  /** Milliseconds that a stream may be silent; by default, only a signal ends the wait for its next bytes. */
  streamTimeout?: number | undefined;
  /** How often a request is retried, or changes of the retry policy. */
  retries?: number | Partial<RetryPolicy> | undefined;
  /** Headers of every request, sent as UTF-8. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** `"external"` if others add the credentials; a custom `fetch` or the hook `beforeRequest` implies it. */
  auth?: "external" | undefined;
  /** Sends requests, in place of the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Further options of `fetch` for every request: a `dispatcher` of undici, `credentials`, `cache` ... */
  fetchOptions?: FetchOptions | undefined;
  /** Checks every call before it is sent: `checkCall` refuses calls that violate the schemas. */
  validate?: CallCheck | undefined;
}

/** Checks the arguments of a call, and throws if they are invalid. */
export type CallCheck = (core: Settings, call: Call) => void;

/** The options of `fetch` beside the request itself, with those of the platform. */
export type FetchOptions = Omit<
  RequestInit,
  "method" | "headers" | "body" | "signal"
> &
  Readonly<Record<string, unknown>>;

/** Sends a request of the operation with this operationId and path template. */
export type Fetch = (
  url: string,
  init: RequestInit,
  operationId: string,
  route: string,
) => Promise<Response>;

/** Options of one call; each takes precedence over the client's own. `B` is the type of the whole body. */
export interface RequestOptions<B = never> {
  /** The whole body, in place of the arguments that it is made of. */
  body?: B | undefined;
  /** Milliseconds for each attempt; null or 0 for no limit. */
  timeout?: number | null | undefined;
  /** Milliseconds that a stream may be silent; 0 for no limit. */
  streamTimeout?: number | undefined;
  retries?: number | Partial<RetryPolicy> | undefined;
  /** Whether the response is held to its schemas, as the client's option says; a core needs `observed` for it. */
  validateResponses?: boolean | "report" | undefined;
  /** The most bytes of a response that is read whole, or of one value of a stream; null for no limit. */
  maxResponseBytes?: number | null | undefined;
  /** Headers to add, sent as UTF-8; null removes one. */
  headers?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** Undocumented query parameters to add; a list adds several of one name. */
  extraQuery?: Readonly<Record<string, unknown>> | undefined;
  /** Undocumented properties to add to a body that is JSON or a form. */
  extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** The idempotency key to send in place of a new one, if the API takes keys. */
  idempotencyKey?: string | undefined;
  /** The base URL to call. */
  server?: string | undefined;
  /**
   * `"manual"` follows no redirects: a redirect is the result; `withResponse()` shows its headers. In browsers, `fetch`
   * does not show them.
   */
  redirects?: "manual" | undefined;
  /** How many times in a row a stream of events is resumed after an interruption; 0 by default. */
  reconnect?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Options of a call that include its whole body. */
export type WholeBody<B> = RequestOptions<B> & { body: B };

/** Arguments of a call without those of its body: `N` names the others. */
export type NoFields<P, N extends keyof P = never> = Pick<P, N> & {
  readonly [K in keyof P as string extends K
    ? never
    : Exclude<K, N>]?: undefined;
};

/** What the API declares for every operation. */
export interface Api {
  /** The name and version of the package. */
  readonly agent: string;
  /** The environment variable of the base URL. */
  readonly variable: string;
  readonly servers: readonly Server[];
  readonly retries: RetryPolicy;
  readonly timeout: number;
}

/** What a client was given. */
export interface Settings {
  readonly api: Api;
  readonly options: ClientOptions;
}

/**
 * A client without methods: the first argument of the functions in `groups`. A function, since nothing that shows a
 * value shows what one closes over: the settings have credentials.
 */
export type Core = () => Settings;

/** The description of an operation. */
export interface Operation extends Answering {
  readonly id: string;
  readonly path: string;
  /** The query of the path's template. */
  readonly query?: readonly string[];
  readonly params?: readonly Parameter[];
  readonly body?: Body;
  readonly accept?: string;
  /** Alternatives, each of schemes that are needed together. */
  readonly security?: readonly (readonly Scheme[])[];
  /** The scopes that a scheme needs here, by its option. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  readonly servers?: readonly Server[];
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
  /** The header of the key that makes a POST repeatable. */
  readonly idempotency?: string;
  /** Sets that key, or refuses a request that cannot be sent. */
  readonly ready?: (call: Call) => void;
  /** Makes the request that a redirect leads to; a GET does not need it. */
  readonly redirect?: typeof AsGetAfter303;
  /** Whether it may be sent again after an error, if that is not always so. */
  readonly repeat?: (
    call: Call,
    last: Call,
    policy: RetryPolicy,
    error: Partial<APIError>,
  ) => boolean;
}

const UNSAFE = /^P(OST|ATCH)$/;

/** Sets the idempotency key, if the API takes one: a POST or PATCH always has it. */
export function Keyed(call: Call): void {
  const { operation, options, headers } = call;
  const { method, idempotency = "" } = operation;
  const key = options.idempotencyKey;
  if (!key && !UNSAFE.test(method)) return;
  if (key || !headers.has(idempotency)) {
    headers.set(idempotency, key ? headerText(key, idempotency) : uuid());
  }
  // Each page has a key of its own: a server that honours this one would send the same page again.
  call.options = { ...options, idempotencyKey: undefined };
}

/** A body that is a stream is consumed. */
export const UnlessStream: NonNullable<Operation["repeat"]> = ({ body }) =>
  !(body instanceof ReadableStream);

/**
 * Whether a POST or PATCH may be sent again after an error of the request `last`: it is safe, or was not processed.
 */
export function UnlessProcessed(
  call: Call,
  last: Call,
  policy: RetryPolicy,
  error: Partial<APIError>,
): boolean {
  const { method, operation, headers } = call;
  const { idempotency } = operation;
  const { unsafe = false } = policy;
  if (!UnlessStream(call, last, policy, error)) return false;
  if (unsafe || !UNSAFE.test(method)) return true;
  // A redirect to another origin drops the key; one to a GET says that the request was processed.
  const posted = UNSAFE.test(last.method);
  if (idempotency && (posted ? last.headers : headers).has(idempotency))
    return true;
  if (!posted) return false;
  const { cause } = error as { cause?: { cause?: unknown } };
  const { code, syscall } = Object(cause?.cause ?? cause) as Record<
    string,
    unknown
  >;
  // What systems and runtimes call a failure to connect.
  return (
    error.status === 429 ||
    /refused|connect_timeout|connect$|getaddrinfo/i.test(`${code} ${syscall}`)
  );
}

/** Refuses TRACE, which `fetch` does not send. */
export function NoTrace(): never {
  throw new UnsupportedError("fetch does not send TRACE");
}

/** A request while it is made, and when it is ready to send. */
export interface Call extends Target {
  readonly operation: Operation;
  readonly args: object;
  options: RequestOptions<unknown>;
  /** The body before it is written. */
  whole?: unknown;
  readonly method: string;
  /** `authorize` makes it. */
  url: string;
  body?: RequestInit["body"] | undefined;
  /** How the client reads responses, if not as usual. */
  readonly told?: Telling | undefined;
  /** Sends the body. */
  through?: ((own: Fetch) => Fetch) | undefined;
  readonly timeout: number | null;
  /** The base URL: credentials belong to its origin. */
  readonly base: string;
  /** It has left the origin: nothing of the client is sent. */
  readonly bare?: boolean | undefined;
  /** How many redirects are followed; if 0, they are results. */
  readonly hops?: number | undefined;
}

/** A successful response, its body not read yet. */
export interface Reply {
  readonly call: Call;
  /** The request before redirects, to send it again. */
  readonly first: Call;
  readonly response: Response;
  /** Ends the time limit: reading the rest has none. */
  readonly release: () => void;
  /** Sends the request again after its body was lost, or throws the reason why not. */
  readonly again: (cause: unknown) => Promise<Reply>;
}

/** Makes the request of an operation and its arguments. Nothing is sent. */
export async function prepare(
  core: Settings,
  operation: Operation,
  args: object | null | undefined,
  options: RequestOptions<unknown>,
): Promise<Call> {
  const { api, options: own } = core;
  const {
    timeout: usual = api.timeout,
    method,
    path,
    query = [],
    servers,
    accept,
    body,
    params = [],
  } = operation;
  const { timeout: mine = usual } = own;
  const { timeout = mine } = options;
  try {
    const base = baseUrl(
      servers ?? api.servers,
      options.server ??
        own.baseUrl ??
        // The client's choice is one of its own servers, not of the operation's.
        (own.server === undefined
          ? environment(api.variable)
          : servers
            ? undefined
            : own.server),
      own,
    );
    const values = { __proto__: null, ...args } as Values;
    const headers = new Headers();
    const call = {
      operation,
      args: values,
      options,
      method,
      base,
      path: base + path,
      query: [...query],
      headers,
      timeout,
      told: (own as Throwing).told,
    } as Call;
    if (accept) headers.set("Accept", accept);
    if (!IN_BROWSER) headers.set("user-agent", api.agent);
    for (const parameter of params) {
      const { name, arg = name, codec, nullable } = parameter;
      const value = parameter.given
        ? parameter.given(parameter, values, own as Values)
        : values[arg];
      if (value !== undefined && (value !== null || nullable)) {
        parameter.in(parameter, codec?.encode(value) ?? value, call);
      } else if (parameter.required) {
        throw new InvalidArgumentError(`${arg} is required`);
      }
    }
    body?.write(call, body);
    for (const name in options) {
      // Only `observed` holds responses to anything.
      const vain =
        (!body && /body/i.test(name)) || (!call.told && /Response/.test(name));
      if (vain && options[name as "body"])
        throw new InvalidArgumentError(
          `${operation.id}: the option ${name} has no effect`,
        );
    }
    for (const name in options.extraQuery)
      for (const value of [options.extraQuery[name] ?? []].flat())
        InQuery({ name } as Parameter, value, call);
    own.validate?.(core, call);
    operation.ready?.(call);
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

/** The retry policy of a call. */
export function policyOf(
  { api, options: own }: Settings,
  call: Call,
): RetryPolicy {
  const { operation, options } = call;
  return Object.assign(
    {},
    ...[api, operation, own, options].map(({ retries }) =>
      (retries as number) >= 0 ? { retries } : retries,
    ),
  ) as RetryPolicy;
}

/** Sends a request until there is a successful response, or an error to throw; follows redirects. */
export async function send(
  core: Settings,
  call: Call,
  attempt = 0,
  started: number = Date.now(),
): Promise<Reply> {
  const { fetch: own = fetch, fetchOptions } = core.options;
  const { operation, options, timeout } = call;
  const { signal, redirects } = options;
  const { hops = redirects ? 0 : 5 } = call;
  // A signal costs a tenth of a call: without a time limit there is none.
  const limit = (timeout && new AbortController()) as AbortController | null;
  const timer =
    limit &&
    setTimeout(
      () =>
        limit.abort(
          new APITimeoutError(
            `${asked(call)}: no answer within ${(timeout as number) / 1000} s`,
          ),
        ),
      timeout as number,
    );
  const release = (): void => clearTimeout(timer as unknown as number);
  let last = call;
  const again = async (cause: unknown): Promise<Reply> => {
    release();
    const error = lost(cause, call) as Partial<APIError>;
    const renewed = await call.renew?.(error);
    if (renewed) return send(core, renewed as Call, attempt, started);
    const policy = policyOf(core, call);
    const longest = Math.min(
      policy.initial * policy.exponent ** attempt,
      policy.maximum,
    );
    const wait =
      error.retryAfter === undefined
        ? longest * (1 - Math.random() / 4)
        : error.retryAfter * 1000;
    if (
      operation.repeat?.(call, last, policy, error) === false ||
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
          // Joining signals costs another tenth.
          signal:
            signal && limit
              ? AbortSignal.any([signal, limit.signal])
              : (limit || options).signal,
        } as RequestInit,
        operation.id,
        operation.path,
      );
      last.conceal?.(response);
      const { ok, status } = response;
      const odd = covers(operation.errors, status);
      const moves = !ok && /30[12378]/.test(status as never);
      const location =
        left && !odd && moves && response.headers.get("location");
      const next =
        location &&
        (await (operation.redirect ?? redirected)(
          core,
          last,
          location,
          status,
        ));
      if (!next) {
        if (ok === !odd || (!hops && moves))
          return { call: last, first: call, response, release, again };
        throw await failure(call, response);
      }
      await response.body?.cancel();
      last = next;
    }
  } catch (error) {
    return again(error);
  }
}

/** Waits, until a signal ends it; the request that follows is then not sent. */
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

/** Follows a redirect of a request other than GET: 303 turns it into a GET; after 301 and 302 that is uncertain. */
export async function AsGetAfter303(
  core: Settings,
  call: Call,
  target: string,
  status: number,
): Promise<Call | undefined> {
  const safe = /GET|HEAD/.test(call.method);
  if (!safe && status < 303) return undefined;
  const next = await redirected(core, call, target);
  if (!next || safe || status !== 303) return next;
  next.headers.delete("content-type");
  next.headers.delete(call.operation.idempotency ?? "content-type");
  return { ...next, method: "GET", body: undefined };
}

/**
 * The request for another URL, relative to the previous one. Another origin only gets Accept and User-Agent; on the
 * same one, credentials are set again.
 */
async function redirected(
  core: Settings,
  call: Call,
  target: string,
): Promise<Call | undefined> {
  const url = URL.canParse(target, call.url) && new URL(target, call.url);
  if (!url || !/^https?:/.test(url as never)) return undefined;
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
