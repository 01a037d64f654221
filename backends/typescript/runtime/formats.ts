// The formats that are checked, the same in every language; others are ignored. Patterns, in the dialect of ECMAScript.

const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?";
const ZONE = "(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const HOST = `${LABEL}(?:\\.${LABEL})*`;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LITERAL = '[^\\x00-\\x20"<>\\\\^`{|}%\\x7f-\\x9f]|%[0-9A-Fa-f]{2}';
const VARIABLE =
  "(?:\\w|%[0-9A-Fa-f]{2})+(?:\\.(?:\\w|%[0-9A-Fa-f]{2})+)*(?:\\*|:[1-9]\\d{0,3})?";
const SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:";
const POINTER = "(?:/(?:[^~/]|~[01])*)*";
// The last number of a duration may have a fraction, as programs write it; RFC 3339 has none.
const LAST = "\\d+(?:[.,]\\d+)?";
const CLOCK = `T(?:${LAST}[HMS]|\\d+H${LAST}M|(?:\\d+H)?\\d+M${LAST}S)`;
const DAYS = `(?:${LAST}[YMD]|\\d+Y${LAST}M|(?:\\d+Y)?\\d+M${LAST}D)`;
const WHOLE_CLOCK = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const WHOLE_DAYS = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";

/** A URI, and a reference to one (RFC 3986); brackets are common in queries. */
function reference(wide: string): readonly [string, string] {
  const signs = (more: string): string =>
    `(?:[A-Za-z0-9._~!$&'()*+,;=${more}-]|%[0-9A-Fa-f]{2}${wide})`;
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

const [URI, URI_REFERENCE] = /* @__PURE__ */ reference("");
const [IRI, IRI_REFERENCE] = /* @__PURE__ */ reference("|[^\\x00-\\x9f]");

/** Patterns of formats; their groups capture IPv6 addresses. */
const TEXTS: Readonly<Record<string, string>> = {
  duration: `P(?:${LAST}W|${DAYS}|(?:${WHOLE_DAYS})?${CLOCK})`,
  "rfc3339-duration": `P(?:\\d+W|${WHOLE_DAYS}(?:${WHOLE_CLOCK})?|${WHOLE_CLOCK})`,
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
  ipv4: IPV4,
};

/** Whether a text is of a format; undefined if the format is not checked. */
export function isText(text: string, format: string): boolean | undefined {
  if (format === "date") return isDate(text);
  if (format === "date-time")
    return (
      isDate(text.slice(0, 10)) &&
      /^[Tt]/.test(text.slice(10)) &&
      isWhole(text.slice(11), TIME + ZONE) &&
      isTime(text.slice(11))
    );
  if (format === "time") return isTime(text);
  if (format === "rfc3339-time")
    return isWhole(text, TIME + ZONE) && isTime(text);
  if (format === "ipv6") return isIpv6(text);
  if (format === "hostname")
    return text.length <= 253 && text.split(".").every(isLabel);
  if (format === "idn-hostname")
    return text.split(/[.\u3002\uff0e\uff61]/).every(isWideLabel);
  const form = Object.hasOwn(TEXTS, format) ? TEXTS[format] : undefined;
  return form === undefined ? undefined : isWhole(text, form);
}

/** Whether a number is of a format, such as int32; undefined if the format is not checked. */
export function isNumber(
  value: number | bigint,
  format: string,
): boolean | undefined {
  const [, unsigned, bits] = /^(u?)int(8|16|32|64)$/.exec(format) ?? [];
  if (bits === undefined) return undefined;
  const half = 1n << BigInt(Number(bits) - 1);
  return unsigned
    ? value >= 0 && value < half * 2n
    : value >= -half && value < half;
}

function isWhole(text: string, form: string): boolean {
  const found = compiled(`^(?:${form})$`)?.exec(text);
  return !!found && found.slice(1).every((part) => !part || isIpv6(part));
}

// A leap second ends a day of UTC.
function isTime(text: string): boolean {
  if (!isWhole(text, `${TIME}(?:${ZONE})?`)) return false;
  if (text.slice(6, 8) !== "60") return true;
  const minutes = (at: string): number =>
    Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5));
  const [, sign, zone = ""] = /([+-])(.{5})$/.exec(text) ?? [];
  const offset = minutes(zone) * (sign === "-" ? 1 : -1);
  return (minutes(text) + offset + 1440) % 1440 === 1439;
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || year === "0000") return false;
  const [of, nth] = [Number(month), Number(day)];
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), of, 0));
  return of > 0 && of < 13 && nth > 0 && nth <= last.getUTCDate();
}

// A label that begins with xn-- encodes one in Punycode (RFC 5890).
function isLabel(text: string): boolean {
  if (!isWhole(text, LABEL)) return false;
  if (!/^xn--/i.test(text)) return true;
  const said = fromPunycode(text.slice(4));
  return said !== undefined && !isAscii(said) && isWideLabel(said);
}

function isWideLabel(text: string): boolean {
  if (isAscii(text)) return isLabel(text);
  return (
    /^(?:[A-Za-z0-9-]|[^\x00-\xa0])+$/u.test(text) &&
    !/^(?:-|..--|\p{M})|-$/u.test(text)
  );
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);

/** Reads Punycode (RFC 3492); undefined if the text is not Punycode. */
function fromPunycode(text: string): string | undefined {
  const basic = Math.max(text.lastIndexOf("-"), 0);
  const made = Array.from(text.slice(0, basic), (sign) => sign.charCodeAt(0));
  let [code, at, bias] = [128, 0, 72];
  for (let next = basic && basic + 1; next < text.length; ) {
    const before = at;
    for (let weight = 1, k = 36; ; k += 36) {
      const sign = text[next++] ?? "";
      if (!/^[a-z\d]$/i.test(sign)) return undefined;
      const digit = (Number.parseInt(sign, 36) + 26) % 36;
      at += digit * weight;
      if (at > 0x7fffffff) return undefined;
      const least = Math.min(Math.max(k - bias, 1), 26);
      if (digit < least) break;
      weight *= 36 - least;
    }
    const count = made.length + 1;
    let delta = Math.floor((at - before) / (before ? 2 : 700));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(at / count);
    at %= count;
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    made.splice(at++, 0, code);
  }
  return String.fromCodePoint(...made);
}

function isIpv6(text: string): boolean {
  const [head = "", tail, more] = text.split("::");
  if (more !== undefined) return false;
  const parts = [head, tail ?? ""].flatMap((part) =>
    part ? part.split(":") : [],
  );
  const last = parts.at(-1) ?? "";
  const embeds = last.includes(".");
  if (embeds && (isText(last, "ipv4") !== true || !text.endsWith(last)))
    return false;
  const groups = embeds ? parts.slice(0, -1) : parts;
  const count = groups.length + (embeds ? 2 : 0);
  const fits = tail === undefined ? count === 8 : count < 8;
  return fits && groups.every((group) => /^[\dA-Fa-f]{1,4}$/.test(group));
}

const known = /* @__PURE__ */ new Map<string, RegExp | undefined>();

/** Compiles a pattern; undefined if it is not valid. */
export function compiled(pattern: string): RegExp | undefined {
  if (!known.has(pattern))
    known.set(pattern, made(pattern, "u") ?? made(pattern, ""));
  return known.get(pattern);
}

function made(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
