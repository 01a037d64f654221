// The keywords that concern a single value: bounds, lengths, constants, formats.

import { compiled, isNumber, isText } from "./formats.js";

/** In the order in which they are checked. */
export const ASSERTIONS = [
  "const",
  "enum",
  "format",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const;

export type Assertion = (typeof ASSERTIONS)[number];

/** The JSON type of a value; a whole number is an integer. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number")
    return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** How a value violates a keyword; undefined if it does not. */
export function broken(
  value: unknown,
  rule: Assertion,
  limit: unknown,
): string | undefined {
  if (rule === "const")
    return equal(value, limit) ? undefined : `must be ${canonical(limit)}`;
  if (rule === "enum") {
    const listed = limit as readonly unknown[];
    if (listed.some((one) => equal(value, one))) return undefined;
    return `must be one of ${listed.map(canonical).join(", ")}`;
  }
  if (typeof value === "string") return brokenText(value, rule, limit);
  if (typeof value === "number" || typeof value === "bigint")
    return brokenNumber(value, rule, limit as never);
  if (Array.isArray(value)) {
    if (rule === "uniqueItems")
      return !limit || new Set(value.map(canonical)).size === value.length
        ? undefined
        : "must not have equal items";
    return outside(value.length, rule, "Items", "items", limit as number);
  }
  if (kindOf(value) !== "object") return undefined;
  const size = Object.values(value as object).filter(isThere).length;
  return outside(size, rule, "Properties", "properties", limit as number);
}

const isThere = (value: unknown): boolean => value !== undefined;

function outside(
  size: number,
  rule: Assertion,
  what: string,
  word: string,
  limit: number,
): string | undefined {
  if (rule === `min${what}` && size < limit)
    return `must have at least ${limit} ${word}`;
  if (rule === `max${what}` && size > limit)
    return `must have at most ${limit} ${word}`;
  return undefined;
}

function brokenText(
  text: string,
  rule: Assertion,
  limit: unknown,
): string | undefined {
  if (rule === "format")
    return isText(text, limit as string) === false
      ? `is not a valid ${limit as string}`
      : undefined;
  if (rule === "pattern")
    return compiled(limit as string)?.test(text) === false
      ? `does not match ${limit as string}`
      : undefined;
  return rule === "minLength" || rule === "maxLength"
    ? outside([...text].length, rule, "Length", "characters", limit as number)
    : undefined;
}

function brokenNumber(
  value: number | bigint,
  rule: Assertion,
  limit: number & string,
): string | undefined {
  switch (rule) {
    case "format":
      return isNumber(value, limit) === false
        ? `is not a valid ${limit}`
        : undefined;
    case "minimum":
      return value < limit ? `must be at least ${limit}` : undefined;
    case "maximum":
      return value > limit ? `must be at most ${limit}` : undefined;
    case "exclusiveMinimum":
      return value <= limit ? `must be more than ${limit}` : undefined;
    case "exclusiveMaximum":
      return value >= limit ? `must be less than ${limit}` : undefined;
    case "multipleOf":
      return isMultiple(value, limit)
        ? undefined
        : `must be a multiple of ${limit}`;
    default:
      return undefined;
  }
}

/** Divides exactly, by decimal digits and not in binary. */
function isMultiple(value: number | bigint, step: number | bigint): boolean {
  const [left, right] = [digits(value), digits(step)];
  if (!left || !right || !right[0]) return true;
  const least = Math.min(left[1], right[1]);
  const whole = ([number, power]: [bigint, number]): bigint =>
    number * 10n ** BigInt(power - least);
  return whole(left) % whole(right) === 0n;
}

/** A number as digits and a power of ten. */
function digits(value: number | bigint): [bigint, number] | undefined {
  const [, whole, part = "", power = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined; // infinity or NaN
  return [BigInt(whole + part), Number(power) - part.length];
}

/** Whether JSON values are equal: 1 is 1.0, and the order of properties does not count. */
export const equal = (left: unknown, right: unknown): boolean =>
  canonical(left) === canonical(right);

/** A text that is the same only for equal JSON. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint" || Object.is(value, -0)) return `${value as 0}`;
  if (kindOf(value) !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value as object)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`);
  return `{${pairs.sort().join(",")}}`;
}
