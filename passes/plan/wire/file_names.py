"""The media type of a file by the extension of its name, if a document allows several (D8.3).

The table is our own, so that it is the same in every language and on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler.ir.media import OCTETS, essence
from passes.support.requests.content_types import covers, is_range

_OFFICE = "application/vnd.openxmlformats-officedocument"
EXTENSIONS: dict[str, str] = {
    "image/png": "png",
    "image/jpeg": "jpg jpeg",
    "image/jpg": "jpg jpeg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/heic": "heic",
    "image/heif": "heif",
    "image/bmp": "bmp",
    "image/tiff": "tif tiff",
    "image/svg+xml": "svg",
    "image/vnd.microsoft.icon": "ico",
    "image/x-icon": "ico",
    "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
    "audio/mp4": "m4a",
    "audio/aac": "aac",
    "audio/flac": "flac",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    "audio/x-wav": "wav",
    "audio/vnd.wave": "wav",
    "audio/webm": "weba",
    "video/mp4": "mp4",
    "video/mpeg": "mpeg mpg",
    "video/ogg": "ogv",
    "video/quicktime": "mov",
    "video/webm": "webm",
    "video/x-msvideo": "avi",
    "font/otf": "otf",
    "font/ttf": "ttf",
    "font/woff": "woff",
    "font/woff2": "woff2",
    "text/plain": "txt",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
    "text/html": "html htm",
    "text/markdown": "md",
    "text/css": "css",
    "text/calendar": "ics",
    "text/xml": "xml",
    "application/xml": "xml",
    "application/json": "json",
    "application/jsonl": "jsonl",
    "application/x-ndjson": "ndjson jsonl",
    "application/yaml": "yaml yml",
    "application/pdf": "pdf",
    "application/rtf": "rtf",
    "application/zip": "zip",
    "application/x-zip-compressed": "zip",
    "application/gzip": "gz",
    "application/x-tar": "tar",
    "application/x-7z-compressed": "7z",
    "application/epub+zip": "epub",
    "application/msword": "doc",
    "application/vnd.ms-excel": "xls",
    "application/vnd.ms-powerpoint": "ppt",
    f"{_OFFICE}.wordprocessingml.document": "docx",
    f"{_OFFICE}.spreadsheetml.sheet": "xlsx",
    f"{_OFFICE}.presentationml.presentation": "pptx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.apache.parquet": "parquet",
}
"""The extensions that are registered, or in wide use, for the media types of files."""


def extensions_of(declared: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return by which extensions a file is of one of several media types; nothing where there is one to send.

    A range names its types, unless a file of any type is `application/octet-stream` by it.
    """
    if len(declared) == 1 and not is_range(declared[0]):
        return ()
    found: dict[str, str] = {}
    for media_type in [name for item in declared for name in _types(item)]:
        for extension in EXTENSIONS.get(essence(media_type), "").split():
            found.setdefault(extension, media_type)
    return tuple(sorted(found.items()))


def _types(declared: str) -> list[str]:
    if not is_range(declared):
        return [declared]
    return [] if covers(declared, OCTETS) else [name for name in EXTENSIONS if covers(declared, name)]
