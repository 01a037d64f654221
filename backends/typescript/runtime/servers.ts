// Servers: the base URLs of requests.

import { ConfigurationError } from "./errors.js";

/** A server as the document declares it, with the defaults of its variables. */
export interface Server {
  readonly url: string;
  readonly name?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The client's options that set variables, if they have other names. */
  readonly options?: Readonly<Record<string, string>>;
  /** The allowed values of variables that are restricted. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

type Strings = Readonly<Record<string, string | undefined>>;

/**
 * The base URL of a call, without its last slashes: one that is given, else that of a server by its index or name, or of
 * the first. One with a user is refused, as by `fetch`, and the error does not show it: it may hold a password.
 */
export function baseUrl(
  servers: readonly Server[],
  chosen: number | string | undefined,
  client: object,
): string {
  const { url, variables, options, values } =
    servers.find(({ name }, index) =>
      [undefined, name, index].includes(chosen),
    ) ?? ({ url: `${chosen}` } as Server);
  let wrong = "the baseUrl is not origin/path";
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const option = options?.[name] ?? name;
    const value = (client as Strings)[option] ?? variables?.[name] ?? "";
    if (!value) wrong = `${name} has no value`;
    const allowed = values?.[name];
    if (allowed?.includes(value) === false)
      throw new ConfigurationError(`${name} must be one of ${allowed.join()}`);
    return value;
  });
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(filled))
    throw new ConfigurationError(wrong);
  return filled.replace(/\/+$/, "");
}
