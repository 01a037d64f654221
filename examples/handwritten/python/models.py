"""Some models of the example document, written by hand: the standard for printed code."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from train_travel._runtime.convert import Codec, decode_date
from train_travel._runtime.enums import known
from train_travel._runtime.kinds import UnknownValue
from train_travel._runtime.model import Slotted as Model
from train_travel._runtime.unions import Tagged
from train_travel._runtime.unset import UNSET, Unset
from train_travel._unknown import UnknownByObject


Operator: TypeAlias = Literal["db", "sncf", "oebb", "1st"] | UnknownValue
"""A company that runs trains. New ones appear now and then."""
decode_operator: Codec = known(Operator)


class OperatorValues:
    """The values of Operator by name."""

    DEUTSCHE_BAHN: Final = "db"
    SNCF: Final = "sncf"
    OEBB: Final = "oebb"
    FIRST_RAIL: Final = "1st"


class Passenger(Model):
    id: str
    name: str
    born_on: date | None
    preferences: dict[str, Any] | None
    """Whatever you like to remember."""

    def __init__(
        self,
        *,
        id: str,
        name: str,
        born_on: date | Unset | None = UNSET,
        preferences: dict[str, Any] | None = None,
    ) -> None:
        self.__take__(locals())

    def __read__(self, o: Any) -> None:
        self.id = o["id"]
        self.name = o["name"]
        if "born_on" in o:
            self.born_on = decode_date(o["born_on"])
        self.preferences = o.get("preferences")


class Card(Model):
    object: Literal["card"]
    number: str
    expires: str | None

    def __init__(
        self, *, object: Literal["card"] = "card", number: str, expires: str | None = None
    ) -> None:
        self.__take__(locals())

    def __read__(self, o: Any) -> None:
        self.object = o["object"]
        self.number = o["number"]
        self.expires = o.get("expires")


class BankAccount(Model):
    object: Literal["bank_account"]
    iban: str

    def __init__(self, *, object: Literal["bank_account"] = "bank_account", iban: str) -> None:
        self.object = object
        self.iban = iban

    def __read__(self, o: Any) -> None:
        self.object = o["object"]
        self.iban = o["iban"]


PaymentSource: TypeAlias = "Card | BankAccount | UnknownByObject"
"""What a booking is paid with."""

decode_payment_source: Tagged = Tagged(
    "object", {"card": Card, "bank_account": BankAccount}, unknown=UnknownByObject
)


class CardParam(TypedDict):
    object: Literal["card"]
    number: str
    expires: NotRequired[str]
