// When a request is sent again, and after how long.

/** How requests are retried; times in milliseconds. */
export interface RetryPolicy {
  /** The maximum number of retries; 0 for none. */
  readonly retries: number;
  /** The limit of all attempts and pauses together. */
  readonly budget: number;
  /** The first pause. */
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

export const RETRIES: RetryPolicy = {
  retries: 2,
  budget: 60_000,
  initial: 500,
  maximum: 8_000,
  exponent: 2,
  statuses: ["429", "500", "502", "503", "504"],
  connectionErrors: true,
};

/** How a status may be declared: by itself, by its range (`5XX`), or not at all. */
export const keysOf = (status: number): readonly string[] => [
  `${status}`,
  `${status}`[0] + "XX",
  "default",
];

/** Whether a status is among those named. */
export function covers(
  statuses: readonly string[] | undefined,
  status: number,
): boolean | undefined {
  return statuses?.some((one) => keysOf(status).includes(one));
}

/** The seconds to wait after an attempt (from 0), randomly up to a quarter less. */
export function pauseAfter(
  attempt: number,
  { initial, exponent, maximum }: RetryPolicy,
): number {
  const longest = Math.min(initial * exponent ** attempt, maximum);
  return (longest * (1 - Math.random() / 4)) / 1000;
}

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
