// Trains that run.

import type { Fare, Operator, Trip, TripPage } from "./models.js";
import { linked, paged, type PagePromise, type Paging } from "./pages.js";
import type { Core, Operation, RequestOptions, ResultPromise } from "./runtime.js";

const ACCOUNT = [["bearerAuth"], ["apiKey"]] as const;

export interface ListTripsParams {
  /** How many trips to pass over. */
  offset?: number;
  /** How many items a page holds. */
  limit?: number;
  /** Only trains of these companies. */
  operators?: Operator[];
  /** When the train should leave. */
  departs?: { from?: string; to?: string };
}

const listTripsOperation: Operation = {
  method: "GET",
  path: "/trips",
  parameters: [
    { name: "offset", wire: "offset", in: "query" },
    { name: "limit", wire: "limit", in: "query" },
    { name: "operators", wire: "operators", in: "query", style: "pipeDelimited", explode: false },
    { name: "departs", wire: "departs", in: "query", style: "deepObject" },
  ],
  result: "json",
  security: ACCOUNT,
};

const listTripsPaging: Paging<TripPage, Trip> = {
  items: (result) => result.data,
  next({ request, items }) {
    const { offset = 0, limit = 10 } = request as ListTripsParams;
    if (!items?.length || items.length < limit) return undefined;
    return { ...request, offset: offset + items.length };
  },
};

/** List trips. */
export function listTrips(core: Core, request: ListTripsParams = {}, options?: RequestOptions): PagePromise<TripPage, Trip> {
  return paged(core, listTripsOperation, listTripsPaging, request, options);
}

const getTripOperation: Operation = {
  method: "GET",
  path: "/trips/{tripId}",
  parameters: [{ name: "tripId", wire: "tripId", in: "path", required: true }],
  result: "json",
  security: ACCOUNT,
};

/** Get one trip. */
export function getTrip(core: Core, request: { tripId: string }, options?: RequestOptions): ResultPromise<Trip> {
  return core.call(getTripOperation, request, options);
}

const seatsOperation: Operation = {
  method: "GET",
  path: "/trips/{tripId}/seats{coach}",
  parameters: [
    { name: "tripId", wire: "tripId", in: "path", required: true },
    { name: "coach", wire: "coach", in: "path", style: "matrix", required: true },
  ],
  result: "json",
  security: ACCOUNT,
};

/** Show the free seats of some coaches. */
export function seats(
  core: Core,
  request: { tripId: string; coach: number[] },
  options?: RequestOptions,
): ResultPromise<Record<string, string[]>> {
  return core.call(seatsOperation, request, options);
}

const listFaresOperation: Operation = {
  method: "GET",
  path: "/fares",
  parameters: [
    { name: "page", wire: "page", in: "query" },
    { name: "limit", wire: "limit", in: "query" },
  ],
  result: "json",
  security: ACCOUNT,
};

const listFaresPaging: Paging<Fare[], Fare> = {
  items: (result) => result,
  next: ({ items, response }) => (items?.length ? linked(response, "next") : undefined),
};

/** List the fares of all companies. */
export function listFares(
  core: Core,
  request: { page?: number; limit?: number } = {},
  options?: RequestOptions,
): PagePromise<Fare[], Fare> {
  return paged(core, listFaresOperation, listFaresPaging, request, options);
}

export class Fares {
  constructor(private readonly core: Core) {}

  list(...rest: Rest<typeof listFares>): PagePromise<Fare[], Fare> {
    return listFares(this.core, ...rest);
  }
}

export class Trips {
  readonly fares: Fares;

  constructor(private readonly core: Core) {
    this.fares = new Fares(core);
  }

  /** List trips. */
  list(...rest: Rest<typeof listTrips>): PagePromise<TripPage, Trip> {
    return listTrips(this.core, ...rest);
  }

  /** Get one trip. */
  get(...rest: Rest<typeof getTrip>): ResultPromise<Trip> {
    return getTrip(this.core, ...rest);
  }

  /** Show the free seats of some coaches. */
  seats(...rest: Rest<typeof seats>): ResultPromise<Record<string, string[]>> {
    return seats(this.core, ...rest);
  }
}

/** The parameters of an operation's function without the core. */
export type Rest<F extends (core: Core, ...rest: never[]) => unknown> = F extends (core: Core, ...rest: infer R) => unknown
  ? R
  : never;
