// OpenAPI's serialization styles: a value to text, or to names and values.

import { InvalidArgumentError } from "./errors.js";
import { base64, exact, writeJson } from "./json.js";

/** Encodes text for the place it goes to. */
export type Escape = (text: string) => string;

export type Pair = readonly [name: string, value: string];

/** Percent-encodes everything but unreserved characters (RFC 3986). */
export const escape: Escape = (text) =>
  encodeURIComponent(text)
    .replace(/[!'()]/g, globalThis.escape)
    .replace(/\*/g, "%2A");

const reserved = (text: string): string =>
  encodeURI(text).replace(/%25([0-9A-Fa-f]{2})/g, "%$1");

/** Leaves reserved characters and triplets, but not what would end or split a query. */
export const Reserved: Escape = (text) =>
  reserved(text).replace(/[#&+]/g, encodeURIComponent);

/** The same of a cookie, whose values `;` ends. */
export const ReservedInCookie: Escape = (text) =>
  text.replace(/[^[\]]+/g, reserved).replace(/[;,]/g, encodeURIComponent);

/** The same of a path, which may be several segments (RFC 6570 3.2.3). */
export const ReservedInPath: Escape = (text) =>
  reserved(text).replace(/[?#]/g, encodeURIComponent);

/** The same of a form, which is no part of a URL. */
export const reservedInForm: Escape = (text) =>
  text.replace(/[^[\]]+/g, reserved).replace(/[&+]/g, encodeURIComponent);

export const keep: Escape = (text) => text;

/** The encoding of names: percent-encodes reserved characters, unless values are not encoded. */
const namesBy = (encode: Escape): Escape => (encode === keep ? keep : escape);

/** One value as text; JSON for objects and arrays. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return base64(value);
  return typeof value === "bigint" ? String(value) : writeJson(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !isText(value);

// Values that are one text, not an object.
const isText = (value: unknown): boolean =>
  value instanceof Date || value instanceof Uint8Array;

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value)
    ? !value.length
    : isObject(value) && !Object.keys(value).length;

const present = (value: object): [string, unknown][] =>
  Object.keys(value)
    .map((key): [string, unknown] => [key, exact(value, key)])
    .filter(([, item]) => item !== undefined && item !== null);

const items = (value: readonly unknown[]): unknown[] =>
  value
    .map((_, at) => exact(value, at))
    .filter((item) => item !== undefined && item !== null);

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

/** The input of a style. */
export interface Styled {
  readonly name: string;
  /** The argument's name, if it differs. */
  readonly arg?: string;
  readonly value: unknown;
  readonly explode?: boolean | undefined;
  readonly encode: Escape;
}

/** A serialization style: the names and values that a value becomes. */
export type Style = (given: Styled) => Pair[];

/** A style whose errors name the argument. */
const named =
  (style: Style): Style =>
  (given) => {
    try {
      return style(given);
    } catch (cause) {
      const { name, arg = name } = given;
      throw new InvalidArgumentError(
        `the argument ${arg} cannot be sent: ${(cause as Error).message}`,
      );
    }
  };

/** `a,b` and `k,v` or `k=v`: path segments and headers. */
export const Simple: Style = /* @__PURE__ */ named(
  ({ value, explode, encode }) => [
    ["", members(value, ",", explode ? "=" : ",", encode)],
  ],
);

/** `.a.b`. */
export const Label: Style = /* @__PURE__ */ named(
  ({ value, explode, encode }) => [
    [
      "",
      isEmpty(value)
        ? ""
        : "." +
          members(value, explode ? "." : ",", explode ? "=" : ",", encode),
    ],
  ],
);

/** `;name=a,b`, or `;name=a;name=b`. */
export const Matrix: Style = /* @__PURE__ */ named((given) => {
  const { value, explode, encode } = given;
  if (isEmpty(value)) return [["", ""]];
  const written: Pair[] =
    explode && isObject(value)
      ? present(value).map(([key, item]) => [encode(key), encode(textOf(item))])
      : joined(given, ",");
  return [
    ["", written.map(([key, item]) => `;${key}${item && "="}${item}`).join("")],
  ];
});

/** `name=a&name=b` and `k=v&l=w&l=x`, or joined: queries, forms and cookies. */
export const Form: Style = /* @__PURE__ */ named((given) => joined(given, ","));

/** `name=a%20b`. */
export const SpaceDelimited: Style = /* @__PURE__ */ named((given) =>
  joined(given, namesBy(given.encode)(" ")),
);

/** `name=a%7Cb`. */
export const PipeDelimited: Style = /* @__PURE__ */ named((given) =>
  joined(given, namesBy(given.encode)("|")),
);

/** `name[key]=value`, and deeper. */
export const DeepObject: Style = /* @__PURE__ */ named((given) => {
  const { name, value, encode } = given;
  return typeof value === "object"
    ? deep(namesBy(encode)(name), value, encode)
    : joined(given, ",");
});

function joined(
  { name, value, explode, encode }: Styled,
  between: string,
): Pair[] {
  const encodeName = namesBy(encode);
  const key = encodeName(name);
  const list = Array.isArray(value);
  if (explode && list)
    return items(value).map((item) => [key, encode(textOf(item))]);
  if (explode && isObject(value)) {
    return present(value).flatMap(([inner, item]) =>
      items([item].flat()).map(
        (one): Pair => [encodeName(inner), encode(textOf(one))],
      ),
    );
  }
  return isEmpty(value)
    ? []
    : [[key, members(value, between, between, encode)]];
}

function deep(prefix: string, value: unknown, encode: Escape): Pair[] {
  if (typeof value !== "object" || value === null || isText(value)) {
    return [[prefix, encode(textOf(value))]];
  }
  return present(value).flatMap(([key, item]) =>
    deep(prefix + namesBy(encode)(`[${key}]`), item, encode),
  );
}

/** JSON text, for parameters that a media type describes. */
export const Json: Style = /* @__PURE__ */ named(({ name, value, encode }) => [
  [namesBy(encode)(name), encode(writeJson(value))],
]);
