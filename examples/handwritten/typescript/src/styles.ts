// OpenAPI's serialization styles: values to text (D8).

import { InvalidArgumentError } from "./errors.js";

export type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";

/** A parameter: `name` is the argument's, `wire` the one that is sent. */
export interface Parameter {
  readonly name: string;
  readonly wire: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style?: Style;
  readonly explode?: boolean;
  readonly required?: boolean;
}

type Pair = [name: string, value: string];

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
const encodeReserved = (text: string): string => encodeURI(text).replace(/[[\]#&+]/g, encode);

const text = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
const entries = (value: object): Pair[] =>
  Object.entries(value).flatMap(([key, item]) => (item === undefined || item === null ? [] : [[key, text(item)] as Pair]));

function members(value: unknown, between: string, joint: string, code: (text: string) => string): string {
  if (Array.isArray(value)) return value.map((item) => code(text(item))).join(between);
  if (typeof value === "object" && value)
    return entries(value)
      .map(([key, item]) => code(key) + joint + code(item))
      .join(between);
  return code(text(value));
}

/** Name and value pairs of a query, a form or cookies, encoded. */
export function pairs(
  wire: string,
  value: unknown,
  style: Style = "form",
  explode = style === "form",
  reserved = false,
): string[] {
  const code = reserved ? encodeReserved : encode;
  if (style === "json") return [`${encode(wire)}=${encode(JSON.stringify(value))}`];
  if (style === "deepObject" && typeof value === "object" && value)
    return entries(value).map(([key, item]) => `${encode(`${wire}[${key}]`)}=${code(item)}`);
  if (explode && Array.isArray(value)) return value.map((item) => `${encode(wire)}=${code(text(item))}`);
  if (explode && typeof value === "object" && value)
    return entries(value).map(([key, item]) => `${encode(key)}=${code(item)}`);
  const between = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style as string] ?? ",";
  const joined = members(value, between, between, code);
  return Array.isArray(value) && !value.length ? [] : [`${encode(wire)}=${joined}`];
}

export function writeParameter(parameter: Parameter, value: unknown): string {
  const { wire, explode = false } = parameter;
  if (parameter.in === "query") return pairs(wire, value, parameter.style, parameter.explode).join("&");
  if (parameter.in === "cookie") return pairs(wire, value, "form", explode).join("; ");
  if (parameter.in === "header") return members(value, ",", explode ? "=" : ",", String);
  return segment(parameter, value, explode);
}

function segment({ name, wire, style }: Parameter, value: unknown, explode: boolean): string {
  if (style === "label") return "." + members(value, explode ? "." : ",", explode ? "=" : ",", encode);
  if (style === "matrix") {
    if (explode && Array.isArray(value)) return value.map((item) => `;${encode(wire)}=${encode(text(item))}`).join("");
    if (explode && typeof value === "object") return ";" + members(value, ";", "=", encode);
    return `;${encode(wire)}=${members(value, ",", ",", encode)}`;
  }
  const written = members(value, ",", explode ? "=" : ",", encode);
  if (written === "" || written === "." || written === "..")
    throw new InvalidArgumentError(`${name} is '${written}': the path would lead elsewhere`);
  return written;
}
