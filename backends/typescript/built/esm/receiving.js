// formats.ts
var TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
var LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
var HOST = `${LABEL}(?:\\.${LABEL})*`;
var OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
var IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
var ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
var LITERAL = '[^\\x00-\\x20"<>\\\\^`{|}%\\x7f-\\x9f]|%[0-9A-Fa-f]{2}';
var VARIABLE = "(?:\\w|%[0-9A-Fa-f]{2})+(?:\\.(?:\\w|%[0-9A-Fa-f]{2})+)*(?:\\*|:[1-9]\\d{0,3})?";
var SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:";
var POINTER = "(?:/(?:[^~/]|~[01])*)*";
var CLOCK = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
var DAYS = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
function reference(wide) {
  const signs = (more) => `(?:[A-Za-z0-9._~!$&'()*+,;=${more}-]|%[0-9A-Fa-f]{2}${wide})`;
  const host = `(?:\\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\\.${signs(":")}+)\\]|${signs("")}*)`;
  const path = `${signs(":@/")}*`;
  const query = `${signs(":@/?\\[\\]")}*`;
  const there = `//(?:${signs(":")}*@)?${host}(?::\\d*)?(?:/${path})?`;
  const tail = `(?:\\?${query})?(?:#${query})?`;
  const first = `/(?:${signs(":@")}${path})?`;
  const uri = `${SCHEME}(?:${there}|${first}|(?:${signs(":@")}${path})?)${tail}`;
  const place = `(?:${there}|${first}|(?:${signs("@")}+(?:/${path})?)?)${tail}`;
  return [uri, `(?:${uri}|${place})`];
}
var [URI, URI_REFERENCE] = /* @__PURE__ */ reference("");
var [IRI, IRI_REFERENCE] = /* @__PURE__ */ reference("|[^\\x00-\\x9f]");
var TEXTS = {
  duration: `P(?:\\d+W|${DAYS}(?:${CLOCK})?|${CLOCK})`,
  email: `(?:${ATOM}(?:\\.${ATOM})*|"[^"\\\\\\r\\n]+")@(?:${HOST}|\\[(?:${IPV4}|IPv6:([0-9A-Fa-f:.]+))\\])`,
  "idn-email": "[^\\x00-\\x20\\x7f@]+@[^\\x00-\\x20\\x7f@]+",
  uri: URI,
  "uri-reference": URI_REFERENCE,
  "uri-template": `(?:${LITERAL}|\\{[+#./;?&]?${VARIABLE}(?:,${VARIABLE})*\\})*`,
  iri: IRI,
  "iri-reference": IRI_REFERENCE,
  uuid: "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
  "json-pointer": POINTER,
  "relative-json-pointer": `(?:0|[1-9]\\d*)(?:[+-][1-9]\\d*)?(?:#|${POINTER})`,
  decimal: "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?",
  ipv4: IPV4
};
function isText(text2, format) {
  if (format === "date") return isDate(text2);
  if (format === "date-time")
    return isDate(text2.slice(0, 10)) && /^[Tt]/.test(text2.slice(10)) && isTime(text2.slice(11));
  if (format === "time") return isTime(text2);
  if (format === "ipv6") return isIpv6(text2);
  if (format === "hostname")
    return text2.length <= 253 && text2.split(".").every(isLabel);
  if (format === "idn-hostname")
    return text2.split(/[.\u3002\uff0e\uff61]/).every(isWideLabel);
  const form = Object.hasOwn(TEXTS, format) ? TEXTS[format] : void 0;
  return form === void 0 ? void 0 : isWhole(text2, form);
}
function isNumber(value, format) {
  const [, unsigned, bits] = /^(u?)int(8|16|32|64)$/.exec(format) ?? [];
  if (bits === void 0) return void 0;
  const half = 1n << BigInt(Number(bits) - 1);
  return unsigned ? value >= 0 && value < half * 2n : value >= -half && value < half;
}
function isWhole(text2, form) {
  const found = compiled(`^(?:${form})$`)?.exec(text2);
  return !!found && found.slice(1).every((part) => !part || isIpv6(part));
}
function isTime(text2) {
  if (!isWhole(text2, TIME)) return false;
  if (text2.slice(6, 8) !== "60") return true;
  const minutes = (at2) => Number(at2.slice(0, 2)) * 60 + Number(at2.slice(3, 5));
  const [, sign, zone = ""] = /([+-])(.{5})$/.exec(text2) ?? [];
  const offset = minutes(zone) * (sign === "-" ? 1 : -1);
  return (minutes(text2) + offset + 1440) % 1440 === 1439;
}
function isDate(text2) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text2) ?? [];
  if (year === void 0 || year === "0000") return false;
  const [of, nth] = [Number(month), Number(day)];
  const last = new Date(Date.UTC(2e3 + Number(year) % 400, of, 0));
  return of > 0 && of < 13 && nth > 0 && nth <= last.getUTCDate();
}
function isLabel(text2) {
  if (!isWhole(text2, LABEL)) return false;
  if (!/^xn--/i.test(text2)) return true;
  const said = fromPunycode(text2.slice(4));
  return said !== void 0 && !isAscii(said) && isWideLabel(said);
}
function isWideLabel(text2) {
  if (isAscii(text2)) return isLabel(text2);
  return /^(?:[A-Za-z0-9-]|[^\x00-\xa0])+$/u.test(text2) && !/^(?:-|..--|\p{M})|-$/u.test(text2);
}
var isAscii = (text2) => /^[\x00-\x7f]*$/.test(text2);
function fromPunycode(text2) {
  const basic = Math.max(text2.lastIndexOf("-"), 0);
  const made2 = Array.from(text2.slice(0, basic), (sign) => sign.charCodeAt(0));
  let [code, at2, bias] = [128, 0, 72];
  for (let next = basic && basic + 1; next < text2.length; ) {
    const before = at2;
    for (let weight = 1, k = 36; ; k += 36) {
      const sign = text2[next++] ?? "";
      if (!/^[a-z\d]$/i.test(sign)) return void 0;
      const digit = (Number.parseInt(sign, 36) + 26) % 36;
      at2 += digit * weight;
      if (at2 > 2147483647) return void 0;
      const least = Math.min(Math.max(k - bias, 1), 26);
      if (digit < least) break;
      weight *= 36 - least;
    }
    const count = made2.length + 1;
    let delta = Math.floor((at2 - before) / (before ? 2 : 700));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor(36 * delta / (delta + 38));
    code += Math.floor(at2 / count);
    at2 %= count;
    if (code > 1114111 || code >= 55296 && code < 57344) return void 0;
    made2.splice(at2++, 0, code);
  }
  return String.fromCodePoint(...made2);
}
function isIpv6(text2) {
  const [head = "", tail, more] = text2.split("::");
  if (more !== void 0) return false;
  const parts = [head, tail ?? ""].flatMap(
    (part) => part ? part.split(":") : []
  );
  const last = parts.at(-1) ?? "";
  const embeds = last.includes(".");
  if (embeds && (isText(last, "ipv4") !== true || !text2.endsWith(last)))
    return false;
  const groups = embeds ? parts.slice(0, -1) : parts;
  const count = groups.length + (embeds ? 2 : 0);
  const fits2 = tail === void 0 ? count === 8 : count < 8;
  return fits2 && groups.every((group) => /^[\dA-Fa-f]{1,4}$/.test(group));
}
var known = /* @__PURE__ */ new Map();
function compiled(pattern) {
  if (!known.has(pattern))
    known.set(pattern, made(pattern, "u") ?? made(pattern, ""));
  return known.get(pattern);
}
function made(pattern, flags) {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return void 0;
  }
}

