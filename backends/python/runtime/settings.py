"""A client's settings, and the requests it makes of an operation and its arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, cast

from .convert import ZONE
from .errors import ConfigurationError, InvalidArgumentError, MissingCredentialsError
from .exchange import Grant, exchange, rewound
from .hooks import NO_HOOKS, Hooks
from .kinds import MisfitError, is_object
from .messages import Content, Request
from .operations import Operation
from .options import RequestOptions
from .params import Target, header_name, header_text
from .retries import UNSAFE, RetryPolicy
from .routes import Route
from .security import Asked, Credentials, Requirements, Scheme
from .servers import Server, absolute, choose_server
from .steps import Steps
from .texts import Ready, escape, plain, text_of
from .unset import UNSET, Unset

if TYPE_CHECKING:
    from .answer_checks import Inspection


@dataclass(frozen=True, slots=True)
class Api:
    """What the API's document says about every operation.

    ``name`` is the SDK's own, for the User-Agent; ``prefix`` begins the names of its environment
    variables.
    """

    name: str
    version: str
    prefix: str
    servers: tuple[Server, ...] = ()
    schemes: tuple[Scheme, ...] = ()
    retries: RetryPolicy = field(default_factory=RetryPolicy)
    timeout: float | None = 60.0
    security: Requirements = ()
    """The security of operations that declare none."""
    undeclared: Requirements | None = None
    """The security of undocumented calls, if it differs."""
    scattered: bool = False
    """Whether some operations name servers of their own."""


class Settings:
    """The settings of one client, from its constructor's arguments and the environment.

    ``credentials`` maps the name of a scheme to the option's name and its value; ``auth``
    "external": others add them, as a hook that runs before requests may.
    """

    __slots__ = (
        "api",
        "credentials",
        "headers",
        "hooks",
        "max_response_bytes",
        "retries",
        "server",
        "server_url",
        "server_variables",
        "shared",
        "timeout",
        "timezone",
        "user_agent",
        "validate",
        "validate_responses",
    )

    def __init__(
        self,
        api: Api,
        *,
        base_url: str | None = None,
        server: int | str | None = None,
        server_variables: Mapping[str, str | None] | None = None,
        timeout: float | Unset | None = UNSET,
        retries: int | RetryPolicy | None = None,
        headers: Mapping[str, str] | None = None,
        credentials: Mapping[str, tuple[str, Any]] | None = None,
        shared: Mapping[str, Any] | None = None,
        hooks: Hooks | None = None,
        timezone: tzinfo | None = None,
        validate: bool = False,
        auth: str | None = None,
        validate_responses: bool | str = False,
        max_response_bytes: int | None = None,
    ) -> None:
        self.api: Api = api
        self.validate: bool = validate
        self.validate_responses: bool | str = validate_responses
        self.max_response_bytes: int | None = _bound(max_response_bytes, None)
        self.server: int | str | None = server
        self.server_variables: dict[str, str] = _there(server_variables)
        self.server_url: str | None = base_url or os.environ.get(f"{api.prefix}_BASE_URL") or None
        self.timeout: float | Unset | None = timeout
        self.retries: int | RetryPolicy | None = retries
        self.headers: dict[str, str] = {
            header_name(name): header_text(value, name) for name, value in (headers or {}).items()
        }
        self.hooks: Hooks = hooks or NO_HOOKS
        self.timezone: tzinfo | None = timezone
        if os.environ.get(f"{api.prefix}_LOG", "").lower() == "debug":
            from .debugging import switch_on

            switch_on()
        self.shared: dict[str, Any] = dict(shared or {})
        self.credentials: Credentials = Credentials(
            api.schemes, credentials or {}, api.prefix, external=auth == "external"
        )
        python = ".".join(map(str, sys.version_info[:3]))
        self.user_agent: str = f"{api.name}/{api.version} Python/{python}"
        if self.server_url is None and not api.scattered and _is_relative(api.servers):
            raise _no_server(api)

    def changed(
        self,
        *,
        credentials: Mapping[str, tuple[str, Any]] | None = None,
        shared: Mapping[str, Any] | None = None,
        server: int | str | None = None,
        server_variables: Mapping[str, str | None] | None = None,
        base_url: str | None = None,
        timeout: float | Unset | None = UNSET,
        retries: int | RetryPolicy | None = None,
        headers: Mapping[str, str] | None = None,
        hooks: Hooks | None = None,
        timezone: tzinfo | None = None,
        auth: str | None = None,
        validate: bool | None = None,
        validate_responses: bool | str | None = None,
        max_response_bytes: int | Unset | None = UNSET,
    ) -> Settings:
        """Copy the settings with changes; None keeps a setting, headers are added."""
        made = copy(self)
        external = auth == "external"
        made.credentials = self.credentials.changed(credentials or {}, external=external)
        made.shared = {**self.shared, **_there(shared)}
        made.server = self.server if server is None else server
        made.server_variables = {**self.server_variables, **_there(server_variables)}
        made.server_url = base_url or self.server_url
        made.timeout = self.timeout if timeout is UNSET else timeout
        made.retries = self.retries if retries is None else retries
        made.hooks = hooks or self.hooks
        made.timezone = timezone or self.timezone
        made.validate = self.validate if validate is None else validate
        if validate_responses is not None:
            made.validate_responses = validate_responses
        made.max_response_bytes = _bound(max_response_bytes, self.max_response_bytes)
        added = {
            header_name(name): header_text(value, name) for name, value in (headers or {}).items()
        }
        replaced = {name.lower() for name in added}
        kept = {name: value for name, value in self.headers.items() if name.lower() not in replaced}
        made.headers = {**kept, **added}
        return made

    def url(self, operation: Operation[Any], options: RequestOptions) -> str:
        """Find the base URL of a call: the call's own, the client's, the operation's, the API's.

        Raises:
            ConfigurationError: there is no base URL, or it is not absolute.
        """
        url = options.get("server") or self.server_url
        if url is None:
            own = choose_server(operation.servers, None)
            server = own or choose_server(self.api.servers, self.server)
            if server is None:
                raise _no_server(self.api)
            url = server.fill(self.server_variables)
        return absolute(url)

    def shown_url(self) -> str:
        """Return the base URL for display: without a password, empty if there is none."""
        server = choose_server(self.api.servers, self.server)
        url = self.server_url or ""
        if not url and server is not None:
            try:
                url = server.fill(self.server_variables)
            except ConfigurationError:
                url = server.url
        scheme, _, rest = url.partition("://")
        authority, slash, path = rest.partition("/")
        return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}" if rest else url

    def policy(self, operation: Operation[Any], options: RequestOptions) -> RetryPolicy:
        """Find the retry policy of a call; a number replaces the count of the policy in force."""
        policy = operation.retries or self.api.retries
        for chosen in (self.retries, options.get("retries")):
            if isinstance(chosen, RetryPolicy):
                policy = chosen
            elif chosen is not None:
                policy = replace(policy, retries=chosen)
        return policy

    def seconds(self, operation: Operation[Any], options: RequestOptions) -> float | None:
        """Find the timeout of a call: the call's own, the client's, the operation's, the API's."""
        if "timeout" in options:
            return options["timeout"]
        if self.timeout is not UNSET:
            return self.timeout
        return self.api.timeout if operation.timeout is UNSET else operation.timeout


class Call:
    """A request that is ready to send, with what is needed to find the next page."""

    __slots__ = (
        "body",
        "grant",
        "inspection",
        "keyed",
        "operation",
        "options",
        "policy",
        "request",
        "route",
        "trail",
        "values",
    )

    def __init__(
        self,
        operation: Operation[Any],
        request: Request,
        route: Route,
        policy: RetryPolicy,
        options: RequestOptions,
        values: tuple[Any, ...],
        body: Any,
        keyed: bool,
    ) -> None:
        self.operation: Operation[Any] = operation
        self.request: Request = request
        self.route: Route = route
        self.policy: RetryPolicy = policy
        self.options: RequestOptions = options
        self.values: tuple[Any, ...] = values
        self.body: Any = body
        self.keyed: bool = keyed
        self.grant: Grant | None = None
        self.inspection: Inspection | None = None  # the checks of its answers, if they are wanted
        self.trail: Any = None  # the pages before this one: :class:`.paging.Trail`

    def steps(self, *, keep: bool) -> Steps:
        """Return the steps that lead to a response."""
        send = exchange if self.grant is None else self.grant.exchange
        error = self.operation.answers.is_error if keep else None
        return send(self.request, self.route, self.policy, keyed=self.keyed, keep=error)

    def again(self, last_event_id: str | None) -> Call | None:
        """Repeat the call for an interrupted stream; None if its body cannot be sent again."""
        if not rewound(self.request):
            return None
        made, request = copy(self), self.request.copy()
        if last_event_id is not None:  # an empty id resets the last one
            kept = [pair for pair in request.headers if pair[0].lower() != "last-event-id"]
            request.headers = kept + ([last_event(last_event_id)] if last_event_id else [])
        made.request = request
        return made

    def goto(self, target: str, used: str) -> Call | None:
        """Make the call of a next page's URL, relative to the one just ``used``."""
        here = self.request.copy()
        here.url = used
        request = self.route.moved(here, target, method="GET")
        if request is None:
            return None
        operation, options = self.operation, self.options
        call = Call(operation, request, self.route, self.policy, options, self.values, UNSET, False)
        call.grant = None if request.bare else self.grant
        call.inspection = self.inspection
        return call


