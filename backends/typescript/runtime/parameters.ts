// Parameters: where an argument goes and how it is written there.

import type { Codec } from "./codecs.js";
import { InvalidArgumentError, UnsupportedError } from "./errors.js";
import { escape, keep, type Escape, type Pair, type Style } from "./styles.js";

export interface Parameter {
  /** Its name on the wire. */
  readonly name: string;
  /** Writes it into the request. */
  readonly in: (parameter: Parameter, value: unknown, target: Target) => void;
  /** The argument's name, if it differs. */
  readonly arg?: string;
  readonly required?: boolean;
  /** null is a value to send; otherwise it means absent. */
  readonly nullable?: boolean;
  /** How a list or an object is written; without it the value is one text. */
  readonly style?: Style;
  readonly explode?: boolean;
  /** How values are encoded in a query or a path, if not as usual. */
  readonly encode?: Escape;
  readonly codec?: Codec;
  /** The value that is always sent. */
  readonly fixed?: unknown;
  /** The client has the value, not the caller. */
  readonly shared?: boolean;
}

/**
 * A browser follows redirects itself, and sets its own User-Agent and cookies; its workers, which have no document, are
 * told by what they call themselves.
 */
export const IN_BROWSER: boolean =
  "document" in globalThis || /^Mozilla/.test(globalThis.navigator?.userAgent);

/** The parts of a request that parameters fill. */
export interface Target {
  /** The URL without its query. */
  path: string;
  readonly query: string[];
  readonly headers: Headers;
  /** Sets another token, if an error says that the one sent was refused. */
  renew?: ((error: unknown, headers: Headers) => Promise<boolean>) | undefined;
  /** Takes a credential of the URL out of a response. */
  conceal?: (response: Response) => unknown;
}

/** Text for a header: trimmed, with its UTF-8 bytes as characters, as `fetch` takes bytes. */
export function headerText(text: string, name: string): string {
  if (!/[^!-~]/.test(text)) return text;
  if (/[\0-\b\n-\x1f\x7f]/.test(text)) {
    throw new InvalidArgumentError(`${name} holds a control character`);
  }
  return unescape(encodeURIComponent(`${text}`.trim()));
}

type Place = Parameter["in"];

function written(parameter: Parameter, value: unknown, encode: Escape): Pair[] {
  const { name, arg = name, style } = parameter;
  try {
    if (style) return style({ ...parameter, value, encode });
    return [[escape(name), encode(scalar(value))]];
  } catch (cause) {
    throw new InvalidArgumentError(
      `the argument ${arg} cannot be sent: ${(cause as Error).message}`,
    );
  }
}

/** One value as text. */
function scalar(value: unknown): string {
  const text = (value as Date | null)?.toJSON?.() ?? value;
  if (Object(text) === text || text !== text)
    throw new InvalidArgumentError(`${String(value)} is no text`);
  return `${(text as string) ?? ""}`; // null of a nullable parameter is empty; others that are null are not sent
}

export const InQuery: Place = (parameter, value, target) => {
  const pairs = written(parameter, value, parameter.encode ?? escape);
  target.query.push(...pairs.map((pair) => pair.join("=")));
};

export const InHeader: Place = (parameter, value, { headers }) => {
  const { name, arg = name } = parameter;
  const text = written(parameter, value, keep)[0]?.[1] ?? "";
  headers.set(name, headerText(text, arg));
};

export const InCookie: Place = (parameter, value, target) => {
  for (const pair of written(parameter, value, parameter.encode ?? escape))
    addCookie(target, pair.join("="));
};

export const InPath: Place = (parameter, value, target) => {
  const { name, arg = name, encode = escape } = parameter;
  const text = written(parameter, value, encode)[0]?.[1] ?? "";
  if (!text) {
    throw new InvalidArgumentError(`${arg} is empty`);
  }
  target.path = target.path.replaceAll(`{${name}}`, () => text);
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(target.path)) {
    throw new InvalidArgumentError(`${arg} makes the path ${target.path}`);
  }
};

/** Adds a cookie; with `anew`, replaces one of its name. */
export function addCookie(
  { headers }: Target,
  pair: string,
  anew = false,
): void {
  if (IN_BROWSER)
    throw new UnsupportedError("browsers send no cookies for programs");
  const name = pair.replace(/=.*/s, "=");
  const others = headers.get("Cookie")?.split("; ") ?? [];
  const kept = others.filter((one) => !anew || !one.startsWith(name));
  headers.set("Cookie", [...kept, pair].join("; "));
}
