// Forms that a server receives: urlencoded and multipart.

import { parseJson } from "./json.js";
import {
  follow,
  itemsIn,
  readParameter,
  readText,
  type Texts,
  type Written,
} from "./received.js";
import {
  check,
  escaped,
  type Schema,
  type Schemas,
  type Violation,
} from "./schemas.js";

/** A field of a form: text, or what a server has made of it; a part has a media type. */
export interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly type?: string | undefined;
}

/** How a property of a form is written. */
export interface PartCheck extends Pick<Written, "style" | "explode"> {
  readonly encode: string;
  readonly repeated?: boolean;
  /** The media types that the document names. */
  readonly types?: readonly string[];
}

/** Splits multipart/form-data (RFC 7578); undefined where it does not end as it must. */
export function partsOf(
  body: Uint8Array,
  contentType: string,
): Field[] | undefined {
  const [, quoted, plain] =
    /boundary\s*=\s*(?:"([^"]+)"|([^;,\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const pieces = `\r\n${binary(body)}`.split(`\r\n--${boundary}`);
  if (pieces.length < 2 || !pieces.at(-1)?.startsWith("--")) return undefined;
  const found: Field[] = [];
  for (const piece of pieces.slice(1, -1)) {
    const [head = ""] = piece.split("\r\n\r\n", 1);
    const lines = text(head);
    const [, quotedName, plainName] =
      /^content-disposition:.*?;\s*name\s*=\s*(?:"([^"]*)"|([^;\s]+))/im.exec(
        lines,
      ) ?? [];
    const name = quotedName ?? plainName;
    if (name === undefined) continue;
    found.push({
      name: name.replace(/%(22|0D|0A)/g, unescape),
      value: text(piece.slice(head.length + 4)),
      type: /^content-type:\s*(.*?)\s*$/im.exec(lines)?.[1],
    });
  }
  return found;
}

const unescape = (found: string): string => decodeURIComponent(found);

/** A character for each byte. */
function binary(bytes: Uint8Array): string {
  let found = "";
  for (let at = 0; at < bytes.length; at += 32_768)
    found += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return found;
}

const text = (found: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(found, (char) => char.charCodeAt(0)),
  );

/** Yields what is wrong with the fields of a form. */
export function* checkForm(
  declared: Schema,
  parts: Readonly<Record<string, PartCheck>>,
  fields: readonly Field[],
  schemas: Schemas,
): Generator<Violation> {
  const schema = follow(declared, schemas);
  const groups = new Map<string, Field[]>();
  for (const field of fields)
    groups.set(field.name, [...(groups.get(field.name) ?? []), field]);
  const texts: Texts = new Map(
    [...groups].map(([name, same]) => [
      name,
      same.map(({ value }) => String(value)),
    ]),
  );
  const names = new Set(Object.keys(parts));
  const value = new Map<string, unknown>();
  for (const [name, part] of Object.entries(parts)) {
    const below = schema.properties?.[name] ?? {};
    const found =
      part.encode === "style"
        ? readParameter(
            { ...part, name, in: "query", schema: below },
            texts,
            names,
            schemas,
          )
        : yield* readPart(part, groups.get(name) ?? [], below, schemas);
    if (found !== undefined) value.set(name, found);
  }
  const { additionalProperties: rest } = schema;
  for (const [name, same] of groups) {
    if (value.has(name) || belongs(name, parts)) continue;
    const last = same.at(-1)?.value;
    const kind = typeof rest === "object" ? rest : {};
    const plain = typeof last === "string";
    value.set(name, plain ? readText(last, kind, schemas) : last);
  }
  yield* check(Object.fromEntries(value), declared, schemas);
}

/** Whether a name belongs to a property of another: `filter[a]`, or one that an object spreads. */
function belongs(
  name: string,
  parts: Readonly<Record<string, PartCheck>>,
): boolean {
  return Object.entries(parts).some(
    ([own, { encode, style, explode }]) =>
      encode === "style" &&
      (explode || (style === "deep-object" && name.startsWith(`${own}[`))),
  );
}

/** Reads the parts of one property; yields what is wrong with them alone. */
function* readPart(
  part: PartCheck,
  fields: readonly Field[],
  schema: Schema,
  schemas: Schemas,
): Generator<Violation, unknown> {
  if (!fields.length) return undefined;
  const { repeated = false, types, encode } = part;
  const below = repeated ? itemsIn(follow(schema, schemas)) : schema;
  const values: unknown[] = [];
  for (const [index, { name, value, type }] of fields.entries()) {
    const pointer = `/${escaped(name)}${repeated ? `/${index}` : ""}`;
    const wrong = (rule: string, message: string): Violation => ({
      place: "body",
      pointer,
      rule,
      message,
    });
    if (types && type !== undefined && !types.some((one) => covers(one, type)))
      yield wrong("contentMediaType", `must be ${types.join(" or ")}`);
    try {
      const plain = encode !== "bytes" && typeof value === "string";
      const read = !plain
        ? value
        : encode === "json"
          ? parseJson(value)
          : readText(value, below, schemas);
      values.push(read);
    } catch {
      yield wrong("content", "is no JSON");
      return undefined;
    }
  }
  return repeated ? values : values.at(-1);
}

/** A media type as it is compared. */
export const plainType = (type: string): string =>
  (type.split(";", 1)[0] ?? "").trim().toLowerCase();

/** Whether a media type is the declared one, or of its range. */
export function covers(declared: string, sent: string): boolean {
  const [known, given] = [plainType(declared), plainType(sent)];
  return (
    known === given ||
    known === "*/*" ||
    (known.endsWith("/*") && given.startsWith(known.slice(0, -1)))
  );
}
