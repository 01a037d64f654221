"""Visit every place of operations and events that holds a schema or a type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from compiler.base.frozen import mutable
from compiler.ir.node import Id, replace
from compiler.ir.nodes import Body, Content, Encoding, Event, Header, Operation, Parameter, Response, Sdk
from passes.support.change import change_each

Caller = TypeVar("Caller", Operation, Event)


@mutable
class Holders:
    """Rewrites the holders of schemas: parameters, headers and the contents of bodies and responses.

    ``enter`` is told which operation or event comes next, None for what belongs to all.
    """

    parameter: Callable[[Parameter], Parameter]
    header: Callable[[Header], Header]
    content: Callable[[Content], Content]
    enter: Callable[[Id | None], None]

    def rewrite(self, sdk: Sdk) -> Sdk:
        """Return the document with every holder changed."""
        operations = {at: self.caller(operation) for at, operation in sdk.operations.items()}
        events = {at: self.caller(event) for at, event in sdk.events.items()}
        return self.shared(replace(sdk, operations=operations, events=events))

    def shared(self, sdk: Sdk) -> Sdk:
        """Return the document with the holders changed that belong to all."""
        self.enter(None)
        return replace(sdk, global_parameters=change_each(sdk.global_parameters, self.parameter))

    def caller(self, caller: Caller) -> Caller:
        """Return an operation or event with every holder changed."""
        self.enter(caller.id)
        parameters = change_each(caller.parameters, self.parameter)
        body = self._body(caller.body) if caller.body else None
        responses = change_each(caller.responses, self._response)
        if parameters is caller.parameters and body is caller.body and responses is caller.responses:
            return caller
        return replace(caller, parameters=parameters, body=body, responses=responses)

    def _body(self, body: Body) -> Body:
        contents = change_each(body.contents, self._content)
        return body if contents is body.contents else replace(body, contents=contents)

    def _response(self, response: Response) -> Response:
        headers = change_each(response.headers, self.header)
        contents = change_each(response.contents, self._content)
        if headers is response.headers and contents is response.contents:
            return response
        return replace(response, headers=headers, contents=contents)

    def _content(self, content: Content) -> Content:
        encodings = change_each(content.encodings, self._encoding)
        return self.content(content if encodings is content.encodings else replace(content, encodings=encodings))

    def _encoding(self, encoding: Encoding) -> Encoding:
        headers = change_each(encoding.headers, self.header)
        return encoding if headers is encoding.headers else replace(encoding, headers=headers)
