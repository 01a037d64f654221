// When a request is sent again, and after how long.

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

export const RETRIES: RetryPolicy = {
  retries: 2,
  budget: 60_000,
  initial: 500,
  maximum: 8_000,
  exponent: 2,
  statuses: ["429", "500", "502", "503", "504"],
  connectionErrors: true,
};

/** What a status may be declared as: by itself, or by its hundred, or not at all. */
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

/** The seconds to wait after an attempt (from 0), up to a quarter less at random. */
export function pauseAfter(
  attempt: number,
  { initial, exponent, maximum }: RetryPolicy,
): number {
  const longest = Math.min(initial * exponent ** attempt, maximum);
  return (longest * (1 - Math.random() / 4)) / 1000;
}

/** Seconds that Retry-After (or the `retry-after-ms` of some servers) asks for; undefined where nothing readable does. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after") as string;
  return [
    parseFloat(headers.get("retry-after-ms") as string) / 1000,
    // What has no time of day is no date, though `Date.parse` would make one of "-5".
    /:/.test(text)
      ? Math.max(0, Date.parse(text) - Date.now()) / 1000
      : parseFloat(text),
  ].find((seconds) => seconds >= 0);
}
