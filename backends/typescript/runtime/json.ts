// JSON whose integers keep their value: what a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

const LONG = /(?:^|[[:,\s-])\d{16,}(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const MARKED = /^\0-?\d+$/;

/** Reads JSON text. Throws a SyntaxError where it is none. */
export function parseJson(text: string): unknown {
  if (!mayHoldLong(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(+token)
      ? `"\\u0000${token}"`
      : token,
  );
  return JSON.parse(marked, (_, value: string) =>
    MARKED.test(value) ? BigInt(value.slice(1)) : value,
  );
}

/** Looks at every fifth character: a run of sixteen digits has three of these in a row. */
function mayHoldLong(text: string): boolean {
  let run = 0;
  for (let at = 4; at < text.length; at += 5) {
    const code = text.charCodeAt(at);
    run = code > 47 && code < 58 ? run + 1 : 0;
    if (run > 2) return LONG.test(text);
  }
  return false;
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
