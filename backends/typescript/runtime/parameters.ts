// Parameters: where an argument goes and how it is written there.

import type { Codec } from "./codecs.js";
import { InvalidArgumentError } from "./errors.js";
import { writeJson } from "./json.js";
import {
  escape,
  escapeReserved,
  keep,
  label,
  matrix,
  pairs,
  simple,
  type Style,
} from "./styles.js";

export interface Parameter {
  /** Its name on the wire. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The argument's name, where it is another. */
  readonly arg?: string;
  readonly required?: boolean;
  /** null is a value to send; otherwise it means that there is none. */
  readonly nullable?: boolean;
  readonly style?: Style;
  /** By default true for queries and false elsewhere. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** The parameter is described by a media type: its value is JSON text. */
  readonly json?: boolean;
  readonly codec?: Codec;
  /** What is sent always. */
  readonly fixed?: unknown;
  /** The client has the value, not the caller. */
  readonly shared?: boolean;
}

/** The parts of a request that parameters fill. */
export interface Target {
  path: string;
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: Headers;
}

/** Put an argument's value into a request. */
export function writeParameter(
  parameter: Parameter,
  given: unknown,
  target: Target,
): void {
  const { name, style, codec, explode = parameter.in === "query" } = parameter;
  const argument = parameter.arg ?? name;
  const plain = codec ? codec.encode(given) : given;
  const value = parameter.json ? writeJson(plain) : plain;
  if (parameter.in === "query" || parameter.in === "cookie") {
    const into = parameter.in === "query" ? target.query : target.cookies;
    const encode = parameter.allowReserved ? escapeReserved : escape;
    for (const [key, text] of pairs(name, value, style, explode, encode))
      into.push(`${key}=${text}`);
  } else if (parameter.in === "header") {
    target.headers.set(
      name,
      headerText(simple(value, explode, keep), argument),
    );
  } else {
    const text =
      style === "label"
        ? label(value, explode)
        : style === "matrix"
          ? matrix(name, value, explode)
          : simple(value, explode, escape);
    if (!text && style !== "label" && style !== "matrix") {
      throw new InvalidArgumentError(
        `the argument ${argument} is empty: it is part of the path`,
      );
    }
    target.path = target.path.replaceAll(`{${name}}`, () => text);
  }
}

/** Checks that text can stand in a header; text beyond Latin-1 goes as UTF-8. */
export function headerText(text: string, name: string): string {
  if (/[\r\n\0]/.test(text)) {
    throw new InvalidArgumentError(
      `${name} holds a line break: a header cannot`,
    );
  }
  if (/^[\0-\xff]*$/.test(text)) return text;
  return String.fromCharCode(...new TextEncoder().encode(text));
}
