import { type Core, type Operation, type RequestOptions } from "./core.js";
import { ResultPromise } from "./results.js";
/** Calls a path below the base URL. The answer is JSON, text or bytes, by its type. */
export declare function anyCall<T>(core: Core, carried: Pick<Operation, "security" | "scopes">, method: string, path: string, options?: RequestOptions<unknown>): ResultPromise<T>;
