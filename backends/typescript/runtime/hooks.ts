// What a caller wants to be told of requests: hooks, and a log for those who look for mistakes.

import type { Fetch } from "./core.js";
import { SDKError, statusError } from "./errors.js";
import { lost, type Throwing } from "./responses.js";

/** A request as hooks see it; its headers may be changed before it is sent. */
export interface HookRequest {
  readonly operationId: string;
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
}

/** What takes messages: `console`, pino, winston ... */
export interface Logger {
  debug(message: string, ...rest: unknown[]): void;
}

/** Options of those who look on. */
export interface Observers {
  /** Functions that are called for every attempt of every request. */
  hooks?: Hooks | undefined;
  /** Is told of every attempt, with credentials left out; bodies are never told. */
  logger?: Logger | undefined;
}

/**
 * Puts hooks and a logger between a client and what sends its requests. `secrets` are names of headers and query
 * parameters that no log may show. Errors are then thrown as the class of their status: what a program that has
 * functions alone would carry for nothing.
 */
export function observed<
  O extends Observers & { readonly fetch?: Fetch | undefined },
>(options: O, secrets: readonly string[]): O {
  const { fetch: own, hooks, logger } = options;
  const throwing: O & Throwing = { ...options, thrown: statusError };
  if (!hooks && !logger) return throwing;
  const watchers = [hooks, logger && log(logger, secrets)];
  const tell = async (call: (watcher: Hooks) => unknown): Promise<void> => {
    try {
      for (const watcher of watchers) if (watcher) await call(watcher);
    } catch (cause) {
      throw new SDKError(`a hook failed: ${String(cause)}`, { cause });
    }
  };
  const watched: Fetch = async (url, init, operationId) => {
    const headers = new Headers(init.headers);
    const request = { operationId, method: init.method ?? "GET", url, headers };
    await tell((watcher) => watcher.beforeRequest?.(request));
    let response: Response;
    try {
      response = await (own ?? fetch)(url, { ...init, headers }, operationId);
    } catch (cause) {
      await tell((watcher) => watcher.onError?.(request, lost(cause)));
      throw cause;
    }
    await tell((watcher) => watcher.afterResponse?.(request, response));
    return response;
  };
  return { ...throwing, fetch: watched };
}

const PRIVATE = [
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
];
const HIDDEN = "***";

/** Hooks that tell a logger what goes to and fro. */
function log(logger: Logger, secrets: readonly string[]): Hooks {
  const hidden = new Set([
    ...PRIVATE,
    ...secrets.map((name) => name.toLowerCase()),
  ]);
  const started = new WeakMap<HookRequest, number>();
  const shown = (headers: Headers): Record<string, string> => {
    const found: Record<string, string> = {};
    headers.forEach((value, name) => {
      found[name] = hidden.has(name) ? HIDDEN : value;
    });
    return found;
  };
  const line = (request: HookRequest, told: unknown): string => {
    const took = Math.round(performance.now() - (started.get(request) ?? 0));
    return `${request.method} ${redacted(request.url, hidden)}: ${String(told)} after ${took} ms`;
  };
  return {
    beforeRequest(request) {
      started.set(request, performance.now());
      const url = redacted(request.url, hidden);
      logger.debug(`${request.method} ${url}`, shown(request.headers));
    },
    afterResponse(request, { status, headers }) {
      logger.debug(line(request, status), shown(headers));
    },
    onError(request, error) {
      const name = error instanceof Error ? error.name : "aborted";
      logger.debug(line(request, name));
    },
  };
}

function redacted(url: string, hidden: ReadonlySet<string>): string {
  const [base, query] = url.split("?", 2);
  if (query === undefined) return url;
  const pairs = query.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    const plain = unescaped(name).toLowerCase();
    const secret = hidden.has(plain) || plain === "access_token";
    return secret ? `${name}=${HIDDEN}` : pair;
  });
  return `${base}?${pairs.join("&")}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
