"""Small SDKs, written by us in the manner in which each maker's generator lays out its code."""

# ruff: noqa: E501 (they are as wide as generated code is)

from __future__ import annotations

import json
from typing import Any

from tests.support.documents import answers, document, list_of, object_of, operation, parameter, ref, sends

_DOG, _WALK = parameter("dog_id", "path"), parameter("walk_id", "path")


def kennel(**schemas: Any) -> dict[str, Any]:
    """Return the document of the SDKs, with more components."""
    tags = ["Dogs"]
    one = operation("showDog", answers(ref("DogOut")), tags=tags, parameters=[_DOG])
    many = operation("listDogs", answers(ref("DogList")), tags=tags, parameters=[parameter("page_size")])
    walk = operation("showWalk", answers(ref("WalkOut")), tags=tags, parameters=[_DOG, _WALK])
    return document(
        "Kennel",
        {
            "/dogs": {
                "get": many,
                "post": sends("addDog", ref("DogInput"), responses=answers(ref("DogOut")), tags=tags),
            },
            "/dogs/{dog_id}": {"get": one},
            "/dogs/{dog_id}/walks/{walk_id}": {"get": walk},
        },
        {
            "DogInput": object_of("name", name="string"),
            "DogOut": object_of("id", "name", id="string", name="string", last_walk=ref("WalkOut")),
            "DogList": object_of(data=list_of(ref("DogOut")), next="string"),
            "WalkOut": object_of(id="string", minutes="integer"),
            **schemas,
        },
        servers=[{"url": "https://api.kennel.example"}],
    )


DOCUMENT = json.dumps(kennel())

# Resources with `self._get`, cached properties, mirrors for raw responses; `parse` was added by hand.
STAINLESS_PYTHON = {
    "src/kennel/__init__.py": """\
raise RuntimeError("an SDK is never imported")
from ._client import AsyncKennel, Kennel
""",
    "src/kennel/_client.py": """\
# File generated from our OpenAPI spec by Some Generator.
from typing import TYPE_CHECKING
from ._base_client import SyncAPIClient, AsyncAPIClient
from ._compat import cached_property
if TYPE_CHECKING:
    from .resources.pack.pack import Pack, AsyncPack

class Kennel(SyncAPIClient):
    def __init__(self, *, api_key=None, base_url=None, max_retries=2, tail=None, _strict=False):
        if api_key is None:
            api_key = os.environ.get("KENNEL_KEY")

    @cached_property
    def pack(self) -> Pack:
        from .resources.pack.pack import Pack
        return Pack(self)

    @cached_property
    def with_raw_response(self) -> KennelWithRawResponse:
        return KennelWithRawResponse(self)

class AsyncKennel(AsyncAPIClient):
    @cached_property
    def pack(self) -> AsyncPack:
        return AsyncPack(self)
""",
    "src/kennel/_base_client.py": "class SyncAPIClient: ...\nclass AsyncAPIClient: ...\n",
    "src/kennel/_compat.py": "def cached_property(f): ...\n",
    "src/kennel/resources/__init__.py": "",
    "src/kennel/resources/pack/__init__.py": "",
    "src/kennel/resources/pack/pack.py": """\
from ..._compat import cached_property
from ...types import DogList
from .members import Members

class Pack:
    @cached_property
    def members(self) -> Members:
        return Members(self._client)

class AsyncPack: ...
""",
    "src/kennel/resources/pack/members.py": """\
from ..._utils import path_template
from ...types import Dog, DogPage, Walk

class Members:
    def create(self, *, name: str, extra_headers=None, timeout=None) -> Dog:
        return self._post("/dogs", body={"name": name}, cast_to=Dog)

    def retrieve(self, dog_id: str, *, extra_headers=None) -> Dog:
        if not dog_id:
            raise ValueError("Expected a non-empty value for `dog_id`")
        return self._get(f"/dogs/{dog_id}", cast_to=Dog)

    def fetch(self, dog_id: str, *, extra_headers=None) -> Dog:
        return self._get(path_template("/dogs/{dog_id}", dog_id=dog_id), cast_to=Dog)

    def list(self, *, page_size: int = 10, extra_query=None) -> SyncCursorPage[Dog]:
        return self._get_api_list("/dogs", page=SyncCursorPage[Dog])

    def walk(self, walk_id: str, *, dog_id: str) -> Walk:
        return self._get(f"/dogs/{dog_id}/walks/{walk_id}", cast_to=Walk)

    def groom(self, dog_id: str) -> None:
        return self._post(f"/dogs/{dog_id}/groom")

    def wait(self, dog_id: str) -> Dog:
        return self.retrieve(dog_id)
""",
    "src/kennel/types/__init__.py": "from .dog import Dog as Dog\nfrom .walk import Walk as Walk\n",
    "src/kennel/types/dog.py": """\
from typing import Optional
from .._models import BaseModel
from .walk import Walk

class Dog(BaseModel):
    id: str
    name: str
    last_walk: Optional[Walk] = None
""",
    "src/kennel/types/walk.py": """\
from typing import Optional
from .._models import BaseModel
class Walk(BaseModel):
    id: Optional[str] = None
    length: Optional[int] = FieldInfo(alias="minutes", default=None)
""",
    "src/kennel/types/dog_create_params.py": """\
from typing_extensions import TypedDict
class DogCreateParams(TypedDict, total=False):
    name: str
""",
    "src/kennel/_models.py": "import pydantic\nclass BaseModel(pydantic.BaseModel): ...\n",
}

