/** Reads JSON text. Throws a SyntaxError where it is none. */
export declare function parseJson(text: string): unknown;
/** Bytes as base64. */
export declare function base64(bytes: Uint8Array): string;
/** Writes JSON without spaces, bytes as base64. Throws an InvalidArgumentError where the value is none. */
export declare function writeJson(value: unknown): string;
