// Checks of calls before they are sent, for clients that are given `checkCall`.

import type { Body } from "./bodies.js";
import type { CallCheck } from "./core.js";
import { parseJson, writeJson } from "./json.js";
import { InCookie, InHeader, InPath, InQuery } from "./parameters.js";
import { check } from "./checked.js";
import { escaped } from "./schemas.js";
import type { Schemas, Violation } from "./schemas.js";
import type { BodyCheck, Checked } from "./validate.js";

const PLACES = {
  path: InPath,
  query: InQuery,
  header: InHeader,
  cookie: InCookie,
};

/** All violations in the arguments of a call; the content of files is not checked. */
export function wrongCall(
  operations: Readonly<Record<string, Checked>>,
  schemas: Schemas,
  ...[{ options }, { operation, args, whole: value }]: Parameters<CallCheck>
): Violation[] {
  const { id, params = [], body } = operation;
  const declared = Object.hasOwn(operations, id) ? operations[id] : undefined;
  const values = args as Readonly<Record<string, unknown>>;
  const found: Violation[] = [];
  for (const parameter of params) {
    const { name, arg = name, codec, nullable, fixed } = parameter;
    const value = parameter.given
      ? parameter.given(parameter, values, options as typeof values)
      : values[arg];
    const known = declared?.params?.find(
      (one) => one.name === name && PLACES[one.in] === parameter.in,
    );
    const sent = value !== undefined && (value !== null || nullable);
    if (!known || !sent || fixed !== undefined) continue;
    const json = plain(codec ? codec.encode(value) : value);
    const at = `/${escaped(name)}`;
    for (const wrong of check(json, known.schema ?? {}, schemas, at))
      found.push({ ...wrong, place: known.in });
  }
  if (!body || value === undefined || (value === null && !body.nullable))
    return found;
  const kind = declared?.body?.[body.type];
  const json = body.codec ? body.codec.encode(value) : value;
  return kind ? [...found, ...wrongBody(body, kind, json, schemas)] : found;
}

/** A value as it is sent, parsed again: dates are text then, and undefined is gone. */
const plain = (value: unknown): unknown => parseJson(writeJson(value));

function wrongBody(
  body: Body,
  { kind, schema = {} }: BodyCheck,
  value: unknown,
  schemas: Schemas,
): Violation[] {
  if (kind === "json" || (kind === "text" && typeof value === "string"))
    return check(plain(value), schema, schemas);
  if (!/^(form|multipart)$/.test(kind)) return [];
  const fields: Record<string, unknown> = {};
  const files = new Set<string>();
  for (const [name, item] of Object.entries(Object(value) as object)) {
    if (item === undefined || item === null) continue;
    const file = body.parts?.[name]?.as === "bytes";
    if (file) files.add(escaped(name));
    fields[name] = file ? "" : plain(item);
  }
  return check(fields, schema, schemas).filter(
    ({ pointer }) => !files.has(pointer.split("/")[1] ?? ""),
  );
}
