"""Texts that would be code, markup or a path if they were printed unescaped.

``{x}`` becomes a word of the slot, so that every text can be found. Code writes a file ``PWNED_{x}``: if one exists,
something ran.
"""

from __future__ import annotations

import json

from tests.support.places import SHARED

NAUGHTY = SHARED / "suites" / "naughty-strings" / "blns.json"

PYTHON = (
    '{x} """\nopen("PWNED_{x}", "w")\n"""',
    "{x} '''\nopen('PWNED_{x}', 'w')\n'''",
    '{x} \\"""\nopen("PWNED_{x}", "w") #',
    "{x}' + str(open('PWNED_{x}', 'w')) + '",
    '{x}" + str(open("PWNED_{x}", "w")) + "',
    '{x} {open("PWNED_{x}", "w")} %(a)s %s {0} {{1}} $x',
    '{x}\nimport os; os.system("touch PWNED_{x}")',
    '{x}"\\\nopen("PWNED_{x}", "w")',
    "{x} \\N{BULLET} \\x41 \\u0041 \\U0001F600 \\101 \\",
    '{x} # type: ignore # noqa\n__import__("os").mknod("PWNED_{x}")',
)
TYPESCRIPT = (
    '{x} */ require("fs").writeFileSync("PWNED_{x}", ""); /*',
    "{x} ${require('fs').writeFileSync('PWNED_{x}', '')}",
    "{x}`; require('fs').writeFileSync('PWNED_{x}', ''); `",
    "{x}'); require('fs').writeFileSync('PWNED_{x}', ''); ('",
    '{x}"); require("fs").writeFileSync("PWNED_{x}", ""); ("',
    "{x}\u2028require('fs').writeFileSync('PWNED_{x}', '')\u2029",
    "{x} // @ts-nocheck\n/// <reference path='../{x}' />\n//# sourceMappingURL=data:{x}",
    "{x}*\u200b/ *\\/ */*/",
    "{x}\r\n*/\rprocess.exit(1)",
)
GO = (
    '{x}\nfunc init() { os.WriteFile("PWNED_{x}", nil, 0o644) }\n',
    "{x}` + os.Getenv(`PWNED_{x}`) + `",
    '{x}" + string(os.Exit(1)) + "',
    "//go:embed {x}\n//go:build ignore\n// +build ignore\n//go:generate touch PWNED_{x}",
    '{x}\n// #cgo LDFLAGS: -x\nimport "C"\n//export {x}\n//line /{x}:1',
    '{x}" xml:"a" json:"-" `',
    "{x}*/\npackage main\n/*",
)
MARKUP = (
    "{x} <img src=x onerror=alert(1)> <script>alert('{x}')</script>",
    "{x} [go](javascript:alert(1)) ![go](javascript:alert(1)) <javascript:alert(1)>",
    "{x}\n\n[go]: javascript:alert(1)\n\n[go]",
    "{x}\n```\n</code></pre><script>alert(1)</script>\n~~~",
    "{x} | a | b |\n|---|---|\n| <b onclick=alert(1)>c</b> |",
    "{x} --> <script>alert(1)</script> <!--",
    "{x} &lt;script&gt; [go](&#106;avascript:alert(1)) [go](java\tscript:alert(1)) [go](data:text/html,x)",
    '{x} {{ 7 * 7 }} {% include "/etc/passwd" %} --8<-- "/etc/passwd"\n::: os\n{: onclick="alert(1)" }',
    '# {x}\n{ onclick="alert(1)" }\n=== "{x}"\n\n    x\n!!! note',
    "{x}</title></head><body onload=alert(1)>",
    '<{x}@example.com> <https://{x}.example/"onmouseover="alert(1)> [{x}](//evil.example)',
)
PATHS = (
    "../../../PWNED_{x}",
    "..\\..\\PWNED_{x}",
    "/tmp/PWNED_{x}",
    "C:\\PWNED_{x}",
    "{x}/../..",
    "{x}\u0000.py",
    "{x}%2e%2e%2f",
    "~/{x}",
    ".git/hooks/{x}",
    "{x}.",
    "CON {x}",
    "..",
    ".",
    "__init__ {x}",
    "conftest {x}",
)
CHARACTERS = (
    "{x}\u0000",
    "{x}\r",
    "{x}\u0085\u000b\u000c\u001c\u001d\u001e",
    "{x} \u202egnp.exe\u2066 \u200b\u200f\ufeff",
    "{x} \x1b[31mred\x1b[0m \x07\x08\x7f",
    "{x} \ud800 alone",
    "{x}\ufdd0\ufffe\U0010ffff",
    "{x}\t \t",
    " {x} ",
    "{x}" + "y" * 3000,
    "{x} (a+)+$ [[:alpha:]] \\d+ (?P<n>x)(?P=n)",
    "\u0645\u0631\u062d\u0628\u0627 {x} \u65e5\u672c \U0001f600",
    "{x}\n\n\n\n    indented\n\tand tabbed\n",
)
DATA = (
    "{x}\n[tool.x]\ny = 1\n",
    '{x}", "scripts": {"postinstall": "touch PWNED_{x}"}, "a": "',
    "{x}'''\n[project.scripts]\nx = \"os:system\"\n'''",
    "{x}\n- a: !!python/object/apply:os.system ['touch PWNED_{x}']\n",
    "{x}: *a\n<<: &b",
    "{x}\nrequire example.com/{x} v1.0.0\nreplace a => ../{x}\n",
    "{x}; python_version<'4' @ file:///{x}",
    "$(touch PWNED_{x}) `touch PWNED_{x}` ; touch PWNED_{x} && {x}",
    "{x}\r\nSet-Cookie: a=b\r\n\r\nHTTP/1.1 200 OK",
    "#{x}",
    "%{x}%s%n",
    "@{x}",
    "-{x}",
    "__proto__ {x}",
)
ALL = (*PYTHON, *TYPESCRIPT, *GO, *MARKUP, *PATHS, *CHARACTERS, *DATA)


def naughty() -> list[str]:
    """Return the Big List of Naughty Strings, where ../shared is; each with its slot's word in front."""
    if not NAUGHTY.exists():
        return []
    return [f"{{x}} {text}" for text in json.loads(NAUGHTY.read_text(encoding="utf-8")) if text]


def fill(payload: str, word: str) -> str:
    """Return a payload with its slot's word."""
    return payload.replace("{x}", word)
