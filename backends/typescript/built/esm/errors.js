export class SDKError extends Error {
    get name() {
        return this.constructor.name;
    }
}
export class ConfigurationError extends SDKError {
}
export class InvalidArgumentError extends SDKError {
}
export class MissingBodyError extends InvalidArgumentError {
    constructor() {
        super("the request body is required");
    }
}
export class UnsupportedError extends SDKError {
}
export class APIConnectionError extends SDKError {
}
export class APITimeoutError extends APIConnectionError {
}
export class PaginationError extends SDKError {
}
export class APIError extends SDKError {
    constructor(message, failure, options) {
        super(message, options);
        Object.assign(this, failure);
    }
    get requestId() {
        return this.headers.get("x-request-id") ?? this.headers.get("request-id");
    }
}
export class TokenError extends APIError {
}
export class DecodeError extends APIError {
}
function has(value, least, most = least) {
    return (value instanceof APIError && value.status >= least && value.status <= most);
}
export class BadRequestError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 400);
    }
}
export class AuthenticationError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 401);
    }
}
export class PermissionDeniedError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 403);
    }
}
export class NotFoundError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 404);
    }
}
export class ConflictError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 409);
    }
}
export class GoneError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 410);
    }
}
export class UnprocessableEntityError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 422);
    }
}
export class RateLimitError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 429);
    }
}
export class ServerError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 500, 599);
    }
}
