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
import { check } from "./checked.js";
import { escaped } from "./schemas.js";
import type { Schema, Schemas, Violation } from "./schemas.js";

/** A field of a form: text, or a value that a server read from it; a part has a media type. */
export interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly type?: string | undefined;
  /** Headers of a part, in lower case; absent if a server has read it. */
  readonly headers?: Texts;
}

/** How a property of a form is written. */
export interface PartCheck extends Pick<Written, "style" | "explode"> {
  readonly encode: string;
  readonly repeated?: boolean;
  /** The media types that the document names. */
  readonly types?: readonly string[];
  /** The media type of parts that are JSON if others are files or text. */
  readonly objects?: string;
  readonly headers?: readonly (Written & { readonly required?: boolean })[];
}

/** The properties of a form; `order` where parts may have no names. */
export interface FormCheck {
  readonly parts?: Readonly<Record<string, PartCheck>>;
  readonly order?: readonly string[];
}

/** Splits multipart (RFC 2046); undefined if its end is missing. */
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
    const name = quotedName ?? plainName ?? "";
    const headers: Texts = new Map(
      lines.split("\r\n").map((line) => {
        const [key = ""] = line.split(":", 1);
        return [key.trim().toLowerCase(), [line.slice(key.length + 1).trim()]];
      }),
    );
    found.push({
      name: name.replace(/%(22|0D|0A)/g, unescape),
      value: text(piece.slice(head.length + 4)),
      type: headers.get("content-type")?.[0],
      headers,
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

/** Names parts that have no names, as in multipart/mixed: by their order and media types. */
function* named(
  { order = [], parts = {} }: FormCheck,
  fields: readonly Field[],
): Generator<Violation, Field[]> {
  const found: Field[] = [];
  let at = 0;
  for (const [index, field] of fields.entries()) {
    const { type = "text/plain" } = field;
    const takes = (name: string): boolean =>
      parts[name]?.types?.some((one) => covers(one, type)) ?? true;
    const place = order.findIndex((name, i) => i >= at && takes(name));
    const name = order[place];
    if (name === undefined) {
      const message = `part ${index + 1} of ${plainType(type)} is not declared`;
      yield { place: "body", pointer: "", rule: "contentMediaType", message };
      continue;
    }
    at = place + (parts[name]?.repeated ? 0 : 1);
    found.push({ ...field, name });
  }
  return found;
}

/** Yields the violations of a form's fields. */
export function* checkForm(
  declared: Schema,
  form: FormCheck,
  sent: readonly Field[],
  schemas: Schemas,
): Generator<Violation> {
  const { parts = {}, order } = form;
  const schema = follow(declared, schemas);
  const groups = new Map<string, Field[]>();
  const nameless = order && !sent.some(({ name }) => name);
  const fields = nameless ? yield* named(form, sent) : sent;
  for (const field of fields)
    if (field.name)
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

/** Whether a field belongs to a property of another name: `filter[a]`, or one of a spread object. */
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

/** Reads the parts of one property; yields their own violations. */
function* readPart(
  part: PartCheck,
  fields: readonly Field[],
  schema: Schema,
  schemas: Schemas,
): Generator<Violation, unknown> {
  if (!fields.length) return undefined;
  const { repeated = false, types, encode, objects } = part;
  const seen = follow(schema, schemas);
  const members = seen.anyOf ?? seen.oneOf ?? [];
  const array = members
    .map((member) => follow(member, schemas))
    .find(({ items }) => typeof items === "object");
  const below = repeated ? itemsIn(array ?? seen) : schema;
  const values: unknown[] = [];
  for (const [index, field] of fields.entries()) {
    const { name, value, type } = field;
    const pointer = `/${escaped(name)}${repeated ? `/${index}` : ""}`;
    const wrong = (rule: string, message: string): Violation => ({
      place: "body",
      pointer,
      rule,
      message,
    });
    if (types && type !== undefined && !types.some((one) => covers(one, type)))
      yield wrong(
        "contentMediaType",
        `must be ${types.join(" or ")}, not ${plainType(type)}`,
      );
    for (const message of headersOf(part, field, schemas))
      yield wrong("headers", message);
    try {
      const isObject =
        objects !== undefined && plainType(type ?? "") === plainType(objects);
      const way = isObject ? "json" : encode;
      const plain = way !== "bytes" && typeof value === "string";
      const readAs = (as: Schema): unknown =>
        !plain
          ? value
          : way === "json"
            ? parseJson(value)
            : readText(value, as, schemas);
      values.push(readAs(below));
      if (repeated && members.length && fields.length === 1) {
        const alone = readAs(schema);
        if (!check(alone, schema, schemas).length) return alone;
      }
    } catch {
      yield wrong("content", "is not JSON");
      return undefined;
    }
  }
  return repeated ? values : values.at(-1);
}

/** The violations of a part's headers. */
function* headersOf(
  { headers = [] }: PartCheck,
  { headers: sent }: Field,
  schemas: Schemas,
): Generator<string> {
  if (!sent) return;
  for (const { required, ...header } of headers) {
    const { name, schema = {} } = header;
    const read = { ...header, name: name.toLowerCase() };
    let value: unknown;
    try {
      value = readParameter(read, sent, new Set(), schemas);
    } catch {
      yield `its header ${name} is not JSON`;
      continue;
    }
    if (value !== undefined) {
      for (const { message } of check(value, schema, schemas))
        yield `its header ${name} ${message}`;
    } else if (required) yield `its header ${name} is required`;
  }
}

/** A media type in the form for comparison. */
export const plainType = (type: string): string =>
  (type.split(";", 1)[0] ?? "").trim().toLowerCase();

/** Whether a media type is the declared one, or in its range. */
export function covers(declared: string, sent: string): boolean {
  const [known, given] = [plainType(declared), plainType(sent)];
  return (
    known === given ||
    known === "*/*" ||
    (known.endsWith("/*") && given.startsWith(known.slice(0, -1)))
  );
}
