// Written by hand: the standard that printed code is held to.

import type { Coordinates, Trip } from "./shared.js";

/** A circle on the map. */
export interface Area {
  /** At least -90, at most 90. */
  lat: number;
  /** At least -180, at most 180. */
  lon: number;
  /**
   * More than 0.
   *
   * Default: `10`.
   */
  radius_km?: number | undefined;
}

export interface GetDeparturesResponse {
  data: Trip[];
}

/** Where a page stands among all pages. */
export interface PageMeta {
  page?: number;
  size?: number;
  total_pages?: number;
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
  zone?: Zone;
}

export interface StationPage {
  data: Station[];
  meta: PageMeta;
}

/** A tariff zone. Zones lie within zones. */
export interface Zone {
  name: string;
  parent?: Zone;
  neighbours?: Zone[];
}
