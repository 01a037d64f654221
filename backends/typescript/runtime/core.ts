// Making requests: what a client knows, and how an operation and its arguments become an exchange.

import type { Body } from "./bodies.js";
import {
  APIConnectionError,
  APITimeoutError,
  InvalidArgumentError,
  MissingBodyError,
  SDKError,
  UnsupportedError,
} from "./errors.js";
import {
  headerText,
  writeParameter,
  type Parameter,
  type Target,
} from "./parameters.js";
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
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
}

/** What one client was given, by the names of the document. */
export interface Given {
  readonly credentials?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly globals?: Readonly<Record<string, unknown>>;
}

/** A client without methods: the first argument of the functions in `groups`. */
export class Core {
  constructor(
    readonly api: Api,
    readonly options: ClientOptions,
    readonly given: Given,
  ) {}
}

/** The facts of an operation. */
export interface Operation extends Answering {
  readonly id: string;
  readonly path: string;
  readonly params?: readonly Parameter[];
  readonly body?: Body;
  readonly accept?: string;
  /** Alternatives, each of schemes that hold together. */
  readonly security?: readonly (readonly string[])[];
  readonly servers?: readonly Server[];
  readonly retries?: Partial<RetryPolicy>;
  readonly timeout?: number;
  /** The header of the key that makes a POST repeatable. */
  readonly idempotency?: string;
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
  /** It carries an idempotency key. */
  readonly keyed: boolean;
  /** Where credentials belong. */
  readonly origin: string;
  /** Credentials in the query, to be set anew on other URLs. */
  readonly secrets: readonly string[];
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

const inBrowser = (): boolean => "document" in globalThis;

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
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidArgumentError(
      `${operation.id} cannot be sent: ${message}`,
      { cause },
    );
  }
}

async function makeCall(
  core: Core,
  operation: Operation,
  args: object,
  options: RequestOptions,
): Promise<Call> {
  const { api, given } = core;
  const { method } = operation;
  const values = args as Readonly<Record<string, unknown>>;
  if (method === "TRACE")
    throw new UnsupportedError("fetch does not send TRACE");
  const headers = new Headers();
  if (operation.accept) headers.set("Accept", operation.accept);
  if (!inBrowser()) headers.set("User-Agent", api.agent);
  const target: Target = {
    path: operation.path,
    query: [],
    cookies: [],
    headers,
  };
  for (const parameter of operation.params ?? [])
    fill(parameter, values, given, target);
  const [path = "", fixed] = target.path.split("?", 2);
  if (/(^|\/)\.{1,2}(\/|$)/.test(path)) {
    throw new InvalidArgumentError(`the path ${path} would lead elsewhere`);
  }
  const content = writeBody(operation, values["body"], headers);
  const before = target.query.length;
  await applySecurity(
    operation.security ?? [],
    api.schemes,
    given.credentials ?? {},
    target,
  );
  if (target.cookies.length) {
    if (inBrowser())
      throw new UnsupportedError(
        "a browser does not let programs send cookies",
      );
    headers.set("Cookie", target.cookies.join("; "));
  }
  const base = baseUrl(core, operation, options);
  const query = fixed ? [fixed, ...target.query] : target.query;
  const url = base + path + (query.length ? "?" + query.join("&") : "");
  const keyed = addKey(operation, options, headers);
  replace(headers, { ...core.options.headers, ...options.headers });
  return {
    operation,
    args,
    options,
    method,
    url,
    headers,
    content,
    timeout:
      options.timeout ??
      core.options.timeout ??
      operation.timeout ??
      api.timeout ??
      60_000,
    policy: policyOf(
      api.retries,
      operation.retries,
      core.options.retries,
      options.retries,
    ),
    keyed,
    origin: new URL(url).origin,
    secrets: target.query.slice(before),
  };
}

function fill(
  parameter: Parameter,
  values: Readonly<Record<string, unknown>>,
  given: Given,
  target: Target,
): void {
  const { name, arg = name, fixed, shared, nullable } = parameter;
  const value = fixed ?? (shared ? given.globals?.[name] : values[arg]);
  if (value !== undefined && (value !== null || nullable))
    writeParameter(parameter, value, target);
  else if (parameter.required || parameter.in === "path") {
    throw new InvalidArgumentError(`the argument ${arg} is required`);
  }
}

function writeBody(
  operation: Operation,
  value: unknown,
  headers: Headers,
): RequestInit["body"] {
  const { body, method } = operation;
  if (!body) return undefined;
  const unsendable = method === "GET" || method === "HEAD";
  if (value === undefined || (value === null && !body.nullable)) {
    if (!body.required) return undefined;
    throw unsendable ? noBody(method) : new MissingBodyError();
  }
  if (unsendable) throw noBody(method);
  const { content, type } = body.write(
    body.codec ? body.codec.encode(value) : value,
    body,
  );
  headers.set("Content-Type", headerText(type, "the content type"));
  return content as RequestInit["body"];
}

const noBody = (method: string): Error =>
  new UnsupportedError(`fetch does not send a body with ${method}`);

function baseUrl(
  core: Core,
  operation: Operation,
  options: RequestOptions,
): string {
  const { api, given } = core;
  const variables = given.variables ?? {};
  return absolute(
    options.server ??
      core.options.baseUrl ??
      environment(`${api.prefix}_BASE_URL`) ??
      (operation.servers &&
        serverUrl(operation.servers, undefined, variables)) ??
      serverUrl(api.servers, core.options.server, variables),
  );
}

