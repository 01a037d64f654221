// Detailed error messages: for clients that are classes, and those that are `observed`.

import { MissingCredentialsError } from "./errors.js";
import { asked, AsText, type Reader, type Telling } from "./responses.js";
import { retryAfter } from "./retries.js";

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

export const TELLING: Telling = {
  async text(response) {
    return (await AsText(response, {} as Reader)).json as string;
  },

  words(declared, body, text, { headers, statusText }) {
    const found = usual(Object(body) as Words, [declared, ...USUAL]);
    const shown = Object.keys(Object(body)).length ? text : "";
    let said =
      found ?? placed(body) ?? (typeof body === "string" ? body : shown);
    if (/^\s*</.test(said)) said = said.slice(0, 8192).replace(UNREAD, "$1 ");
    said = said.trim().replace(/\s+/g, " ");
    said = said.replace(/^(.{500}).+/, "$1...") || statusText || "no message";
    const wait = retryAfter(headers);
    const id = headers.get("x-request-id") ?? headers.get("request-id");
    const notes = [
      wait === undefined ? "" : `retry after ${Math.ceil(wait)} s`,
      id ? `request id ${id}` : "",
    ].filter((note) => note);
    return notes.length ? `${said} (${notes.join(", ")})` : said;
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
