// Hooks around requests, and a debug log.

import { tellingOf, type InvalidResponse, type LoadCheck } from "./answers.js";
import type { ClientOptions, Fetch } from "./core.js";
import { ConfigurationError, SDKError } from "./errors.js";
import { lost, type Throwing } from "./responses.js";
import { safe } from "./telling.js";
import { environment } from "./security.js";

/** A request as hooks see it; its headers may be changed before it is sent. */
export interface HookRequest {
  readonly operationId: string;
  /** The template of its path, which OpenTelemetry calls `url.template`. */
  readonly route: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

/** Functions that are called for every attempt of every request, redirects and requests for tokens included. */
export interface Hooks {
  /** Before a request is sent; may change its headers. */
  beforeRequest?(request: HookRequest): unknown;
  /** When a response came; its body is not read yet and must be left alone. */
  afterResponse?(request: HookRequest, response: Response): unknown;
  /** When no response came. */
  onError?(request: HookRequest, error: unknown): unknown;
  /** When a response breaks its schema, with `validateResponses: "report"`. */
  onInvalidResponse?(invalid: InvalidResponse): unknown;
}

/** Receives log messages: `console`, pino, winston ... */
export interface Logger {
  debug(message: string, ...rest: unknown[]): void;
}

/** Options for hooks and logging, and for how responses are read. */
export interface Observers {
  /** Functions that are called for every attempt of every request. */
  hooks?: Hooks | undefined;
  /**
   * Logs every attempt in a line: method, path, status, milliseconds, and the server's request id. The console is
   * the logger if the environment says `..._LOG=debug`.
   */
  logger?: Logger | undefined;
  /**
   * Whether the JSON of successful responses is held to its schemas when it is read: true throws a `DecodeError` with all
   * `violations`, `"report"` tells the hook `onInvalidResponse`. Unknown properties, enum values and union members pass.
   */
  validateResponses?: boolean | "report" | undefined;
  /**
   * The most bytes, after decompression, of a response that is read whole, or of one value of a stream; beyond them a
   * call throws a `DecodeError`, and an error has a body that is cut.
   */
  maxResponseBytes?: number | null | undefined;
}

/** The options of every client. */
const OPTIONS: readonly string[] = [
  "baseUrl",
  "server",
  "timeout",
  "streamTimeout",
  "retries",
  "headers",
  "auth",
  "fetch",
  "fetchOptions",
  "validate",
  "hooks",
  "logger",
  "validateResponses",
  "maxResponseBytes",
] satisfies (keyof ClientOptions | keyof Observers)[];

/**
 * Puts hooks and a logger between a client and its `fetch`; `prefix` begins the names of the environment variables, and
 * `names`, if they are given, are the options that the API adds to those of every client: others are refused. `load`
 * imports the validators for `validateResponses`.
 * Errors are then thrown as the class of their status, which programs of functions alone do not bundle
 * otherwise.
 */
export function observed<
  O extends Observers & {
    readonly auth?: "external" | undefined;
    readonly fetch?: Fetch | undefined;
  },
>(options: O, prefix: string, names?: readonly string[], load?: LoadCheck): O {
  // Programs in JavaScript have no compiler that finds a misspelt option.
  const unknown = Object.keys(options).filter(
    (name) => names && ![...OPTIONS, ...names].includes(name),
  );
  if (unknown.length)
    throw new ConfigurationError(
      `there is no such option of a client: ${unknown.join(", ")}`,
    );
  const { auth, fetch: own, hooks, logger } = options;
  const told = logger ?? (isDebug(prefix) ? console : undefined);
  const throwing: O & Throwing = {
    ...options,
    told: tellingOf(options, load),
  };
  if (!hooks && !told) return throwing;
  const watchers = [hooks, told && log(told)];
  const tell = async (call: (watcher: Hooks) => unknown): Promise<void> => {
    try {
      for (const watcher of watchers) if (watcher) await call(watcher);
    } catch (cause) {
      throw new SDKError(`a hook failed: ${String(cause)}`, { cause });
    }
  };
  const watched: Fetch = async (url, init, operationId, route) => {
    const headers = new Headers(init.headers);
    const { method = "GET" } = init;
    const request = { operationId, route, method, url, headers };
    await tell((watcher) => watcher.beforeRequest?.(request));
    let response: Response;
    try {
      const sent = { ...init, headers };
      response = await (own ?? fetch)(url, sent, operationId, route);
    } catch (cause) {
      const error = lost(cause, { method, path: url });
      await tell((watcher) => watcher.onError?.(request, error));
      throw cause;
    }
    await tell((watcher) => watcher.afterResponse?.(request, response));
    return response;
  };
  // A hook that may sign requests needs no credentials of the client; one that only observes does.
  const external = auth ?? ((own ?? hooks?.beforeRequest) && "external");
  return { ...throwing, fetch: watched, auth: (external ?? "") as "external" };
}

function isDebug(prefix: string): boolean {
  return environment(`${prefix}_LOG`)?.toLowerCase() === "debug";
}

/** Hooks that log requests and responses, without queries, headers and bodies, which may hold secrets. */
function log(logger: Logger): Hooks {
  const started = new WeakMap<HookRequest, number>();
  const took = (request: HookRequest): string =>
    `${Math.round(performance.now() - (started.get(request) ?? 0))} ms`;
  return {
    beforeRequest(request) {
      started.set(request, performance.now());
    },
    afterResponse(request, { status, headers }) {
      const { method, url } = request;
      const id = headers.get("x-request-id") ?? headers.get("request-id");
      const named = id ? ` (request id ${id})` : "";
      const { pathname } = new URL(url);
      const line = `${method} ${pathname} -> ${status} in ${took(request)}${named}`;
      logger.debug(safe(line, request));
    },
    onError(request, error) {
      logger.debug(`${(error as Error).message}, after ${took(request)}`);
    },
  };
}
