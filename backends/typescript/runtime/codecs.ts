// Codecs: convert values that differ between the wire and the program.

import { base64, exact, isLong, keepDigits, narrow } from "./json.js";
import { textOf } from "./styles.js";

/** Converts JSON to a value, and back. A value that is not of the declared type passes unchanged. */
export interface Codec {
  decode(value: unknown): unknown;
  encode(value: unknown): unknown;
  /** Only integers beyond a number need it. */
  readonly long?: boolean;
}

/** A property: the name it has in the program, and its codec. */
export interface FieldCodec {
  readonly name?: string;
  readonly codec?: Codec;
}

/** The shape of values on the wire, as far as it distinguishes them. */
export interface Look {
  readonly kinds?: readonly string[];
  readonly keys?: readonly string[];
  /** Properties with their value, or their possible values. */
  readonly consts?: Readonly<Record<string, unknown>>;
  /** An object without the properties of `consts` matches, too. */
  readonly rest?: boolean;
  /** The possible scalars. */
  readonly values?: readonly unknown[];
  /** How texts are read. */
  readonly form?: Codec;
  /** Shapes of which each list item, or map value, has one. */
  readonly items?: readonly Look[];
  /** Names of these properties in the program, if they differ. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A member of a union: how a value of it is recognised, on the wire. */
export interface CaseCodec extends Look {
  readonly codec?: Codec;
  readonly tags?: readonly string[];
}

type Direction = "decode" | "encode";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype ||
    Object.getPrototypeOf(value) === null);

function codec(
  convert: (value: unknown, direction: Direction) => unknown,
): Codec {
  return {
    decode: (value) => convert(value, "decode"),
    encode: (value) => convert(value, "encode"),
  };
}

const asIs: Codec = { decode: narrow, encode: (value) => value };

/** A codec that only integers beyond a number need: other JSON is its value. */
export const longs = (how: Codec): Codec => ({
  decode: (value) => (isLong(value) ? how.decode(value) : value),
  encode: (value) => value,
  long: true,
});

/** A number, if it is the nearest to an integer. */
export const NumberCodec: Codec = {
  decode: narrow,
  encode: (value) => value,
};

/** An integer of 64 bits: a bigint where a number cannot hold it. */
export const LongCodec: Codec = {
  long: true,
  decode: (value) => value,
  encode: (value) => value,
};

type Part = readonly [string | number, string | number, Codec | undefined];

/** Converts the values of an object or a list; digits that no codec takes are kept. */
function filled<T extends object>(
  from: object,
  parts: readonly Part[],
  direction: Direction,
  make: (pairs: [string | number, unknown][]) => T,
): T {
  const kept: [string | number, bigint][] = [];
  const made = make(
    parts.map(([key, name, how]) => {
      const item = (from as Readonly<Record<string, unknown>>)[key];
      const long = typeof item === "number" ? exact(from, key) : item;
      const given = direction === "decode" ? long : item;
      const value = how && item !== undefined ? how[direction](given) : item;
      if (typeof long === "bigint" && typeof value === "number")
        kept.push([name, long]);
      return [name, value];
    }),
  );
  for (const [name, digits] of kept) keepDigits(made, name, digits);
  return made;
}

// A type that JSON does not have, so that a codec made it.
const isMade = (value: unknown): boolean =>
  value instanceof Date || value instanceof Uint8Array;

/** Date and time. */
export const DateTimeCodec: Codec = {
  decode: (value) => date(narrow(value)),
  encode: (value) => (value instanceof Date ? value.toISOString() : value),
};

/** A date without a time: midnight of UTC. */
export const DateCodec: Codec = {
  decode: (value) => date(narrow(value)),
  encode: (value) =>
    value instanceof Date ? value.toISOString().slice(0, 10) : value,
};

// A time without a zone is read as UTC, as in every language, and not as local time.
function date(value: unknown): unknown {
  const made =
    typeof value === "string"
      ? new Date(value.replace(/[T ][\d:.]+$/, "$&Z"))
      : undefined;
  return made && !Number.isNaN(made.getTime()) ? made : value;
}

/** An integer as a bigint. */
export const BigIntCodec: Codec = {
  decode: (value) =>
    Number.isInteger(value) ? BigInt(value as number) : value,
  encode: (value) => value,
};

/** An integer as its digits. */
export const DigitsCodec: Codec = {
  decode: (value) =>
    Number.isInteger(value) || typeof value === "bigint"
      ? textOf(value)
      : value,
  encode: (value) =>
    typeof value === "string" && /^-?\d{1,400}$/.test(value)
      ? BigInt(value)
      : value,
};

const joined = (text: string): string => text.replace(/\r?\n/g, "");

/** Reads base64, with line breaks or without; other text stays text. */
function bytesOf(value: string, plain: string): unknown {
  if (plain.length % 4 || /\s/.test(plain)) return value; // `atob` accepts both
  try {
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  } catch {
    return value;
  }
}

/** Bytes, as base64 in JSON. */
export const Base64Codec: Codec = {
  decode: (value) =>
    typeof value === "string" ? bytesOf(value, joined(value)) : narrow(value),
  encode: (value) => (value instanceof Uint8Array ? base64(value) : value),
};

