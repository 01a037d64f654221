// Credentials: which of them a request needs, and where they go.

import { ConfigurationError } from "./errors.js";
import { headerText, type Target } from "./parameters.js";
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
  /** The header, query parameter or cookie; for others the word before the token. */
  readonly name?: string;
  /** The environment variable, or the two of a user and a password, that it is read from. */
  readonly variables?: readonly string[];
  /** The credential is known without the client's help: mutual TLS. */
  readonly given?: boolean;
}

export function InHeader(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  target.headers.set(name, headerText(String(credential), name));
}

export function InQuery(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  target.query.push(`${escape(name)}=${escape(String(credential))}`);
}

export function InCookie(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  target.cookies.push(`${escape(name)}=${escape(String(credential))}`);
}

export function Bearer(
  credential: unknown,
  target: Target,
  { name = "Bearer" }: Scheme,
): void {
  target.headers.set(
    "Authorization",
    headerText(`${name} ${String(credential)}`, "Authorization"),
  );
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

function fromEnvironment(variables: readonly string[] = []): unknown {
  const found = variables.map(environment);
  if (!found.length || found.includes(undefined)) return undefined;
  return found.length === 1 ? found[0] : found;
}

/**
 * Put the credentials of the first alternative that can be met into a request. Without one, nothing is sent and the
 * server has the word.
 */
export async function applySecurity(
  alternatives: readonly (readonly string[])[],
  schemes: Readonly<Record<string, Scheme>>,
  given: Readonly<Record<string, unknown>>,
  target: Target,
): Promise<void> {
  const find = (name: string): unknown =>
    given[name] ??
    (schemes[name]?.given || fromEnvironment(schemes[name]?.variables));
  const met = alternatives.find((names) =>
    names.every((name) => find(name) !== undefined),
  );
  for (const name of met ?? []) {
    const credential = find(name);
    const scheme = schemes[name];
    if (!scheme)
      throw new ConfigurationError(`there is no security scheme ${name}`);
    const value: unknown =
      typeof credential === "function" ? await credential() : credential;
    scheme.apply(value, target, scheme);
  }
}
