// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Places where trains stop.

import type { Core, Operation, RequestOptions } from "../runtime/core.js";
import { parseJson } from "../runtime/json.js";
import {
  ByArguments,
  Empty,
  Increment,
  PageExchange,
  type PagePromise,
  type PagedOperation,
  Past,
  Short,
} from "../runtime/pages.js";
import {
  Exact,
  InCookie,
  InHeader,
  InPath,
  InQuery,
} from "../runtime/parameters.js";
import { type Answer, AsJson } from "../runtime/responses.js";
import { Exchange, type ResultPromise } from "../runtime/results.js";
import { Form, Json, Simple } from "../runtime/styles.js";
import { GetDeparturesResponseCodec, TripCodec } from "../codecs.js";
import { Problem } from "../errors.js";
import type { Area } from "../models/a.js";
import type {
  GetDeparturesResponse,
  Station,
  StationPage,
} from "../models/s.js";
import type { Trip } from "../models/t.js";
import { API_KEY, BEARER_AUTH } from "../security.js";

const ON_DEFAULT: Answer = {
  status: "default",
  readers: [{ type: "application/problem+json", read: AsJson }],
  error: true,
  raises: Problem,
  message: "detail",
};

/** Arguments of `client.stations.list`. */
export interface ListStationsParams {
  /**
   * Number of the page, from 1.
   *
   * At least 1.
   *
   * Default: `1`.
   */
  page?: number | undefined;
  /**
   * How many items a page holds.
   *
   * At least 1, at most 100.
   *
   * Default: `10`.
   */
  limit?: number | undefined;
  /** Only stations of these countries. */
  country?: string[] | undefined;
}

const LIST: PagedOperation = {
  id: "listStations",
  method: "GET",
  path: "/stations",
  params: [
    { name: "page", in: InQuery, given: Exact },
    { name: "limit", in: InQuery },
    { name: "country", in: InQuery, style: Form, explode: true },
  ],
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_DEFAULT,
  ],
  accept: "application/json",
  paging: {
    items: ["data"],
    stop: [
      { when: Empty },
      { when: Short, arg: "limit" },
      { when: Past, arg: "page", start: 1, at: ["meta", "total_pages"] },
    ],
    next: ByArguments,
    advance: [{ by: Increment, arg: "page", start: 1 }],
  },
};

/** List all stations */
export function stationsList(
  core: Core,
  params?: ListStationsParams,
  options?: RequestOptions,
): PagePromise<StationPage, Station> {
  return new PageExchange(core, LIST, params, options);
}

/** Arguments of `client.stations.nearby`. */
export interface SearchStationsParams {
  /** The circle to look in. */
  area: Area;
  /** Names of the fields wanted, in one parameter. */
  fields?: string[] | undefined;
}

const NEARBY: Operation = {
  id: "searchStations",
  method: "GET",
  path: "/stations/nearby",
  params: [
    { name: "area", in: InQuery, required: true, style: Json },
    { name: "fields", in: InQuery, style: Form },
  ],
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_DEFAULT,
  ],
  accept: "application/json",
};

/** Find the stations around a point */
export function stationsNearby(
  core: Core,
  request: SearchStationsParams,
  options?: RequestOptions,
): ResultPromise<Station[]> {
  return new Exchange(core, NEARBY, request, options);
}

/** Arguments of `client.stations.get`. */
export interface GetStationParams {
  /**
   * The language of the station's name.
   *
   * Default: `"en"`.
   */
  locale?: string | undefined;
}

const GET: Operation = {
  id: "getStation",
  method: "GET",
  path: "/stations/{stationId}",
  params: [
    { name: "stationId", in: InPath, required: true },
    { name: "locale", in: InCookie },
  ],
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    {
      status: "404",
      readers: [{ type: "application/problem+json", read: AsJson }],
      error: true,
      raises: Problem,
      message: "detail",
    },
    ON_DEFAULT,
  ],
  accept: "application/json",
};

/** Get one station */
export function stationsGet(
  core: Core,
  stationId: string,
  params?: GetStationParams,
  options?: RequestOptions,
): ResultPromise<Station> {
  return new Exchange(core, GET, { ...params, stationId }, options);
}

/** Arguments of `client.stations.departures`. */
export interface GetDeparturesParams {
  /**
   * Number of the page, from 1.
   *
   * At least 1.
   *
   * Default: `1`.
   */
  page?: number | undefined;
  /** Only these platforms. */
  platforms?: number[] | undefined;
}

const DEPARTURES: PagedOperation = {
  id: "getDepartures",
  method: "GET",
  path: "/stations/{stationId}/departures",
  params: [
    { name: "stationId", in: InPath, required: true },
    { name: "page", in: InQuery, given: Exact },
    { name: "X-Platforms", in: InHeader, arg: "platforms", style: Simple },
  ],
  answers: [
    {
      status: "200",
      readers: [
        {
          type: "application/json",
          read: AsJson,
          parse: parseJson,
          codec: GetDeparturesResponseCodec,
        },
      ],
    },
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  paging: {
    items: ["data"],
    codec: TripCodec,
    stop: [{ when: Empty }],
    next: ByArguments,
    advance: [{ by: Increment, arg: "page", start: 1 }],
  },
};

/** List what leaves from a station */
export function stationsDepartures(
  core: Core,
  stationId: string,
  params?: GetDeparturesParams,
  options?: RequestOptions,
): PagePromise<GetDeparturesResponse, Trip> {
  return new PageExchange(core, DEPARTURES, { ...params, stationId }, options);
}

/** Places where trains stop. */
export class StationsGroup {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * List all stations
   *
   * Stations in the order of their names, with the page's place among all pages.
   *
   * @returns One page of stations
   * @throws {Problem} default: Something went wrong
   * @example
   * ```ts
   * const page = await client.stations.list();
   * ```
   */
  list(
    params?: ListStationsParams,
    options?: RequestOptions,
  ): PagePromise<StationPage, Station> {
    return new PageExchange(this.#core, LIST, params, options);
  }

  /**
   * Find the stations around a point
   *
   * This search will learn new filters; a request object keeps callers working when it does.
   *
   * @returns Stations, nearest first
   * @throws {Problem} default: Something went wrong
   */
  nearby(
    request: SearchStationsParams,
    options?: RequestOptions,
  ): ResultPromise<Station[]> {
    return new Exchange(this.#core, NEARBY, request, options);
  }

  /**
   * Get one station
   *
   * @param stationId - Id of the station.
   * @returns The station
   * @throws {Problem} 404: There is no such thing; default: Something went wrong
   */
  get(
    stationId: string,
    params?: GetStationParams,
    options?: RequestOptions,
  ): ResultPromise<Station> {
    return new Exchange(this.#core, GET, { ...params, stationId }, options);
  }

  /**
   * List what leaves from a station
   *
   * Nothing tells how many pages there are. The board ends where a page is empty.
   *
   * @param stationId - Id of the station.
   * @returns One page of the departure board
   * @throws {Problem} default: Something went wrong
   */
  departures(
    stationId: string,
    params?: GetDeparturesParams,
    options?: RequestOptions,
  ): PagePromise<GetDeparturesResponse, Trip> {
    return new PageExchange(
      this.#core,
      DEPARTURES,
      { ...params, stationId },
      options,
    );
  }
}
