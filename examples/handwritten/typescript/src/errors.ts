// What this package throws. Everything derives from TrainTravelError.

export class TrainTravelError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** An argument cannot be sent; nothing was. */
export class InvalidArgumentError extends TrainTravelError {}

/** The request body is required and was not given; nothing was sent. */
export class MissingBodyError extends InvalidArgumentError {
  constructor() {
    super("the request body is required");
  }
}

/** The server could not be reached, or did not answer in time. */
export class ConnectionError extends TrainTravelError {}

/** The server answered something that is not what the document declares. */
export class DecodeError extends TrainTravelError {
  constructor(
    message: string,
    readonly text: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The next page would be the same page again. */
export class PaginationError extends TrainTravelError {}

/** The server answered with an error. `body` is typed by the operation's documentation. */
export class ApiError extends TrainTravelError {
  constructor(
    message: string,
    readonly status: number,
    readonly headers: Headers,
    readonly body: unknown,
  ) {
    super(message);
  }

  get requestId(): string | null {
    return this.headers.get("x-request-id");
  }

  static async from(response: Response, parse: (text: string) => unknown): Promise<ApiError> {
    const text = await response.text();
    let body: unknown = text;
    try {
      body = parse(text);
    } catch {
      // not JSON: the text is the body
    }
    const detail = typeof body === "object" && body && "detail" in body ? String(body.detail) : response.statusText;
    const Kind = BY_STATUS[response.status] ?? ApiError;
    return new Kind(detail || `status ${response.status}`, response.status, response.headers, body);
  }
}

export class AuthenticationError extends ApiError {}
export class NotFoundError extends ApiError {}
export class ConflictError extends ApiError {}
export class UnprocessableError extends ApiError {}
export class RateLimitError extends ApiError {}

const BY_STATUS: Record<number, typeof ApiError | undefined> = {
  401: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableError,
  429: RateLimitError,
};