// assertions.ts
var ASSERTIONS = [
  "const",
  "enum",
  "format",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties"
];
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number")
    return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
function broken(value, rule, limit) {
  if (rule === "const")
    return equal(value, limit) ? void 0 : `must be ${canonical(limit)}`;
  if (rule === "enum") {
    const listed = limit;
    if (listed.some((one) => equal(value, one))) return void 0;
    return `must be one of ${listed.map(canonical).join(", ")}`;
  }
  if (typeof value === "string") return brokenText(value, rule, limit);
  if (typeof value === "number" || typeof value === "bigint")
    return brokenNumber(value, rule, limit);
  if (Array.isArray(value)) {
    if (rule === "uniqueItems")
      return !limit || new Set(value.map(canonical)).size === value.length ? void 0 : "must not have equal items";
    return outside(value.length, rule, "Items", "items", limit);
  }
  if (kindOf(value) !== "object") return void 0;
  const size = Object.values(value).filter(isThere).length;
  return outside(size, rule, "Properties", "properties", limit);
}
var isThere = (value) => value !== void 0;
function outside(size, rule, what, word, limit) {
  if (rule === `min${what}` && size < limit)
    return `must have at least ${limit} ${word}`;
  if (rule === `max${what}` && size > limit)
    return `must have at most ${limit} ${word}`;
  return void 0;
}
function brokenText(text2, rule, limit) {
  if (rule === "format")
    return isText(text2, limit) === false ? `is no ${limit}` : void 0;
  if (rule === "pattern")
    return compiled(limit)?.test(text2) === false ? `does not match ${limit}` : void 0;
  return rule === "minLength" || rule === "maxLength" ? outside([...text2].length, rule, "Length", "characters", limit) : void 0;
}
function brokenNumber(value, rule, limit) {
  switch (rule) {
    case "format":
      return isNumber(value, limit) === false ? `is no ${limit}` : void 0;
    case "minimum":
      return value < limit ? `must be at least ${limit}` : void 0;
    case "maximum":
      return value > limit ? `must be at most ${limit}` : void 0;
    case "exclusiveMinimum":
      return value <= limit ? `must be more than ${limit}` : void 0;
    case "exclusiveMaximum":
      return value >= limit ? `must be less than ${limit}` : void 0;
    case "multipleOf":
      return isMultiple(value, limit) ? void 0 : `must be a multiple of ${limit}`;
    default:
      return void 0;
  }
}
function isMultiple(value, step) {
  const [left, right] = [digits(value), digits(step)];
  if (!left || !right || !right[0]) return true;
  const least = Math.min(left[1], right[1]);
  const whole = ([number, power]) => number * 10n ** BigInt(power - least);
  return whole(left) % whole(right) === 0n;
}
function digits(value) {
  const [, whole, part = "", power = "0"] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === void 0) return void 0;
  return [BigInt(whole + part), Number(power) - part.length];
}
var equal = (left, right) => canonical(left) === canonical(right);
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint" || Object.is(value, -0)) return `${value}`;
  if (kindOf(value) !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value).filter(([, item]) => item !== void 0).map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`);
  return `{${pairs.sort().join(",")}}`;
}

// callbacks.ts
import { SDKError } from "./runtime.js";
var CallbackURLError = class extends SDKError {
};
function resolveUrl(urls, name, exchange) {
  if (!Object.hasOwn(urls, name)) {
    const known2 = Object.keys(urls).join(", ");
    throw new CallbackURLError(
      `there is no callback ${name}; there are ${known2}`
    );
  }
  return urls[name].map((part) => {
    if (typeof part === "string") return part;
    const value = find(part, exchange);
    if (typeof value === "string" || typeof value === "number")
      return String(value);
    const place = [
      part.root,
      part.part,
      part.name,
      ...part.pointer ?? []
    ].filter(Boolean);
    throw new CallbackURLError(
      `the callback's URL needs a value at ${place.join("/")}`
    );
  }).join("");
}
function find(part, exchange) {
  if (part.root === "url") return exchange.url;
  if (part.root === "method") return exchange.method;
  if (part.root === "statusCode") return exchange.status;
  const side = part.root === "request" ? exchange.request : exchange.response;
  const name = part.name ?? "";
  if (part.part === "header") return new Headers(side?.headers).get(name);
  if (part.part === "body") return pointed(side?.body, part.pointer ?? []);
  return (part.part === "query" ? side?.query : side?.path)?.[name];
}
function pointed(body, pointer) {
  let value = body;
  for (const token of pointer) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token))
      return void 0;
    value = value[token];
  }
  return value;
}

// checks.ts
import { parseJson, writeJson } from "./runtime.js";
import { InCookie, InHeader, InPath, InQuery } from "./runtime.js";