SPEAKEASY_PYTHON = {
    "src/kennel/__init__.py": "from .sdk import *\n",
    "src/kennel/sdk.py": '''\
"""Code generated by Speakeasy (https://speakeasy.com). DO NOT EDIT."""
from .basesdk import BaseSDK
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from kennel.pack import Pack

class Kennel(BaseSDK):
    pack: "Pack"
''',
    "src/kennel/basesdk.py": "class BaseSDK:\n    def do_request(self): ...\n",
    "src/kennel/pack.py": '''\
"""Code generated by Speakeasy (https://speakeasy.com). DO NOT EDIT."""
from .basesdk import BaseSDK
from kennel.models import components, operations

class Pack(BaseSDK):
    def adopt(self, *, request: operations.AddDogRequest, retries=None, timeout_ms=None) -> components.Dog:
        req = self._build_request(method="POST", path="/dogs", base_url=None)
        http_res = self.do_request(hook_ctx=HookContext(operation_id="addDog"), request=req)

    async def adopt_async(self, *, request: operations.AddDogRequest, retries=None) -> components.Dog:
        req = self._build_request_async(method="POST", path="/dogs", base_url=None)

    def show(self, *, dog_id: str, server_url=None) -> components.Dog:
        req = self._build_request(method="GET", path="/dogs/{dog_id}", base_url=None)
''',
    "src/kennel/models/__init__.py": "",
    "src/kennel/models/components/__init__.py": "from .dog import Dog\n",
    "src/kennel/models/components/dog.py": "from kennel.types import BaseModel\nclass Dog(BaseModel):\n    id: str\n",
    "src/kennel/models/operations/__init__.py": "from .adddog import AddDogRequest\n",
    "src/kennel/models/operations/adddog.py": """\
from kennel.types import BaseModel
class AddDogRequest(BaseModel):
    name: str
""",
    "src/kennel/types/__init__.py": "from pydantic import BaseModel\n",
}

FERN_PYTHON = {
    "src/kennel/__init__.py": "from .client import AsyncKennel, Kennel\n",
    "src/kennel/client.py": """\
# This file was auto-generated by Fern from our API Definition.
from .pack.client import PackClient
from .raw_client import RawKennel

class Kennel:
    def __init__(self, *, token: str):
        self._raw_client = RawKennel(client_wrapper=None)
        self._pack = None

    @property
    def pack(self):
        if self._pack is None:
            self._pack = PackClient(client_wrapper=None)
        return self._pack

    def add(self, *, name: str, request_options=None) -> Dog:
        _response = self._raw_client.add(name=name, request_options=request_options)
        return _response.data

class AsyncKennel: ...
""",
    "src/kennel/raw_client.py": """\
class RawKennel:
    def add(self, *, name: str, request_options=None):
        _response = self._client_wrapper.httpx_client.request("dogs", method="POST", json={"name": name})
""",
    "src/kennel/pack/__init__.py": "",
    "src/kennel/pack/client.py": """\
from .raw_client import RawPackClient

class PackClient:
    def __init__(self, *, client_wrapper):
        self._raw_client = RawPackClient(client_wrapper=client_wrapper)

    def get(self, dog_id: str, *, request_options=None) -> Dog:
        return self._raw_client.get(dog_id, request_options=request_options).data
""",
    "src/kennel/pack/raw_client.py": """\
class RawPackClient:
    def get(self, dog_id: str, *, request_options=None):
        _response = self._client_wrapper.httpx_client.request(
            f"dogs/{jsonable_encoder(dog_id)}", method="GET",
        )
""",
}

