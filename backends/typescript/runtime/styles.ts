// OpenAPI's serialization styles: a value to text, or to names and values.

import { InvalidArgumentError } from "./errors.js";
import { writeJson } from "./json.js";

export type Style =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** Encodes text for the place it goes to. */
export type Escape = (text: string) => string;

export type Pair = readonly [name: string, value: string];

/** Percent-encodes everything but unreserved characters (RFC 3986). */
export const escape: Escape = (text) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => "%" + char.charCodeAt(0).toString(16).toUpperCase(),
  );

/** Leaves reserved characters and triplets, but not what would end or split a query. */
export const escapeReserved: Escape = (text) =>
  encodeURI(text)
    .replace(/%25([0-9A-Fa-f]{2})/g, "%$1")
    .replace(/[#&+]/g, encodeURIComponent);

export const keep: Escape = (text) => text;

/** One value as text; JSON for objects and arrays. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (
    typeof value === "object" ||
    (typeof value === "number" && !Number.isFinite(value))
  ) {
    return writeJson(value);
  }
  if (typeof value === "symbol" || typeof value === "function") {
    throw new InvalidArgumentError(`a ${typeof value} cannot be sent`);
  }
  return String(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date);

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? !value.length
    : isObject(value) && !Object.keys(value).length;

const present = (value: object): [string, unknown][] =>
  Object.entries(value).filter(
    ([, item]) => item !== undefined && item !== null,
  );

const items = (value: readonly unknown[]): unknown[] =>
  value.filter((item) => item !== undefined && item !== null);

function members(
  value: unknown,
  between: string,
  joint: string,
  encode: Escape,
): string {
  if (Array.isArray(value))
    return items(value)
      .map((item) => encode(textOf(item)))
      .join(between);
  if (!isObject(value)) return encode(textOf(value));
  return present(value)
    .map(([key, item]) => encode(key) + joint + encode(textOf(item)))
    .join(between);
}

/** `a,b` and `k,v` or `k=v`: path segments and headers. */
export function simple(
  value: unknown,
  explode: boolean,
  encode: Escape,
): string {
  return members(value, ",", explode ? "=" : ",", encode);
}

/** `.a.b`. */
export function label(value: unknown, explode: boolean): string {
  if (isEmpty(value)) return "";
  return "." + members(value, explode ? "." : ",", explode ? "=" : ",", escape);
}

/** `;name=a,b`, or `;name=a;name=b`. */
export function matrix(name: string, value: unknown, explode: boolean): string {
  if (isEmpty(value)) return "";
  if (explode && (isObject(value) || Array.isArray(value))) {
    return pairs(name, value, "form", true)
      .map(([key, text]) => `;${key}=${text}`)
      .join("");
  }
  const text = members(value, ",", ",", escape);
  return `;${escape(name)}${text && "="}${text}`;
}

/** The names and values of a query, a form or cookies. */
export function pairs(
  name: string,
  value: unknown,
  style: Style | undefined,
  explode: boolean,
  encode: Escape = escape,
  encodeName: Escape = escape,
): Pair[] {
  const key = encodeName(name);
  if (style === "deepObject" && typeof value === "object") {
    return deep(key, value, encode, encodeName);
  }
  if (explode && isObject(value)) {
    return present(value).map(([inner, item]) => [
      encodeName(inner),
      encode(textOf(item)),
    ]);
  }
  if (explode && Array.isArray(value)) {
    return items(value).map((item) => [key, encode(textOf(item))]);
  }
  if (isEmpty(value)) return [];
  const between =
    style === "spaceDelimited"
      ? encodeName(" ")
      : style === "pipeDelimited"
        ? encodeName("|")
        : ",";
  return [[key, members(value, between, between, encode)]];
}

function deep(
  prefix: string,
  value: unknown,
  encode: Escape,
  encodeName: Escape,
): Pair[] {
  if (typeof value !== "object" || value === null || value instanceof Date) {
    return [[prefix, encode(textOf(value))]];
  }
  return present(value).flatMap(([key, item]) =>
    deep(prefix + encodeName(`[${key}]`), item, encode, encodeName),
  );
}
