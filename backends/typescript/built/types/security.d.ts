import { type Target } from "./parameters.js";
/** A credential, or a function that is asked for it before each request. */
export type Credential<T = string> = T | (() => T | Promise<T>);
/** A user name and a password. */
export type BasicCredential = Credential<readonly [user: string, password: string]>;
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
export declare function InHeader(credential: unknown, target: Target, { name }: Scheme): void;
export declare function InQuery(credential: unknown, target: Target, { name }: Scheme): void;
export declare function InCookie(credential: unknown, target: Target, { name }: Scheme): void;
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
export declare function applySecurity(alternatives: readonly (readonly string[])[], schemes: Readonly<Record<string, Scheme>>, given: Readonly<Record<string, unknown>>, target: Target): Promise<void>;
