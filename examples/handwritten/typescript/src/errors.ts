// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Errors that the API declares.

import { APIError } from "./runtime/errors.js";
import type { ValidationProblemBody } from "./models/i.js";
import type { ProblemBody } from "./models/p.js";
import type { SoldOut } from "./models/s.js";

/** A response with a {@link ProblemBody} in `error`. */
export class Problem extends APIError<ProblemBody> {}

/** A response with a {@link SoldOut} in `error`. */
export class SoldOutError extends APIError<SoldOut> {}

/** A response with a {@link ValidationProblemBody} in `error`. */
export class ValidationProblem extends APIError<ValidationProblemBody> {}
