// The formats that are checked, the same in every language; others say nothing. Patterns, in the dialect of ECMAScript.

const TIME =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const HOST = `${LABEL}(?:\\.${LABEL})*`;
const URI = "(?:[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
const IRI = '[^\\x00-\\x20"<>\\\\^`{|}]*';
const SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:";
const POINTER = "(?:/(?:[^~/]|~[01])*)*";
const CLOCK = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const DAYS = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";

const TEXTS: Readonly<Record<string, string>> = {
  time: TIME,
  duration: `P(?:\\d+W|${DAYS}(?:${CLOCK})?|${CLOCK})`,
  email: `(?:[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+|"[^"\\\\\\r\\n]+")@(?:${HOST}|\\[[^\\]\\s]+\\])`,
  "idn-email": "[^\\s@]+@[^\\s@]+",
  hostname: `(?=.{1,253}$)${HOST}`,
  uri: SCHEME + URI,
  "uri-reference": URI,
  iri: SCHEME + IRI,
  "iri-reference": IRI,
  uuid: "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
  "json-pointer": POINTER,
  "relative-json-pointer": `(?:0|[1-9]\\d*)(?:[+-][1-9]\\d*)?(?:#|${POINTER})`,
  decimal: "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?",
  ipv4: "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}",
};

/** Whether a text is of a format; undefined where nobody checks it. */
export function isText(text: string, format: string): boolean | undefined {
  if (format === "date") return isDate(text);
  if (format === "date-time")
    return isDate(text.slice(0, 10)) && isWhole(text.slice(10), `[Tt]${TIME}`);
  if (format === "ipv6") return isIpv6(text);
  const form = Object.hasOwn(TEXTS, format) ? TEXTS[format] : undefined;
  return form === undefined ? undefined : isWhole(text, form);
}

/** Whether a number is of a format, such as int32; undefined where nobody checks it. */
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

const isWhole = (text: string, form: string): boolean =>
  !!compiled(`^(?:${form})$`)?.test(text);

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || year === "0000") return false;
  const [of, nth] = [Number(month), Number(day)];
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), of, 0));
  return of > 0 && of < 13 && nth > 0 && nth <= last.getUTCDate();
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

/** Compiles a pattern; undefined where it is none. */
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