_KNOWN = frozenset({*RequestOptions.__annotations__, "_mode"})


def prepare(
    settings: Settings,
    operation: Operation[Any],
    values: tuple[Any, ...],
    body: Any,
    options: RequestOptions,
) -> Call:
    """Make the request of a call. Nothing is sent.

    Raises:
        InvalidArgumentError: an argument is missing or cannot be sent.
        ConfigurationError: there is no base URL.
        MissingCredentialsError: the call needs credentials, and there are none.
    """
    if options and not options.keys() <= _KNOWN:
        unknown = ", ".join(sorted(options.keys() - _KNOWN))
        raise InvalidArgumentError(f"there is no such option of a call: {unknown}")
    zone = options.get("timezone", settings.timezone)
    if zone is None:
        return _prepared(settings, operation, values, body, options)
    token = ZONE.set(zone)
    try:
        return _prepared(settings, operation, values, body, options)
    finally:
        ZONE.reset(token)


def _prepared(
    settings: Settings,
    operation: Operation[Any],
    values: tuple[Any, ...],
    body: Any,
    options: RequestOptions,
) -> Call:
    target = Target()
    operation.fill(values, settings.shared, target)
    path = operation.expand(target.path)
    checks = options.get("validate", settings.validate)
    json = _json_of(operation, _whole(operation, body, options, checks))
    if checks:
        from .checks import check_call  # a client that checks nothing loads no schemas

        check_call(operation, values, settings.shared, json)
    if "extra_body" in options:
        json = _with_more(operation, json, options["extra_body"])
    extra = options.get("extra_query") or {}
    for name, value in extra.items():
        many = isinstance(value, (list, tuple))
        for item in cast("Sequence[Any]", value) if many else [value]:
            if item is not None:
                target.query.append(_extra_pair(name, item))
    own = len(target.query)
    asked = settings.api.security if operation.security is None else operation.security
    base = settings.url(operation, options)
    carriers = (settings.headers, options.get("headers"))
    signs = settings.hooks.before_request is not None  # other hooks cannot add credentials
    if not settings.credentials.apply(asked, target, *carriers, query=extra, signs=signs):
        request = Request(operation.method, base + path, [])
        ways = settings.credentials.ways(asked)
        raise MissingCredentialsError(f"no credentials for {request.asked}: give {ways}")
    url = _with_query(base + path, target.query)
    headers = _headers(settings, operation, target)
    if "last_event_id" in options:
        headers.append(last_event(options["last_event_id"]))
    content = None if json is UNSET else _add_body(operation, json, headers)
    _add_key(operation, options, headers)
    headers = _replaced(headers, settings.headers, options.get("headers"))
    keyed = _has(headers, operation.idempotency)
    request = Request(operation.method, url, headers, content, settings.seconds(operation, options))
    request.operation, request.template = operation.name, operation.path
    request.secrets = settings.credentials.secret_names
    route = Route(
        url,
        target.query[own:],
        operation.idempotency,
        settings.hooks,
        follow=options.get("redirects") != "manual",
        is_result=operation.answers.is_result,
        most=_bound(options.get("max_response_bytes", UNSET), settings.max_response_bytes),
    )
    policy = settings.policy(operation, options)
    call = Call(operation, request, route, policy, options, values, json, keyed)
    chosen = options.get("validate_responses", settings.validate_responses)
    if chosen:
        from .answer_checks import Inspection  # loads schemas, as above

        call.inspection = Inspection(operation, settings.hooks, chosen)
    if target.asked or target.grant is not None:
        own_headers = _names(settings.headers, options.get("headers"))
        route.signers = tuple(Asked(*pair, own_headers) for pair in target.asked)
        if target.grant is not None and "authorization" not in own_headers:
            target.grant.base = base
            call.grant = target.grant
    return call


