// Parameters: where an argument goes and how it is written there.

import type { Codec } from "./codecs.js";
import { InvalidArgumentError, UnsupportedError } from "./errors.js";
import { exact } from "./json.js";
import { escape, keep, type Escape, type Pair, type Style } from "./styles.js";

export interface Parameter {
  /** Its name on the wire. */
  readonly name: string;
  /** Writes it into the request. */
  readonly in: (parameter: Parameter, value: unknown, target: Target) => void;
  /** The argument's name, if it differs, or that of the client's option. */
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
  /** Finds its value, if that is not the argument. */
  readonly given?: Given;
  /** The value that is always sent. */
  readonly fixed?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

type Given = (parameter: Parameter, args: Values, client: Values) => unknown;

/** The argument with all its digits, if it was read as an integer that a number only comes near to. */
export const Exact: Given = ({ name, arg = name }, args) => exact(args, arg);

/** The value that is always sent. */
export const Fixed: Given = ({ fixed }) => fixed;

/** The client's option. */
export const OfClient: Given = ({ name, arg = name }, _, client) => client[arg];

/** A browser, as it calls itself, follows redirects itself, and sets its own User-Agent and cookies. */
export const IN_BROWSER: boolean = /^Mozilla/.test(
  globalThis.navigator?.userAgent,
);

/** The parts of a request that parameters fill. */
export interface Target {
  /** The URL without its query. */
  path: string;
  readonly query: string[];
  readonly headers: Headers;
  /** The request with another token, if an error says that the one sent was refused. */
  renew?: ((error: unknown) => Promise<Target | undefined>) | undefined;
  /** Takes a credential of the URL out of a response. */
  conceal?: (response: Response) => unknown;
}

/** Text for a header: trimmed, with its UTF-8 bytes as characters, as `fetch` takes bytes. */
export function headerText(text: string, name: string): string {
  if (/[\0-\b\n-\x1f\x7f]/.test(text)) {
    throw new InvalidArgumentError(`${name} holds a control character`);
  }
  return unescape(encodeURIComponent(`${text}`.trim()));
}

type Place = Parameter["in"];

function written(parameter: Parameter, value: unknown, encode: Escape): Pair[] {
  const { name, arg = name, style } = parameter;
  if (style) return style({ ...parameter, value, encode });
  const text = (value as Date | null)?.toJSON?.() ?? value;
  if (Object(text) === text || text !== text)
    throw new InvalidArgumentError(
      `the argument ${arg} cannot be sent: ${String(value)}`,
    );
  // null of a nullable parameter is empty; others that are null are not sent.
  return [[escape(name), encode(`${(text as string) ?? ""}`)]];
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