OPENAPI_GENERATOR_PYTHON = {
    "kennel/__init__.py": "from kennel.api.dogs_api import DogsApi\n",
    "kennel/api/__init__.py": "",
    "kennel/api/dogs_api.py": '''\
"""
    Kennel

    Generated by OpenAPI Generator (https://openapi-generator.tech)
"""
class DogsApi:
    def add_dog(self, dog_input, _request_timeout=None) -> Dog:
        _param = self._add_dog_serialize(dog_input=dog_input)

    def add_dog_with_http_info(self, dog_input) -> ApiResponse[Dog]:
        _param = self._add_dog_serialize(dog_input=dog_input)

    def _add_dog_serialize(self, dog_input):
        return self.api_client.param_serialize(method="POST", resource_path="/dogs")
''',
}

STAINLESS_TYPESCRIPT = {
    "package.json": '{"name": "kennel", "version": "3.1.0"}',
    "src/client.ts": """\
// File generated from our OpenAPI spec by Some Generator.
import * as API from './resources/index';

export class Kennel {
  apiKey: string;

  constructor({ apiKey }: ClientOptions = {}) {
    this.apiKey = apiKey;
  }

  withOptions(options: Partial<ClientOptions>): this {
    return new Kennel(options) as this;
  }

  pack: API.Pack = new API.Pack(this);
}

export class OtherKennel extends Kennel {}
""",
    "src/resources/index.ts": "export * from './pack/index';\nexport { Pack, type Dog } from './pack/pack';\n",
    "src/resources/pack/index.ts": "export { Members } from './members';\n",
    "src/resources/pack/pack.ts": """\
import * as MembersAPI from './members';
import { Members } from './members';

export class Pack extends APIResource {
  members: MembersAPI.Members = new MembersAPI.Members(this._client);
}

export interface Dog {
  /**
   * Its identity; it may hold { and }.
   */
  id: string;

  name: string;

  last_walk?: Dog.Walk;
}

export namespace Dog {
  export interface Walk {
    id?: string;

    minutes?: number;
  }
}

export declare namespace Pack {
  export { type Dog as Dog };
}
""",
    "src/resources/pack/members.ts": """\
import * as PackAPI from './pack';

export class Members extends APIResource {
  /**
   * Adds one.
   */
  create(body: MemberCreateParams, options?: RequestOptions): APIPromise<PackAPI.Dog> {
    return this._client.post('/dogs', { body, ...options });
  }

  retrieve(dogID: string, options?: RequestOptions): APIPromise<PackAPI.Dog> {
    return this._client.get(path`/dogs/${dogID}`, options);
  }

  list(
    query: MemberListParams | null | undefined = {},
    options?: RequestOptions,
  ): PagePromise<DogsCursorPage, PackAPI.Dog> {
    return this._client.getAPIList('/dogs', CursorPage<PackAPI.Dog>, { query, ...options });
  }

  walk(walkID: string, params: MemberWalkParams, options?: RequestOptions): APIPromise<PackAPI.Dog.Walk> {
    const { dog_id } = params;
    return this._client.get(path`/dogs/${dog_id}/walks/${walkID}`, options);
  }
}

export interface MemberCreateParams {
  name: string;
}

export interface MemberListParams extends CursorPageParams {
  page_size?: number;
}

export interface MemberWalkParams {
  dog_id: string;
}
""",
}

SPEAKEASY_TYPESCRIPT = {
    "package.json": '{"name": "@acme/kennel"}',
    "src/sdk/sdk.ts": """\
/*
 * Code generated by Speakeasy (https://speakeasy.com). DO NOT EDIT.
 */
import { ClientSDK } from "../lib/sdks.js";
import { Pack } from "./pack.js";

export class Kennel extends ClientSDK {
  private _pack?: Pack;
  get pack(): Pack {
    return (this._pack ??= new Pack(this._options));
  }
}
""",
    "src/sdk/pack.ts": """\
import { packAdopt } from "../funcs/packAdopt.js";
import * as components from "../models/components/index.js";

export class Pack extends ClientSDK {
  async adopt(
    request: components.DogInput,
    options?: RequestOptions,
  ): Promise<components.Dog> {
    return unwrapAsync(packAdopt(
      this,
      request,
      options,
    ));
  }
}
""",
    "src/funcs/packAdopt.ts": """\
export function packAdopt(client: KennelCore): APIPromise<Result> {
  const path = pathToFunc("/dogs")();
  const context = { operationID: "addDog" };
  const requestRes = client._createRequest(context, { method: "POST", path: path });
}
""",
    "src/models/components/index.ts": 'export * from "./dog.js";\n',
    "src/models/components/dog.ts": """\
export type DogInput = {
  name: string;
};

export type Dog = {
  id: string;
  lastWalk?: string | undefined;
};
""",
}

