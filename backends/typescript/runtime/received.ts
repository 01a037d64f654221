// What a server receives as text: parameters of every style and fields of forms. The schema gives the type of a text;
// text that cannot be read as the declared type stays text, and fails its check.

import { parseJson } from "./json.js";
import { fits } from "./checked.js";
import type { Schema, Schemas } from "./schemas.js";

/** The texts of one place of a request, such as its query, by name. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/** How a parameter, or a property of a form, is written. */
export interface Written {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style?: string;
  readonly explode?: boolean;
  /** The media type of one that is described by `content`. */
  readonly media?: string;
  readonly schema?: Schema;
}

/** Finds the schema for reading texts: the one that a schema refers to. */
export function follow(schema: Schema, schemas: Schemas): Schema {
  let found = schema.read ?? schema;
  for (let hops = 0; found.$ref !== undefined && hops < 100; hops++) {
    const next: Schema = schemas[found.$ref] ?? {};
    found = next.read ?? next;
  }
  return found;
}

/** The schema of items, where there is one. */
export const itemsIn = ({ items }: Schema): Schema =>
  typeof items === "object" ? items : {};

export function isJson(mediaType: string): boolean {
  return /^\s*((application|text)\/json|.+\+json)\s*(;|$)/i.test(mediaType);
}

/**
 * Reads a parameter; undefined if it is absent. `declared` are the names of the place. Throws a SyntaxError if it is
 * described as JSON and is not JSON.
 */
export function readParameter(
  it: Written,
  texts: Texts,
  declared: ReadonlySet<string>,
  schemas: Schemas,
): unknown {
  if (it.media !== undefined) {
    const text = texts.get(it.name)?.at(-1);
    return text !== undefined && isJson(it.media) ? parseJson(text) : text;
  }
  const schema = follow(it.schema ?? {}, schemas);
  const members = schema.anyOf ?? schema.oneOf;
  if (!members) return readKind({ ...it, schema }, texts, declared, schemas);
  let first: unknown;
  for (const member of members) {
    const one = { ...it, schema: member };
    const read = readParameter(one, texts, declared, schemas);
    if (read !== undefined && fits(read, member, schemas)) return read;
    first ??= read;
  }
  return first;
}

function readKind(
  it: Written,
  all: Texts,
  declared: ReadonlySet<string>,
  schemas: Schemas,
): unknown {
  const { name, style, schema = {} } = it;
  const kinds = kindsOf(schema);
  if (style === "deep-object") return readDeep(name, schema, all, schemas);
  if (kinds.has("object")) return readObject(it, all, declared, schemas);
  const texts = all.get(name);
  const last = texts?.at(-1);
  if (!texts || last === undefined) return undefined;
  if (!kinds.has("array")) return readText(bare(it, last), schema, schemas);
  const items = itemsIn(schema);
  return itemsOf(it, texts).map((text) => readText(text, items, schemas));
}

/** Removes the prefix that the style puts before a value. */
function bare({ name, style }: Written, text: string): string {
  if (style === "label") return text.replace(/^\./, "");
  if (style !== "matrix" || !text.startsWith(`;${name}`)) return text;
  return text.slice(name.length + 1).replace(/^=/, "");
}

const inPairs = ({ explode, in: place }: Written): boolean =>
  !!explode && (place === "query" || place === "cookie");

const delimiter = ({ style }: Written): string =>
  style === "space-delimited" ? " " : style === "pipe-delimited" ? "|" : ",";

function itemsOf(it: Written, texts: readonly string[]): readonly string[] {
  const { style, explode } = it;
  const last = texts.at(-1) ?? "";
  if (style === "label") return bare(it, last).split(explode ? "." : ",");
  if (style === "matrix" && explode) {
    const pairs = last.replace(/^;/, "").split(";");
    return pairs.map((pair) => pair.replace(/^[^=]*=?/, ""));
  }
  if (inPairs(it)) return texts;
  const items = texts.flatMap((text) => bare(it, text).split(delimiter(it)));
  if (it.in !== "header") return items;
  return items.map((item) => item.trim()).filter(Boolean); // never empty (RFC 9110, 5.6.1)
}

function readObject(
  it: Written,
  all: Texts,
  declared: ReadonlySet<string>,
  schemas: Schemas,
): unknown {
  const { schema = {} } = it;
  const read = (name: string, texts: readonly string[]): unknown =>
    readTexts(texts, below(schema, name), schemas);
  if (inPairs(it)) {
    const { properties = {}, additionalProperties: rest } = schema;
    const own = [...all].filter(
      ([name]) =>
        Object.hasOwn(properties, name) || (!!rest && !declared.has(name)),
    );
    const pairs = own.map(([name, texts]) => [name, read(name, texts)]);
    return pairs.length ? Object.fromEntries(pairs) : undefined;
  }
  const text = all.get(it.name)?.at(-1);
  if (text === undefined) return undefined;
  if (it.in === "header" && !text.trim()) return {};
  const pairs = pairsOf(it, text);
  if (!pairs) return text;
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, read(name, [value])]),
  );
}

