/** A server as the document declares it, with the defaults of its variables. */
export interface Server {
    readonly url: string;
    readonly name?: string;
    readonly variables?: Readonly<Record<string, string>>;
    /** Of variables that take nothing else. */
    readonly values?: Readonly<Record<string, readonly string[]>>;
}
interface Given {
    readonly variables: Readonly<Record<string, string | undefined>>;
}
/** The base URL of a server: by its place or name, or the first. Undefined where there is none. */
export declare function serverUrl(servers: readonly Server[], chosen: number | string | undefined, given: Given): string;
/**
 * Checks a base URL, and takes its last slashes away. One with a user is refused, as `fetch` does, and no error shows it:
 * it may hold a password.
 */
export declare function absolute(url: string | undefined): string;
export {};
