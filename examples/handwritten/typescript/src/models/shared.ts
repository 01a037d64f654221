// Written by hand: the standard that printed code is held to.

/** A seat on a trip, for one person. */
export interface Booking {
  id: string;
  /** The trip the seat is on. */
  trip_id: string;
  /** At least 1 character. */
  passenger_name: string;
  seat?: SeatWish;
  /**
   * Whether a bicycle comes along.
   *
   * Default: `false`.
   */
  bicycle?: boolean;
  status: BookingStatus;
  created_at?: string;
  updated_at?: string;
}

export type BookingStatus = "pending" | "paid" | "cancelled" | (string & {});

export interface Coordinates {
  /** At least -90, at most 90. */
  lat: number;
  /** At least -180, at most 180. */
  lon: number;
}

export interface InvalidRequestError {
  pointer: string;
  message: string;
}

/** A company that runs trains. New ones appear now and then. */
export type Operator = "db" | "sncf" | "oebb" | "1st" | (string & {});

/** The values of {@link Operator} by name. */
export const Operator = {
  DeutscheBahn: "db",
  Sncf: "sncf",
  Oebb: "oebb",
  FirstRail: "1st",
} as const;

export interface PaymentBase {
  id: string;
  amount: string;
}

/** What went wrong, as RFC 9457 has it. */
export interface Problem {
  /** Default: `"about:blank"`. */
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
}

export interface SeatKind {
  kind: SeatPosition;
  quiet?: boolean | undefined;
}

export type SeatPosition = "window" | "aisle" | "table" | (string & {});

/** The number of a seat, or what it should be like. */
export type SeatWish = string | SeatKind;

/** A train on its way from one station to another. */
export interface Trip {
  id: string;
  /** Id of the station it leaves from. */
  origin: string;
  /** Id of the station it goes to. */
  destination: string;
  departs_at: string;
  arrives_at?: string;
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

export type TripAmenity = "wifi" | "food" | "quiet" | "power" | (string & {});

export interface ValidationProblem {
  /** Default: `"about:blank"`. */
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  errors: InvalidRequestError[];
}
