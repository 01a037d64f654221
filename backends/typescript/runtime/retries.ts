// When a request is sent again, and after how long.

/** How requests are retried; times in milliseconds. */
export interface RetryPolicy {
  /** The maximum number of retries; 0 for none. */
  readonly retries: number;
  /** The limit of all attempts and pauses together. */
  readonly budget: number;
  /** The first pause; each is up to a quarter less, by chance. */
  readonly initial: number;
  /** The longest pause. */
  readonly maximum: number;
  /** The factor between a pause and the next. */
  readonly exponent: number;
  /** Statuses that are retried: `"503"`, or `"5XX"` for a range. */
  readonly statuses: readonly string[];
  readonly connectionErrors: boolean;
  /**
   * Whether a POST or PATCH is retried even if it may then be processed twice; else a retry needs an idempotency key, a
   * 429, or a failure to connect.
   */
  readonly unsafe?: boolean;
}

/** Whether a status is among those named: by itself, by its range (`5XX`), or by default. */
export const covers = (
  statuses: readonly string[] | undefined,
  status: number,
): boolean | undefined =>
  statuses?.some((one) =>
    [`${status}`, `${status}`[0] + "XX", "default"].includes(one),
  );

/**
 * Seconds that Retry-After (or the `retry-after-ms` of some servers) asks for: digits, or a date of HTTP; undefined if
 * absent or unreadable.
 */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after") as string;
  // Of several fields, the first; `parseFloat` alone would read 1e999 and -5.
  const number = (given: string | null): number =>
    Math.min(
      parseFloat(/^\d+(\.\d+)?(,|$)/.exec(given as string) as never),
      1e9,
    );
  return [
    number(headers.get("retry-after-ms")) / 1000,
    number(text),
    Math.max(0, Date.parse(/.+:\d\d GMT$/.exec(text) as never) - Date.now()) /
      1000,
  ].find((seconds) => seconds >= 0);
}