STAINLESS_GO = {
    "go.mod": "module example.com/kennel-go/v3\n\ngo 1.22\n",
    "client.go": """\
// File generated from our OpenAPI spec by Some Generator.

package kennel

type Client struct {
	Options []option.RequestOption
	// The pack.
	Pack PackService
}

func (r *Client) Execute(ctx context.Context, method string) error {
	return nil
}
""",
    "pack.go": """\
package kennel

type PackService struct {
	Options []option.RequestOption
	Members PackMemberService
}
""",
    "packmember.go": """\
package kennel

type PackMemberService struct {
	Options []option.RequestOption
}

func (r *PackMemberService) New(ctx context.Context, body PackMemberNewParams, opts ...option.RequestOption) (res *Dog, err error) {
	path := "dogs"
	err = requestconfig.ExecuteNewRequest(ctx, http.MethodPost, path, body, &res, opts...)
	return res, err
}

func (r *PackMemberService) Get(ctx context.Context, dogID string, opts ...option.RequestOption) (res *Dog, err error) {
	path := fmt.Sprintf("dogs/%s", dogID)
	err = requestconfig.ExecuteNewRequest(ctx, http.MethodGet, path, nil, &res, opts...)
	return res, err
}

func (r *PackMemberService) List(ctx context.Context, query PackMemberListParams, opts ...option.RequestOption) (res *pagination.CursorPage[Dog], err error) {
	path := "dogs"
	cfg, err := requestconfig.NewRequestConfig(ctx, http.MethodGet, path, query, &res, opts...)
	return res, err
}

func (r *PackMemberService) ListAutoPaging(ctx context.Context, query PackMemberListParams) *pagination.CursorPageAutoPager[Dog] {
	return pagination.NewCursorPageAutoPager(r.List(ctx, query))
}

type Dog struct {
	ID       string `json:"id,required"`
	Name     string `json:"name,required"`
	LastWalk Walk   `json:"last_walk"`
	JSON     struct {
		ID respjson.Field
	} `json:"-"`
}

type Walk struct {
	ID      string `json:"id"`
	Minutes int64  `json:"minutes"`
}

type PackMemberNewParams struct {
	Name string `json:"name,required"`
}

type PackMemberListParams struct {
	PageSize param.Opt[int64] `query:"page_size,omitzero" json:"-"`
}
""",
}

SPEAKEASY_GO = {
    "go.mod": "module github.com/acme/kennel-go\n",
    "kennel.go": """\
// Code generated by Speakeasy (https://speakeasy.com). DO NOT EDIT.

package kennelgo

type Kennel struct {
	Pack *Pack
}
""",
    "pack.go": """\
package kennelgo

type Pack struct {
	sdkConfiguration sdkConfiguration
}

func (s *Pack) Adopt(ctx context.Context, request components.DogInput) (*operations.AddDogResponse, error) {
	hookCtx := hooks.HookContext{OperationID: "addDog"}
	opURL, err := url.JoinPath(baseURL, "/dogs")
	req, err := http.NewRequestWithContext(ctx, "POST", opURL, bodyReader)
	return res, nil
}
""",
    "models/components/dog.go": """\
package components

type DogInput struct {
	Name string `json:"name"`
}
""",
}

API_MD_PYTHON = {
    "api.md": """\
# Pack

Types:

```python
from kennel.types import Dog, DogList
```

## Members

Types:

```python
from kennel.types.pack import (
    Walk,
)
```

Methods:

- <code title="post /dogs">client.pack.members.<a href="./src/kennel/resources/pack/members.py">create</a>(\\*\\*<a href="src/kennel/types/p.py">params</a>) -> <a href="./src/kennel/types/dog.py">Dog</a></code>
- <code title="get /dogs/{dog_id}">client.pack.members.<a href="./src/kennel/resources/pack/members.py">retrieve</a>(dog_id) -> <a href="./src/kennel/types/dog.py">Dog</a></code>
- <code title="get /cats">client.pack.members.<a href="./src/kennel/resources/pack/members.py">cats</a>() -> None</code>
- <code>client.pack.members.<a href="./src/kennel/resources/pack/members.py">wait</a>(dog_id) -> Dog</code>

This line is no method.

# [Walks](src/kennel/resources/walks/api.md)

# [Gone](src/kennel/resources/gone/api.md)
""",
    "src/kennel/resources/walks/api.md": """\
# Walks

Methods:

- <code title="get /dogs/{dog_id}/walks/{walk_id}">client.walks.<a href="./src/kennel/resources/walks.py">retrieve</a>(walk_id, \\*, dog_id) -> Walk</code>
""",
}