def _bound(given: Any, otherwise: int | None) -> int | None:
    """Take the bound of answers that is given, else another.

    Raises:
        ConfigurationError: it is not a number of bytes.
    """
    if given is UNSET or given is None:
        return otherwise if given is UNSET else None
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise ConfigurationError(f"max_response_bytes is a number of bytes, not {given!r}")
    found: int = given
    return found


def _extra_pair(name: str, value: Any) -> str:
    try:
        return f"{escape(name)}={escape(text_of(value))}"
    except MisfitError as error:
        raise InvalidArgumentError(f"{name!r} in 'extra_query' cannot be sent: {error}") from error


def _there(given: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (given or {}).items() if value is not None}


def _names(*given: Mapping[str, str | None] | None) -> frozenset[str]:
    """The names of the caller's headers, which take precedence over credentials."""
    return frozenset(name.lower() for headers in given for name in headers or ())


def last_event(ident: str) -> tuple[str, str]:
    """Set the event after which a stream resumes."""
    return "Last-Event-ID", header_text(ident, "last_event_id")


def _whole(operation: Operation[Any], body: Any, options: RequestOptions, checks: bool) -> Any:
    """Find the body as one value: the call's option, else the method's argument.

    If schemas are checked, they report all that is missing.
    """
    fact, chosen = operation.body, options.get("body", UNSET)
    if isinstance(body, Ready) or (chosen is UNSET and (fact is None or fact.fields is None)):
        return body
    if fact is None:
        raise InvalidArgumentError(f"{operation.name} sends no body: omit the option 'body'")
    if fact.fields is None:
        if body is not UNSET and body is not None:
            raise InvalidArgumentError("give the body as argument or as option, not as both")
        return chosen
    if chosen is UNSET:
        return fact.fields.body(body, required=fact.required, complete=not checks)
    fact.fields.check_none(body)
    return chosen


