// Credentials: which of them a request needs, and where they go.

import { addCookie, type Target } from "./parameters.js";
import { escape } from "./styles.js";

/** A credential, or a function that is asked for it before each request. */
export type Credential<T = string> = T | (() => T | Promise<T>);

/** A user name and a password. */
export type BasicCredential = Credential<
  readonly [user: string, password: string]
>;

/** How a security scheme's credential is put into a request. */
export interface Scheme {
  readonly apply: (credential: unknown, target: Target, scheme: Scheme) => void;
  /** The client's option. */
  readonly option?: string;
  /** The header, query parameter or cookie; for others the word before the token. */
  readonly name?: string;
  /** The environment variable, or the two of a user and a password, that it is read from, without the prefix. */
  readonly variables?: readonly string[];
  /** The credential is known without the client's help: mutual TLS. */
  readonly given?: boolean;
}

export function KeyInHeader(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  target.headers.set(name, String(credential));
}

export function KeyInQuery(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  const key = escape(name) + "=";
  const pair = key + escape(String(credential));
  target.query.push(pair);
  target.secrets.push((url) => {
    const kept = url.search
      .slice(1)
      .split("&")
      .filter((one) => one && !one.startsWith(key));
    url.search = [...kept, pair].join("&");
  });
}

export function KeyInCookie(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  addCookie(target, `${escape(name)}=${escape(String(credential))}`);
}

export function Bearer(
  credential: unknown,
  target: Target,
  { name = "Bearer" }: Scheme,
): void {
  target.headers.set("Authorization", `${name} ${String(credential)}`);
}

export function Basic(credential: unknown, target: Target): void {
  const [user, password] = credential as readonly [string, string];
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  target.headers.set(
    "Authorization",
    `Basic ${btoa(String.fromCharCode(...bytes))}`,
  );
}

/** The connection itself carries the credential. */
export function OwnTransport(): void {
  // Nothing to add.
}

interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A variable of the environment, where there is one. */
export function environment(name: string): string | undefined {
  return (
    (globalThis as { process?: Process }).process?.env?.[name] || undefined
  );
}

/**
 * Put the credentials of the first alternative that can be met into a request. Without one, nothing is sent and the
 * server has the word.
 */
export async function applySecurity(
  alternatives: readonly (readonly Scheme[])[],
  prefix: string,
  given: object,
  target: Target,
): Promise<void> {
  const find = ({
    option = "",
    variables = [],
    given: known,
  }: Scheme): unknown => {
    const found = variables.map((variable) =>
      environment(`${prefix}_${variable}`),
    );
    const value = (given as Readonly<Record<string, unknown>>)[option];
    return value ?? known ?? (found[1] ? found : found[0]);
  };
  const met = alternatives.find((schemes) =>
    schemes.every((scheme) => find(scheme) !== undefined),
  );
  for (const scheme of met ?? []) {
    const credential = find(scheme);
    scheme.apply(
      typeof credential === "function" ? await credential() : credential,
      target,
      scheme,
    );
  }
}
