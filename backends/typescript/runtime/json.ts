// JSON whose integers keep their value: one that a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

// A string, in pieces that end before a backslash, since what repeats alternatives overflows in long ones; or a number.
const TOKEN = /(?:"|\\.)[^"\\]*"?|(?<=[[:,\s]|^)(-?\d{16,})(?![\d.eE])/g;

// Sixteen digits that begin like a number: written out, since engines look for such a row in leaps, and for `{16}` not.
const LONG = /(?:^|[[:,\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;

/** Reads JSON text. Throws a SyntaxError if it is not JSON. */
export function parseJson(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const mark = "" + Math.random();
  const marked = text.replace(TOKEN, (token, number: string | undefined) =>
    number && !Number.isSafeInteger(+number) ? `"${mark}${number}"` : token,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.includes(mark)
      ? BigInt(value.replace(mark, ""))
      : value,
  );
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(
    bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""),
  );
}

/** Writes JSON without spaces, bytes as base64. Throws an InvalidArgumentError if the value is not JSON. */
export function writeJson(value: unknown): string {
  const mark = `int${Math.random()}:`;
  const text = JSON.stringify(
    value,
    function (this: Readonly<Record<string, unknown>>, key, item: unknown) {
      const own = this[key]; // a Buffer has a toJSON() of its own
      if (own instanceof Uint8Array) return base64(own);
      if (Number.isNaN(item) || item === Infinity || item === -Infinity)
        fail(item);
      return typeof item === "bigint" ? mark + item : item;
    },
  ) as string | undefined;
  return (text ?? fail(value)).replaceAll(
    new RegExp(`"${mark}(.+?)"`, "g"),
    "$1",
  );
}

function fail(value: unknown): never {
  throw new InvalidArgumentError(`${String(value)} is not JSON`);
}
