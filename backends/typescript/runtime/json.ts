// JSON whose integers keep their value: one that a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

// A string, in pieces that end before a backslash, since what repeats alternatives overflows in long ones; or a number.
const TOKEN = /(?:"|\\.)[^"\\]*"?|(?<=[[:,\s]|^)(-?\d{16,})(?![\d.eE])/g;

// Sixteen digits that begin like a number: written out, since engines look for such a row in leaps, and for `{16}` not.
const LONG = /(?:^|[[:,\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

// The digits of integers that a number only comes near to, by key. A symbol, since a spread copies it.
const DIGITS = /* @__PURE__ */ Symbol.for("digits");

type Holder = Record<string, unknown> & {
  [DIGITS]?: Record<string, string>;
};

// What was read and has such integers, at any depth.
const holding = /* @__PURE__ */ new WeakSet<object>();

/** Tells whether JSON that was read has integers that a number cannot hold. */
export const isLong = (value: unknown): boolean =>
  typeof value === "bigint" || holding.has(value as object);

/** The integer with all its digits, of an object or a list; other values as they are. */
export function exact(holder: object, key: string | number): unknown {
  const { [DIGITS]: digits, [key]: value } = holder as Holder;
  const own = digits?.[key];
  return own !== undefined && Number(own) === value ? BigInt(own) : value;
}

/** JSON that was read, with bigints for all such integers, to be checked. */
export function inFull(value: unknown): unknown {
  if (typeof value !== "object" || !value || !isLong(value)) return value;
  const pairs = Object.keys(value).map(
    (key) => [key, inFull(exact(value, key))] as const,
  );
  return Array.isArray(value)
    ? pairs.map(([, item]) => item)
    : Object.fromEntries(pairs);
}

/** Keeps the digits of a number in an object or a list. */
export function keepDigits(
  holder: object,
  key: string | number,
  digits: bigint | string,
): void {
  const known = ((holder as Holder)[DIGITS] ??= Object.create(null) as Record<
    string,
    string
  >);
  known[key] = `${digits}`;
  holding.add(holder);
}

/** A bigint as the number that is nearest. */
export const narrow = (value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value;

/** Reads JSON with a codec, or without one. */
export const decoded = (
  json: unknown,
  codec?: { decode(value: unknown): unknown },
): unknown => (codec ? codec.decode(json) : json);

/**
 * Reads JSON text; an integer that a number cannot hold is the nearest number, and goes back digit for digit. One that
 * stands alone is a bigint. Throws a SyntaxError if it is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const mark = "" + Math.random();
  const marked = text.replace(TOKEN, (token, number: string | undefined) =>
    number && !Number.isSafeInteger(+number) ? `"${mark}${number}"` : token,
  );
  const digitsOf = (value: unknown): string | undefined =>
    typeof value === "string" && value.startsWith(mark)
      ? value.slice(mark.length)
      : undefined;
  const alone = digitsOf(JSON.parse(marked));
  if (alone !== undefined) return BigInt(alone);
  return JSON.parse(marked, function (this: object, key, value: unknown) {
    const digits = digitsOf(value);
    if (holding.has(value as object)) holding.add(this);
    if (digits === undefined) return value;
    keepDigits(this, key, digits);
    return Number(digits);
  });
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(
    bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""),
  );
}

/** Writes JSON without spaces, bytes as base64. Throws an InvalidArgumentError if the value is not JSON. */
export function writeJson(value: unknown, name = ""): string {
  const mark = `int${Math.random()}:`;
  const text = JSON.stringify(
    value,
    function (this: Readonly<Record<string, unknown>>, key, item: unknown) {
      const own = this[key]; // a Buffer has a toJSON() of its own
      if (own instanceof Uint8Array) return base64(own);
      if (isNoJson(item)) fail(value, name);
      const long = typeof item === "number" ? exact(this, key) : item;
      return typeof long === "bigint" ? `${mark}${long}` : item;
    },
  ) as string | undefined;
  if (text === undefined || BROKEN.test(text)) fail(value, name);
  return text.replaceAll(new RegExp(`"${mark}(.+?)"`, "g"), "$1");
}

// A surrogate without its other half is written as an escape, which no server can read as UTF-8.
const BROKEN = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

// Objects that would be written as `{}`, or as something that nobody meant.
const EMPTY =
  /(?:Map|Set|Ref|RegExp|Promise|Buffer|View|Blob|File|Data|Headers|Stream|Params|Array|Error)\]$/;

const isNoJson = (item: unknown): boolean =>
  (typeof item === "number" && !Number.isFinite(item)) ||
  /^(?:function|symbol)$/.test(typeof item) ||
  (typeof item === "object" &&
    !Array.isArray(item) &&
    !(item instanceof Uint8Array) &&
    EMPTY.test(kindOf(item)));

const isBroken = (text: string): boolean => BROKEN.test(JSON.stringify(text));

const kindOf = (item: unknown): string => Object.prototype.toString.call(item);

function fail(value: unknown, name: string): never {
  const [at, item] = culprit(value, new Set()) ?? ["", value];
  const shown =
    typeof item === "string"
      ? "a text with a surrogate without its other half"
      : typeof item === "object"
        ? kindOf(item).slice(8, -1)
        : String(item);
  const told = name && `${name}: `;
  throw new InvalidArgumentError(
    `${told}${shown} is not JSON${at && `, at ${at}`}`,
  );
}

/** Finds the first value that JSON cannot hold, and its pointer. */
function culprit(
  value: unknown,
  seen: Set<unknown>,
): [string, unknown] | undefined {
  if (isNoJson(value) || (typeof value === "string" && isBroken(value)))
    return ["", value];
  if (typeof value !== "object" || !value || seen.has(value)) return undefined;
  seen.add(value);
  if (value instanceof Uint8Array || "toJSON" in value) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = isBroken(key) ? ["", key] : culprit(item, seen);
    const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
    if (found) return [`/${name}${String(found[0])}`, found[1]];
  }
  return undefined;
}
