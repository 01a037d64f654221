"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.ServerError = exports.RateLimitError = exports.UnprocessableEntityError = exports.GoneError = exports.ConflictError = exports.NotFoundError = exports.PermissionDeniedError = exports.AuthenticationError = exports.BadRequestError = exports.DecodeError = exports.TokenError = exports.APIError = exports.PaginationError = exports.APITimeoutError = exports.APIConnectionError = exports.UnsupportedError = exports.MissingBodyError = exports.InvalidArgumentError = exports.ConfigurationError = exports.SDKError = void 0;
class SDKError extends Error {
    get name() {
        return this.constructor.name;
    }
}
exports.SDKError = SDKError;
class ConfigurationError extends SDKError {
}
exports.ConfigurationError = ConfigurationError;
class InvalidArgumentError extends SDKError {
}
exports.InvalidArgumentError = InvalidArgumentError;
class MissingBodyError extends InvalidArgumentError {
    constructor() {
        super("the request body is required");
    }
}
exports.MissingBodyError = MissingBodyError;
class UnsupportedError extends SDKError {
}
exports.UnsupportedError = UnsupportedError;
class APIConnectionError extends SDKError {
}
exports.APIConnectionError = APIConnectionError;
class APITimeoutError extends APIConnectionError {
}
exports.APITimeoutError = APITimeoutError;
class PaginationError extends SDKError {
}
exports.PaginationError = PaginationError;
class APIError extends SDKError {
    constructor(message, failure, options) {
        super(message, options);
        Object.assign(this, failure);
    }
    get requestId() {
        return this.headers.get("x-request-id") ?? this.headers.get("request-id");
    }
}
exports.APIError = APIError;
class TokenError extends APIError {
}
exports.TokenError = TokenError;
class DecodeError extends APIError {
}
exports.DecodeError = DecodeError;
function has(value, least, most = least) {
    return (value instanceof APIError && value.status >= least && value.status <= most);
}
class BadRequestError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 400);
    }
}
exports.BadRequestError = BadRequestError;
class AuthenticationError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 401);
    }
}
exports.AuthenticationError = AuthenticationError;
class PermissionDeniedError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 403);
    }
}
exports.PermissionDeniedError = PermissionDeniedError;
class NotFoundError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 404);
    }
}
exports.NotFoundError = NotFoundError;
class ConflictError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 409);
    }
}
exports.ConflictError = ConflictError;
class GoneError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 410);
    }
}
exports.GoneError = GoneError;
class UnprocessableEntityError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 422);
    }
}
exports.UnprocessableEntityError = UnprocessableEntityError;
class RateLimitError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 429);
    }
}
exports.RateLimitError = RateLimitError;
class ServerError extends APIError {
    static [Symbol.hasInstance](value) {
        return has(value, 500, 599);
    }
}
exports.ServerError = ServerError;
