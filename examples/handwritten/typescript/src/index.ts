// Train Travel API: find trains, book seats, and hear about delays.

import { Bookings } from "./bookings.js";
import { Core, type ClientOptions } from "./runtime.js";
import { Stations } from "./stations.js";
import { Trips } from "./trips.js";

export * from "./errors.js";
export type * from "./models.js";
export type { FileInput } from "./bodies.js";
export type { Page, PagePromise } from "./pages.js";
export type { ClientOptions, RequestOptions, WithResponse } from "./runtime.js";

/** Options of the client: credentials by security scheme beside the general ones. */
export interface TrainTravelOptions extends ClientOptions {
  /** A token of your account. */
  bearerAuth?: string;
  /** A key for machines. */
  apiKey?: string;
  /** The account's name and password. */
  basicAuth?: readonly [user: string, password: string];
}

/** A client of the Train Travel API. */
export class TrainTravel {
  readonly stations: Stations;
  readonly trips: Trips;
  readonly bookings: Bookings;

  constructor(options: TrainTravelOptions = {}) {
    const { bearerAuth, apiKey, basicAuth } = options;
    const core = new Core(
      options,
      {
        bearerAuth: () => (bearerAuth ? { Authorization: `Bearer ${bearerAuth}` } : undefined),
        apiKey: () => (apiKey ? { "X-API-Key": apiKey } : undefined),
        basicAuth: () => (basicAuth ? { Authorization: `Basic ${btoa(basicAuth.join(":"))}` } : undefined),
      },
      "https://eu.trains.example/v1",
    );
    this.stations = new Stations(core);
    this.trips = new Trips(core);
    this.bookings = new Bookings(core);
  }
}
