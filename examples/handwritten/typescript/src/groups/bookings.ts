// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Seats that people have taken.

import { FromFields, ToForm, ToJson } from "../runtime/bodies.js";
import {
  AsGetAfter303,
  type Core,
  Keyed,
  type NoFields,
  type Operation,
  type RequestOptions,
  UnlessProcessed,
  type WholeBody,
} from "../runtime/core.js";
import { parseJson } from "../runtime/json.js";
import {
  ByArguments,
  Empty,
  Missing,
  PageExchange,
  type PagePromise,
  type PagedOperation,
  SetFrom,
} from "../runtime/pages.js";
import { InPath, InQuery } from "../runtime/parameters.js";
import { type Answer, AsJson, Declared, Text } from "../runtime/responses.js";
import { Exchange, type ResultPromise } from "../runtime/results.js";
import { DeepObject, PipeDelimited } from "../runtime/styles.js";
import { SoldOutCodec } from "../codecs.js";
import { Problem, SoldOutError, ValidationProblem } from "../errors.js";
import { BookingsDocumentsGroup } from "./bookings-documents.js";
import type {
  Booking,
  BookingChange,
  BookingInput,
  BookingPage,
  BookingStatus,
} from "../models/b.js";
import type { Payment, PaymentForm } from "../models/p.js";
import { API_KEY, BEARER_AUTH } from "../security.js";

const ON_DEFAULT: Answer = {
  status: "default",
  readers: [{ type: "application/problem+json", read: AsJson }],
  error: true,
  raises: Problem,
  message: "detail",
};

const ON_422: Answer = {
  status: "422",
  readers: [{ type: "application/problem+json", read: AsJson }],
  error: true,
  raises: ValidationProblem,
  message: "detail",
};

const ON_404: Answer = {
  status: "404",
  readers: [{ type: "application/problem+json", read: AsJson }],
  error: true,
  raises: Problem,
  message: "detail",
};

/** Arguments of `client.bookings.list`. */
export interface ListBookingsParams {
  /** Id of the last booking already seen. */
  after?: string | undefined;
  /**
   * How many items a page holds.
   *
   * At least 1, at most 100.
   *
   * Default: `10`.
   */
  limit?: number | undefined;
  /** Only bookings in this state. */
  status?: BookingStatus | undefined;
}

const LIST: PagedOperation = {
  id: "listBookings",
  method: "GET",
  path: "/bookings",
  params: [
    { name: "after", in: InQuery },
    { name: "limit", in: InQuery },
    { name: "status", in: InQuery },
  ],
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  paging: {
    items: ["data"],
    stop: [{ when: Missing, at: ["data", -1, "id"] }, { when: Empty }],
    next: ByArguments,
    advance: [{ by: SetFrom, arg: "after", from: ["data", -1, "id"] }],
  },
};

/** List your bookings */
export function bookingsList(
  core: Core,
  params?: ListBookingsParams,
  options?: RequestOptions,
): PagePromise<BookingPage, Booking> {
  return new PageExchange(core, LIST, params, options);
}

/** Arguments of `client.bookings.create`. */
export interface PostBookingParams extends BookingInput {}

const CREATE: Operation = {
  id: "postBooking",
  method: "POST",
  path: "/bookings",
  body: {
    type: "application/json",
    write: ToJson,
    make: FromFields,
    needs: ["trip_id", "passenger_name"],
    required: true,
  },
  answers: [
    {
      status: "201",
      readers: [{ type: "application/json", read: AsJson }],
      headers: { Location: Text },
    },
    {
      status: "409",
      readers: [
        {
          type: "application/problem+json",
          read: AsJson,
          parse: parseJson,
          codec: SoldOutCodec,
        },
      ],
      error: true,
      raises: SoldOutError,
      message: "detail",
    },
    ON_422,
    ON_DEFAULT,
  ],
  metadata: Declared,
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  repeat: UnlessProcessed,
  redirect: AsGetAfter303,
  idempotency: "Idempotency-Key",
  ready: Keyed,
};