/** Splits `k,v` or `k=v`; undefined if the text is neither. */
function pairsOf(it: Written, text: string): [string, string][] | undefined {
  if (it.explode) {
    const between =
      it.style === "label" ? "." : it.style === "matrix" ? ";" : ",";
    const items = (text.startsWith(between) ? text.slice(1) : text).split(
      between === "." ? /\.(?=[^.=]*=)/ : between, // a value may have dots
    );
    // `;name` is an empty text.
    if (between !== ";" && !items.every((item) => item.includes("=")))
      return undefined;
    return items.map((item) => {
      const [name = ""] = item.split("=", 1);
      return [name.trim(), item.slice(name.length + 1)];
    });
  }
  const parts = bare(it, text).split(delimiter(it));
  if (parts.length % 2) return undefined;
  const names = parts.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name.trim(), parts[2 * index + 1] ?? ""]);
}

type Tree = Map<string, Tree | readonly string[]>;

/** Reads `name[a][b]=value`. */
function readDeep(
  name: string,
  schema: Schema,
  all: Texts,
  schemas: Schemas,
): unknown {
  const tree: Tree = new Map();
  for (const [key, texts] of all) {
    if (!key.startsWith(`${name}[`)) continue;
    const path = key.slice(name.length);
    if (!/^(\[[^[\]]*\])+$/.test(path)) continue;
    const tokens = path.slice(1, -1).split("][");
    const last = tokens.pop() ?? "";
    let at = tree;
    for (const token of tokens) {
      const next = at.get(token);
      const inner = next instanceof Map ? next : (new Map() as Tree);
      at.set(token, inner);
      at = inner;
    }
    at.set(last, texts);
  }
  return tree.size ? readTree(tree, schema, schemas) : undefined;
}

function readTree(
  value: Tree | readonly string[],
  declared: Schema,
  schemas: Schemas,
): unknown {
  const schema = follow(declared, schemas);
  for (const member of schema.anyOf ?? schema.oneOf ?? []) {
    const read = readTree(value, member, schemas);
    if (fits(read, member, schemas)) return read;
  }
  if (!(value instanceof Map)) return readTexts(value, schema, schemas);
  const keys = [...value.keys()];
  const numbered = keys.every((key) => /^\d*$/.test(key));
  if (numbered && kindsOf(schema).has("array")) {
    const items = itemsIn(schema);
    return [...value]
      .sort(([left], [right]) => Number(left) - Number(right))
      .flatMap(([key, item]) =>
        key === "" && !(item instanceof Map)
          ? item.map((text) => [text])
          : [item],
      )
      .map((item) => readTree(item, items, schemas));
  }
  return Object.fromEntries(
    [...value].map(([key, item]) => [
      key,
      readTree(item, below(schema, key), schemas),
    ]),
  );
}

function below(
  { properties, additionalProperties }: Schema,
  name: string,
): Schema {
  const own =
    properties && Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
  const found = own ?? additionalProperties;
  return typeof found === "object" ? found : {};
}

/** Reads several texts if an array is declared, else the last; a single text may be JSON. */
export function readTexts(
  texts: readonly string[],
  declared: Schema,
  schemas: Schemas,
): unknown {
  const schema = follow(declared, schemas);
  const last = texts.at(-1) ?? "";
  const alone = texts.length === 1 && last.startsWith("[");
  if (!kindsOf(schema).has("array") || alone)
    return readText(last, schema, schemas);
  return texts.map((text) => readText(text, itemsIn(schema), schemas));
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads a text as its declared type; containers within a text are JSON. */
export function readText(
  text: string,
  declared: Schema,
  schemas: Schemas,
): unknown {
  const schema = follow(declared, schemas);
  for (const member of schema.anyOf ?? schema.oneOf ?? []) {
    const read = readText(text, member, schemas);
    if (fits(read, member, schemas)) return read;
  }
  const kinds = kindsOf(schema);
  if (kinds.has("boolean") && /^(true|false)$/.test(text))
    return text === "true";
  if ((kinds.has("integer") || kinds.has("number")) && NUMBER.test(text))
    return parseJson(text.replace(/^(-?)0+(?=\d)/, "$1"));
  if (kinds.has("null") && !text) return null;
  if (!kinds.has("array") && !kinds.has("object")) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function kindsOf({
  type,
  const: one,
  enum: several = [],
}: Schema): Set<string> {
  if (type) return new Set(type);
  const values = one === undefined ? several : [one];
  return new Set(values.map(kindOf));
}

function kindOf(value: unknown): string {
  return value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : typeof value;
}
