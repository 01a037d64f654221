import { SDKError } from "./errors.js";
/** A secret: text, or bytes. */
export type Secret = string | Uint8Array;
/** How webhooks are signed. */
export interface Signature {
    /** By standardwebhooks.com; the rest does not count then. */
    readonly standard?: boolean;
    readonly header?: string;
    readonly encoding?: "hex" | "base64";
    /** What stands before the signature. */
    readonly prefix?: string;
    /** What is signed, of `{body}` and `{timestamp}`. */
    readonly signed?: string;
    /** The keys in a header that is a list of keys and values. */
    readonly timestampKey?: string;
    readonly signatureKey?: string;
    /** How many seconds old, or ahead, a timestamp may be. */
    readonly tolerance?: number;
}
/** A webhook that does not carry a valid signature. */
export declare class SignatureError extends SDKError {
}
/** Checks a webhook. Throws a SignatureError where no signature fits any of the secrets. */
export declare function verify(signature: Signature, headers: Headers, body: Uint8Array, secrets: readonly Secret[]): Promise<void>;