/** Book a seat */
export function bookingsCreate(
  core: Core,
  params: PostBookingParams,
  options?: RequestOptions,
): ResultPromise<Booking, { Location?: string }>;
/** With the whole body in the options. */
export function bookingsCreate(
  core: Core,
  params: NoFields<PostBookingParams>,
  options: WholeBody<BookingInput>,
): ResultPromise<Booking, { Location?: string }>;
export function bookingsCreate(
  core: Core,
  params: PostBookingParams | NoFields<PostBookingParams>,
  options?: RequestOptions<BookingInput>,
): ResultPromise<Booking, { Location?: string }> {
  return new Exchange(core, CREATE, params, options);
}

/** Arguments of `client.bookings.get`. */
export interface GetBookingParams {
  /** @deprecated Answers hold the whole trip since version 1.3. */
  expand?: boolean | undefined;
}

const GET: Operation = {
  id: "getBooking",
  method: "GET",
  path: "/bookings/{bookingId}",
  params: [
    { name: "bookingId", in: InPath, required: true },
    { name: "expand", in: InQuery },
  ],
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_404,
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
};

/** Get one booking */
export function bookingsGet(
  core: Core,
  bookingId: string,
  params?: GetBookingParams,
  options?: RequestOptions,
): ResultPromise<Booking> {
  return new Exchange(core, GET, { ...params, bookingId }, options);
}

/** Arguments of `client.bookings.update`. */
export interface PatchBookingParams extends BookingChange {}

const UPDATE: Operation = {
  id: "patchBooking",
  method: "PATCH",
  path: "/bookings/{bookingId}",
  params: [{ name: "bookingId", in: InPath, required: true }],
  body: { type: "application/json", write: ToJson, make: FromFields },
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_404,
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  repeat: UnlessProcessed,
  redirect: AsGetAfter303,
  idempotency: "Idempotency-Key",
  ready: Keyed,
};

/** Change a booking, or just keep it alive */
export function bookingsUpdate(
  core: Core,
  bookingId: string,
  params?: PatchBookingParams,
  options?: RequestOptions<BookingChange>,
): ResultPromise<Booking> {
  return new Exchange(core, UPDATE, { ...params, bookingId }, options);
}

const CANCEL: Operation = {
  id: "deleteBooking",
  method: "DELETE",
  path: "/bookings/{bookingId}",
  params: [{ name: "bookingId", in: InPath, required: true }],
  answers: [{ status: "204" }, ON_404, ON_DEFAULT],
  security: [[BEARER_AUTH], [API_KEY]],
  redirect: AsGetAfter303,
  idempotency: "Idempotency-Key",
  ready: Keyed,
};

/** Cancel a booking */
export function bookingsCancel(
  core: Core,
  bookingId: string,
  options?: RequestOptions,
): ResultPromise<void> {
  return new Exchange(core, CANCEL, { bookingId }, options);
}

/** Arguments of `client.bookings.pay`. */
export interface PayBookingParams extends PaymentForm {}