// schemas.ts
var [LENIENT, EXACT, SURE] = [0, 1, 2];
function check(value, schema, schemas, pointer = "") {
  try {
    const context = { ...fresh(schemas), said: /* @__PURE__ */ new Map() };
    return [...checked(value, schema, context, pointer)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [violation(pointer, "depth", "is nested too deep")];
  }
}
var fits = (value, schema, schemas) => holds(value, schema, fresh(schemas));
var escaped = (name) => name.replace(/~/g, "~0").replace(/\//g, "~1");
var fresh = (schemas) => ({
  schemas,
  mode: LENIENT,
  known: [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()]
});
function knownOf({ known: known2, mode }, schema) {
  const found = known2[mode]?.get(schema) ?? /* @__PURE__ */ new Map();
  known2[mode]?.set(schema, found);
  return found;
}
function isNew(context, schema, pointer) {
  if (!context.said) return true;
  const places = context.said.get(schema) ?? /* @__PURE__ */ new Set();
  context.said.set(schema, places);
  const key = `${context.mode}${pointer}`;
  return !places.has(key) && !!places.add(key);
}
var violation = (pointer, rule, message) => ({ place: "body", pointer, rule, message });
function holds(value, schema, context) {
  const known2 = knownOf(context, schema);
  const before = known2.get(value);
  if (before !== void 0) return before;
  const quiet = { ...context, said: void 0 };
  const good = !!checked(value, schema, quiet, "").next().done;
  if (typeof value === "object") known2.set(value, good);
  return good;
}
var at = (context, mode) => mode <= context.mode ? context : { ...context, mode, said: void 0 };
var target = (name, { schemas }) => schemas[name] ?? {};
var isObject = (value) => kindOf(value) === "object";
var own = (table, name) => table && Object.hasOwn(table, name) ? table[name] : void 0;
var has = (object, name) => own(object, name) !== void 0;
function* checked(value, schema, context, pointer) {
  if (typeof value !== "object") {
    yield* plainly(value, schema, context, pointer);
    return;
  }
  const known2 = knownOf(context, schema);
  if (known2.get(value) || !isNew(context, schema, pointer)) return;
  let good = true;
  for (const wrong of plainly(value, schema, context, pointer)) {
    good = false;
    yield wrong;
  }
  if (good && !context.said) known2.set(value, true);
}
function* plainly(value, schema, context, pointer) {
  if (schema.$ref !== void 0)
    yield* checked(value, target(schema.$ref, context), context, pointer);
  const kind = kindOf(value);
  if (!isOf(kind, schema)) {
    const message = `must be ${schema.type?.join(" or ")}, not ${kind}`;
    yield violation(pointer, "type", message);
    return;
  }
  if (context.mode && schema.known && !schema.known.some(equal.bind(0, value)))
    yield violation(pointer, "enum", "is not known");
  yield* alone(value, schema, context, pointer);
  if (Array.isArray(value)) yield* items(value, schema, context, pointer);
  else if (isObject(value)) yield* properties(value, schema, context, pointer);
  yield* applied(value, schema, context, pointer);
  if (schema.unevaluatedItems !== void 0 && Array.isArray(value)) {
    const seen = evaluated(value, schema, context, "unevaluatedItems");
    for (const [index, item] of value.entries()) {
      const below2 = `${pointer}/${index}`;
      if (!seen.has(String(index)))
        yield* rest(item, schema, "unevaluatedItems", context, below2);
    }
  }
  if (schema.unevaluatedProperties !== void 0 && isObject(value)) {
    const seen = evaluated(value, schema, context, "unevaluatedProperties");
    for (const [name, item] of Object.entries(value)) {
      const below2 = `${pointer}/${escaped(name)}`;
      if (item !== void 0 && !seen.has(name))
        yield* rest(item, schema, "unevaluatedProperties", context, below2);
    }
  }
}
function* alone(value, schema, { mode }, pointer) {
  let tooLong = false;
  for (const rule of ASSERTIONS) {
    const limit = schema[rule];
    if (limit === void 0 || tooLong && rule === "pattern") continue;
    const message = broken(value, rule, limit);
    if (message !== void 0) {
      tooLong ||= rule === "maxLength";
      yield violation(pointer, rule, message);
    } else if (mode === SURE && rule === "format" && !isChecked(value, schema))
      yield violation(pointer, rule, "is of a format that is not checked");
  }
}
var isChecked = (value, { format = "" }) => (typeof value === "string" ? isText("", format) : isNumber(0, format)) !== void 0;
function* items(value, schema, context, pointer) {
  const { prefixItems = [], contains, minContains, maxContains } = schema;
  for (const [index, item] of value.entries()) {
    const below2 = `${pointer}/${index}`;
    const first = prefixItems[index];
    if (first) yield* checked(item, first, context, below2);
    else yield* rest(item, schema, "items", context, below2);
  }
  if (!contains) return;
  const exact = at(context, EXACT);
  const count = value.filter((item) => holds(item, contains, exact)).length;
  const least = minContains ?? 1;
  if (count < least) {
    const rule = minContains === void 0 ? "contains" : "minContains";
    const message = `must contain at least ${least} items that fit`;
    yield violation(pointer, rule, message);
  } else if (maxContains !== void 0 && count > maxContains) {
    const message = `must contain at most ${maxContains} items that fit`;
    yield violation(pointer, "maxContains", message);
  }
}
function* properties(value, schema, context, pointer) {
  const below2 = (name) => `${pointer}/${escaped(name)}`;
  for (const name of schema.required ?? []) {
    if (!has(value, name))
      yield violation(below2(name), "required", "is required");
  }
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {})) {
    if (!has(value, name)) continue;
    for (const other of others.filter((one) => !has(value, one))) {
      const message = `is required where ${name} is`;
      yield violation(below2(other), "dependentRequired", message);
    }
  }
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const [name, item] of Object.entries(value)) {
    if (item === void 0) continue;
    if (schema.propertyNames) {
      const exact = at(context, EXACT);
      for (const wrong of checked(name, schema.propertyNames, exact, "")) {
        const message = `is a name that ${wrong.message}`;
        yield violation(below2(name), "propertyNames", message);
      }
    }
    const known2 = own(schema.properties, name);
    const found = known2 ? [known2] : [];
    for (const [pattern, one] of patterns)
      if (compiled(pattern)?.test(name)) found.push(one);
    for (const one of found) yield* checked(item, one, context, below2(name));
    if (!found.length)
      yield* rest(item, schema, "additionalProperties", context, below2(name));
  }
}
function* rest(item, schema, rule, context, pointer) {
  const below2 = schema[rule];
  if (typeof below2 === "object") yield* checked(item, below2, context, pointer);
  else if (below2 === false) {
    const message = rule.endsWith("tems") ? "is one item too many" : "is not a known property";
    yield violation(pointer, rule, message);
  }
}
function* fitsNone(value, members, rule, context, pointer) {
  const kind = kindOf(value);
  let others = members.filter((one) => `${one.type}` !== "null");
  if (others.length > 1)
    others = others.filter((one) => mayBe(kind, one, context));
  if (others.length === 1)
    yield* checked(value, others[0], context, pointer);
  else yield violation(pointer, rule, "is none of the types it may be");
}
function mayBe(kind, schema, context) {
  for (let left = 100; left > 0 && isOf(kind, schema); left--) {
    if (schema.$ref === void 0) return true;
    schema = target(schema.$ref, context);
  }
  return isOf(kind, schema);
}
var isOf = (kind, { type }) => !type || type.includes(kind) || kind === "integer" && type.includes("number");
function* applied(value, schema, context, pointer) {
  const { allOf = [], anyOf, oneOf, not } = schema;
  const wrong = (rule, message) => violation(pointer, rule, message);
  for (const one of allOf) yield* checked(value, one, context, pointer);
  if (schema.tagged && isObject(value)) {
    const [tag, members] = schema.tagged;
    const chosen = memberOf(value, tag, members);
    if (chosen) yield* checked(value, chosen, context, pointer);
    else if (has(value, tag) ? context.mode || !schema.open : !schema.required?.includes(tag) && isUnclear(value, schema, members, context)) {
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
    else if (fitting.length > 1 && fitting.filter((one) => holds(value, one, sure)).length > 1)
      yield wrong("oneOf", "is more than one of the types it may be");
  }
  const exact = at(context, EXACT);
  if (not && holds(value, not, exact)) {
    const never = !Object.keys(not).length;
    yield wrong("not", never ? "is not allowed" : "is what it must not be");
  }
  const then = schema.if && chosenBranch(value, schema, exact);
  if (then) yield* checked(value, then, context, pointer);
  for (const one of depending(value, schema))
    yield* checked(value, one, context, pointer);
}
function isUnclear(value, schema, members, context) {
  const each = new Map(
    Object.values(members).map((one) => [JSON.stringify(one), one])
  );
  const fitting = [...each.values()].filter(
    (one) => holds(value, one, context)
  );
  if (fitting.length < 2 || schema.many) return !fitting.length;
  const sure = at(context, SURE);
  return fitting.filter((one) => holds(value, one, sure)).length > 1;
}
var chosenBranch = (value, schema, exact) => holds(value, schema.if ?? {}, exact) ? schema.then : schema.else;
var memberOf = (value, tag, members) => {
  const chosen = own(value, tag);
  return /string|integer|boolean/.test(kindOf(chosen)) ? own(members, `${chosen}`) : void 0;
};
var depending = (value, { dependentSchemas }) => dependentSchemas && isObject(value) ? Object.entries(dependentSchemas).flatMap(
  ([name, one]) => has(value, name) ? [one] : []
) : [];
function evaluated(value, schema, context, without) {
  const found = /* @__PURE__ */ new Set();
  const add = (more) => {
    for (const one of more) found.add(one);
  };
  if (schema.$ref !== void 0)
    add(evaluated(value, target(schema.$ref, context), context));
  const says = (rule) => rule !== without && schema[rule] !== void 0;
  const whole = Array.isArray(value) ? says("items") || says("unevaluatedItems") : says("additionalProperties") || says("unevaluatedProperties");
  if (whole) return new Set(Object.keys(value));
  const { prefixItems = [], contains, patternProperties = {} } = schema;
  const exact = at(context, EXACT);
  const patterns = Object.keys(patternProperties);
  for (const [name, item] of Object.entries(value)) {
    const seen = Array.isArray(value) ? Number(name) < prefixItems.length || !!contains && holds(item, contains, exact) : own(schema.properties, name) !== void 0 || patterns.some((one) => compiled(one)?.test(name));
    if (seen) found.add(name);
  }
  for (const one of holding(value, schema, context))
    add(evaluated(value, one, context));
  return found;
}
function* holding(value, schema, context) {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  yield* allOf;
  for (const one of [...anyOf, ...oneOf])
    if (holds(value, one, context)) yield one;
  if (schema.tagged && isObject(value)) {
    const [tag, members] = schema.tagged;
    const chosen = memberOf(value, tag, members);
    if (chosen) yield chosen;
    else if (!has(value, tag)) {
      for (const one of Object.values(members))
        if (holds(value, one, context)) yield one;
    }
  }
  if (schema.if) {
    const exact = at(context, EXACT);
    if (holds(value, schema.if, exact)) yield schema.if;
    yield chosenBranch(value, schema, exact) ?? {};
  }
  yield* depending(value, schema);
}

// checks.ts
var PLACES = {
  path: InPath,
  query: InQuery,
  header: InHeader,
  cookie: InCookie
};
function wrongCall(operations, schemas, ...[{ given: given2 }, { operation, args, whole: value }]) {
  const { id, params = [], body } = operation;
  const declared = Object.hasOwn(operations, id) ? operations[id] : void 0;
  const values = args;
  const found = [];
  for (const parameter of params) {
    const { name, arg = name, codec, nullable, fixed, shared } = parameter;
    const value2 = shared ? given2.globals[name] : values[arg];
    const known2 = declared?.params?.find(
      (one) => one.name === name && PLACES[one.in] === parameter.in
    );
    const sent = value2 !== void 0 && (value2 !== null || nullable);
    if (!known2 || !sent || fixed !== void 0) continue;
    const json2 = plain(codec ? codec.encode(value2) : value2);
    const at2 = `/${escaped(name)}`;
    for (const wrong of check(json2, known2.schema ?? {}, schemas, at2))
      found.push({ ...wrong, place: known2.in });
  }
  if (!body || value === void 0 || value === null && !body.nullable)
    return found;
  const kind = declared?.body?.[body.type];
  const json = body.codec ? body.codec.encode(value) : value;
  return kind ? [...found, ...wrongBody(body, kind, json, schemas)] : found;
}
var plain = (value) => parseJson(writeJson(value));
function wrongBody(body, { kind, schema = {} }, value, schemas) {
  if (kind === "json" || kind === "text" && typeof value === "string")
    return check(plain(value), schema, schemas);
  if (!/^(form|multipart)$/.test(kind)) return [];
  const fields = {};
  const files = /* @__PURE__ */ new Set();
  for (const [name, item] of Object.entries(Object(value))) {
    if (item === void 0 || item === null) continue;
    const file = body.parts?.[name]?.as === "bytes";
    if (file) files.add(escaped(name));
    fields[name] = file ? "" : plain(item);
  }
  return check(fields, schema, schemas).filter(
    ({ pointer }) => !files.has(pointer.split("/")[1] ?? "")
  );
}

// forms.ts
import { parseJson as parseJson3 } from "./runtime.js";

// received.ts
import { parseJson as parseJson2 } from "./runtime.js";
function follow(schema, schemas) {
  let found = schema.read ?? schema;
  for (let hops = 0; found.$ref !== void 0 && hops < 100; hops++) {
    const next = schemas[found.$ref] ?? {};
    found = next.read ?? next;
  }
  return found;
}
var itemsIn = ({ items: items2 }) => typeof items2 === "object" ? items2 : {};
function isJson(mediaType) {
  return /^\s*((application|text)\/json|.+\+json)\s*(;|$)/i.test(mediaType);
}
function readParameter(it, texts, declared, schemas) {
  if (it.media !== void 0) {
    const text2 = texts.get(it.name)?.at(-1);
    return text2 !== void 0 && isJson(it.media) ? parseJson2(text2) : text2;
  }
  const schema = follow(it.schema ?? {}, schemas);
  const members = schema.anyOf ?? schema.oneOf;
  if (!members) return readKind({ ...it, schema }, texts, declared, schemas);
  let first;
  for (const member of members) {
    const one = { ...it, schema: member };
    const read2 = readParameter(one, texts, declared, schemas);
    if (read2 !== void 0 && fits(read2, member, schemas)) return read2;
    first ??= read2;
  }
  return first;
}
function readKind(it, all, declared, schemas) {
  const { name, style, schema = {} } = it;
  const kinds = kindsOf(schema);
  if (style === "deep-object") return readDeep(name, schema, all, schemas);
  if (kinds.has("object")) return readObject(it, all, declared, schemas);
  const texts = all.get(name);
  const last = texts?.at(-1);
  if (!texts || last === void 0) return void 0;
  if (!kinds.has("array")) return readText(bare(it, last), schema, schemas);
  const items2 = itemsIn(schema);
  return itemsOf(it, texts).map((text2) => readText(text2, items2, schemas));
}
function bare({ name, style }, text2) {
  if (style === "label") return text2.replace(/^\./, "");
  if (style !== "matrix" || !text2.startsWith(`;${name}`)) return text2;
  return text2.slice(name.length + 1).replace(/^=/, "");
}
var inPairs = ({ explode, in: place }) => !!explode && (place === "query" || place === "cookie");
var delimiter = ({ style }) => style === "space-delimited" ? " " : style === "pipe-delimited" ? "|" : ",";
function itemsOf(it, texts) {
  const { style, explode } = it;
  const last = texts.at(-1) ?? "";
  if (style === "label") return bare(it, last).split(explode ? "." : ",");
  if (style === "matrix" && explode) {
    const pairs = last.replace(/^;/, "").split(";");
    return pairs.map((pair) => pair.replace(/^[^=]*=?/, ""));
  }
  if (inPairs(it)) return texts;
  const items2 = texts.flatMap((text2) => bare(it, text2).split(delimiter(it)));
  if (it.in !== "header") return items2;
  return items2.map((item) => item.trim()).filter(Boolean);
}
function readObject(it, all, declared, schemas) {
  const { schema = {} } = it;
  const read2 = (name, texts) => readTexts(texts, below(schema, name), schemas);
  if (inPairs(it)) {
    const { properties: properties2 = {}, additionalProperties: rest2 } = schema;
    const own2 = [...all].filter(
      ([name]) => Object.hasOwn(properties2, name) || !!rest2 && !declared.has(name)
    );
    const pairs2 = own2.map(([name, texts]) => [name, read2(name, texts)]);
    return pairs2.length ? Object.fromEntries(pairs2) : void 0;
  }
  const text2 = all.get(it.name)?.at(-1);
  if (text2 === void 0) return void 0;
  if (it.in === "header" && !text2.trim()) return {};
  const pairs = pairsOf(it, text2);
  if (!pairs) return text2;
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, read2(name, [value])])
  );
}
function pairsOf(it, text2) {
  if (it.explode) {
    const between = it.style === "label" ? "." : it.style === "matrix" ? ";" : ",";
    const items2 = (text2.startsWith(between) ? text2.slice(1) : text2).split(
      between === "." ? /\.(?=[^.=]*=)/ : between
      // a value may have dots
    );
    if (between !== ";" && !items2.every((item) => item.includes("=")))
      return void 0;
    return items2.map((item) => {
      const [name = ""] = item.split("=", 1);
      return [name.trim(), item.slice(name.length + 1)];
    });
  }
  const parts = bare(it, text2).split(delimiter(it));
  if (parts.length % 2) return void 0;
  const names = parts.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => [name.trim(), parts[2 * index + 1] ?? ""]);
}
function readDeep(name, schema, all, schemas) {
  const tree = /* @__PURE__ */ new Map();
  for (const [key, texts] of all) {
    if (!key.startsWith(`${name}[`)) continue;
    const path = key.slice(name.length);
    if (!/^(\[[^[\]]*\])+$/.test(path)) continue;
    const tokens = path.slice(1, -1).split("][");
    const last = tokens.pop() ?? "";
    let at2 = tree;
    for (const token of tokens) {
      const next = at2.get(token);
      const inner = next instanceof Map ? next : /* @__PURE__ */ new Map();
      at2.set(token, inner);
      at2 = inner;
    }
    at2.set(last, texts);
  }
  return tree.size ? readTree(tree, schema, schemas) : void 0;
}
function readTree(value, declared, schemas) {
  const schema = follow(declared, schemas);
  for (const member of schema.anyOf ?? schema.oneOf ?? []) {
    const read2 = readTree(value, member, schemas);
    if (fits(read2, member, schemas)) return read2;
  }
  if (!(value instanceof Map)) return readTexts(value, schema, schemas);
  const keys = [...value.keys()];
  const numbered = keys.every((key) => /^\d*$/.test(key));
  if (numbered && kindsOf(schema).has("array")) {
    const items2 = itemsIn(schema);
    return [...value].sort(([left], [right]) => Number(left) - Number(right)).flatMap(
      ([key, item]) => key === "" && !(item instanceof Map) ? item.map((text2) => [text2]) : [item]
    ).map((item) => readTree(item, items2, schemas));
  }
  return Object.fromEntries(
    [...value].map(([key, item]) => [
      key,
      readTree(item, below(schema, key), schemas)
    ])
  );
}
function below({ properties: properties2, additionalProperties }, name) {
  const own2 = properties2 && Object.hasOwn(properties2, name) ? properties2[name] : void 0;
  const found = own2 ?? additionalProperties;
  return typeof found === "object" ? found : {};
}
function readTexts(texts, declared, schemas) {
  const schema = follow(declared, schemas);
  const last = texts.at(-1) ?? "";
  const alone2 = texts.length === 1 && last.startsWith("[");
  if (!kindsOf(schema).has("array") || alone2)
    return readText(last, schema, schemas);
  return texts.map((text2) => readText(text2, itemsIn(schema), schemas));
}
var NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
function readText(text2, declared, schemas) {
  const schema = follow(declared, schemas);
  for (const member of schema.anyOf ?? schema.oneOf ?? []) {
    const read2 = readText(text2, member, schemas);
    if (fits(read2, member, schemas)) return read2;
  }
  const kinds = kindsOf(schema);
  if (kinds.has("boolean") && /^(true|false)$/.test(text2))
    return text2 === "true";
  if ((kinds.has("integer") || kinds.has("number")) && NUMBER.test(text2))
    return parseJson2(text2.replace(/^(-?)0+(?=\d)/, "$1"));
  if (kinds.has("null") && !text2) return null;
  if (!kinds.has("array") && !kinds.has("object")) return text2;
  try {
    return parseJson2(text2);
  } catch {
    return text2;
  }
}
function kindsOf({
  type,
  const: one,
  enum: several = []
}) {
  if (type) return new Set(type);
  const values = one === void 0 ? several : [one];
  return new Set(values.map(kindOf2));
}
function kindOf2(value) {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

// forms.ts
function partsOf(body, contentType) {
  const [, quoted, plain2] = /boundary\s*=\s*(?:"([^"]+)"|([^;,\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain2;
  if (boundary === void 0) return void 0;
  const pieces = `\r
${binary(body)}`.split(`\r
--${boundary}`);
  if (pieces.length < 2 || !pieces.at(-1)?.startsWith("--")) return void 0;
  const found = [];
  for (const piece of pieces.slice(1, -1)) {
    const [head = ""] = piece.split("\r\n\r\n", 1);
    const lines = text(head);
    const [, quotedName, plainName] = /^content-disposition:.*?;\s*name\s*=\s*(?:"([^"]*)"|([^;\s]+))/im.exec(
      lines
    ) ?? [];
    const name = quotedName ?? plainName ?? "";
    const headers = new Map(
      lines.split("\r\n").map((line) => {
        const [key = ""] = line.split(":", 1);
        return [key.trim().toLowerCase(), [line.slice(key.length + 1).trim()]];
      })
    );
    found.push({
      name: name.replace(/%(22|0D|0A)/g, unescape),
      value: text(piece.slice(head.length + 4)),
      type: headers.get("content-type")?.[0],
      headers
    });
  }
  return found;
}
var unescape = (found) => decodeURIComponent(found);
function binary(bytes) {
  let found = "";
  for (let at2 = 0; at2 < bytes.length; at2 += 32768)
    found += String.fromCharCode(...bytes.subarray(at2, at2 + 32768));
  return found;
}
var text = (found) => new TextDecoder().decode(
  Uint8Array.from(found, (char) => char.charCodeAt(0))
);
function* named({ order = [], parts = {} }, fields) {
  const found = [];
  let at2 = 0;
  for (const [index, field] of fields.entries()) {
    const { type = "text/plain" } = field;
    const takes = (name2) => parts[name2]?.types?.some((one) => covers(one, type)) ?? true;
    const place = order.findIndex((name2, i) => i >= at2 && takes(name2));
    const name = order[place];
    if (name === void 0) {
      const message = `no part ${index + 1} of ${plainType(type)} is declared`;
      yield { place: "body", pointer: "", rule: "contentMediaType", message };
      continue;
    }
    at2 = place + (parts[name]?.repeated ? 0 : 1);
    found.push({ ...field, name });
  }
  return found;
}
function* checkForm(declared, form, sent, schemas) {
  const { parts = {}, order } = form;
  const schema = follow(declared, schemas);
  const groups = /* @__PURE__ */ new Map();
  const nameless = order && !sent.some(({ name }) => name);
  const fields = nameless ? yield* named(form, sent) : sent;
  for (const field of fields)
    if (field.name)
      groups.set(field.name, [...groups.get(field.name) ?? [], field]);
  const texts = new Map(
    [...groups].map(([name, same]) => [
      name,
      same.map(({ value: value2 }) => String(value2))
    ])
  );
  const names = new Set(Object.keys(parts));
  const value = /* @__PURE__ */ new Map();
  for (const [name, part] of Object.entries(parts)) {
    const below2 = schema.properties?.[name] ?? {};
    const found = part.encode === "style" ? readParameter(
      { ...part, name, in: "query", schema: below2 },
      texts,
      names,
      schemas
    ) : yield* readPart(part, groups.get(name) ?? [], below2, schemas);
    if (found !== void 0) value.set(name, found);
  }
  const { additionalProperties: rest2 } = schema;
  for (const [name, same] of groups) {
    if (value.has(name) || belongs(name, parts)) continue;
    const last = same.at(-1)?.value;
    const kind = typeof rest2 === "object" ? rest2 : {};
    const plain2 = typeof last === "string";
    value.set(name, plain2 ? readText(last, kind, schemas) : last);
  }
  yield* check(Object.fromEntries(value), declared, schemas);
}
function belongs(name, parts) {
  return Object.entries(parts).some(
    ([own2, { encode, style, explode }]) => encode === "style" && (explode || style === "deep-object" && name.startsWith(`${own2}[`))
  );
}
function* readPart(part, fields, schema, schemas) {
  if (!fields.length) return void 0;
  const { repeated = false, types, encode, objects } = part;
  const seen = follow(schema, schemas);
  const members = seen.anyOf ?? seen.oneOf ?? [];
  const array = members.map((member) => follow(member, schemas)).find(({ items: items2 }) => typeof items2 === "object");
  const below2 = repeated ? itemsIn(array ?? seen) : schema;
  const values = [];
  for (const [index, field] of fields.entries()) {
    const { name, value, type } = field;
    const pointer = `/${escaped(name)}${repeated ? `/${index}` : ""}`;
    const wrong = (rule, message) => ({
      place: "body",
      pointer,
      rule,
      message
    });
    if (types && type !== void 0 && !types.some((one) => covers(one, type)))
      yield wrong(
        "contentMediaType",
        `must be ${types.join(" or ")}, not ${plainType(type)}`
      );
    for (const message of headersOf(part, field, schemas))
      yield wrong("headers", message);
    try {
      const isObject2 = objects !== void 0 && plainType(type ?? "") === plainType(objects);
      const way = isObject2 ? "json" : encode;
      const plain2 = way !== "bytes" && typeof value === "string";
      const readAs = (as) => !plain2 ? value : way === "json" ? parseJson3(value) : readText(value, as, schemas);
      values.push(readAs(below2));
      if (repeated && members.length && fields.length === 1) {
        const alone2 = readAs(schema);
        if (!check(alone2, schema, schemas).length) return alone2;
      }
    } catch {
      yield wrong("content", "is no JSON");
      return void 0;
    }
  }
  return repeated ? values : values.at(-1);
}
function* headersOf({ headers = [] }, { headers: sent }, schemas) {
  if (!sent) return;
  for (const { required: required2, ...header } of headers) {
    const { name, schema = {} } = header;
    const read2 = { ...header, name: name.toLowerCase() };
    let value;
    try {
      value = readParameter(read2, sent, /* @__PURE__ */ new Set(), schemas);
    } catch {
      yield `its header ${name} is no JSON`;
      continue;
    }
    if (value !== void 0) {
      for (const { message } of check(value, schema, schemas))
        yield `its header ${name} ${message}`;
    } else if (required2) yield `its header ${name} is required`;
  }
}
var plainType = (type) => (type.split(";", 1)[0] ?? "").trim().toLowerCase();
function covers(declared, sent) {
  const [known2, given2] = [plainType(declared), plainType(sent)];
  return known2 === given2 || known2 === "*/*" || known2.endsWith("/*") && given2.startsWith(known2.slice(0, -1));
}

