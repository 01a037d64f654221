// JSON whose integers keep their value: what a number cannot hold exactly is a bigint.

import { InvalidArgumentError } from "./errors.js";

const MAYBE_LONG = /(?:^|[[:,\s])-?\d{16,}(?![\d.eE])/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = /^\0int:(-?\d+)$/;

/** Reads JSON text. Throws a SyntaxError where it is none. */
export function parseJson(text: string): unknown {
  if (!MAYBE_LONG.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
      ? `"\\u0000int:${token}"`
      : token,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    const digits =
      typeof value === "string" ? MARKED.exec(value)?.[1] : undefined;
    return digits === undefined ? value : BigInt(digits);
  });
}

/** Writes JSON without spaces. Throws an InvalidArgumentError where the value is none. */
export function writeJson(value: unknown): string {
  const mark = `\0int:${Math.random()}:`;
  let long = false;
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === "number" && !Number.isFinite(item)) {
      throw new InvalidArgumentError(`${item} cannot be written as JSON`);
    }
    if (typeof item !== "bigint") return item;
    long = true;
    return mark + item;
  }) as string | undefined;
  if (text === undefined) {
    throw new InvalidArgumentError(
      `a ${typeof value} cannot be written as JSON`,
    );
  }
  return long
    ? text.replaceAll(
        new RegExp(`"\\\\u0000${mark.slice(1)}(-?\\d+)"`, "g"),
        "$1",
      )
    : text;
}
