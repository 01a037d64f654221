// Making requests: what a client knows, and how an operation and its arguments become an exchange.

import type { Body } from "./bodies.js";
import {
  APIConnectionError,
  APITimeoutError,
  InvalidArgumentError,
  SDKError,
  UnsupportedError,
} from "./errors.js";
import type { Parameter, Target } from "./parameters.js";
import { failure, isError, lost, type Answering } from "./responses.js";
import {
  covers,
  pauseAfter,
  retryAfter,
  RETRIES,
  type RetryPolicy,
} from "./retries.js";
import { applySecurity, environment, type Scheme } from "./security.js";
import { absolute, serverUrl, type Server } from "./servers.js";

/** Options that every client has. */
export interface ClientOptions {
  /** Where the API is; by default a server that the document names. */
  baseUrl?: string;
  /** A server of the document, by its place or its name. */
  server?: number | string;
  /** Milliseconds for each attempt; 0 for as long as it takes. */
  timeout?: number;
  /** How often a request is repeated, or what of the policy is to change. */
  retries?: number | Partial<RetryPolicy>;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** What sends requests, in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options of one call; each stands in front of the client's own. */
export interface RequestOptions {
  /** Milliseconds for each attempt; 0 for as long as it takes. */
  timeout?: number;
  retries?: number | Partial<RetryPolicy>;
  /** Headers to add; null takes one away. */
  headers?: Readonly<Record<string, string | null>>;
  /** The key to send in place of a new one. */
  idempotencyKey?: string;
  /** The base URL to call. */
  server?: string;
  signal?: AbortSignal;
}

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
  readonly servers?: readonly Server[];
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
  /** Refuses what cannot be sent at all. */
  readonly guard?: () => void;
  /** The header of the key that makes a POST repeatable. */
  readonly idempotency?: string;
}

/** Refuses TRACE, which `fetch` does not send. */
export function NoTrace(): never {
  throw new UnsupportedError("fetch does not send TRACE");
}

/** A request that is ready to go. */
export interface Call {
  readonly operation: Operation;
  readonly args: object;
  readonly options: RequestOptions;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly content?: RequestInit["body"] | undefined;
  readonly timeout: number;
  readonly policy: RetryPolicy;
  /** It may be sent again: it is no POST, or carries an idempotency key. */
  readonly repeatable: boolean;
  /** Where credentials belong. */
  readonly origin: string;
  /** What sets credentials in the query of another URL anew. */
  readonly secrets: readonly ((url: URL) => void)[];
  /** It has left the origin: nothing of the client goes along. */
  readonly bare?: boolean;
}

/** A good response, its body not read yet. */
export interface Reply {
  readonly call: Call;
  readonly response: Response;
  /** Ends the time limit: the rest may take as long as it takes. */
  readonly release: () => void;
}

/** Makes the request of an operation and its arguments. Nothing is sent. */
export async function prepare(
  core: Core,
  operation: Operation,
  args: object,
  options: RequestOptions,
): Promise<Call> {
  try {
    return await makeCall(core, operation, args, options);
  } catch (cause) {
    if (cause instanceof SDKError) throw cause;
    throw new InvalidArgumentError(`${operation.id}: ${String(cause)}`, {
      cause,
    });
  }
}

async function makeCall(
  { api, given, options: own }: Core,
  operation: Operation,
  args: object,
  options: RequestOptions,
): Promise<Call> {
  const { method, body, idempotency } = operation;
  const { variables } = given;
  const values = args as Readonly<Record<string, unknown>>;
  operation.guard?.();
  const headers = new Headers();
  if (operation.accept) headers.set("Accept", operation.accept);
  if (!("document" in globalThis)) headers.set("User-Agent", api.agent);
  const target: Target = {
    path: operation.path,
    query: [...(operation.query ?? [])],
    headers,
    secrets: [],
  };
  for (const parameter of operation.params ?? []) {
    const { name, arg = name, nullable } = parameter;
    const value =
      parameter.fixed ?? (parameter.shared ? given.globals[name] : values[arg]);
    if (value !== undefined && (value !== null || nullable)) {
      parameter.in(
        parameter,
        parameter.codec ? parameter.codec.encode(value) : value,
        target,
      );
    } else if (parameter.required) {
      throw new InvalidArgumentError(`${arg} is required`);
    }
  }
  if (/(^|\/)\.{1,2}(\/|$)/.test(target.path)) {
    throw new InvalidArgumentError(`the path is ${target.path}`);
  }
  const written = body?.write(values["body"], body, method);
  if (written) headers.set("Content-Type", written.type);
  await applySecurity(operation.security ?? [], api.prefix, own, target);
  const base = absolute(
    options.server ??
      own.baseUrl ??
      environment(`${api.prefix}_BASE_URL`) ??
      (operation.servers &&
        serverUrl(operation.servers, undefined, variables)) ??
      serverUrl(api.servers, own.server, variables),
  );
  const url =
    base +
    target.path +
    (target.query.length ? "?" + target.query.join("&") : "");
  const key = options.idempotencyKey;
  const unsafe = /^P(OST|ATCH)$/.test(method);
  const keyed = !!idempotency && (!!key || unsafe);
  if (keyed && (key || !headers.has(idempotency))) {
    headers.set(idempotency, key ?? crypto.randomUUID());
  }
  for (const [name, value] of Object.entries({
    ...own.headers,
    ...options.headers,
  })) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const policies = [
    api.retries,
    operation.retries,
    own.retries,
    options.retries,
  ];
  return {
    operation,
    args,
    options,
    method,
    url,
    headers,
    content: written?.content as RequestInit["body"],
    timeout:
      options.timeout ??
      own.timeout ??
      operation.timeout ??
      api.timeout ??
      60_000,
    policy: Object.assign(
      { ...RETRIES },
      ...policies.map((one) =>
        typeof one === "number" ? { retries: one } : one,
      ),
    ) as RetryPolicy,
    repeatable: keyed || !unsafe,
    origin: new URL(url).origin,
    secrets: target.secrets,
  };
}

