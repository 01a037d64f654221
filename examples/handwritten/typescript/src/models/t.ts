// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

import type { UnknownValue } from "../runtime/unknown.js";
import type { Operator } from "./o.js";
import type { GetDeparturesResponse } from "./s.js";

export interface TimeSpan {
  from?: string | undefined;
  to?: string | undefined;
}

/** A train on its way from one station to another. */
export interface Trip {
  id: string;
  /** Id of the station it leaves from. */
  origin: string;
  /** Id of the station it goes to. */
  destination: string;
  departs_at: string;
  arrives_at?: string;
  /** A company that runs trains. New ones appear now and then. */
  operator?: Operator;
  /** The price of one seat, to the cent. */
  price: string;
  /** Length of the journey in metres. */
  distance_m?: number | bigint;
  /** Null until it is known. */
  platform?: string | null;
  /** Default: `false`. */
  bicycles_allowed?: boolean;
  /** No item twice. */
  amenities?: TripAmenity[];
}

export type TripAmenity = "wifi" | "food" | "quiet" | "power" | UnknownValue;

export type TripPage = GetDeparturesResponse;

export type TripsTimetableFormat = "txt" | "ics" | UnknownValue;