def _json_of(operation: Operation[Any], body: Any) -> Any:
    """Convert the body to JSON; UNSET if there is none to send."""
    if operation.body is None:
        return UNSET
    if isinstance(body, Ready):
        return body.json
    made, switch = operation.body.plain(body), operation.body.switch
    return made if switch is None else switch.turn(made)


def _with_more(operation: Operation[Any], json: Any, extra: Mapping[str, Any]) -> Any:
    """Add properties to a body that is an object."""
    found: Any = {} if json is UNSET and operation.body is not None else json
    if not is_object(found):
        raise InvalidArgumentError(f"{operation.name} sends no object: omit 'extra_body'")
    return {**found, **plain(dict(extra))}


def _with_query(url: str, query: Sequence[str]) -> str:
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{'&'.join(query)}"


def _add_body(
    operation: Operation[Any], json: Any, headers: list[tuple[str, str]]
) -> bytes | Content | None:
    """Write the body, and add its headers."""
    if operation.body is None:
        return None
    sent = operation.body.send(json)
    headers.append(("Content-Type", header_text(sent.content_type, "content_type")))
    if not isinstance(sent.content, bytes) and sent.content.length is not None:
        headers.append(("Content-Length", str(sent.content.length)))
    return sent.content


def _headers(
    settings: Settings, operation: Operation[Any], target: Target
) -> list[tuple[str, str]]:
    headers = [("User-Agent", settings.user_agent), *target.headers]
    if operation.accept is not None:
        headers.insert(0, ("Accept", operation.accept))
    if target.cookies:
        headers.append(("Cookie", "; ".join(target.cookies)))
    return headers


def _add_key(
    operation: Operation[Any], options: RequestOptions, headers: list[tuple[str, str]]
) -> None:
    """Add the idempotency key from the first attempt on, if the API takes one: a POST or PATCH
    always has one, which the call may replace.
    """
    header, given = operation.idempotency, options.get("idempotency_key")
    if header is None or (given is None and operation.method not in UNSAFE):
        return
    if given is None:
        if _has(headers, header):
            return
        from uuid import uuid4  # takes a millisecond to load, and most requests do not need it

        given = str(uuid4())
    headers[:] = [pair for pair in headers if pair[0].lower() != header.lower()]
    headers.append((header, header_text(given, header)))


def _has(headers: list[tuple[str, str]], wanted: str | None) -> bool:
    return wanted is not None and any(name.lower() == wanted.lower() for name, _ in headers)


def _replaced(
    headers: list[tuple[str, str]],
    client: Mapping[str, str],
    call: Mapping[str, str | None] | None,
) -> list[tuple[str, str]]:
    """Replace headers with the caller's of the same name; None removes one."""
    if not client and not call:
        return headers
    own: dict[str, tuple[str, str | None]] = {}
    for name, value in [*client.items(), *(call or {}).items()]:
        text = None if value is None else header_text(value, name)
        own[name.lower()] = (header_name(name), text)
    kept = [pair for pair in headers if pair[0].lower() not in own]
    return kept + [(name, value) for name, value in own.values() if value is not None]


def _is_relative(servers: Sequence[Server]) -> bool:
    return not any("://" in server.url or server.url.startswith("{") for server in servers)


def _no_server(api: Api) -> ConfigurationError:
    return ConfigurationError(
        f"the API names no server: give base_url=, or set {api.prefix}_BASE_URL"
    )