function addKey(
  operation: Operation,
  options: RequestOptions,
  headers: Headers,
): boolean {
  const { idempotency, method } = operation;
  const given = options.idempotencyKey;
  if (!idempotency || (!given && method !== "POST" && method !== "PATCH"))
    return false;
  if (given) headers.set(idempotency, headerText(given, idempotency));
  else if (!headers.has(idempotency))
    headers.set(idempotency, crypto.randomUUID());
  return true;
}

function replace(
  headers: Headers,
  given: Readonly<Record<string, string | null>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === null) headers.delete(name);
    else headers.set(name, headerText(value, name));
  }
}

function policyOf(
  ...chosen: readonly (number | Partial<RetryPolicy> | undefined)[]
): RetryPolicy {
  const changes = chosen.map((one) =>
    typeof one === "number" ? { retries: one } : one,
  );
  return Object.assign({}, RETRIES, ...changes) as RetryPolicy;
}

/** Sends a request until there is a good response, or an error to throw. */
export async function send(core: Core, call: Call): Promise<Reply> {
  const started = Date.now();
  const { policy } = call;
  const repeatable = call.keyed || !/^(POST|PATCH)$/.test(call.method);
  for (let attempt = 0; ; attempt++) {
    const reply = await follow(core, call).catch(
      (error: unknown) => error as Error,
    );
    let wait: number | undefined;
    if (reply instanceof Error) {
      const broken =
        reply instanceof APIConnectionError && policy.connectionErrors;
      wait = broken ? pauseAfter(attempt, policy) : undefined;
    } else if (!isError(call.operation, reply.response.status)) {
      return reply;
    } else if (covers(policy.statuses, reply.response.status)) {
      const asked = retryAfter(reply.response.headers);
      wait = asked === undefined ? pauseAfter(attempt, policy) : asked * 1000;
    }
    const may =
      repeatable &&
      attempt < policy.retries &&
      !(call.content instanceof ReadableStream);
    if (
      !may ||
      wait === undefined ||
      Date.now() - started + wait > policy.budget
    ) {
      if (reply instanceof Error) throw reply;
      const error = await failure(call.operation, reply.response);
      reply.release();
      throw error;
    }
    if (!(reply instanceof Error)) await discard(reply);
    await sleep(wait, call.options.signal);
  }
}

async function discard({ response, release }: Reply): Promise<void> {
  await response.body?.cancel();
  release();
}

function sleep(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Sends a request and follows its redirects. */
async function follow(core: Core, call: Call): Promise<Reply> {
  let at = call;
  for (let left = 5; ; left--) {
    const reply = await once(core, at);
    const next = left ? redirected(at, reply.response) : undefined;
    if (!next) return reply;
    await discard(reply);
    at = next;
  }
}

function redirected(call: Call, response: Response): Call | undefined {
  const location = response.headers.get("location");
  const { status } = response;
  const safe = call.method === "GET" || call.method === "HEAD";
  if (location === null || ![301, 302, 303, 307, 308].includes(status))
    return undefined;
  if (status === 303 && !safe) return moved(call, location, true);
  if (safe) return moved(call, location);
  if (status < 307 || call.content instanceof ReadableStream) return undefined;
  return moved(call, location);
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
  if (!URL.canParse(target, call.url)) return undefined;
  const url = new URL(target, call.url);
  url.hash = "";
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const bare = !!call.bare || url.origin !== call.origin;
  const content = asGet ? undefined : call.content;
  const headers = new Headers(call.headers);
  for (const name of [...headers.keys()]) {
    const foreign =
      bare &&
      !/^(accept|user-agent)$/.test(name) &&
      !(content && name === "content-type");
    const ofBody = !content && /^content-type$/.test(name);
    const key = asGet && name === call.operation.idempotency?.toLowerCase();
    if (foreign || ofBody || key) headers.delete(name);
  }
  for (const secret of bare ? [] : call.secrets) {
    const kept = url.search
      .slice(1)
      .split("&")
      .filter(
        (pair) => pair && pair.split("=", 1)[0] !== secret.split("=", 1)[0],
      );
    url.search = [...kept, secret].join("&");
  }
  return {
    ...call,
    method: asGet && call.method !== "HEAD" ? "GET" : call.method,
    url: url.href,
    headers,
    content,
    bare,
  };
}

async function once(core: Core, call: Call): Promise<Reply> {
  const { url, method, headers, content } = call;
  const { signal } = call.options;
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal?.reason);
  const late = new APITimeoutError(
    `${call.operation.id} was not answered in ${call.timeout} ms`,
  );
  const timer = call.timeout
    ? setTimeout(() => limit.abort(late), call.timeout)
    : undefined;
  const release = (): void => {
    clearTimeout(timer);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const init: RequestInit & { duplex?: "half" } = {
    method,
    headers,
    redirect: "manual",
    signal: limit.signal,
    ...(content === undefined ? {} : { body: content }),
    ...(content instanceof ReadableStream ? { duplex: "half" } : {}),
  };
  try {
    const response = await (core.options.fetch ?? fetch)(url, init);
    return { call, response, release };
  } catch (cause) {
    release();
    throw limit.signal.aborted ? (limit.signal.reason as Error) : lost(cause);
  }
}
