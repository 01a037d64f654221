// JSON whose integers keep their value: what a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

const LONG = /(?:^|[[:,\s-])\d{16,}(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARKED = /^\0-?\d+$/;

/** Reads JSON text. Throws a SyntaxError where it is none. */
export function parseJson(text: string): unknown {
  if (!mayHoldLong(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(+token)
      ? `"\\u0000${token}"`
      : token,
  );
  return JSON.parse(marked, (_, value: string) =>
    MARKED.test(value) ? BigInt(value.slice(1)) : value,
  );
}

/**
 * Looks at every sixteenth character: a run of sixteen digits has one of these, and three more that are four apart.
 */
function mayHoldLong(text: string): boolean {
  for (let at = 15, end = text.length; at < end; at += 16)
    if (
      digitAt(text, at) &&
      (digitAt(text, at - 8)
        ? digitAt(text, at + 4) || digitAt(text, at - 12)
        : digitAt(text, at + 8) &&
          (digitAt(text, at - 4) || digitAt(text, at + 12))) &&
      LONG.test(text.slice(at - 15, at + 16))
    )
      return LONG.test(text);
  return false;
}

function digitAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) ^ 48) < 10;
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
