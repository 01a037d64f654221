"""The documents of ../shared/specs, as the corpus compiles them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SPECS = ROOT.parent / "shared" / "specs"
SPEAKEASY = "x-speakeasy-"


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the corpus. ``big`` ones take more than a few seconds; ``prefix`` is another vendor's."""

    name: str
    file: str
    prefix: str | None = None
    big: bool = False

    @property
    def path(self) -> Path:
        """Where the document lies."""
        return SPECS / self.file

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags of the command line."""
        return ("-k", "--extension-prefix", self.prefix) if self.prefix else ("-k",)


def _plain(*files: str, big: bool = False) -> tuple[Document, ...]:
    return tuple(Document(_name(file), file, big=big) for file in files)


def _speakeasy(*files: str, big: bool = False) -> tuple[Document, ...]:
    return tuple(Document(_name(file), file, SPEAKEASY, big) for file in files)


def _name(file: str) -> str:
    folder, _, name = file.rpartition("/")
    return folder or name.rpartition(".")[0]


DOCUMENTS = tuple(
    sorted(
        (
            *_plain("github-api.json", "github-webhooks.json", "datadog-v2.yaml", "stripe.yaml", big=True),
            *_plain("openai.yaml", "plaid.yaml", "digitalocean/DigitalOcean-public.v2.yaml", big=True),
            *_plain("rebilly/openapi.yaml", "asana.yaml", "box.json", "discord.json", "telnyx.json", big=True),
            *_plain("twilio-api-v2010.yaml", "xero-accounting.yaml", "anthropic.json", big=True),
            *_speakeasy("orq.yaml", "mistral-public.yaml", "gusto.yaml", "cribl.yaml", "plex.yaml", big=True),
            *_speakeasy("clerk-bapi.yaml", "bluesky.yaml", "dub.yaml", "moov.yaml"),
            *_speakeasy("unkey-split/openapi-split.yaml"),
            *_plain("3gpp-namf-comm/TS29518_Namf_Communication.yaml"),
            *_plain("3gpp-nsmf-pdusession/TS29502_Nsmf_PDUSession.yaml"),
            *_plain("redocly-cafe-split/cafe.yaml", "spk-sdk-openapi32.yaml", "figma.yaml", "cohere.yaml"),
            *_plain("museum.yaml", "adyen-checkoutservice-v71.yaml", "weaviate.json", "resend.yaml"),
            *_plain("readme-parameters-style.yaml"),
        ),
        key=lambda document: document.name,
    )
)
"""All that MANIFEST.csv beside them lists."""

FAST = (
    *("museum", "resend", "dub", "redocly-cafe-split", "spk-sdk-openapi32", "readme-parameters-style"),
    *("3gpp-nsmf-pdusession", "unkey-split", "weaviate"),
)
"""Documents that compile in about a second: these run in every check."""


def find_document(name: str) -> Document:
    """Return a document by its name.

    Raises:
        KeyError: there is none of that name.
    """
    found = {document.name: document for document in DOCUMENTS}
    return found[name]
