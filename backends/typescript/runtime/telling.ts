// Detailed error messages: for clients that are classes, and those that are `observed`.

import {
  APIError,
  MissingCredentialsError,
  statusError,
  unveil,
} from "./errors.js";
import {
  asked,
  AsText,
  type Reader,
  type Sent,
  type Telling,
} from "./responses.js";
import { escape } from "./styles.js";

// Of an HTML page: its title, else all that is not visible.
const UNREAD =
  /^.*?<title[^>]*>\s*([^<\s][^<]*).*|<(script|style|!--).*?(?:(?:<\/\2|--)[^>]*>|$)|<[^>]*>?/gis;

const USUAL = [
  "message",
  "detail",
  "error_description",
  "title",
  "error",
  "errors",
];

/** The message in a body's property: a text, an object with a message, or the first of several. */
function usual(
  words: Words,
  keys: readonly (string | undefined)[],
): string | undefined {
  return keys
    .flatMap((key) => words[key as string])
    .map((one) => one?.message ?? one)
    .find((one) => one && typeof one === "string") as string | undefined;
}

interface Word {
  readonly message?: unknown;
}

type Words = Readonly<Record<string, Word | readonly Word[]>>;

interface Item {
  readonly loc?: unknown;
  readonly msg?: string;
}

/** A validation error as FastAPI writes it. */
function placed(body: unknown): string | undefined {
  const { detail, errors } = Object(body) as Record<string, unknown>;
  const items = [detail, errors].flat() as readonly (Item | undefined)[];
  const { loc, msg } = items.find((item) => item?.msg) ?? {};
  return msg && (loc ? `${[loc].flat().join(".")}: ${msg}` : msg);
}

function hasAny(body: unknown): boolean {
  for (const _ in Object(body)) return true;
  return false;
}

/**
 * A text without the credentials of a request, since some servers repeat what they receive, and with escapes for
 * characters that control a terminal or the direction of text.
 */
export function safe(text: string, call: Sent): string {
  for (const secret of secretsOf(call)) text = text.replaceAll(secret, "***");
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The credentials of a request, as they are sent and as they were given, the longest first. */
function secretsOf({ headers, query = [], body, operation }: Sent): string[] {
  const [word = "", token = word] =
    headers.get("authorization")?.split(/ (.*)/) ?? [];
  const found: (string | null | undefined)[] = [
    token,
    word === "Basic" ? passwordIn(token) : null,
  ];
  const cookies = headers.get("cookie")?.split("; ") ?? [];
  for (const { name } of operation?.security?.flat() ?? []) {
    if (!name) continue;
    found.push(headers.get(name));
    for (const pair of [...query, ...cookies])
      if (pair.startsWith(`${escape(name)}=`))
        found.push(pair.slice(escape(name).length + 1));
  }
  // Of a request for a token.
  const FORM = /(?:^|&)(?:client_secret|password|refresh_token)=([^&]*)/g;
  if (typeof body === "string")
    for (const [, value] of body.matchAll(FORM)) found.push(value);
  const given = found.map((value) => value && decoded(value));
  return [...found, ...given]
    .filter((value): value is string => !!value && value.length > 3)
    .sort((one, other) => other.length - one.length);
}

/** The password of the token of Basic. */
function passwordIn(token: string): string | undefined {
  try {
    return atob(token).replace(/^.*?:/, "");
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a body says, in a line of 500 characters. */
function words(
  declared: string | undefined,
  body: unknown,
  text: string,
  call: Sent,
): string {
  const found = usual(Object(body) as Words, [declared, ...USUAL]);
  const whole = typeof body === "string" ? body : hasAny(body) ? text : "";
  // Its beginning suffices: an error may be megabytes long.
  let said = (found ?? placed(body) ?? whole).trim().slice(0, 8192);
  if (said.startsWith("<")) said = said.replace(UNREAD, "$1 ");
  said = safe(said.trim().replace(/\s+/g, " "), call);
  return said.replace(/^(.{500}).+/, "$1...");
}

/** A line with notes behind it, the server's id of the request among them, and without credentials. */
export function noted(
  line: string,
  headers: Headers,
  call: Sent,
  more: readonly string[] = [],
): string {
  const id = headers.get("x-request-id") ?? headers.get("request-id");
  const notes = [...more, id ? `request id ${id}` : ""].filter((one) => one);
  return safe(notes.length ? `${line} (${notes.join(", ")})` : line, call);
}

/** The bounds at which bodies of errors were cut. */
export const CUT: WeakMap<Response, number> = /* @__PURE__ */ new WeakMap();

export const TELLING: Telling = {
  async text(response) {
    return (await AsText(response, {} as Reader)).json as string;
  },

  raise(declared, where, failure, answer, text, response, call) {
    const { body, headers, status } = failure;
    const said = words(answer?.message, body, text, call);
    const { retryAfter: wait } = failure;
    const cut = CUT.get(response);
    const line = `${where}: ${said || response.statusText || "no message"}`;
    const Raised = declared || statusError(status) || APIError;
    const message = noted(line, headers, call, [
      wait === undefined ? "" : `retry after ${Math.ceil(wait)} s`,
      cut === undefined
        ? ""
        : `body cut at the ${cut} bytes of maxResponseBytes`,
    ]);
    const made = new Raised(message, failure);
    const sent = text + [...headers].join();
    const repeated = secretsOf(call).some((secret) => sent.includes(secret));
    return repeated ? made : unveil(made);
  },

  missing(call, security) {
    const named = security.map((schemes) =>
      schemes
        .map(
          ({ option, variable, told = variable }) =>
            `${option} (or set ${told})`,
        )
        .join(" and "),
    );
    return new MissingCredentialsError(
      `no credentials for ${asked(call)}: give ${named.join("; or ")}`,
    );
  },
};