/** Sends a request until there is a good response, or an error to throw. */
export async function send(core: Core, call: Call): Promise<Reply> {
  const { policy, options } = call;
  const end = Date.now() + policy.budget;
  for (let attempt = 0; ; attempt++) {
    let reply: Reply | undefined;
    let error: unknown;
    let wait: number | undefined;
    try {
      reply = await follow(core, call);
      if (!isError(call.operation, reply.response)) return reply;
      const { status, headers } = reply.response;
      if (covers(policy.statuses, status)) {
        const asked = retryAfter(headers);
        wait = asked === undefined ? pauseAfter(attempt, policy) : asked * 1000;
      }
    } catch (cause) {
      error = cause;
      if (cause instanceof APIConnectionError && policy.connectionErrors) {
        wait = pauseAfter(attempt, policy);
      }
    }
    const last =
      !call.repeatable || attempt >= policy.retries || isStream(call);
    if (last || wait === undefined || Date.now() + wait > end) {
      if (!reply) throw error;
      const failed = await failure(call.operation, reply.response);
      reply.release();
      throw failed;
    }
    await discard(reply);
    await sleep(wait, options.signal);
  }
}

const isStream = ({ content }: Call): boolean =>
  content instanceof ReadableStream;

async function discard(reply: Reply | undefined): Promise<void> {
  await reply?.response.body?.cancel();
  reply?.release();
}

function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => reject(signal.reason as Error), {
      once: true,
    });
  });
}

/** Sends a request and follows its redirects. */
async function follow(core: Core, call: Call): Promise<Reply> {
  let at = call;
  for (let left = 5; ; left--) {
    const reply = await once(core, at);
    const { status, headers } = reply.response;
    const location = headers.get("location");
    const safe = /^(GET|HEAD)$/.test(at.method);
    const repeats = safe ? /^30[12378]$/ : isStream(at) ? /^303$/ : /^30[378]$/;
    const next =
      location !== null && left && repeats.test(`${status}`)
        ? moved(at, location, status === 303 && !safe)
        : undefined;
    if (!next) return reply;
    await discard(reply);
    at = next;
  }
}

/**
 * The request for another URL, relative to the one before; as a GET without body where `asGet`. On another origin only
 * Accept and User-Agent go along; on the same one, keys that belong into the query are set anew.
 */
export function moved(
  call: Call,
  target: string,
  asGet = false,
): Call | undefined {
  const url = URL.canParse(target, call.url)
    ? new URL(target, call.url)
    : undefined;
  if (!url || !/^https?:/.test(url.href)) return undefined;
  url.hash = "";
  const bare = !!call.bare || url.origin !== call.origin;
  const content = asGet ? undefined : call.content;
  const key = asGet && call.operation.idempotency?.toLowerCase();
  const headers = new Headers();
  call.headers.forEach((value, name) => {
    const kept = bare ? /^(accept|user-agent)$/.test(name) : name !== key;
    if (name === "content-type" ? content : kept) headers.set(name, value);
  });
  if (!bare) for (const renew of call.secrets) renew(url);
  return {
    ...call,
    method: asGet ? "GET" : call.method,
    url: url.href,
    headers,
    content,
    bare,
  };
}

async function once(
  { options: { fetch: own } }: Core,
  call: Call,
): Promise<Reply> {
  const { url, method, headers, content, timeout } = call;
  const { signal } = call.options;
  const limit = new AbortController();
  const late = (): void =>
    limit.abort(new APITimeoutError(`no answer: ${timeout} ms`));
  const timer = timeout ? setTimeout(late, timeout) : undefined;
  const release = (): void => clearTimeout(timer);
  try {
    const response = await (own ?? fetch)(url, {
      method,
      headers,
      body: content,
      redirect: "manual",
      duplex: "half",
      signal: AbortSignal.any(signal ? [signal, limit.signal] : [limit.signal]),
    } as RequestInit);
    return { call, response, release };
  } catch (cause) {
    release();
    throw signal?.aborted ? signal.reason : lost(cause);
  }
}
