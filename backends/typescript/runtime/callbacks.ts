// The URL of a callback: its runtime expression, resolved with the request that starts it.

import { SDKError } from "./errors.js";
import { exact } from "./json.js";

/** A value for a callback's URL is missing. */
export class CallbackURLError extends SDKError {}

/** A piece of a callback's URL: text, or a value of the request or the response to it. */
export type UrlPart =
  | string
  | {
      readonly root: string;
      readonly part?: string;
      readonly name?: string;
      readonly pointer?: readonly string[];
    };

/** One side of an exchange as runtime expressions see it; bodies are decoded JSON. */
export interface CallbackMessage {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request that starts a callback, and the response to it. */
export interface CallbackExchange {
  readonly url?: string;
  readonly method?: string;
  readonly status?: number;
  readonly request?: CallbackMessage;
  readonly response?: CallbackMessage;
}

/** Builds a callback's URL. Throws a CallbackURLError if there is no such callback, or a value is missing. */
export function resolveUrl(
  urls: Readonly<Record<string, readonly UrlPart[]>>,
  name: string,
  exchange: CallbackExchange,
): string {
  if (!Object.hasOwn(urls, name)) {
    const known = Object.keys(urls).join(", ");
    throw new CallbackURLError(
      `there is no callback ${name}; there are ${known}`,
    );
  }
  return (urls[name] as readonly UrlPart[])
    .map((part) => {
      if (typeof part === "string") return part;
      const value = find(part, exchange);
      if (typeof value === "string" || typeof value === "number")
        return String(value);
      const place = [
        part.root,
        part.part,
        part.name,
        ...(part.pointer ?? []),
      ].filter(Boolean);
      throw new CallbackURLError(
        `the callback's URL needs a value at ${place.join("/")}`,
      );
    })
    .join("");
}

function find(
  part: Exclude<UrlPart, string>,
  exchange: CallbackExchange,
): unknown {
  if (part.root === "url") return exchange.url;
  if (part.root === "method") return exchange.method;
  if (part.root === "statusCode") return exchange.status;
  const side = part.root === "request" ? exchange.request : exchange.response;
  const name = part.name ?? "";
  if (part.part === "header") return new Headers(side?.headers).get(name);
  if (part.part === "body") return pointed(side?.body, part.pointer ?? []);
  return (part.part === "query" ? side?.query : side?.path)?.[name];
}

/** The value that a JSON pointer leads to, or undefined. */
export function pointed(body: unknown, pointer: readonly string[]): unknown {
  let value = body;
  for (const token of pointer) {
    if (
      typeof value !== "object" ||
      value === null ||
      !Object.hasOwn(value, token)
    )
      return undefined;
    value = exact(value, token);
  }
  return value;
}
