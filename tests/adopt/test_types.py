"""Types of published SDKs: which schema each was made from, and how it keeps its name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from migrate.adopt.published.type_texts import Either, Listed, Literal, Mapped, Named, parsed
from tests.adopt import packages
from tests.adopt.support import Adopted, adopt_sdk
from tests.support.documents import list_of, object_of, ref

pytest.importorskip("griffe")

HEAD = "from typing import Any, Dict, List, Optional, Union\nfrom typing_extensions import Annotated, Literal, TypeAlias\nfrom .._models import BaseModel\n"  # noqa: E501


def document(**schemas: Any) -> str:
    """Return the document of the kennel with more components."""
    return json.dumps(packages.kennel(**schemas))


TEXT: dict[str, Any] = {"type": "string"}


def python(types: str, **more: str) -> dict[str, str]:
    """Return the SDK with more types in `types/more.py`, and in other modules of it."""
    files = packages.STAINLESS_PYTHON | {"src/kennel/types/more.py": HEAD + types}
    files["src/kennel/types/__init__.py"] += "from .more import *\n"
    for module, text in more.items():
        files[f"src/kennel/types/{module}/__init__.py"] = f"from .{module} import *\n"
        files[f"src/kennel/types/{module}/{module}.py"] = HEAD + text
    return files


def proved(folder: Path, text: str, files: dict[str, str], source: str = "old") -> Adopted:
    """What adopting an SDK and proving it gives."""
    return adopt_sdk(folder, files, "--from", source, "--prove", source, document=text)


class TestShapes:
    def test_a_type_that_nothing_leads_to_is_the_only_schema_of_its_shape(self, tmp_path: Path) -> None:
        types = "class Leash(BaseModel):\n    colour: str\n    length_cm: int\n    holders: List[str]\n"
        line = object_of(colour=TEXT, length_cm={"type": "integer"}, holders=list_of(TEXT))
        found = proved(tmp_path, document(DogLine=line), python(types))
        assert found.types("same")["Leash"] == "Leash"
        assert "type Leash: model\tschemas/DogLine" in found.surface()

    def test_of_several_alike_the_words_decide_or_none(self, tmp_path: Path) -> None:
        types = "class SoftCollar(BaseModel):\n    size: int\n    buckle: str\n\n\nclass Band(SoftCollar): ...\n"
        collar = object_of(size={"type": "integer"}, buckle=TEXT)
        found = proved(tmp_path, document(SoftCollarObject=collar, WideThing=collar), python(types))
        assert found.types("same")["SoftCollar"] == "SoftCollar"
        assert found.types("missing") == {
            "Band": "one of several alike: schemas/SoftCollarObject, schemas/WideThing"
        }, "no word tells which one it is"

    def test_a_name_that_means_another_schema_is_not_the_same(self, tmp_path: Path) -> None:
        """`Tag` is called so by both, and is another thing: what programs read of it is at `DogTag`.

        The component makes room, since the SDK has no name for it.
        """
        types = "class Tag(BaseModel):\n    kind: Literal['dog']\n    number: int\n"
        tag = object_of(kind={"const": "dog"}, number={"type": "integer"})
        other = object_of(kind={"const": "label"}, text=TEXT)
        text = document(Tag=other, DogTag=tag)
        found = adopt_sdk(tmp_path, python(types), "--prove", "old", "-o", "as-it-is", document=text)
        assert found.types("renamed")["Tag"] == "DogTag"
        found = proved(tmp_path, text, python(types))
        assert found.types("same")["Tag"] == "Tag"
        surface = found.surface()
        assert "type Tag: model\tschemas/DogTag" in surface
        assert "type TagSchema: model\tschemas/Tag" in surface

    def test_enums_that_are_other_names_of_texts(self, tmp_path: Path) -> None:
        types = "Mood: TypeAlias = Union[str, Literal['glad', 'sad']]\nSize: TypeAlias = Literal['s', 'm', 'l']\n"
        bowl = object_of(mood={"anyOf": [TEXT, {"type": "string", "enum": ["glad", "sad"]}]})
        sizes = {"type": "string", "enum": ["s", "m", "l"]}
        found = proved(tmp_path, document(Bowl=bowl, DogSizeEnum=sizes), python(types))
        assert {"Mood", "Size"} <= found.types("same").keys()
        assert "x-codegen-type-name: Mood" in found.overlay, "of the property, whose enum is a member of its union"

    def test_dictionaries_are_types_where_no_model_of_their_name_has_their_keys(self, tmp_path: Path) -> None:
        types = (
            "from typing_extensions import TypedDict\n\n\n"
            "class Bone(BaseModel):\n    length: int\n    meat: bool\n\n\n"
            "class BoneParam(TypedDict, total=False):\n    length: int\n    meat: bool\n\n\n"
            "class Bark(BaseModel):\n    heard_at: int\n    loud: bool\n\n\n"
            "class BarkParam(TypedDict, total=False):\n    tone: str\n    times: int\n\n\n"
            "class Stick(BaseModel):\n    wood: str\n    cut: bool\n\n\n"
            "StickParam: TypeAlias = Union[BoneParam, BarkParam]\n"
        )
        number, yes = {"type": "integer"}, {"type": "boolean"}
        text = document(
            Bone=object_of(length=number, meat=yes),
            HeardBark=object_of(heard_at=number, loud=yes),
            AskedBark=object_of(tone=TEXT, times=number),
            Wood=object_of(wood=TEXT, cut=yes),
            Thrown={"oneOf": [ref(name) for name in ("Bone", "AskedBark")]},
        )
        found = proved(tmp_path, text, python(types))
        assert {"Bone", "Bark", "BarkParam", "Stick", "StickParam"} <= found.types("same").keys()
        surface = found.surface()
        assert "type BarkParam: model\tschemas/AskedBark" in surface
        assert "BoneParam" not in surface, "it is what callers send of `Bone`"
        assert "StickParam: " in surface

    def test_lists_and_unions_by_their_parts(self, tmp_path: Path) -> None:
        """Their parts may be newer in one of both; the schemas of these are known by other rules."""
        types = (
            "class Bone(BaseModel):\n    kind: Literal['bone']\n    weight: int\n\n\n"
            "class Ball(BaseModel):\n    kind: Literal['ball']\n    bounce: int\n\n\n"
            "Toy: TypeAlias = Annotated[Union[Bone, Ball], PropertyInfo(discriminator='kind')]\n"
            "Toys: TypeAlias = List[Toy]\n"
        )
        both = [ref("TBone"), ref("TBall")]
        schemas = {
            "TBone": object_of(kind={"const": "bone"}, weight={"type": "integer"}, smell=TEXT),
            "TBall": object_of(kind={"const": "ball"}, bounce={"type": "integer"}, smell=TEXT),
            "Thing": {"oneOf": both},
            "Box": object_of(inside=list_of(ref("Thing"))),
        }
        found = proved(tmp_path, document(**schemas), python(types))
        assert {"Bone", "Ball", "Toy", "Toys"} <= found.types("same").keys()
        assert 'Toys: {"$ref": "#/components/schemas/Box/properties/inside"}' in found.overlay


class TestSecondNames:
    TYPES = (
        "class DogListResponse(BaseModel):\n    id: str\n    name: str\n    last_walk: Optional[Walk] = None\n\n\n"
        "class DogShowResponse(DogListResponse): ...\n"
    )

    def files(self) -> dict[str, str]:
        files = python("from .walk import Walk\n" + self.TYPES)
        members = files["src/kennel/resources/pack/members.py"]
        members = members.replace("SyncCursorPage[Dog]", "SyncCursorPage[DogListResponse]")
        members = members.replace("extra_headers=None) -> Dog:", "extra_headers=None) -> DogShowResponse:")
        files["src/kennel/resources/pack/members.py"] = members.replace("import Dog,", "import Dog, DogListResponse,")
        return files

    @pytest.mark.parametrize("language", ["python", "typescript", "go"])
    def test_a_schema_of_several_types_has_a_name_and_aliases(self, tmp_path: Path, language: str) -> None:
        found = proved(tmp_path, packages.DOCUMENT, self.files())
        assert {"Dog", "DogListResponse", "DogShowResponse"} <= found.types("same").keys()
        surface = found.surface(language)
        assert "type Dog: model" in surface
        assert "type DogListResponse: alias of Dog" in surface
        assert "type DogShowResponse: alias of Dog" in surface

    def test_a_second_name_that_a_component_has_is_told(self, tmp_path: Path) -> None:
        found = proved(tmp_path, document(DogShowResponse=object_of(other=TEXT, more=TEXT)), self.files())
        assert "DogShowResponse" not in found.types("same")
        told = {item["what"]: item["why"] for item in found.report["unmatched"]}
        assert told["the type name DogShowResponse (/components/schemas/DogOut)"] == (
            "a component of the document has this name"
        )


class TestApart:
    def test_what_the_document_has_nothing_like(self, tmp_path: Path) -> None:
        types = "class ParsedDog(BaseModel):\n    tree: Dict[str, Any]\n    errors: List[str]\n    source: str\n"
        found = proved(tmp_path, packages.DOCUMENT, python(types))
        assert found.types("apart") == {"ParsedDog": "the document has no such schema"}
        assert "counted apart: 1 type without a schema in the document" in (tmp_path / "adopted.txt").read_text()

    def test_what_is_like_a_schema_is_missing(self, tmp_path: Path) -> None:
        """An enum of one value more may be of another day: it does not count apart."""
        types = "Coat: TypeAlias = Literal['long', 'short', 'curly', 'none']\n"
        coat = {"type": "string", "enum": ["long", "short", "curly"]}
        found = proved(tmp_path, document(FurEnum=coat), python(types))
        assert found.types("missing") == {"Coat": "schemas/FurEnum is like it, not the same"}

    def test_what_stands_in_the_place_of_a_schema_is_missing(self, tmp_path: Path) -> None:
        """A walk saw what the document has there, so that the type is none of another version's."""
        more = "class Vest(BaseModel):\n    a: int\n    b: int\n    c: int\n\n\n"
        files = python(more)
        walk = files["src/kennel/types/walk.py"].replace("class Walk", "from .more import Vest\nclass Walk")
        files["src/kennel/types/walk.py"] = walk + "    vest: Optional[Vest] = None\n"
        whole = packages.kennel()
        whole["components"]["schemas"]["WalkOut"]["properties"]["vest"] = object_of(x=TEXT, y=TEXT, z=TEXT)
        found = proved(tmp_path, json.dumps(whole), files)
        assert found.types("apart") == {}
        assert found.types("missing")["Vest"] == (
            "schemas/WalkOut/properties/vest stands in its place, and is not like it"
        )

    def test_types_of_one_name_in_several_modules(self, tmp_path: Path) -> None:
        """An SDK has one type of a name: that of the component of the name; the other is listed with its own."""
        vet = "class Visit(BaseModel):\n    price: int\n    doctor: str\n"
        found = proved(
            tmp_path,
            document(
                VetVisit=object_of(price={"type": "integer"}, doctor=TEXT), Visit=object_of(guest=TEXT, hours=TEXT)
            ),
            python("class Visit(BaseModel):\n    guest: str\n    hours: str\n", vet=vet),
        )
        assert found.types("same")["Visit"] == "Visit"
        assert found.types("shared") == {"Visit in types.vet.vet": "VetVisit"}


