// Checks a JSON value against a schema: JSON Schema 2020-12, the keywords for values. With what it imports it is a module
// of its own, without the client: bundlers wrap what a client may import later.

import { ASSERTIONS, broken, equal, kindOf } from "./assertions.js";
import { compiled, isNumber, isText } from "./formats.js";

type Table = Readonly<Record<string, Schema>>;

/** A schema, in keywords of JSON Schema; `$ref` names a printed type, `tagged` is the discriminator of a union. */
export interface Schema {
  readonly $ref?: string;
  /** The schema of the type, for reading texts, if this one adds keywords. */
  readonly read?: Schema;
  readonly type?: readonly string[];
  readonly properties?: Table;
  readonly patternProperties?: Table;
  readonly additionalProperties?: Schema | boolean;
  readonly unevaluatedProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Table;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly unevaluatedItems?: Schema | boolean;
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  /** The members of an open enum, which tell the members of a oneOf apart. */
  readonly known?: readonly unknown[];
  /** A value without a tag may fit several members. */
  readonly many?: boolean;
  readonly tagged?: readonly [tag: string, members: Table];
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

/** One violation in a value. */
export interface Violation {
  /** For a request, its part. */
  readonly place: "body" | "path" | "query" | "header" | "cookie";
  /** The place in the value, as a JSON pointer. */
  readonly pointer: string;
  /** The keyword that is violated. */
  readonly rule: string;
  readonly message: string;
}

/**
 * How strict a check is: from LENIENT about properties that a closed object does not declare, which pass in what is read
 * (READ); from EXACT about unknown members of open enums and unions, and with SURE, to tell the members
 * of a oneOf apart, about unknown formats.
 */
export const READ = 0;
const [LENIENT, EXACT, SURE] = [1, 2, 3];

/** Finds every violation in a value, of which integers beyond a number are bigints. */
export function check(
  value: unknown,
  schema: Schema,
  schemas: Schemas,
  pointer = "",
  mode: number = LENIENT,
): Violation[] {
  try {
    const context = { ...fresh(schemas), mode, said: new Map() };
    return [...checked(value, schema, context, pointer)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [violation(pointer, "depth", "is nested too deep")];
  }
}

/** Whether a value has no violations. */
export const fits = (
  value: unknown,
  schema: Schema,
  schemas: Schemas,
): boolean => holds(value, schema, fresh(schemas));

/** Writes a name as a part of a JSON pointer. */
export const escaped = (name: string): string =>
  name.replace(/~/g, "~0").replace(/\//g, "~1");

interface Context {
  readonly schemas: Schemas;
  readonly mode: number;
  /**
   * Results by object or array and schema, by mode: so the time stays linear in their number, however schemas refer to
   * each other.
   */
  readonly known: readonly Map<Schema, Map<unknown, boolean>>[];
  /** Which schemas were checked where, so that nothing is reported twice. */
  readonly said?: Map<Schema, Set<string>> | undefined;
}

const fresh = (schemas: Schemas): Context => ({
  schemas,
  mode: LENIENT,
  known: [new Map(), new Map(), new Map(), new Map()],
});

function knownOf({ known, mode }: Context, schema: Schema) {
  const found = known[mode]?.get(schema) ?? new Map<unknown, boolean>();
  known[mode]?.set(schema, found);
  return found;
}

/** Whether a schema was not yet checked at a place. */
function isNew(context: Context, schema: Schema, pointer: string): boolean {
  if (!context.said) return true;
  const places = context.said.get(schema) ?? new Set();
  context.said.set(schema, places);
  const key = `${context.mode}${pointer}`;
  return !places.has(key) && !!places.add(key);
}

const violation = (
  pointer: string,
  rule: string,
  message: string,
): Violation => ({ place: "body", pointer, rule, message });

function holds(value: unknown, schema: Schema, context: Context): boolean {
  const known = knownOf(context, schema);
  const before = known.get(value);
  if (before !== undefined) return before;
  const quiet = { ...context, said: undefined };
  const good = !!checked(value, schema, quiet, "").next().done;
  if (typeof value === "object") known.set(value, good);
  return good;
}

const at = (context: Context, mode: number): Context =>
  mode <= context.mode ? context : { ...context, mode, said: undefined };

const target = (name: string, { schemas }: Context): Schema =>
  schemas[name] ?? {};

type Properties = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Properties =>
  kindOf(value) === "object";

/** A member of a table, whatever objects inherit. */
const own = <T>(
  table: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined;

const has = (object: Properties, name: string): boolean =>
  own(object, name) !== undefined;

function* checked(
  value: unknown,
  schema: Schema,
  context: Context,
  pointer: string,
): Generator<Violation> {
  if (typeof value !== "object") {
    yield* plainly(value, schema, context, pointer);
    return;
  }
  const known = knownOf(context, schema);
  if (known.get(value) || !isNew(context, schema, pointer)) return;
  let good = true;
  for (const wrong of plainly(value, schema, context, pointer)) {
    good = false;
    yield wrong;
  }
  // When violations are reported, one within may have been reported before.
  if (good && !context.said) known.set(value, true);
}

function* plainly(
  value: unknown,
  schema: Schema,
  context: Context,
  pointer: string,
): Generator<Violation> {
  if (schema.$ref !== undefined)
    yield* checked(value, target(schema.$ref, context), context, pointer);
  const kind = kindOf(value);
  if (!isOf(kind, schema)) {
    const message = `must be ${schema.type?.join(" or ")}, not ${kind}`;
    yield violation(pointer, "type", message);
    return;
  }
  if (
    context.mode > LENIENT &&
    schema.known &&
    !schema.known.some(equal.bind(0, value))
  )
    yield violation(pointer, "enum", "is not known");
  yield* alone(value, schema, context, pointer);
  if (Array.isArray(value)) yield* items(value, schema, context, pointer);
  else if (isObject(value)) yield* properties(value, schema, context, pointer);
  yield* applied(value, schema, context, pointer);
  if (schema.unevaluatedItems !== undefined && Array.isArray(value)) {
    const seen = evaluated(value, schema, context, "unevaluatedItems");
    for (const [index, item] of value.entries()) {
      const below = `${pointer}/${index}`;
      if (!seen.has(String(index)))
        yield* rest(item, schema, "unevaluatedItems", context, below);
    }
  }
  if (schema.unevaluatedProperties !== undefined && isObject(value)) {
    const seen = evaluated(value, schema, context, "unevaluatedProperties");
    for (const [name, item] of Object.entries(value)) {
      const below = `${pointer}/${escaped(name)}`;
      if (item !== undefined && !seen.has(name))
        yield* rest(item, schema, "unevaluatedProperties", context, below);
    }
  }
}

/** Checks the keywords of a single value; patterns skip a string that is too long. */
function* alone(
  value: unknown,
  schema: Schema,
  { mode }: Context,
  pointer: string,
): Generator<Violation> {
  let tooLong = false;
  for (const rule of ASSERTIONS) {
    const limit = schema[rule];
    if (limit === undefined || (tooLong && rule === "pattern")) continue;
    const message = broken(value, rule, limit);
    if (message !== undefined) {
      tooLong ||= rule === "maxLength";
      yield violation(pointer, rule, message);
    } else if (mode === SURE && rule === "format" && !isChecked(value, schema))
      yield violation(pointer, rule, "is of a format that is not checked");
  }
}

const isChecked = (value: unknown, { format = "" }: Schema): boolean =>
  (typeof value === "string" ? isText("", format) : isNumber(0, format)) !==
  undefined;

function* items(
  value: readonly unknown[],
  schema: Schema,
  context: Context,
  pointer: string,
): Generator<Violation> {
  const { prefixItems = [], contains, minContains, maxContains } = schema;
  for (const [index, item] of value.entries()) {
    const below = `${pointer}/${index}`;
    const first = prefixItems[index];
    if (first) yield* checked(item, first, context, below);
    else yield* rest(item, schema, "items", context, below);
  }
  if (!contains) return;
  const exact = at(context, EXACT);
  const count = value.filter((item) => holds(item, contains, exact)).length;
  const least = minContains ?? 1;
  if (count < least) {
    const rule = minContains === undefined ? "contains" : "minContains";
    const message = `must contain at least ${least} items that match`;
    yield violation(pointer, rule, message);
  } else if (maxContains !== undefined && count > maxContains) {
    const message = `must contain at most ${maxContains} items that match`;
    yield violation(pointer, "maxContains", message);
  }
}

function* properties(
  value: Properties,
  schema: Schema,
  context: Context,
  pointer: string,
): Generator<Violation> {
  const below = (name: string): string => `${pointer}/${escaped(name)}`;
  for (const name of schema.required ?? []) {
    if (!has(value, name))
      yield violation(below(name), "required", "is required");
  }
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {})) {
    if (!has(value, name)) continue;
    for (const other of others.filter((one) => !has(value, one))) {
      const message = `is required where ${name} is`;
      yield violation(below(other), "dependentRequired", message);
    }
  }
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    if (schema.propertyNames) {
      const exact = at(context, EXACT);
      for (const wrong of checked(name, schema.propertyNames, exact, "")) {
        const message = `is a name that ${wrong.message}`;
        yield violation(below(name), "propertyNames", message);
      }
    }
    const known = own(schema.properties, name);
    const found = known ? [known] : [];
    for (const [pattern, one] of patterns)
      if (compiled(pattern)?.test(name)) found.push(one);
    for (const one of found) yield* checked(item, one, context, below(name));
    if (!found.length)
      yield* rest(item, schema, "additionalProperties", context, below(name));
  }
}

type Rest =
  | "items"
  | "unevaluatedItems"
  | "additionalProperties"
  | "unevaluatedProperties";

/** Checks the properties and items that no other keyword has a schema for. */
function* rest(
  item: unknown,
  schema: Schema,
  rule: Rest,
  context: Context,
  pointer: string,
): Generator<Violation> {
  const below = schema[rule];
  if (typeof below === "object") yield* checked(item, below, context, pointer);
  else if (below === false) {
    if (context.mode === READ && rule.endsWith("Properties")) return;
    const message = rule.endsWith("tems")
      ? "is one item too many"
      : "is not a known property";
    yield violation(pointer, rule, message);
  }
}

// ------------------------------------------------------------------ schemas of the same value

/** The violations of the only member that a value can be meant as, if there is one. */
function* fitsNone(
  value: unknown,
  members: readonly Schema[],
  rule: string,
  context: Context,
  pointer: string,
): Generator<Violation> {
  const kind = kindOf(value);
  let others = members.filter((one) => `${one.type}` !== "null");
  if (others.length > 1)
    others = others.filter((one) => mayBe(kind, one, context));
  if (others.length === 1)
    yield* checked(value, others[0] as Schema, context, pointer);
  else yield violation(pointer, rule, "matches none of the allowed types");
}

function mayBe(kind: string, schema: Schema, context: Context): boolean {
  for (let left = 100; left > 0 && isOf(kind, schema); left--) {
    if (schema.$ref === undefined) return true;
    schema = target(schema.$ref, context);
  }
  return isOf(kind, schema);
}

const isOf = (kind: string, { type }: Schema): boolean =>
  !type ||
  type.includes(kind) ||
  (kind === "integer" && type.includes("number"));

function* applied(
  value: unknown,
  schema: Schema,
  context: Context,
  pointer: string,
): Generator<Violation> {
  const { allOf = [], anyOf, oneOf, not } = schema;
  const wrong = (rule: string, message: string): Violation =>
    violation(pointer, rule, message);
  for (const one of allOf) yield* checked(value, one, context, pointer);
  if (schema.tagged && isObject(value)) {
    const [tag, members] = schema.tagged;
    const chosen = memberOf(value, tag, members);
    if (chosen) yield* checked(value, chosen, context, pointer);
    else if (
      has(value, tag)
        ? context.mode > LENIENT || !schema.open
        : !schema.required?.includes(tag) &&
          isUnclear(value, schema, members, context)
    ) {
      const message = `must be one of ${Object.keys(members).sort().join(", ")}`;
      yield violation(`${pointer}/${escaped(tag)}`, "discriminator", message);
    }
  }
  if (anyOf && !anyOf.some((one) => holds(value, one, context)))
    yield* fitsNone(value, anyOf, "anyOf", context, pointer);
  if (oneOf) {
    const fitting = oneOf.filter((one) => holds(value, one, context));
    const sure = at(context, SURE);
    if (!fitting.length)
      yield* fitsNone(value, oneOf, "oneOf", context, pointer);
    else if (
      fitting.length > 1 &&
      fitting.filter((one) => holds(value, one, sure)).length > 1
    )
      yield wrong("oneOf", "matches more than one of the allowed types");
  }
  const exact = at(context, EXACT);
  if (not && holds(value, not, exact)) {
    const never = !Object.keys(not).length;
    yield wrong(
      "not",
      never ? "is not allowed" : "must not match the schema of `not`",
    );
  }
  const then = schema.if && chosenBranch(value, schema, exact);
  if (then) yield* checked(value, then, context, pointer);
  for (const one of depending(value, schema))
    yield* checked(value, one, context, pointer);
}

/** Whether a value without a tag matches no member, or several of a oneOf. */
function isUnclear(
  value: unknown,
  schema: Schema,
  members: Table,
  context: Context,
): boolean {
  const each = new Map(
    Object.values(members).map((one) => [JSON.stringify(one), one]),
  );
  const fitting = [...each.values()].filter((one) =>
    holds(value, one, context),
  );
  if (fitting.length < 2 || schema.many) return !fitting.length;
  const sure = at(context, SURE);
  return fitting.filter((one) => holds(value, one, sure)).length > 1;
}

const chosenBranch = (
  value: unknown,
  schema: Schema,
  exact: Context,
): Schema | undefined =>
  holds(value, schema.if ?? {}, exact) ? schema.then : schema.else;

/** The member that a tag names; numbers and booleans as JSON writes them. */
const memberOf = (
  value: Properties,
  tag: string,
  members: Table,
): Schema | undefined => {
  const chosen = own(value, tag);
  return /string|integer|boolean/.test(kindOf(chosen))
    ? own(members, `${chosen as string}`)
    : undefined;
};

const depending = (value: unknown, { dependentSchemas }: Schema): Schema[] =>
  dependentSchemas && isObject(value)
    ? Object.entries(dependentSchemas).flatMap(([name, one]) =>
        has(value, name) ? [one] : [],
      )
    : [];

// ------------------------------------------------------------------ evaluated properties and items

/** The names, or indices, that a matching schema evaluates. */
function evaluated(
  value: readonly unknown[] | Properties,
  schema: Schema,
  context: Context,
  without?: Rest,
): Set<string> {
  const found = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const one of more) found.add(one);
  };
  if (schema.$ref !== undefined)
    add(evaluated(value, target(schema.$ref, context), context));
  const says = (rule: Rest): boolean =>
    rule !== without && schema[rule] !== undefined;
  const whole = Array.isArray(value)
    ? says("items") || says("unevaluatedItems")
    : says("additionalProperties") || says("unevaluatedProperties");
  if (whole) return new Set(Object.keys(value));
  const { prefixItems = [], contains, patternProperties = {} } = schema;
  const exact = at(context, EXACT);
  const patterns = Object.keys(patternProperties);
  for (const [name, item] of Object.entries(value)) {
    const seen = Array.isArray(value)
      ? Number(name) < prefixItems.length ||
        (!!contains && holds(item, contains, exact))
      : own(schema.properties, name) !== undefined ||
        patterns.some((one) => compiled(one)?.test(name));
    if (seen) found.add(name);
  }
  for (const one of holding(value, schema, context))
    add(evaluated(value, one, context));
  return found;
}

/** The schemas for the same value that hold. */
function* holding(
  value: readonly unknown[] | Properties,
  schema: Schema,
  context: Context,
): Generator<Schema> {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  yield* allOf;
  for (const one of [...anyOf, ...oneOf])
    if (holds(value, one, context)) yield one;
  if (schema.tagged && isObject(value)) {
    const [tag, members] = schema.tagged;
    const chosen = memberOf(value, tag, members);
    if (chosen) yield chosen;
    else if (!has(value, tag))
      for (const one of Object.values(members))
        if (holds(value, one, context)) yield one;
  }
  if (schema.if) {
    const exact = at(context, EXACT);
    if (holds(value, schema.if, exact)) yield schema.if;
    yield chosenBranch(value, schema, exact) ?? {};
  }
  yield* depending(value, schema);
}
