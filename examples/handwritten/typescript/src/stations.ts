// Places where trains stop.

import type { Coordinates, Station, StationPage } from "./models.js";
import { paged, type PagePromise, type Paging } from "./pages.js";
import type { Core, Operation, RequestOptions, ResultPromise } from "./runtime.js";
import type { Rest } from "./trips.js";

export interface ListStationsParams {
  /** Number of the page, from 1. */
  page?: number;
  /** How many items a page holds. */
  limit?: number;
  /** Only stations of these countries. */
  country?: string[];
}

const listStationsOperation: Operation = {
  method: "GET",
  path: "/stations",
  parameters: [
    { name: "page", wire: "page", in: "query" },
    { name: "limit", wire: "limit", in: "query" },
    { name: "country", wire: "country", in: "query", explode: true },
  ],
  result: "json",
};

const listStationsPaging: Paging<StationPage, Station> = {
  items: (result) => result.data,
  next({ result, request, items }) {
    const { page = 1, limit = 10 } = request as ListStationsParams;
    const last = result.meta?.total_pages;
    if (typeof last !== "number" || page + 1 > last || !items?.length || items.length < limit) return undefined;
    return { ...request, page: page + 1 };
  },
};

/** List all stations. */
export function listStations(
  core: Core,
  request: ListStationsParams = {},
  options?: RequestOptions,
): PagePromise<StationPage, Station> {
  return paged(core, listStationsOperation, listStationsPaging, request, options);
}

const nearbyOperation: Operation = {
  method: "GET",
  path: "/stations/nearby",
  parameters: [
    { name: "area", wire: "area", in: "query", style: "json", required: true },
    { name: "fields", wire: "fields", in: "query", explode: false },
  ],
  result: "json",
};

/** Find the stations around a point. */
export function nearby(
  core: Core,
  request: { area: Coordinates & { radius_km?: number }; fields?: string[] },
  options?: RequestOptions,
): ResultPromise<Station[]> {
  return core.call(nearbyOperation, request, options);
}

export class Stations {
  constructor(private readonly core: Core) {}

  /** List all stations. */
  list(...rest: Rest<typeof listStations>): PagePromise<StationPage, Station> {
    return listStations(this.core, ...rest);
  }

  /** Find the stations around a point. */
  nearby(...rest: Rest<typeof nearby>): ResultPromise<Station[]> {
    return nearby(this.core, ...rest);
  }
}