// signatures.ts
import { SDKError as SDKError2 } from "./runtime.js";
var SignatureError = class extends SDKError2 {
};
var PUBLIC = "whpk_";
async function verify(signature, headers, body, secrets) {
  const {
    message,
    signatures,
    asymmetric = []
  } = signature.standard ? standard(signature, headers, body) : carried(signature, headers, body);
  let fits2 = false;
  for (const secret of secrets) {
    if (signature.standard && typeof secret === "string" && secret.startsWith(PUBLIC)) {
      fits2 = await verifies(secret, asymmetric, message) || fits2;
      continue;
    }
    const bytes = signature.standard ? standardSecret(secret) : utf8(secret);
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey(
      "raw",
      bytes,
      algorithm,
      false,
      ["verify"]
    );
    for (const given2 of signatures) {
      const right = crypto.subtle.verify(
        "HMAC",
        key,
        given2,
        message
      );
      fits2 = await right || fits2;
    }
  }
  if (!fits2) throw new SignatureError("the signature is not valid");
}
async function verifies(secret, signatures, message) {
  const bytes = base64(secret.slice(PUBLIC.length));
  if (bytes?.length !== 32)
    throw new SignatureError("a public key is no base64 of 32 bytes");
  if (isSmall(bytes)) return false;
  let fits2 = false;
  try {
    const key = await crypto.subtle.importKey(
      "raw",
      bytes,
      "Ed25519",
      false,
      ["verify"]
    );
    for (const given2 of signatures)
      fits2 = await crypto.subtle.verify(
        "Ed25519",
        key,
        given2,
        message
      ) || fits2;
  } catch (error) {
    if (error.name === "NotSupportedError")
      throw new SignatureError("this platform cannot verify Ed25519", {
        cause: error
      });
    return false;
  }
  return fits2;
}
var SMALL = [
  "00".repeat(32),
  "01" + "00".repeat(31),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ec" + "ff".repeat(30) + "7f",
  "ed" + "ff".repeat(30) + "7f",
  "ee" + "ff".repeat(30) + "7f"
];
function isSmall(key) {
  const bytes = [...key];
  bytes[31] = (bytes[31] ?? 0) & 127;
  return SMALL.includes(
    bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}
function carried(signature, headers, body) {
  const {
    header = "",
    prefix = "",
    timestampKey,
    signatureKey,
    signed = "{body}"
  } = signature;
  const value = required(headers, header);
  let timestamp = "";
  let texts = [value.trim()];
  if (timestampKey !== void 0 || signatureKey !== void 0) {
    const pairs = value.split(",").map((part) => /^([^=]*)=?(.*)$/s.exec(part.trim()) ?? []);
    timestamp = pairs.find(([, key]) => key === timestampKey)?.[2] ?? "";
    texts = pairs.filter(([, key]) => key === signatureKey).map(([, , text2 = ""]) => text2);
  }
  if (timestampKey !== void 0) checkAge(timestamp, signature.tolerance);
  const [before = "", after = ""] = signed.replaceAll("{timestamp}", timestamp).split("{body}", 2);
  const read2 = signature.encoding === "base64" ? base64 : hex;
  return {
    message: concat(utf8(before), body, utf8(after)),
    signatures: texts.filter((text2) => text2.startsWith(prefix)).map((text2) => read2(text2.slice(prefix.length))).filter((bytes) => bytes !== void 0)
  };
}
function standard(signature, headers, body) {
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const texts = required(headers, "webhook-signature").split(" ");
  checkAge(timestamp, signature.tolerance ?? 300);
  const read2 = (version) => texts.filter((text2) => text2.startsWith(version)).map((text2) => base64(text2.slice(version.length))).filter((bytes) => bytes !== void 0);
  return {
    message: concat(utf8(`${id}.${timestamp}.`), body),
    signatures: read2("v1,"),
    asymmetric: read2("v1a,")
  };
}
function standardSecret(secret) {
  if (typeof secret !== "string") return secret;
  const bytes = base64(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new SignatureError("a secret is no base64");
  return bytes;
}
function required(headers, name) {
  const value = headers.get(name);
  if (value === null)
    throw new SignatureError(`the header ${name.toLowerCase()} is missing`);
  return value;
}
function checkAge(timestamp, tolerance) {
  if (!/^\d{1,20}$/.test(timestamp))
    throw new SignatureError("the timestamp is no number");
  const age = Date.now() / 1e3 - Number(timestamp);
  if (tolerance !== void 0 && Math.abs(age) > tolerance) {
    throw new SignatureError(`the timestamp is ${Math.round(age)} seconds old`);
  }
}
var utf8 = (text2) => typeof text2 === "string" ? new TextEncoder().encode(text2) : text2;
function hex(text2) {
  if (!/^([0-9a-f]{2})*$/i.test(text2)) return void 0;
  return Uint8Array.from(text2.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
function base64(text2) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text2) || text2.replace(/=/g, "").length % 4 === 1)
    return void 0;
  return Uint8Array.from(atob(text2), (char) => char.charCodeAt(0));
}
function concat(...parts) {
  const whole = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0)
  );
  let at2 = 0;
  for (const part of parts) {
    whole.set(part, at2);
    at2 += part.length;
  }
  return whole;
}

