import { type Telling } from "./responses.js";
export declare const TELLING: Telling;
