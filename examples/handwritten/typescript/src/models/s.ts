// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

import type { UnknownValue } from "../runtime/unknown.js";
import type { Coordinates } from "./c.js";
import type { PageMeta } from "./p.js";
import type { Trip } from "./t.js";
import type { Zone } from "./z.js";

export interface GetDeparturesResponse {
  data: Trip[];
}

export interface SeatKind {
  kind: SeatPosition;
  quiet?: boolean | undefined;
}

export type SeatPosition = "window" | "aisle" | "table" | UnknownValue;

/** The number of a seat, or what it should be like. */
export type SeatWish = string | SeatKind;

export interface SoldOut {
  /** Default: `"about:blank"`. */
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  alternatives?: Trip[];
}

/** A place where trains stop. */
export interface Station {
  id: string;
  name: string;
  /**
   * ISO 3166 code of the country.
   *
   * Exactly 2 characters.
   */
  country: string;
  position?: Coordinates;
  /** How many platforms there are, null where nobody counted. */
  platforms?: number | null;
  /** The station's codes in other systems. */
  codes?: Record<string, string>;
  /** A tariff zone. Zones lie within zones. */
  zone?: Zone;
}

export interface StationPage {
  data: Station[];
  /** Where a page stands among all pages. */
  meta: PageMeta;
}
