// Checks a JSON value against a schema: the part of JSON Schema that printed types need.

/** A schema, in words of JSON Schema; `$ref` names a printed type, `tagged` is the discriminator of a union. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The members of an open enum, which tell the members of a oneOf apart. */
  readonly known?: readonly unknown[];
  readonly tagged?: readonly [
    tag: string,
    members: Readonly<Record<string, Schema>>,
  ];
  readonly open?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** One thing that is wrong with a value. */
export interface Violation {
  /** For a request what is meant. */
  readonly place: "body" | "path" | "query" | "header" | "cookie";
  /** Where in the value, as a JSON pointer. */
  readonly pointer: string;
  /** The keyword that is violated. */
  readonly rule: string;
  readonly message: string;
}

/**
 * Finds every violation in a value; `strict`: unknown members of open enums and unions are mistakes too, which tells
 * the members of a oneOf apart.
 */
export function* check(
  value: unknown,
  schema: Schema,
  schemas: Schemas,
  pointer = "",
  strict = false,
): Generator<Violation> {
  const wrong = (rule: string, message: string, at = pointer): Violation => ({
    place: "body",
    pointer: at,
    rule,
    message,
  });
  if (schema.$ref !== undefined) {
    yield* check(value, schemas[schema.$ref] ?? {}, schemas, pointer, strict);
    return;
  }
  const kind = kindOf(value);
  const number = kind === "integer" && schema.type?.includes("number");
  if (schema.type && !schema.type.includes(kind) && !number) {
    yield wrong("type", `must be ${schema.type.join(" or ")}, not ${kind}`);
    return;
  }
  if (strict && schema.known && !schema.known.some((it) => equal(it, value)))
    yield wrong("enum", "is not known");
  for (const [rule, limit] of Object.entries(schema)) {
    const message = RULES[rule]?.(value, limit as never);
    if (message) yield wrong(rule, message);
  }
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries()) {
      yield* check(item, schema.items, schemas, `${pointer}/${index}`, strict);
    }
  }
  if (kind !== "object") {
    yield* members(value, schema, schemas, wrong, strict);
    return;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const at = (name: string): string => `${pointer}/${escaped(name)}`;
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(object, name))
      yield wrong("required", "is required", at(name));
  }
  for (const [name, item] of Object.entries(object)) {
    if (item === undefined) continue;
    const own = Object.hasOwn(schema.properties ?? {}, name)
      ? schema.properties?.[name]
      : undefined;
    const below = own ?? schema.additionalProperties;
    if (below === false)
      yield wrong("additionalProperties", "is not a known property", at(name));
    else if (typeof below === "object")
      yield* check(item, below, schemas, at(name), strict);
  }
  if (schema.tagged) {
    const [tag, members] = schema.tagged;
    const chosen = String(object[tag]);
    const member = Object.hasOwn(members, chosen) ? members[chosen] : undefined;
    if (member) yield* check(value, member, schemas, pointer, strict);
    else if (strict || !schema.open) {
      yield wrong(
        "discriminator",
        `must be one of ${Object.keys(members).join(", ")}`,
        at(tag),
      );
    }
  } else yield* members(value, schema, schemas, wrong, strict);
}

/** Whether nothing is wrong with a value. */
export function fits(
  value: unknown,
  schema: Schema,
  schemas: Schemas,
  strict = false,
): boolean {
  return !!check(value, schema, schemas, "", strict).next().done;
}

/** Writes a name as a part of a JSON pointer. */
export const escaped = (name: string): string =>
  name.replace(/~/g, "~0").replace(/\//g, "~1");

function* members(
  value: unknown,
  schema: Schema,
  schemas: Schemas,
  wrong: (rule: string, message: string) => Violation,
  strict: boolean,
): Generator<Violation> {
  const listed = schema.oneOf ?? schema.anyOf;
  if (!listed) return;
  const fitting = (exactly: boolean): number =>
    listed.filter((one) => fits(value, one, schemas, exactly)).length;
  const rule = schema.oneOf ? "oneOf" : "anyOf";
  const found = fitting(strict);
  if (!found) yield wrong(rule, "is none of the types it may be");
  else if (schema.oneOf && found > 1 && fitting(true) > 1)
    yield wrong(rule, "is more than one of the types it may be");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number")
    return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

type Rule = (value: unknown, limit: never) => string | false;

function rule<L>(
  type: "string" | "number" | "array" | "object",
  holds: (value: never, limit: L) => boolean,
  told: (limit: L) => string,
): Rule {
  return (value, limit: L) => {
    const kind = kindOf(value);
    const fits = kind === type || (type === "number" && kind === "integer");
    return fits && !holds(value as never, limit) && told(limit);
  };
}

const length = (text: string): number => [...text].length;
const size = (value: object): number => Object.keys(value).length;

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true; // a dialect that this language does not have
  }
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time":
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/,
  decimal: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/,
};

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return (
    !step ||
    Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
  );
}

const equal = (left: unknown, right: unknown): boolean =>
  text(left) === text(right);

const text = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "bigint" ? `${item}n` : item,
  );

const RULES: Readonly<Record<string, Rule>> = {
  const: (value, limit) => !equal(value, limit) && `must be ${text(limit)}`,
  enum: (value, limit: readonly unknown[]) =>
    !limit.some((one) => equal(value, one)) &&
    `must be one of ${limit.map(text).join(", ")}`,
  format: rule(
    "string",
    (value: string, name: string) => FORMATS[name]?.test(value) ?? true,
    (name) => `is no ${name}`,
  ),
  pattern: rule("string", matches, (it) => `does not match ${it}`),
  minLength: rule(
    "string",
    (it: string, n: number) => length(it) >= n,
    (n) => `must have at least ${n} characters`,
  ),
  maxLength: rule(
    "string",
    (it: string, n: number) => length(it) <= n,
    (n) => `must have at most ${n} characters`,
  ),
  minimum: rule(
    "number",
    (it: number, n: number) => it >= n,
    (n) => `must be at least ${n}`,
  ),
  maximum: rule(
    "number",
    (it: number, n: number) => it <= n,
    (n) => `must be at most ${n}`,
  ),
  exclusiveMinimum: rule(
    "number",
    (it: number, n: number) => it > n,
    (n) => `must be more than ${n}`,
  ),
  exclusiveMaximum: rule(
    "number",
    (it: number, n: number) => it < n,
    (n) => `must be less than ${n}`,
  ),
  multipleOf: rule(
    "number",
    (it: number, n: number) => isMultiple(Number(it), Number(n)),
    (n) => `must be a multiple of ${n}`,
  ),
  minItems: rule(
    "array",
    (it: unknown[], n: number) => it.length >= n,
    (n) => `must have at least ${n} items`,
  ),
  maxItems: rule(
    "array",
    (it: unknown[], n: number) => it.length <= n,
    (n) => `must have at most ${n} items`,
  ),
  uniqueItems: rule(
    "array",
    (it: unknown[], on: boolean) =>
      !on || new Set(it.map(text)).size === it.length,
    () => "must not have equal items",
  ),
  minProperties: rule(
    "object",
    (it: object, n: number) => size(it) >= n,
    (n) => `must have at least ${n} properties`,
  ),
  maxProperties: rule(
    "object",
    (it: object, n: number) => size(it) <= n,
    (n) => `must have at most ${n} properties`,
  ),
};
