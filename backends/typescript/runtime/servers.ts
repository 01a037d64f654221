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

/** The base URL of a server: by its index or name, or the first. Undefined if there is none. */
export function serverUrl(
  servers: readonly Server[],
  chosen: number | string | undefined,
  given: Given,
): string {
  const server = servers.find(({ name }, index) =>
    [undefined, name, index].includes(chosen),
  );
  return (server?.url ?? `${chosen}`).replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => {
      const value = given.variables[name] ?? server?.variables?.[name] ?? "";
      const allowed = server?.values?.[name];
      if (allowed && !allowed.includes(value))
        throw new ConfigurationError(
          `${name} must be one of ${allowed.join()}`,
        );
      return value;
    },
  );
}

/**
 * Checks a base URL, and removes its last slashes. One with a user is refused, as by `fetch`, and the error does not
 * show it: it may hold a password.
 */
export function absolute(url: string | undefined): string {
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(url as string)) {
    throw new ConfigurationError("the baseUrl is not origin/path");
  }
  return (url as string).replace(/\/+$/, "");
}
