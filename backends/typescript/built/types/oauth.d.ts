import { type Call, type Core } from "./core.js";
import { type Scheme } from "./security.js";
interface Common {
    /** By default those that the operation needs. */
    readonly scopes?: readonly string[];
    /** By default the one that the document names. */
    readonly tokenUrl?: string;
    /** Where the client's id and secret go: into the header Authorization, or into the body. */
    readonly clientAuth?: "basic" | "body";
}
/** What the client credentials flow takes. */
export interface ClientCredentials extends Common {
    readonly clientId: string;
    readonly clientSecret: string;
}
/** What the password flow takes. */
export interface PasswordCredentials extends Common {
    readonly username: string;
    readonly password: string;
    readonly clientId?: string;
    readonly clientSecret?: string;
}
type Credentials = ClientCredentials | PasswordCredentials;
/** Where a flow gets its tokens. */
export interface Flow {
    readonly token: string;
    readonly refresh?: string;
}
/** Puts a token in, which is asked for where the client has credentials in its place. */
export declare function OAuth(credential: string | Credentials, call: Call, scheme: Scheme, core: Core): Promise<void>;
/** Reads a token or credentials from the environment. */
export declare function OAuthVariables(name: string, scheme: Scheme): unknown;
export {};
