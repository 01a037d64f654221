"""A shop by FastAPI, as its users write one: no line of it is there for codegen."""

from __future__ import annotations

import urllib.request
from typing import Annotated, Generic, Literal, TypeVar

from fastapi import Depends, FastAPI, File, Form, Header, HTTPException, Query, UploadFile
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import BaseModel, Field

app = FastAPI(title="Shop", version="1.0.0", servers=[{"url": "http://127.0.0.1:8000"}])
oauth2 = OAuth2PasswordBearer(tokenUrl="token")
T = TypeVar("T")


class Token(BaseModel):
    access_token: str
    token_type: str = "bearer"


class User(BaseModel):
    id: int
    name: str
    email: str | None = None


class Card(BaseModel):
    kind: Literal["card"]
    number: str


class Transfer(BaseModel):
    kind: Literal["transfer"]
    iban: str


class Parcel(BaseModel):
    weight: float
    fragile: bool = False


class Pickup(BaseModel):
    shop: str


class Item(BaseModel):
    name: str
    price: float
    payment: Annotated[Card | Transfer, Field(discriminator="kind")] | None = None
    delivery: Parcel | Pickup | None = None


class StoredItem(Item):
    id: int


class Page(BaseModel, Generic[T]):
    items: list[T]
    total: int


class Image(BaseModel):
    name: str
    size: int
    caption: str | None = None


class ItemSold(BaseModel):
    item_id: int
    price: float


class Subscription(BaseModel):
    url: str


class Problem(BaseModel):
    detail: str


stored: dict[int, StoredItem] = {}
subscribed: list[str] = []


def current_user(token: Annotated[str, Depends(oauth2)]) -> User:
    """Return who has the token."""
    if token != "token of ada":
        raise HTTPException(401, "who are you?")
    return User(id=1, name="ada")


@app.post("/token", tags=["login"])
def login_for_access_token(form: Annotated[OAuth2PasswordRequestForm, Depends()]) -> Token:
    if form.password != "secret":
        raise HTTPException(400, "wrong password")
    return Token(access_token=f"token of {form.username}")


@app.get("/users/me", tags=["users"])
def read_me(user: Annotated[User, Depends(current_user)]) -> User:
    return user


@app.get("/items/", tags=["items"])
def read_items(
    q: str | None = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(le=100)] = 10,
    x_trace: Annotated[str | None, Header()] = None,
) -> Page[StoredItem]:
    found = [item for item in stored.values() if q is None or q in item.name]
    return Page(items=found[offset : offset + limit], total=len(found))


@app.post("/items/", tags=["items"], status_code=201)
def create_item(item: Item, user: Annotated[User, Depends(current_user)]) -> StoredItem:
    made = StoredItem(id=max(stored, default=0) + 1, **item.model_dump())
    stored[made.id] = made
    return made


@app.get("/items/{item_id}", tags=["items"], responses={404: {"model": Problem}})
def read_item(item_id: int) -> StoredItem:
    if item_id not in stored:
        raise HTTPException(404, "no such item")
    return stored[item_id]


@app.post("/items/{item_id}/image", tags=["items"])
def upload_image(
    item_id: int, file: Annotated[UploadFile, File()], caption: Annotated[str | None, Form()] = None
) -> Image:
    return Image(name=file.filename or "", size=len(file.file.read()), caption=caption)


@app.post("/webhooks", tags=["webhooks"], status_code=204)
def subscribe(subscription: Subscription, user: Annotated[User, Depends(current_user)]) -> None:
    subscribed[:] = [subscription.url]


@app.post("/items/{item_id}/sell", tags=["items"])
def sell_item(item_id: int, user: Annotated[User, Depends(current_user)]) -> StoredItem:
    sold = stored.pop(item_id)
    event = ItemSold(item_id=sold.id, price=sold.price).model_dump_json().encode()
    for url in subscribed:
        request = urllib.request.Request(url, event, {"Content-Type": "application/json"}, method="POST")
        urllib.request.urlopen(request).close()
    return sold


@app.webhooks.post("item-sold")
def item_sold(body: ItemSold) -> None:
    """Tell that an item was sold."""
