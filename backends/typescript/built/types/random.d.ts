/** Makes a UUID of version 4. */
export declare function uuid(): string;
