// Servers: the base URLs of requests.

import { ConfigurationError } from "./errors.js";

/** A server as the document declares it, with the defaults of its variables. */
export interface Server {
  readonly url: string;
  readonly name?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The allowed values of variables that are restricted. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

interface Given {
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** The base URL of a server: by its index or name, or the first. */
export function serverUrl(
  servers: readonly Server[],
  chosen: number | string | undefined,
  given: Given,
): string {
  const server = servers.find(({ name }, index) =>
    [undefined, name, index].includes(chosen),
  );
  let empty: string | undefined;
  const url = (server?.url ?? `${chosen}`).replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => {
      const value = given.variables[name] ?? server?.variables?.[name] ?? "";
      if (!value) empty ??= name;
      const allowed = server?.values?.[name];
      if (allowed && !allowed.includes(value))
        throw new ConfigurationError(
          `${name} must be one of ${allowed.join()}`,
        );
      return value;
    },
  );
  if (empty && !ABSOLUTE.test(url))
    throw new ConfigurationError(`${empty} has no value`);
  return url;
}

const ABSOLUTE = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i;

/** The last base URL, which most clients have in every call. */
let checked: string | undefined;

/**
 * Checks a base URL, and removes its last slashes. One with a user is refused, as by `fetch`, and the error does not
 * show it: it may hold a password.
 */
export function absolute(url: string): string {
  if (url === checked) return url;
  if (!ABSOLUTE.test(url)) {
    throw new ConfigurationError("the baseUrl is not origin/path");
  }
  return (checked = url.replace(/\/+$/, ""));
}