const PAY: Operation = {
  id: "payBooking",
  method: "POST",
  path: "/bookings/{bookingId}/payment",
  params: [{ name: "bookingId", in: InPath, required: true }],
  body: {
    type: "application/x-www-form-urlencoded",
    write: ToForm,
    make: FromFields,
    needs: ["amount", "currency"],
    required: true,
    parts: {
      card: { as: "style", style: DeepObject, explode: true },
      vouchers: { as: "style" },
      labels: { as: "style", style: PipeDelimited },
      return_to: { as: "style", explode: true, allowReserved: true },
    },
  },
  answers: [
    { status: "200", readers: [{ type: "application/json", read: AsJson }] },
    ON_422,
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  retries: { retries: 0 },
  repeat: UnlessProcessed,
  redirect: AsGetAfter303,
  idempotency: "Idempotency-Key",
  ready: Keyed,
};

/** Pay for a booking */
export function bookingsPay(
  core: Core,
  bookingId: string,
  params: PayBookingParams,
  options?: RequestOptions,
): ResultPromise<Payment>;
/** With the whole body in the options. */
export function bookingsPay(
  core: Core,
  bookingId: string,
  params: NoFields<PayBookingParams>,
  options: WholeBody<PaymentForm>,
): ResultPromise<Payment>;
export function bookingsPay(
  core: Core,
  bookingId: string,
  params: PayBookingParams | NoFields<PayBookingParams>,
  options?: RequestOptions<PaymentForm>,
): ResultPromise<Payment> {
  return new Exchange(core, PAY, { ...params, bookingId }, options);
}

/** Seats that people have taken. */
export class BookingsGroup {
  readonly #core: Core;
  readonly documents: BookingsDocumentsGroup;

  constructor(core: Core) {
    this.#core = core;
    this.documents = new BookingsDocumentsGroup(core);
  }

  /**
   * List your bookings
   *
   * @returns One page of bookings
   * @throws {Problem} default: Something went wrong
   */
  list(
    params?: ListBookingsParams,
    options?: RequestOptions,
  ): PagePromise<BookingPage, Booking> {
    return new PageExchange(this.#core, LIST, params, options);
  }

  /**
   * Book a seat
   *
   * Makes a booking that is `pending` until it is paid. A trip that is sold out answers 409.
   *
   * @returns The booking that was made
   * @throws {MissingBodyError} without a body, before anything is sent
   * @throws {SoldOutError} 409: No seat is left
   * @throws {ValidationProblem} 422: The request makes no sense
   * @throws {Problem} default: Something went wrong
   * @example
   * ```ts
   * const result = await client.bookings.create({
   *   trip_id: "trip_01",
   *   passenger_name: "Ada Lovelace",
   *   seat: "12A",
   * });
   * ```
   */
  create(
    params: PostBookingParams,
    options?: RequestOptions,
  ): ResultPromise<Booking, { Location?: string }>;
  /** With the whole body in the options. */
  create(
    params: NoFields<PostBookingParams>,
    options: WholeBody<BookingInput>,
  ): ResultPromise<Booking, { Location?: string }>;
  create(
    params: PostBookingParams | NoFields<PostBookingParams>,
    options?: RequestOptions<BookingInput>,
  ): ResultPromise<Booking, { Location?: string }> {
    return new Exchange(this.#core, CREATE, params, options);
  }

  /**
   * Get one booking
   *
   * @param bookingId - Id of the booking.
   * @returns The booking
   * @throws {Problem} 404: There is no such thing; default: Something went wrong
   */
  get(
    bookingId: string,
    params?: GetBookingParams,
    options?: RequestOptions,
  ): ResultPromise<Booking> {
    return new Exchange(this.#core, GET, { ...params, bookingId }, options);
  }

  /**
   * Change a booking, or just keep it alive
   *
   * Without a body nothing changes but `updated_at`, so that a pending booking does not expire.
   *
   * @param bookingId - Id of the booking.
   * @returns The booking as it is now
   * @throws {Problem} 404: There is no such thing; default: Something went wrong
   */
  update(
    bookingId: string,
    params?: PatchBookingParams,
    options?: RequestOptions<BookingChange>,
  ): ResultPromise<Booking> {
    return new Exchange(this.#core, UPDATE, { ...params, bookingId }, options);
  }

  /**
   * Cancel a booking
   *
   * @param bookingId - Id of the booking.
   * @returns The booking is cancelled
   * @throws {Problem} 404: There is no such thing; default: Something went wrong
   */
  cancel(bookingId: string, options?: RequestOptions): ResultPromise<void> {
    return new Exchange(this.#core, CANCEL, { bookingId }, options);
  }

  /**
   * Pay for a booking
   *
   * @param bookingId - Id of the booking.
   * @returns The payment
   * @throws {MissingBodyError} without a body, before anything is sent
   * @throws {ValidationProblem} 422: The request makes no sense
   * @throws {Problem} default: Something went wrong
   */
  pay(
    bookingId: string,
    params: PayBookingParams,
    options?: RequestOptions,
  ): ResultPromise<Payment>;
  /** With the whole body in the options. */
  pay(
    bookingId: string,
    params: NoFields<PayBookingParams>,
    options: WholeBody<PaymentForm>,
  ): ResultPromise<Payment>;
  pay(
    bookingId: string,
    params: PayBookingParams | NoFields<PayBookingParams>,
    options?: RequestOptions<PaymentForm>,
  ): ResultPromise<Payment> {
    return new Exchange(this.#core, PAY, { ...params, bookingId }, options);
  }
}
