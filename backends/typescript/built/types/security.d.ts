import type { Call, Core } from "./core.js";
import type { Flow } from "./oauth.js";
import { type Target } from "./parameters.js";
/** A credential, or a function that is asked for it before each request. */
export type Credential<T = string> = T | (() => T | Promise<T>);
/** A user name and a password. */
export type BasicCredential = Credential<readonly [user: string, password: string]>;
/** How a security scheme's credential is put into a request. */
export interface Scheme {
    readonly apply: (credential: never, call: Call, scheme: Scheme, core: Core) => unknown;
    /** The client's option. */
    readonly option?: string;
    /** The header, query parameter or cookie. */
    readonly name?: string;
    /** What stands before the token. */
    readonly word?: string;
    /** The environment variable that it is read from, or what their names begin with where `read` takes several. */
    readonly variable?: string;
    readonly read?: (variable: string, scheme: Scheme, carried: string) => unknown;
    /** The variables, where it is not that one. */
    readonly told?: string;
    /** Variables that have names of their own, by what others end with. */
    readonly named?: Readonly<Record<string, string>>;
    /** The OAuth2 flows that a client can run by itself. */
    readonly flows?: Readonly<Partial<Record<"clientCredentials" | "password", Flow>>>;
}
export declare function KeyInHeader(credential: unknown, target: Target, { name }: Scheme): void;
export declare function KeyInQuery(credential: unknown, target: Target, { name }: Scheme): void;
export declare function KeyInCookie(credential: unknown, target: Target, { name }: Scheme): void;
export declare function Bearer(credential: unknown, target: Target, { word }: Scheme): void;
export declare function Basic([user, password]: readonly [string, string], { headers }: Target): void;
/** The value of Authorization for a name and a password. */
export declare function basic(user: string, password: string): string;
/** One of several variables: `end` stands behind what they begin with, unless it has a name of its own. */
export declare function variable(name: string, end: string, scheme: Scheme): string | undefined;
/** Reads a user and a password from the environment. */
export declare function UserAndPassword(name: string, scheme: Scheme): readonly [string, string] | undefined;
/** Reads a cookie from the environment; a browser has its own, and the caller may write some. */
export declare const InCookies: (name: string, _: Scheme, carried: string) => unknown;
/** The connection itself carries the credential: there is one, and nothing to add. */
export declare const OwnTransport: () => true;
/** A variable of the environment, where there is one. */
export declare function environment(name: string): string | undefined;
/**
 * Sets the credentials of the first alternative that can be met, and over them the headers that the caller gives, which
 * may be credentials themselves; writes the URL, of which they may be a part.
 */
export declare function authorize(core: Core, call: Call): Promise<void>;
