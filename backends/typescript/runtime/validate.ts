// Checks of requests on the side of a server or a gateway. A client checks before it sends only that nothing required
// is missing; whether values keep to their schema is said here, all violations at once.

import { SDKError } from "./errors.js";
import { parseJson } from "./json.js";
import { check, type Schema, type Schemas, type Violation } from "./schemas.js";

/** Parameters as they came: by name, a text or several. */
export type Values = Readonly<
  Record<string, string | readonly string[] | undefined>
>;

/** A request as a server has it. */
export interface CheckedRequest {
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Headers | Values;
  readonly cookies?: Values;
  /** Text, bytes, or decoded JSON. */
  readonly body?: unknown;
  /** By default the header of that name. */
  readonly contentType?: string;
}

/** What is declared of a parameter; `split` separates the items of a list in one value. */
export interface ParameterCheck {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly split?: string;
}

/** What is declared of an operation's requests; `body`: a schema by media type, null where its form is not checked. */
export interface Checked {
  readonly params?: readonly ParameterCheck[];
  readonly body?: Readonly<Record<string, Schema | null>>;
  readonly required?: boolean;
}

/** A request that is not as the API declares it; `violations` says all that is wrong. */
export class InvalidRequest extends SDKError {
  constructor(readonly violations: readonly Violation[]) {
    super(
      violations
        .map((one) => `${one.place}${one.pointer}: ${one.message}`)
        .join("; "),
    );
  }
}

/** All that is wrong with a request. */
export function violations(
  declared: Checked,
  request: CheckedRequest,
  schemas: Schemas,
): Violation[] {
  const headers = folded(request.headers);
  const places = {
    path: request.path ?? {},
    query: request.query ?? {},
    header: headers,
    cookie: request.cookies ?? {},
  };
  const found: Violation[] = [];
  for (const parameter of declared.params ?? []) {
    found.push(...checkParameter(parameter, places[parameter.in], schemas));
  }
  if (declared.body)
    found.push(
      ...checkBody(declared, request, headers["content-type"], schemas),
    );
  return found;
}

function folded(headers: Headers | Values = {}): Values {
  const pairs =
    headers instanceof Headers
      ? [...headers.entries()]
      : Object.entries(headers);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function* checkParameter(
  parameter: ParameterCheck,
  values: Values,
  schemas: Schemas,
): Generator<Violation> {
  const { in: place, required, schema, split } = parameter;
  const name =
    place === "header" ? parameter.name.toLowerCase() : parameter.name;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  const pointer = `/${name}`;
  if (value === undefined || (typeof value !== "string" && !value.length)) {
    if (required)
      yield { place, pointer, rule: "required", message: "is required" };
    return;
  }
  if (!schema) return;
  const texts = typeof value === "string" ? [value] : value;
  const read = schema.type?.includes("array")
    ? texts
        .flatMap((text) => (split ? text.split(split) : [text]))
        .map((text) => scalar(text, schema.items?.type))
    : scalar(texts.at(-1) ?? "", schema.type);
  for (const wrong of check(read, schema, schemas, pointer))
    yield { ...wrong, place };
}

function scalar(text: string, kinds: readonly string[] = []): unknown {
  if (kinds.includes("boolean") && /^(true|false)$/.test(text))
    return text === "true";
  const number =
    kinds.includes("number") || kinds.includes("integer")
      ? Number(text || NaN)
      : NaN;
  return Number.isNaN(number) ? text : number;
}

function* checkBody(
  declared: Checked,
  request: CheckedRequest,
  header: string | readonly string[] | undefined,
  schemas: Schemas,
): Generator<Violation> {
  const { body } = request;
  const wrong = (rule: string, message: string): Violation => ({
    place: "body",
    pointer: "",
    rule,
    message,
  });
  if (
    body === undefined ||
    body === "" ||
    (body instanceof Uint8Array && !body.length)
  ) {
    if (declared.required)
      yield wrong("required", "the request body is required");
    return;
  }
  const known = Object.keys(declared.body ?? {});
  const told =
    request.contentType ??
    (typeof header === "string" ? header : header?.at(-1));
  const type = ((told ?? known[0] ?? "").split(";", 1)[0] ?? "")
    .trim()
    .toLowerCase();
  const ranges = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
  const found = ranges.find((one) => known.includes(one));
  if (found === undefined) {
    yield wrong("content", `the media type ${type} is not declared`);
    return;
  }
  const schema = declared.body?.[found];
  if (!schema) return;
  let value: unknown = body;
  try {
    if (body instanceof Uint8Array)
      value = parseJson(new TextDecoder().decode(body));
    else if (typeof body === "string") value = parseJson(body);
  } catch (error) {
    yield wrong(
      "content",
      `the body is no JSON: ${error instanceof Error ? error.message : ""}`,
    );
    return;
  }
  yield* check(value, schema, schemas);
}
