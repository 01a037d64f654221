// Seats that people have taken.

import { form, json, multipart, type FileInput } from "./bodies.js";
import type {
  Booking,
  BookingChange,
  BookingPage,
  BookingStatus,
  Document,
  DocumentDetails,
  NewBooking,
  Payment,
  PaymentForm,
} from "./models.js";
import { PaginationError } from "./errors.js";
import { paged, type PagePromise, type Paging } from "./pages.js";
import type { Core, Operation, RequestOptions, ResultPromise } from "./runtime.js";
import type { Rest } from "./trips.js";

const ACCOUNT = [["bearerAuth"], ["apiKey"]] as const;
const BOOKING = [{ name: "bookingId", wire: "bookingId", in: "path", required: true }] as const;

export interface ListBookingsParams {
  /** Id of the last booking already seen. */
  after?: string;
  /** How many items a page holds. */
  limit?: number;
  /** Only bookings in this state. */
  status?: BookingStatus;
}

const listBookingsOperation: Operation = {
  method: "GET",
  path: "/bookings",
  parameters: [
    { name: "after", wire: "after", in: "query" },
    { name: "limit", wire: "limit", in: "query" },
    { name: "status", wire: "status", in: "query" },
  ],
  result: "json",
  security: ACCOUNT,
};

const listBookingsPaging: Paging<BookingPage, Booking> = {
  items: (result) => result.data,
  next({ request, items }) {
    const after = items?.at(-1)?.id;
    if (!after?.trim()) return undefined;
    if (after === (request as ListBookingsParams).after) throw new PaginationError(`${after} led to this page`);
    return { ...request, after };
  },
};

/** List your bookings. */
export function listBookings(
  core: Core,
  request: ListBookingsParams = {},
  options?: RequestOptions,
): PagePromise<BookingPage, Booking> {
  return paged(core, listBookingsOperation, listBookingsPaging, request, options);
}

const createBookingOperation: Operation = {
  method: "POST",
  path: "/bookings",
  body: json(true),
  result: "json",
  security: ACCOUNT,
};

/**
 * Book a seat.
 *
 * Makes a booking that is `pending` until it is paid. A trip that is sold out answers 409.
 *
 * @throws {MissingBodyError} without a body, before anything is sent
 * @throws {ConflictError} no seat is left
 */
export function createBooking(core: Core, request: { body: NewBooking }, options?: RequestOptions): ResultPromise<Booking> {
  return core.call(createBookingOperation, request, options);
}

const updateBookingOperation: Operation = {
  method: "PATCH",
  path: "/bookings/{bookingId}",
  parameters: BOOKING,
  body: json(false),
  result: "json",
  security: ACCOUNT,
};

/** Change a booking, or just keep it alive. */
export function updateBooking(
  core: Core,
  request: { bookingId: string; body?: BookingChange },
  options?: RequestOptions,
): ResultPromise<Booking> {
  return core.call(updateBookingOperation, request, options);
}

const cancelBookingOperation: Operation = {
  method: "DELETE",
  path: "/bookings/{bookingId}",
  parameters: BOOKING,
  result: "none",
  security: ACCOUNT,
};

/** Cancel a booking. */
export function cancelBooking(core: Core, request: { bookingId: string }, options?: RequestOptions): ResultPromise<void> {
  return core.call(cancelBookingOperation, request, options);
}

const payBookingOperation: Operation = {
  method: "POST",
  path: "/bookings/{bookingId}/payment",
  parameters: BOOKING,
  body: form(true, {
    card: { style: "deepObject", explode: true },
    vouchers: { style: "form", explode: false },
    labels: { style: "pipeDelimited", explode: false },
    return_to: { allowReserved: true },
  }),
  result: "json",
  security: ACCOUNT,
  retries: false,
};

/** Pay for a booking. */
export function payBooking(
  core: Core,
  request: { bookingId: string; body: PaymentForm },
  options?: RequestOptions,
): ResultPromise<Payment> {
  return core.call(payBookingOperation, request, options);
}

export interface DocumentUpload {
  /** The document itself. */
  file: FileInput;
  /** A small picture of it. */
  photo?: FileInput;
  details: DocumentDetails;
  /** Anything the staff should know. */
  note?: string;
  labels?: string[];
}

const uploadDocumentOperation: Operation = {
  method: "POST",
  path: "/bookings/{bookingId}/documents",
  parameters: BOOKING,
  body: multipart(true, {
    file: { file: true, types: ["application/pdf", "image/*"], headers: { "X-Retention": "30d" } },
    photo: { file: true, types: ["image/png"] },
    details: { types: ["application/vnd.trains.details+json"] },
  }),
  result: "json",
  security: ACCOUNT,
};

/** Attach a document to a booking. */
export function uploadDocument(
  core: Core,
  request: { bookingId: string; body: DocumentUpload },
  options?: RequestOptions,
): ResultPromise<Document> {
  return core.call(uploadDocumentOperation, request, options);
}

export class Documents {
  constructor(private readonly core: Core) {}

  /** Attach a document to a booking. */
  upload(...rest: Rest<typeof uploadDocument>): ResultPromise<Document> {
    return uploadDocument(this.core, ...rest);
  }
}

export class Bookings {
  readonly documents: Documents;

  constructor(private readonly core: Core) {
    this.documents = new Documents(core);
  }

  /** List your bookings. */
  list(...rest: Rest<typeof listBookings>): PagePromise<BookingPage, Booking> {
    return listBookings(this.core, ...rest);
  }

  /** Book a seat. */
  create(...rest: Rest<typeof createBooking>): ResultPromise<Booking> {
    return createBooking(this.core, ...rest);
  }

  /** Change a booking, or just keep it alive. */
  update(...rest: Rest<typeof updateBooking>): ResultPromise<Booking> {
    return updateBooking(this.core, ...rest);
  }

  /** Cancel a booking. */
  cancel(...rest: Rest<typeof cancelBooking>): ResultPromise<void> {
    return cancelBooking(this.core, ...rest);
  }

  /** Pay for a booking. */
  pay(...rest: Rest<typeof payBooking>): ResultPromise<Payment> {
    return payBooking(this.core, ...rest);
  }
}
