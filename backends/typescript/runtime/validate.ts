// Checks of requests in a server or a gateway. Before it sends, a client only checks that nothing required is missing;
// this module checks values against schemas and reports all violations.

import { SDKError } from "./errors.js";
import {
  checkForm,
  covers,
  partsOf,
  plainType,
  type Field,
  type FormCheck,
} from "./forms.js";
import { parseJson } from "./json.js";
import {
  readParameter,
  readText,
  type Texts,
  type Written,
} from "./received.js";
import { check } from "./checked.js";
import { escaped } from "./schemas.js";
import type { Schema, Schemas, Violation } from "./schemas.js";

/** Parameters as received: one or several texts by name. */
export type Values = Readonly<
  Record<string, string | readonly string[] | undefined>
>;

/** A request as a server receives it. */
export interface CheckedRequest {
  /** The path parameters, decoded; with the prefixes of styles label and matrix. */
  readonly path?: Values;
  /** The query as in the URL, or decoded by name. */
  readonly query?: string | URLSearchParams | Values;
  readonly headers?: Headers | Values;
  /** The cookies; by default those of the header `Cookie`. */
  readonly cookies?: Values;
  /** Bytes or text, or as the server read them: decoded JSON, the fields of a form. */
  readonly body?: unknown;
  /** The content type; by default the header of that name. */
  readonly contentType?: string;
}

/** The declaration of a parameter. */
export interface ParameterCheck extends Written {
  readonly required?: boolean;
}

/** The declaration of a body of one media type. */
export interface BodyCheck extends FormCheck {
  readonly kind: string;
  readonly schema?: Schema;
}

/** The declaration of an operation's requests; `body` by media type. */
export interface Checked {
  readonly params?: readonly ParameterCheck[];
  readonly body?: Readonly<Record<string, BodyCheck>>;
  readonly required?: boolean;
}

/** A request that violates the API; `violations` lists all violations. */
export class InvalidRequest extends SDKError {
  constructor(readonly violations: readonly Violation[]) {
    super(
      violations
        .map((one) => `${one.place}${one.pointer}: ${one.message}`)
        .join("; "),
    );
  }

  /**
   * The status to answer with: 415 for an undeclared media type, 400 if parameters are invalid or the body is missing
   * or unreadable, 422 if its content is invalid.
   */
  get status(): 400 | 415 | 422 {
    const whole = this.violations.filter(
      ({ place, pointer }) => place === "body" && !pointer,
    );
    const has = (rule: string): boolean =>
      whole.some((one) => one.rule === rule);
    if (has("contentMediaType")) return 415;
    const unread = has("content") || has("required");
    const others = this.violations.some(({ place }) => place !== "body");
    return unread || others ? 400 : 422;
  }
}

/** All violations of a request. */
export function violations(
  declared: Checked,
  request: CheckedRequest,
  schemas: Schemas,
): Violation[] {
  const { params = [], body } = declared;
  const header = textsOf(request.headers, (name) => name.toLowerCase());
  const places = {
    path: textsOf(request.path),
    query: textsOf(request.query),
    header,
    cookie: textsOf(request.cookies ?? cookies(header)),
  };
  const names = new Set(params.map(({ name }) => name));
  const found = params.flatMap((one) => [
    ...checkParameter(one, places[one.in], names, schemas),
  ]);
  const type =
    (request.contentType ?? header.get("content-type")?.at(-1)) || undefined;
  if (body) found.push(...checkBody(declared, body, request, type, schemas));
  return found;
}

function textsOf(
  given: string | URLSearchParams | Headers | Values = {},
  named = (name: string): string => name,
): Texts {
  const found = new Map<string, string[]>();
  const pairs =
    typeof given === "string"
      ? new URLSearchParams(given)
      : given instanceof URLSearchParams || given instanceof Headers
        ? given
        : Object.entries(given);
  for (const [name, value] of pairs as Iterable<[string, Values[string]]>) {
    const known = found.get(named(name)) ?? [];
    const texts = typeof value === "string" ? [value] : (value ?? []);
    if (texts.length) found.set(named(name), [...known, ...texts]);
  }
  return found;
}