// validate.ts
import { SDKError as SDKError3 } from "./runtime.js";
import { parseJson as parseJson4 } from "./runtime.js";
var InvalidRequest = class extends SDKError3 {
  constructor(violations2) {
    super(
      violations2.map((one) => `${one.place}${one.pointer}: ${one.message}`).join("; ")
    );
    this.violations = violations2;
  }
  /**
   * The status that fits: 415 for a media type that is not declared, 400 where parameters are wrong or the body cannot
   * be read or is missing, 422 for what it holds.
   */
  get status() {
    const whole = this.violations.filter(
      ({ place, pointer }) => place === "body" && !pointer
    );
    const has2 = (rule) => whole.some((one) => one.rule === rule);
    if (has2("contentMediaType")) return 415;
    const unread = has2("content") || has2("required");
    const others = this.violations.some(({ place }) => place !== "body");
    return unread || others ? 400 : 422;
  }
};
function violations(declared, request, schemas) {
  const { params = [], body } = declared;
  const header = textsOf(request.headers, (name) => name.toLowerCase());
  const places = {
    path: textsOf(request.path),
    query: textsOf(request.query),
    header,
    cookie: textsOf(request.cookies ?? cookies(header))
  };
  const names = new Set(params.map(({ name }) => name));
  const found = params.flatMap((one) => [
    ...checkParameter(one, places[one.in], names, schemas)
  ]);
  const type = (request.contentType ?? header.get("content-type")?.at(-1)) || void 0;
  if (body) found.push(...checkBody(declared, body, request, type, schemas));
  return found;
}
function textsOf(given2 = {}, named2 = (name) => name) {
  const found = /* @__PURE__ */ new Map();
  const pairs = typeof given2 === "string" ? new URLSearchParams(given2) : given2 instanceof URLSearchParams || given2 instanceof Headers ? given2 : Object.entries(given2);
  for (const [name, value] of pairs) {
    const known2 = found.get(named2(name)) ?? [];
    const texts = typeof value === "string" ? [value] : value ?? [];
    if (texts.length) found.set(named2(name), [...known2, ...texts]);
  }
  return found;
}
function cookies(headers) {
  const found = /* @__PURE__ */ new Map();
  for (const text2 of headers.get("cookie") ?? []) {
    for (const pair of text2.split(/;\s*/)) {
      const [name = ""] = pair.split("=", 1);
      const value = decoded(pair.slice(name.length + 1));
      found.set(name, [...found.get(name) ?? [], value]);
    }
  }
  return Object.fromEntries(found);
}
function decoded(text2) {
  try {
    return decodeURIComponent(text2);
  } catch {
    return text2;
  }
}
function* checkParameter(parameter, texts, names, schemas) {
  const { name, in: place, required: required2, schema = {} } = parameter;
  const pointer = `/${escaped(name)}`;
  const read2 = place === "header" ? { ...parameter, name: name.toLowerCase() } : parameter;
  let value;
  try {
    value = readParameter(read2, texts, names, schemas);
  } catch {
    yield { place, pointer, rule: "content", message: "is no JSON" };
    return;
  }
  if (value === void 0) {
    if (required2)
      yield { place, pointer, rule: "required", message: "is required" };
    return;
  }
  for (const wrong of check(value, schema, schemas, pointer))
    yield { ...wrong, place };
}
function* checkBody(declared, kinds, { body }, type, schemas) {
  const wrong = (rule, message) => ({
    place: "body",
    pointer: "",
    rule,
    message
  });
  const told = type ?? Object.keys(kinds)[0] ?? "";
  const kind = kindOf3(kinds, told);
  const empty = body === "" || body instanceof Uint8Array && !body.length;
  const emptyForm = type !== void 0 && kind?.kind === "form";
  if (body === void 0 || empty && !emptyForm) {
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
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const text2 = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : void 0;
  if (kind.kind === "json") {
    try {
      const value = text2 === void 0 ? body : parseJson4(text2);
      yield* check(value, schema, schemas);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield wrong("content", "the body is no JSON");
    }
  } else if (kind.kind === "text") {
    const value = text2 === void 0 ? body : readText(text2, schema, schemas);
    yield* check(value, schema, schemas);
  } else if (kind.kind === "form" || covers("multipart/*", told)) {
    const fields = text2 === void 0 ? given(body) : kind.kind === "form" ? [...new URLSearchParams(text2)].map(([name, value]) => ({
      name,
      value
    })) : partsOf(bytes, told);
    if (fields) yield* checkForm(schema, kind, fields, schemas);
    else yield wrong("content", "the body is no multipart of its boundary");
  }
}
function given(body) {
  const pairs = body instanceof FormData ? [...body] : Object.entries(body);
  return pairs.flatMap(
    ([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => ({
      name,
      value: one,
      type: one instanceof Blob ? one.type || void 0 : void 0
    }))
  );
}
function kindOf3(kinds, sent) {
  const known2 = Object.keys(kinds);
  const same = known2.find((one) => plainType(one) === plainType(sent));
  const ranges = known2.filter((one) => covers(one, sent));
  const [widest] = ranges.sort((left, right) => right.length - left.length);
  return kinds[same ?? widest ?? ""];
}

// webhooks.ts
import { ConfigurationError, SDKError as SDKError4 } from "./runtime.js";
import { parseJson as parseJson5, writeJson as writeJson2 } from "./runtime.js";
var PayloadError = class extends SDKError4 {
};
var UnknownEventError = class extends SDKError4 {
};
var Reply = class {
  constructor(status, body, headers = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
};
var OTHER = { payloads: [] };
var Receiver = class {
  #events;
  #signature;
  #options;
  #secrets;
  #tag;
  #idAt;
  #handlers = /* @__PURE__ */ new Map();
  #other;
  constructor(events, signature, options, tag, idAt = []) {
    const { secrets = [] } = options;
    this.#tag = tag;
    this.#idAt = idAt;
    this.#events = events;
    this.#signature = options.verify === false ? void 0 : signature;
    this.#options = options;
    this.#secrets = typeof secrets === "string" || secrets instanceof Uint8Array ? [secrets] : secrets;
    const usable = this.#secrets.length && this.#secrets.every((one) => one.length);
    if (this.#signature && !usable) {
      throw new ConfigurationError(
        "webhooks are signed: give secrets, or verify: false in tests"
      );
    }
  }
  register(name, handler) {
    this.#handlers.set(name, handler);
    return this;
  }
  /**
   * Handles events that have no other handler. One that the API did not declare when this was made has no name, and
   * bytes for a payload; without such a handler 404 is answered to it, and failure to what is declared.
   */
  otherwise(handler) {
    this.#other = handler;
    return this;
  }
  /** Verifies and reads an event. */
  async readAny(name, headers, body) {
    const given2 = toHeaders(headers);
    const [, event] = this.#find(name, given2, body);
    return this.#read(event, given2, body);
  }
  /**
   * Receives an event: the answer is the handler's, or that of failure. Never rejects.
   *
   * `name` is undefined where it is found in what is received; `method` is that of the request: another than the event's
   * is answered with 405.
   */
  async handle(name, headers, body, method) {
    let found;
    try {
      const given2 = toHeaders(headers);
      found = this.#find(name, given2, body, this.#other && OTHER);
      return await this.#receive(...found, given2, body, method);
    } catch (error) {
      if (!found && error instanceof UnknownEventError)
        return { status: 404, headers: {}, body: "" };
      this.#options.onError?.(found?.[0] ?? name ?? "", error);
      return { status: found?.[1].failure ?? 500, headers: {}, body: "" };
    }
  }
  async #receive(name, event, headers, body, method) {
    const { method: allow = "POST", success = 200 } = event;
    if (method !== void 0 && method !== allow)
      return { status: 405, headers: { allow }, body: "" };
    const payload = await this.#read(event, headers, body);
    const { seen, eventId: find2 } = this.#options;
    if (seen) {
      const id = find2 ? find2(payload, headers) : this.#id(body, headers);
      if (id && await seen(id))
        return { status: success, headers: {}, body: "" };
    }
    const handler = this.#handlers.get(name) ?? this.#other;
    if (!handler)
      throw new ConfigurationError(`there is no handler for ${name}`);
    const returned = await handler(payload, { name, headers });
    return answer(name, event, returned);
  }
  /**
   * Receives a request of `fetch`. The event's name is the last segment of the path, if it is one, unless it is given;
   * else it is found in what is received.
   */
  async fetch(request, name = this.#named(request.url)) {
    const found = await this.handle(
      name,
      request.headers,
      await take(request.body ?? [], this.#limit),
      request.method
    );
    const bare2 = found.status === 204 || found.status === 205 || found.status === 304;
    return new Response(bare2 ? null : found.body, {
      status: found.status,
      headers: found.headers
    });
  }
  /** A listener for `http.createServer` of node; names are those of `fetch`. */
  listener() {
    return (request, response) => {
      const body = request.iterator?.({ destroyOnReturn: false }) ?? request;
      const name = this.#named(request.url ?? "");
      const { headers, method } = request;
      void take(body, this.#limit).then((body2) => this.handle(name, headers, body2, method)).catch(() => ({ status: 500, headers: {}, body: "" })).then((found) => {
        response.writeHead(found.status, { ...found.headers });
        response.end(found.body);
      });
    };
  }
  get #limit() {
    return this.#options.maxBodyBytes ?? 33554432;
  }
  /** The event that a path names, if any. */
  #named(url) {
    return this.#known(lastSegment(url))?.[0];
  }
  /** The event of a name, which may be a short one. */
  #known(name) {
    return Object.entries(this.#events).find(
      ([key, { short }]) => name !== void 0 && (key === name || short === name)
    );
  }
  #find(given2, headers, body, other) {
    const name = given2 ?? this.#told(headers, body);
    const found = this.#known(name);
    if (given2 === void 0 && !found && other) return ["", other];
    if (name === void 0)
      throw new UnknownEventError("nothing that is received names its event");
    if (!found) {
      const known2 = Object.keys(this.#events).join(", ");
      throw new UnknownEventError(
        `there is no webhook ${name}; there are ${known2}`
      );
    }
    return found;
  }
  /** The id of an event; in the payload by names on the wire, whatever the properties are called. */
  #id(body, headers) {
    const sent = headers.get("webhook-id");
    if (sent || !this.#idAt.length) return sent ?? void 0;
    try {
      return idText(pointed(parseJson5(textOf(body, headers)), this.#idAt));
    } catch {
      return void 0;
    }
  }
  /** The name of an event in what is received. */
  #told(headers, body) {
    const { eventName } = this.#options;
    const key = this.#tag;
    if (!eventName && key === void 0) return void 0;
    this.#measure(body);
    let payload;
    try {
      payload = parseJson5(textOf(body, headers));
    } catch (cause) {
      if (body.length && !eventName)
        throw new PayloadError("the payload is no JSON", { cause });
    }
    if (eventName) return eventName(payload, headers);
    const value = payload?.[key];
    return Object.entries(this.#events).find(
      ([, { tags }]) => tags?.includes(value)
    )?.[0];
  }
  #measure(body) {
    if (body.length > this.#limit) {
      throw new PayloadError(`the payload is larger than ${this.#limit} bytes`);
    }
  }
  async #read(event, headers, body) {
    this.#measure(body);
    if (this.#signature && !event.unsigned) {
      await verify(this.#signature, headers, body, this.#secrets);
    }
    return read(event, headers, body);
  }
};
function read(event, headers, body) {
  if (!body.length) {
    if (event.required) throw new PayloadError("the request body is required");
    return void 0;
  }
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const payload = event.payloads.find((one) => one.type === type) ?? event.payloads[0];
  if (!payload || payload.as === "bytes") return body;
  try {
    const text2 = textOf(body, headers);
    if (payload.as === "text") return text2;
    if (payload.as === "json") return decode(payload, text2);
    return text2.split(/\r\n|\n|\r/).map((line) => line.startsWith("") ? line.slice(1) : line).filter((line) => line.trim()).map((line) => decode(payload, line));
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : "";
    throw new PayloadError(`the payload is not ${payload.type}: ${told}`, {
      cause
    });
  }
}
function decode({ shape, codec }, text2) {
  const json = parseJson5(text2);
  const kind = Array.isArray(json) ? "array" : json === null ? "null" : typeof json;
  if (shape && shape !== kind)
    throw new PayloadError(`the payload must be ${shape}, not ${kind}`);
  return codec ? codec.decode(json) : json;
}
function answer(name, event, returned) {
  const { answers = {}, success = 200 } = event;
  const made2 = returned instanceof Reply;
  const reply = made2 ? returned : new Reply(success, returned);
  const { status, body } = reply;
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  const key = keys.find((one) => Object.hasOwn(answers, one));
  if (key === void 0 && made2 && Object.keys(answers).length) {
    throw new RangeError(`the status ${status} is not declared for ${name}`);
  }
  if (body === void 0 || body === null)
    return { status, headers: { ...reply.headers }, body: "" };
  const type = key !== void 0 && answers[key] || "application/json";
  const plain2 = body instanceof Uint8Array || typeof body === "string" && !/[/+]json$/.test(type);
  return {
    status,
    headers: { "content-type": type, ...reply.headers },
    body: plain2 ? body : writeJson2(body)
  };
}
function textOf(body, headers) {
  const type = headers.get("content-type") ?? "";
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
  let decoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    decoder = new TextDecoder("utf-8", { fatal: true });
  }
  return decoder.decode(body);
}
function idText(value) {
  if (typeof value === "string") return value;
  const text2 = typeof value === "number" || typeof value === "bigint" ? `${value}` : "";
  return /^-?\d+$/.test(text2) ? text2 : "";
}
function toHeaders(given2) {
  if (given2 instanceof Headers) return given2;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given2)) {
    if (value !== void 0)
      headers.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return headers;
}
function lastSegment(url) {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  const name = path.split("/").filter(Boolean).at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
async function take(body, limit) {
  const pieces = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) break;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
export {
  ASSERTIONS,
  CallbackURLError,
  InvalidRequest,
  PayloadError,
  Receiver,
  Reply,
  SignatureError,
  UnknownEventError,
  broken,
  check,
  checkForm,
  compiled,
  covers,
  equal,
  escaped,
  fits,
  follow,
  isJson,
  isNumber,
  isText,
  itemsIn,
  kindOf,
  partsOf,
  plainType,
  pointed,
  readParameter,
  readText,
  readTexts,
  resolveUrl,
  verify,
  violations,
  wrongCall
};
