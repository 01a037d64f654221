// Checks of JSON that was read: its integers have all their digits.

import { inFull } from "./json.js";
import { check as checkFull, fits as fitsFull } from "./schemas.js";

/** Finds every violation in a value. */
export const check: typeof checkFull = (value, ...given) =>
  checkFull(inFull(value), ...given);

/** Whether a value has no violations. */
export const fits: typeof fitsFull = (value, ...given) =>
  fitsFull(inFull(value), ...given);
