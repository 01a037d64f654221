// Written by hand: the standard that printed code is held to.
// SPDX-License-Identifier: MIT

// Methods of `client.bookings.documents`.

import { FromFields, ToMultipart } from "../runtime/bodies.js";
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
import { InPath } from "../runtime/parameters.js";
import { type Answer, AsBytes, AsJson } from "../runtime/responses.js";
import { Exchange, type ResultPromise } from "../runtime/results.js";
import { DocumentCodec } from "../codecs.js";
import { Problem } from "../errors.js";
import type { DocumentUpload } from "../models/b.js";
import type { Document } from "../models/d.js";
import { API_KEY, BEARER_AUTH } from "../security.js";

const ON_DEFAULT: Answer = {
  status: "default",
  readers: [{ type: "application/problem+json", read: AsJson }],
  error: true,
  raises: Problem,
  message: "detail",
};

/** Arguments of `client.bookings.documents.upload`. */
export interface UploadDocumentParams extends DocumentUpload {}

const UPLOAD: Operation = {
  id: "uploadDocument",
  method: "POST",
  path: "/bookings/{bookingId}/documents",
  params: [{ name: "bookingId", in: InPath, required: true }],
  body: {
    type: "multipart/form-data",
    write: ToMultipart,
    make: FromFields,
    needs: ["file", "details"],
    required: true,
    parts: {
      file: {
        as: "bytes",
        types: ["application/pdf", "image/*"],
        extensions: {
          avif: "image/avif",
          bmp: "image/bmp",
          gif: "image/gif",
          heic: "image/heic",
          heif: "image/heif",
          ico: "image/vnd.microsoft.icon",
          jpeg: "image/jpeg",
          jpg: "image/jpeg",
          pdf: "application/pdf",
          png: "image/png",
          svg: "image/svg+xml",
          tif: "image/tiff",
          tiff: "image/tiff",
          webp: "image/webp",
        },
        headers: { "X-Retention": "30d" },
      },
      photo: { as: "bytes", types: ["image/png"] },
      details: { as: "json", types: ["application/vnd.trains.details+json"] },
      labels: { as: "text", repeated: true },
    },
  },
  answers: [
    {
      status: "201",
      readers: [
        {
          type: "application/json",
          read: AsJson,
          parse: parseJson,
          codec: DocumentCodec,
        },
      ],
    },
    ON_DEFAULT,
  ],
  accept: "application/json",
  security: [[BEARER_AUTH], [API_KEY]],
  repeat: UnlessProcessed,
  redirect: AsGetAfter303,
  idempotency: "Idempotency-Key",
  ready: Keyed,
};

/** Attach a document to a booking */
export function bookingsDocumentsUpload(
  core: Core,
  bookingId: string,
  params: UploadDocumentParams,
  options?: RequestOptions,
): ResultPromise<Document>;
/** With the whole body in the options. */
export function bookingsDocumentsUpload(
  core: Core,
  bookingId: string,
  params: NoFields<UploadDocumentParams>,
  options: WholeBody<DocumentUpload>,
): ResultPromise<Document>;
export function bookingsDocumentsUpload(
  core: Core,
  bookingId: string,
  params: UploadDocumentParams | NoFields<UploadDocumentParams>,
  options?: RequestOptions<DocumentUpload>,
): ResultPromise<Document> {
  return new Exchange(core, UPLOAD, { ...params, bookingId }, options);
}

const DOWNLOAD: Operation = {
  id: "downloadDocument",
  method: "GET",
  path: "/bookings/{bookingId}/documents/{documentId}",
  params: [
    { name: "bookingId", in: InPath, required: true },
    { name: "documentId", in: InPath, required: true },
  ],
  answers: [
    {
      status: "200",
      readers: [{ type: "application/octet-stream", read: AsBytes }],
    },
    {
      status: "404",
      readers: [{ type: "application/problem+json", read: AsJson }],
      error: true,
      raises: Problem,
      message: "detail",
    },
    ON_DEFAULT,
  ],
  accept: "application/octet-stream",
  security: [[BEARER_AUTH], [API_KEY]],
};

/** Fetch a document */
export function bookingsDocumentsDownload(
  core: Core,
  bookingId: string,
  documentId: string,
  options?: RequestOptions,
): ResultPromise<Uint8Array> {
  return new Exchange(core, DOWNLOAD, { bookingId, documentId }, options);
}

/** Methods of `client.bookings.documents`. */
export class BookingsDocumentsGroup {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Attach a document to a booking
   *
   * A rail card, a visa, a photo. Each part of the body says what it is.
   *
   * @param bookingId - Id of the booking.
   * @returns The document as it was stored
   * @throws {MissingBodyError} without a body, before anything is sent
   * @throws {Problem} default: Something went wrong
   * @example
   * ```ts
   * const result = await client.bookings.documents.upload("booking_01", {
   *   file: new Blob(["..."]),
   *   details: { kind: "rail_card" },
   * });
   * ```
   */
  upload(
    bookingId: string,
    params: UploadDocumentParams,
    options?: RequestOptions,
  ): ResultPromise<Document>;
  /** With the whole body in the options. */
  upload(
    bookingId: string,
    params: NoFields<UploadDocumentParams>,
    options: WholeBody<DocumentUpload>,
  ): ResultPromise<Document>;
  upload(
    bookingId: string,
    params: UploadDocumentParams | NoFields<UploadDocumentParams>,
    options?: RequestOptions<DocumentUpload>,
  ): ResultPromise<Document> {
    return new Exchange(this.#core, UPLOAD, { ...params, bookingId }, options);
  }

  /**
   * Fetch a document
   *
   * @param bookingId - Id of the booking.
   * @param documentId - Id of the document.
   * @returns The bytes that were uploaded
   * @throws {Problem} 404: There is no such thing; default: Something went wrong
   */
  download(
    bookingId: string,
    documentId: string,
    options?: RequestOptions,
  ): ResultPromise<Uint8Array> {
    return new Exchange(
      this.#core,
      DOWNLOAD,
      { bookingId, documentId },
      options,
    );
  }
}
