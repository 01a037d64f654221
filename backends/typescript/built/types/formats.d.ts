/** Whether a text is of a format; undefined where nobody checks it. */
export declare function isText(text: string, format: string): boolean | undefined;
/** Whether a number is of a format, such as int32; undefined where nobody checks it. */
export declare function isNumber(value: number | bigint, format: string): boolean | undefined;
/** Compiles a pattern; undefined where it is none. */
export declare function compiled(pattern: string): RegExp | undefined;
