// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Errors that the API declares.

import { APIError } from "./runtime/errors.js";
import type { ValidationProblem } from "./models/i.js";
import type { Problem } from "./models/p.js";
import type { SoldOut } from "./models/s.js";

/** A response with a {@link Problem} in `error`. */
export class ProblemError extends APIError<Problem> {}

/** A response with a {@link SoldOut} in `error`. */
export class SoldOutError extends APIError<SoldOut> {}

/** A response with a {@link ValidationProblem} in `error`. */
export class ValidationProblemError extends APIError<ValidationProblem> {}