function cookies(headers: Texts): Values {
  const found = new Map<string, string[]>();
  for (const text of headers.get("cookie") ?? []) {
    for (const pair of text.split(/;\s*/)) {
      const [name = ""] = pair.split("=", 1);
      const value = decoded(pair.slice(name.length + 1));
      found.set(name, [...(found.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function* checkParameter(
  parameter: ParameterCheck,
  texts: Texts,
  names: ReadonlySet<string>,
  schemas: Schemas,
): Generator<Violation> {
  const { name, in: place, required, schema = {} } = parameter;
  const pointer = `/${escaped(name)}`;
  const read =
    place === "header" ? { ...parameter, name: name.toLowerCase() } : parameter;
  let value: unknown;
  try {
    value = readParameter(read, texts, names, schemas);
  } catch {
    yield { place, pointer, rule: "content", message: "is not JSON" };
    return;
  }
  if (value === undefined) {
    if (required)
      yield { place, pointer, rule: "required", message: "is required" };
    return;
  }
  for (const wrong of check(value, schema, schemas, pointer))
    yield { ...wrong, place };
}

function* checkBody(
  declared: Checked,
  kinds: Readonly<Record<string, BodyCheck>>,
  { body }: CheckedRequest,
  type: string | undefined,
  schemas: Schemas,
): Generator<Violation> {
  const wrong = (rule: string, message: string): Violation => ({
    place: "body",
    pointer: "",
    rule,
    message,
  });
  const told = type ?? Object.keys(kinds)[0] ?? "";
  const kind = kindOf(kinds, told);
  const empty = body === "" || (body instanceof Uint8Array && !body.length);
  const emptyForm = type !== undefined && kind?.kind === "form";
  if (body === undefined || (empty && !emptyForm)) {
    if (declared.required)
      yield wrong("required", "the request body is required");
    return;
  }
  if (!kind) {
    const message = `the media type ${plainType(told)} is not declared`;
    yield wrong("contentMediaType", message);
    return;
  }
  const { schema = {} } = kind;
  const bytes =
    typeof body === "string" ? new TextEncoder().encode(body) : body;
  const text =
    bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
  if (kind.kind === "json") {
    try {
      const value = text === undefined ? body : parseJson(text);
      yield* check(value, schema, schemas);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield wrong("content", "the body is not JSON");
    }
  } else if (kind.kind === "text") {
    const value = text === undefined ? body : readText(text, schema, schemas);
    yield* check(value, schema, schemas);
  } else if (kind.kind === "form" || covers("multipart/*", told)) {
    const fields =
      text === undefined
        ? given(body as object)
        : kind.kind === "form"
          ? [...new URLSearchParams(text)].map(([name, value]) => ({
              name,
              value,
            }))
          : partsOf(bytes as Uint8Array, told);
    if (fields) yield* checkForm(schema, kind, fields, schemas);
    else yield wrong("content", "the body is not multipart with its boundary");
  }
}

/** The fields that a server has read: FormData, or an object whose lists hold several of one name. */
function given(body: object): Field[] {
  const pairs = body instanceof FormData ? [...body] : Object.entries(body);
  return pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown) => ({
      name,
      value: one,
      type: one instanceof Blob ? one.type || undefined : undefined,
    })),
  );
}

/** The declaration for a media type: its own, else that of the narrowest range. */
function kindOf(
  kinds: Readonly<Record<string, BodyCheck>>,
  sent: string,
): BodyCheck | undefined {
  const known = Object.keys(kinds);
  const same = known.find((one) => plainType(one) === plainType(sent));
  const ranges = known.filter((one) => covers(one, sent));
  const [widest] = ranges.sort((left, right) => right.length - left.length);
  return kinds[same ?? widest ?? ""];
}
