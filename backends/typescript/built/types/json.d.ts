/** Reads JSON text. Throws a SyntaxError where it is none. */
export declare function parseJson(text: string): unknown;
/** Writes JSON without spaces. Throws an InvalidArgumentError where the value is none. */
export declare function writeJson(value: unknown): string;