/** Bytes, as the base64 of URLs in JSON, without padding. */
export const Base64UrlCodec: Codec = {
  decode(value) {
    if (typeof value !== "string") return narrow(value);
    const plain = joined(value).replace(/-/g, "+").replace(/_/g, "/");
    return bytesOf(value, plain + "=".repeat(-plain.length & 3));
  },
  encode: (value) =>
    value instanceof Uint8Array
      ? base64(value).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")
      : value,
};

/** A codec that is declared later, or is recursive. */
export function lazy(find: () => Codec): Codec {
  return codec((value, direction) => find()[direction](value));
}

/** The codec of what holds values of another. */
const of = (item: Codec, convert: Parameters<typeof codec>[0]): Codec =>
  item.long ? longs(codec(convert)) : codec(convert);

const other = (value: unknown, direction: Direction): unknown =>
  direction === "decode" ? narrow(value) : value;

export function list(item: Codec): Codec {
  return of(item, (value, direction) => {
    if (!Array.isArray(value)) return other(value, direction);
    const parts = value.map((_, at): Part => [at, at, item]);
    return filled(value, parts, direction, (pairs) =>
      pairs.map(([, one]) => one),
    );
  });
}

export function map(item: Codec): Codec {
  return of(item, (value, direction) => {
    if (!isObject(value)) return other(value, direction);
    const parts = Object.keys(value).map((key): Part => [key, key, item]);
    return filled(value, parts, direction, Object.fromEntries);
  });
}

/** An object; `fields` by name on the wire, `rest` for the properties that are not among them. */
export function model(
  fields: Readonly<Record<string, FieldCodec>>,
  rest?: Codec,
): Codec {
  const wires = new Map(
    Object.entries(fields).map(([wire, field]) => [field.name ?? wire, wire]),
  );
  return codec((value, direction) => {
    if (!isObject(value)) return other(value, direction);
    const parts = Object.keys(value).map((key): Part => {
      const wire = direction === "decode" ? key : (wires.get(key) ?? key);
      const field = Object.hasOwn(fields, wire) ? fields[wire] : undefined;
      const name = direction === "decode" ? (field?.name ?? key) : wire;
      return [key, name, field ? field.codec : rest];
    });
    return filled(value, parts, direction, Object.fromEntries);
  });
}

/** A union; `tag` is the discriminator on the wire, `name` its name in the program. */
export function union(
  cases: readonly CaseCodec[],
  tag?: string,
  name: string | undefined = tag,
  rest?: Codec,
): Codec {
  return codec((value, direction) => {
    const key = direction === "decode" ? tag : name;
    const own =
      key !== undefined && isObject(value)
        ? cases.filter((one) => one.tags?.includes(textOf(value[key])))
        : [];
    if (own.length === 1) return (own[0]?.codec ?? asIs)[direction](value);
    const absent = isObject(value) && !(key && key in value);
    const left = own.length
      ? own
      : cases.filter((one) => !one.tags || (absent && one.rest));
    // The first matching member that can: text is not bytes, say, and bytes are not text.
    const fitting = left.filter((one) => fits(one, value, direction));
    if (!fitting.length && rest && !own.length) return rest[direction](value);
    if (!fitting.length) {
      // Of an unknown member only the tag is renamed.
      const to = direction === "decode" ? name : tag;
      if (key === to || absent || !isObject(value))
        return other(value, direction);
      return Object.fromEntries(
        Object.entries(value).map(([at, item]) => [at === key ? to : at, item]),
      );
    }
    for (const { codec: how = asIs } of fitting) {
      const made = how[direction](value);
      const plain = how === asIs && !isMade(value);
      if (made !== value || plain || typeof made === "bigint") return made;
    }
    return other(value, direction);
  });
}

function fits(one: Look, value: unknown, direction: Direction): boolean {
  const { form, values } = one;
  if (
    one.kinds?.length &&
    !kinds(value).some((kind) => one.kinds?.includes(kind))
  )
    return false;
  // A null item does not distinguish lists or maps.
  const held = (item: unknown): boolean =>
    item == null || !!one.items?.some((look) => fits(look, item, direction));
  if (Array.isArray(value)) return !one.items || value.every(held);
  if (!isObject(value)) {
    if (one.keys?.length || one.consts) return false;
    if (values && !isMade(value)) return values.includes(value);
    return !form || isMade(value) || form.decode(value) !== value;
  }
  if (one.items && !Object.values(value).every(held)) return false;
  const at = (wire: string): string =>
    (direction === "encode" && one.names?.[wire]) || wire;
  if (one.keys?.some((key) => !(at(key) in value))) return false;
  return Object.entries(one.consts ?? {}).every(([key, known]) => {
    const found = value[at(key)];
    if (found === undefined) return one.rest;
    return Array.isArray(known) ? known.includes(found) : found === known;
  });
}

function kinds(value: unknown): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (value instanceof Date || value instanceof Uint8Array) return ["string"];
  if (typeof value === "bigint") return ["integer", "number"];
  if (typeof value === "number")
    return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}
