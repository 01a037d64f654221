// JSON whose integers keep their value: what a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

// Sixteen digits spelled out: so they are looked for from the last one, and most of a text is skipped.
const MAYBE_LONG = /(?:^|[[:,\s-])\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d+(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARKED = /^\0int:-?\d+$/;

/** Reads JSON text. Throws a SyntaxError where it is none. */
export function parseJson(text: string): unknown {
  if (!MAYBE_LONG.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
      ? `"\\u0000int:${token}"`
      : token,
  );
  return JSON.parse(marked, (_, value: string) =>
    MARKED.test(value) ? BigInt(value.slice(5)) : value,
  );
}

/** Writes JSON without spaces. Throws an InvalidArgumentError where the value is none. */
export function writeJson(value: unknown): string {
  const mark = `int${Math.random()}:`;
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (Number.isNaN(item) || item === Infinity || item === -Infinity)
      fail(item);
    return typeof item === "bigint" ? mark + item : item;
  }) as string | undefined;
  return (text ?? fail(value)).replaceAll(
    new RegExp(`"${mark}(.+?)"`, "g"),
    "$1",
  );
}

function fail(value: unknown): never {
  throw new InvalidArgumentError(`${String(value)} is no JSON`);
}
