// Undocumented operations: a bundle that calls none leaves this module out.

import { ToBytes, ToJson } from "./bodies.js";
import {
  AsGetAfter303,
  UnlessProcessed,
  type Core,
  type Operation,
  type RequestOptions,
} from "./core.js";
import { InvalidArgumentError } from "./errors.js";
import { NumberCodec } from "./codecs.js";
import { parseJson } from "./json.js";
import { AsBytes, AsJson, AsText, ByType, type Answer } from "./responses.js";
import { Exchange, type ResultPromise } from "./results.js";

const ANSWER: Answer = {
  status: "2XX",
  choose: ByType,
  readers: [
    {
      type: "application/json",
      read: AsJson,
      parse: parseJson,
      codec: NumberCodec,
    },
    { type: "text/*", read: AsText },
    { type: "*/*", read: AsBytes },
  ],
};

function NoUrl(): never {
  throw new InvalidArgumentError("request() takes a path, not a URL");
}

/** Calls a path below the base URL. The result is JSON, text or bytes, by content type. */
export function anyCall<T>(
  core: Core,
  carried: Pick<Operation, "security" | "scopes">,
  method: string,
  path: string,
  options: RequestOptions<unknown> = {},
): ResultPromise<T> {
  const { body } = options;
  const [route = "", query] = path.split(/\?(.*)/s);
  const plain =
    Object(body) !== body ||
    Array.isArray(body) ||
    /^(Object|null)$/.test(
      (Object.getPrototypeOf(body) as object | null)?.constructor.name ??
        "null",
    );
  const operation: Operation = {
    id: "request",
    foreign: true,
    method: method.toUpperCase(),
    path: route.startsWith("/") ? route : `/${route}`,
    query: query ? query.split("&") : [],
    accept: "application/json, */*;q=0.5",
    answers: [ANSWER],
    redirect: AsGetAfter303,
    repeat: UnlessProcessed,
    ...(route.includes("://") && { ready: NoUrl }),
    ...carried,
    ...((body !== undefined || options.extraBody) && {
      body: plain
        ? { type: "application/json", write: ToJson, nullable: true }
        : { type: "application/octet-stream", write: ToBytes },
    }),
  };
  return new Exchange<T>(core, operation, undefined, options);
}
