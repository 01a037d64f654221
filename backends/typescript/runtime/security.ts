// Credentials: which of them a request needs, and where they go.

import type { Call, Core } from "./core.js";
import { InvalidArgumentError } from "./errors.js";
import type { Flow } from "./oauth.js";
import { addCookie, headerText, type Target } from "./parameters.js";
import { escape } from "./styles.js";

/** A credential, or a function that is asked for it before each request. */
export type Credential<T = string> = T | (() => T | Promise<T>);

/** A user name and a password. */
export type BasicCredential = Credential<
  readonly [user: string, password: string]
>;

/** How a security scheme's credential is put into a request. */
export interface Scheme {
  readonly apply: (
    credential: never,
    call: Call,
    scheme: Scheme,
    core: Core,
  ) => unknown;
  /** The client's option. */
  readonly option?: string;
  /** The header, query parameter or cookie; for others the word before the token. */
  readonly name?: string;
  /** The environment variable that it is read from, or what their names begin with where `read` takes several. */
  readonly variable?: string;
  readonly read?: (variable: string, scheme: Scheme) => unknown;
  /** Variables that have names of their own, by what others end with. */
  readonly named?: Readonly<Record<string, string>>;
  /** The OAuth2 flows that a client can run by itself. */
  readonly flows?: Readonly<
    Partial<Record<"clientCredentials" | "password", Flow>>
  >;
}

export function KeyInHeader(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  target.headers.set(name, headerText(credential as string, name));
}

export function KeyInQuery(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  const key = `${escape(name)}=`;
  const old = target.query.findIndex((pair) => pair.startsWith(key));
  if (old >= 0) target.query.splice(old, 1);
  target.query.push(key + escape(String(credential)));
}

export function KeyInCookie(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  addCookie(target, `${escape(name)}=${escape(String(credential))}`, true);
}

export function Bearer(
  credential: unknown,
  target: Target,
  { name = "Bearer" }: Scheme,
): void {
  target.headers.set(
    "Authorization",
    `${name} ${headerText(credential as string, name)}`,
  );
}

export function Basic(
  [user, password]: readonly [string, string],
  { headers }: Target,
): void {
  headers.set("Authorization", basic(user, password));
}

/** The value of Authorization for a name and a password. */
export function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** One of several variables: `end` stands behind what they begin with, unless it has a name of its own. */
export function variable(
  name: string,
  end: string,
  scheme: Scheme,
): string | undefined {
  return environment(scheme.named?.[end] ?? name + end);
}

/** Reads a user and a password from the environment. */
export function UserAndPassword(
  name: string,
  scheme: Scheme,
): readonly [string, string] | undefined {
  const user = variable(name, "_USERNAME", scheme);
  const password = variable(name, "_PASSWORD", scheme);
  return user && password ? [user, password] : undefined;
}

/** The connection itself carries the credential: there is one, and nothing to add. */
export const OwnTransport = (): true => true;

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
 * Sets the credentials of the first alternative that can be met, without which nothing is sent and the server has the
 * word, and over them the headers that the caller gives; writes the URL, of which they may be a part.
 */
export async function authorize(core: Core, call: Call): Promise<void> {
  if (call.bare) return;
  const own = core.options as Readonly<Record<string, unknown>>;
  const find = (scheme: Scheme): unknown =>
    own[scheme.option as string] ??
    (scheme.read ?? environment)(scheme.variable as string, scheme);
  const met = call.operation.security?.find((schemes) =>
    schemes.every((scheme) => find(scheme) !== undefined),
  );
  for (const scheme of met ?? []) {
    let found = find(scheme);
    if (typeof found === "function" && !(found = await found()))
      throw new InvalidArgumentError(`${scheme.option} is required`);
    await scheme.apply(found as never, call, scheme, core);
  }
  const pairs = call.query.join("&");
  call.url = call.path + (pairs && "?" + pairs);
  const more = { ...core.options.headers, ...call.options.headers };
  for (const name in more) {
    const value = more[name];
    if (value === null) call.headers.delete(name);
    else if (value !== undefined)
      call.headers.set(name, headerText(value, name));
  }
}
