// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Errors that the API declares.

import { APIError } from "./runtime/errors.js";
import type { ValidationProblem } from "./models/i.js";
import type { Problem } from "./models/p.js";
import type { SoldOut } from "./models/s.js";

/** An answer that carries a {@link Problem} in `error`. */
export class ProblemError extends APIError<Problem> {}

/** An answer that carries a {@link SoldOut} in `error`. */
export class SoldOutError extends APIError<SoldOut> {}

/** An answer that carries a {@link ValidationProblem} in `error`. */
export class ValidationProblemError extends APIError<ValidationProblem> {}
