import { type Target } from "./parameters.js";
/** A credential, or a function that is asked for it before each request. */
export type Credential<T = string> = T | (() => T | Promise<T>);
/** A user name and a password. */
export type BasicCredential = Credential<readonly [user: string, password: string]>;
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
export declare function KeyInHeader(credential: unknown, target: Target, { name }: Scheme): void;
export declare function KeyInQuery(credential: unknown, target: Target, { name }: Scheme): void;
export declare function KeyInCookie(credential: unknown, target: Target, { name }: Scheme): void;
export declare function Bearer(credential: unknown, target: Target, { name }: Scheme): void;
export declare function Basic(credential: unknown, target: Target): void;
/** The connection itself carries the credential. */
export declare function OwnTransport(): void;
/** A variable of the environment, where there is one. */
export declare function environment(name: string): string | undefined;
/**
 * Put the credentials of the first alternative that can be met into a request. Without one, nothing is sent and the
 * server has the word.
 */
export declare function applySecurity(alternatives: readonly (readonly Scheme[])[], prefix: string, given: object, target: Target): Promise<void>;