class TestOtherLanguages:
    def test_namespaces_of_typescript(self, tmp_path: Path) -> None:
        """A name within is found from the inside; it is listed with the name that it has here."""
        pack = packages.STAINLESS_TYPESCRIPT["src/resources/pack/pack.ts"] + (
            "\nexport interface Show {\n  title: string;\n\n  prizes: Array<Show.Prize>;\n}\n\n"
            "export namespace Show {\n  export interface Prize {\n    rank: number;\n  }\n}\n\n"
            "export type ShowKind = 'field' | 'bench' | (string & {});\n\nexport type ShowsPage = CursorPage<Show>;\n"
        )
        files = packages.STAINLESS_TYPESCRIPT | {"src/resources/pack/pack.ts": pack}
        prize = object_of(rank={"type": "integer"})
        show = object_of(title=TEXT, prizes=list_of(prize))
        kind = {"type": "string", "enum": ["field", "bench"]}
        found = proved(tmp_path, document(DogShow=show, SortOfShow=kind), files)
        assert {"Show", "ShowKind"} <= found.types("same").keys()
        assert found.types("renamed")["Show.Prize"] == "ShowPrize"
        assert found.types("runtime")["ShowsPage"] == "a page of results"

    def test_constants_enums_and_unions_of_go(self, tmp_path: Path) -> None:
        more = """\
// File generated from our OpenAPI spec by Some Generator.

package kennel

type Leash struct {
\t// Any of "short", "long".
\tLength string `json:"length"`
\tType constant.Leash `json:"type" default:"leash"`
}

type Whistle struct {
\tTone int64 `json:"tone"`
\tType constant.Whistle `json:"type" default:"whistle"`
}

type GearUnion struct {
\tTone int64 `json:"tone"`
\tType string `json:"type"`
}

func (u GearUnion) AsLeash() (v Leash) {
\treturn
}

func (u GearUnion) AsWhistle() (v Whistle) {
\treturn
}

type Coat string

const (
\tCoatCurly  Coat = "curly"
\tCoatSmooth Coat = "smooth"
)
"""
        schemas = {
            "AItem": object_of(type={"const": "leash"}, length={"type": "string", "enum": ["short", "long"]}),
            "BItem": object_of(type={"const": "whistle"}, tone={"type": "integer"}),
            "Either": {"anyOf": [ref("AItem"), ref("BItem")]},
            "Fur": {"type": "string", "enum": ["curly", "smooth"]},
        }
        found = proved(tmp_path, document(**schemas), packages.STAINLESS_GO | {"gear.go": more})
        assert {"Leash", "Whistle", "GearUnion", "Coat"} <= found.types("same").keys()

    def test_enums_of_speakeasy(self, tmp_path: Path) -> None:
        """Their texts are those of an object beside the type."""
        mood = (
            'export const Mood = {\n  Glad: "glad",\n  Sad: "sad",\n} as const;\n'
            "export type Mood = ClosedEnum<typeof Mood>;\n"
        )
        files = packages.SPEAKEASY_TYPESCRIPT | {"src/models/components/mood.ts": mood}
        found = proved(tmp_path, document(FeelingEnum={"type": "string", "enum": ["glad", "sad"]}), files)
        assert found.types("same")["Mood"] == "Mood"


