import type { CallCheck } from "./core.js";
import { type Schemas, type Violation } from "./schemas.js";
import type { Checked } from "./validate.js";
/** All that is wrong with the arguments of a call; files are not looked into. */
export declare function wrongCall(operations: Readonly<Record<string, Checked>>, schemas: Schemas, ...[{ given }, { operation, args, whole: value }]: Parameters<CallCheck>): Violation[];
