// Credentials: which ones a request needs, and where they go.

import type { Call, ClientOptions, Settings } from "./core.js";
import { ConfigurationError } from "./errors.js";
import type { Flow } from "./oauth.js";
import {
  addCookie,
  headerText,
  IN_BROWSER,
  type Target,
} from "./parameters.js";
import type { Throwing } from "./responses.js";
import { escape } from "./styles.js";

/** A credential, or a function that returns it before each request. */
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
    core: Settings,
  ) => unknown;
  /** The client's option. */
  readonly option?: string;
  /** The header, query parameter or cookie. */
  readonly name?: string;
  /** The word before the token. */
  readonly word?: string;
  /** The environment variable that it is read from, or the beginning of their names if `read` takes several. */
  readonly variable?: string;
  readonly read?: (
    variable: string,
    scheme: Scheme,
    carried: string,
  ) => unknown;
  /** The variables, if it is not that one. */
  readonly told?: string;
  /** Variables with custom names, by their usual endings. */
  readonly named?: Readonly<Record<string, string>>;
  /** The OAuth2 flows that a client can run by itself. */
  readonly flows?: Readonly<
    Partial<Record<"clientCredentials" | "password", Flow>>
  >;
}

/** A key, or a token after its word, in a header: Authorization, if no other is named. */
export function KeyInHeader(
  credential: unknown,
  target: Target,
  { name = "Authorization", word = "" }: Scheme,
): void {
  const text = headerText(credential as string, name);
  target.headers.set(name, `${word} ${text}`.trim());
}

export function KeyInQuery(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  const key = `${escape(name)}=`;
  const old = target.query.findIndex((pair) => pair.startsWith(key));
  if (old >= 0) target.query.splice(old, 1);
  const pair = key + escape(String(credential));
  target.query.push(pair);
  // Whatever shows a response shows its URL.
  target.conceal = (response) =>
    Object.defineProperty(response, "url", {
      value: response.url.replace(pair, `${key}***`),
    });
}

export function KeyInCookie(
  credential: unknown,
  target: Target,
  { name = "" }: Scheme,
): void {
  addCookie(target, `${escape(name)}=${escape(String(credential))}`, true);
}

export function Basic(
  [user, password]: readonly [string, string],
  { headers }: Target,
): void {
  headers.set("Authorization", basic(user, password));
}

/** The value of Authorization for a user name and a password. */
export function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** One of several variables: `end` follows their common prefix, unless it has a custom name. */
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

/** Reads a cookie from the environment; a browser has its own, and the caller may set some. */
export const InCookies = (name: string, _: Scheme, carried: string): unknown =>
  environment(name) ?? (IN_BROWSER || carried.includes('"cookie":"'));

/** The connection itself carries the credential: there is nothing to add. */
export const OwnTransport = (): true => true;

interface Process {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A variable of the environment, if it is set. */
export function environment(name: string): string | undefined {
  return (
    (globalThis as { process?: Process }).process?.env?.[name] || undefined
  );
}

type Options = Readonly<Record<string, unknown>>;

/**
 * Sets the credentials of the first alternative that can be met, and over them the caller's headers, which may be
 * credentials themselves; writes the URL, which may contain credentials.
 */
export async function authorize(core: Settings, call: Call): Promise<void> {
  if (call.bare) return;
  const own = core.options as ClientOptions & Throwing & Options;
  const more = { ...own.headers, ...call.options.headers };
  const carried = JSON.stringify(more).toLowerCase();
  const find = (scheme: Scheme): unknown =>
    own[scheme.option as string] ||
    (scheme.read ?? environment)(scheme.variable as string, scheme, carried) ||
    carried.includes(`"${scheme.name ?? "Authorization"}":"`.toLowerCase());
  const { security = [] } = call.operation;
  const met = security.find((schemes) => schemes.every(find));
  let may: unknown = met ?? own.auth ?? own.fetch;
  for (const scheme of met ?? []) {
    let found = find(scheme);
    if (typeof found === "function") found = await found();
    may &&= found;
    if (may && found !== true)
      await scheme.apply(found as never, call, scheme, core);
  }
  if (security[0] && !may)
    throw (
      own.told?.missing(call, security) ??
      new ConfigurationError("no authorization")
    );
  const pairs = call.query.join("&");
  call.url = call.path + (pairs && "?" + pairs);
  for (const name in more) {
    const value = more[name];
    if (value === null) call.headers.delete(name);
    else if (value !== undefined)
      call.headers.set(name, headerText(value, name));
  }
}