class TestNamesAlone:
    """`api.md` says no more of types than their names, under the module that they are in."""

    def found(self, tmp_path: Path, names: str, module: str = "kennel.types", **schemas: Any) -> Adopted:
        text = (
            f"# Pack\n\nTypes:\n\n```python\nfrom {module} import {names}\n```\n\nMethods:\n\n"
            '- <code title="get /dogs/{dog_id}">client.pack.<a href="./src/kennel/resources/pack.py">show</a>(dog_id)'
            " -> Dog</code>\n"
        )
        return proved(tmp_path, document(**schemas), {"api.md": text}, "old/api.md")

    def test_words_of_components_and_of_modules(self, tmp_path: Path) -> None:
        bark = object_of(loud={"type": "boolean"})
        schemas = {"ShowServerEventDogBarked": bark, "BetaShowServerEventDogBarked": bark, "ShowDogSat": bark}
        found = self.found(tmp_path, "DogBarkedEvent, DogSatEvent", "kennel.types.beta.show", **schemas)
        assert found.types("same")["DogBarkedEvent"] == "DogBarkedEvent"
        assert "type DogBarkedEvent: model\tschemas/BetaShowServerEventDogBarked" in found.surface()
        assert "DogSatEvent" in found.types("missing"), "no component has the word event"

    def test_words_of_constants(self, tmp_path: Path) -> None:
        event = object_of(type={"const": "kennel_door.opened"})
        found = self.found(
            tmp_path, "KennelDoorOpenedEvent", Notice=event, Other=object_of(type={"const": "kennel_door"})
        )
        assert found.types("same")["KennelDoorOpenedEvent"] == "KennelDoorOpenedEvent"

    def test_words_of_the_module_before_the_name(self, tmp_path: Path) -> None:
        """`ShowDogPrize` of `shows` is `DogPrize`; not so where a sibling could be it as well."""
        schemas = {"DogPrize": object_of(a=TEXT), "DogCup": object_of(b=TEXT), "DogCupParam": object_of(c=TEXT)}
        found = self.found(tmp_path, "ShowDogPrize, ShowDogCup", "kennel.types.shows", **schemas)
        assert "ShowDogPrize" in found.types("same")
        assert "ShowDogCup" in found.types("missing")

    def test_two_that_fit_are_none(self, tmp_path: Path) -> None:
        schemas = {"FoodBowlParam": object_of(a=TEXT), "FoodBowlResource": object_of(b=TEXT)}
        found = self.found(tmp_path, "FoodBowl", **schemas)
        assert found.types("missing")["FoodBowl"] == "nothing is called so"

    def test_items_of_lists_are_not_the_lists(self, tmp_path: Path) -> None:
        found = self.found(tmp_path, "FoodListResponse", ListFoodResponse=object_of(data=TEXT))
        assert "FoodListResponse" in found.types("missing")


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        (("Optional[List[Dog]]", "Array<Dog> | null", "*[]Dog", "Dog[]"), Listed(Named("Dog"))),
        (("Dict[str, Dog]", "{ [key: string]: Dog }", "map[string]Dog", "Record<string, Dog>"), Mapped(Named("Dog"))),
        (("Literal['a', 'b']", "'a' | 'b' | undefined", '"a" | "b"'), Either((Literal("a"), Literal("b")))),
        (("Annotated[Union[Dog, Cat], Field(a='b')]", "Dog | Cat"), Either((Named("Dog"), Named("Cat")))),
        (("Optional[datetime]", "string & {}", "param.Opt[string]", "time.Time"), "text"),
        (("None", "", "???"), "any"),
        (("Dict[str, object]", "{ [key: string]: unknown }", "map[string]any"), Mapped("any")),
    ],
)  # fmt: skip
def test_types_as_languages_write_them(texts: tuple[str, ...], read: object) -> None:
    assert [parsed(text) for text in texts] == [read] * len(texts)
