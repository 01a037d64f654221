/** How requests are repeated; times in milliseconds. */
export interface RetryPolicy {
    /** How often at most; 0 for never. */
    readonly retries: number;
    /** What all attempts and pauses may take together. */
    readonly budget: number;
    /** The first pause. */
    readonly initial: number;
    /** The longest pause. */
    readonly maximum: number;
    /** By what each pause is longer than the one before. */
    readonly exponent: number;
    /** Statuses that are repeated: `"503"`, or `"5XX"` for a hundred of them. */
    readonly statuses: readonly string[];
    readonly connectionErrors: boolean;
    /**
     * Whether a POST or PATCH is repeated even if its work may then be done twice; else that needs an idempotency key, a
     * 429, or a connection that there never was.
     */
    readonly unsafe?: boolean;
}
export declare const RETRIES: RetryPolicy;
/** What a status may be declared as: by itself, or by its hundred, or not at all. */
export declare const keysOf: (status: number) => readonly string[];
/** Whether a status is among those named. */
export declare function covers(statuses: readonly string[] | undefined, status: number): boolean | undefined;
/** The seconds to wait after an attempt (from 0), up to a quarter less at random. */
export declare function pauseAfter(attempt: number, { initial, exponent, maximum }: RetryPolicy): number;
/** Seconds that Retry-After (or the `retry-after-ms` of some servers) asks for; undefined where nothing readable does. */
export declare function retryAfter(headers: Headers): number | undefined;
