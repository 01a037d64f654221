// What goes in and comes out. Properties keep their names; unknown ones are kept too.

/** A string that is one of these today, and something else tomorrow. */
type Open<T extends string> = T | (string & {});

/** A station. */
export interface Station {
  id: string;
  name: string;
  /** ISO 3166 code of the country. */
  country: string;
  position?: Coordinates;
  /** How many platforms there are, null where nobody counted. */
  platforms?: number | null;
  /** The station's codes in other systems. */
  codes?: Record<string, string>;
  zone?: Zone;
}

/** A tariff zone. Zones lie within zones. */
export interface Zone {
  name: string;
  parent?: Zone;
  neighbours?: Zone[];
}

export interface Coordinates {
  lat: number;
  lon: number;
}

export interface StationPage {
  data: Station[];
  meta: { page?: number; size?: number; total_pages?: number };
}

/** A company that runs trains. New ones appear now and then. */
export type Operator = Open<"db" | "sncf" | "oebb" | "1st">;

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
  bicycles_allowed?: boolean;
  amenities?: Open<"wifi" | "food" | "quiet" | "power">[];
}

export interface TripPage {
  data: Trip[];
}

export interface Fare {
  id: string;
  name: string;
  price: string;
  refundable?: boolean;
}

export type BookingStatus = Open<"pending" | "paid" | "cancelled">;

/** The number of a seat, or what it should be like. */
export type SeatWish = string | { kind: Open<"window" | "aisle" | "table">; quiet?: boolean };

/** A seat on a trip, for one person. */
export interface Booking {
  readonly id: string;
  /** The trip the seat is on. */
  trip_id: string;
  passenger_name: string;
  seat?: SeatWish;
  /** Whether a bicycle comes along. */
  bicycle?: boolean;
  readonly status: BookingStatus;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** What a booking is made of. */
export interface NewBooking {
  trip_id: string;
  passenger_name: string;
  seat?: SeatWish;
  bicycle?: boolean;
  /** Taken once and never shown again. */
  promo_code?: string;
  pay_with?: PaymentSource;
}

export interface BookingChange {
  /** Null gives the seat back. */
  seat?: SeatWish | null;
  bicycle?: boolean;
}

export interface BookingPage {
  data: Booking[];
}

/** What a booking is paid with. */
export type PaymentSource =
  | { object: "card"; number: string; expires?: string }
  | { object: "bank_account"; iban: string };

export interface PaymentForm {
  amount: string;
  currency: string;
  card?: { number?: string; expires?: string };
  vouchers?: string[];
  labels?: string[];
  return_to?: string;
}

export interface Payment {
  id: string;
  amount: string;
  state: Open<"succeeded" | "failed">;
  source?: PaymentSource;
}

export interface DocumentDetails {
  kind: Open<"rail_card" | "visa" | "photo" | "other">;
  expires_on?: string;
}

export interface Document {
  id: string;
  size: number | bigint;
  content_type?: string;
}

/** What went wrong, as RFC 9457 has it. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
}

export interface SoldOut extends Problem {
  alternatives?: Trip[];
}
