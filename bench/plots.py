"""Plots of measurements as SVG: lines over logarithmic axes, each with its name at its end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

Points = Sequence[tuple[float, float]]

_WIDTH, _HEIGHT = 860, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 270, 48, 64
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9", "#444444", "#e69f00")
"""Those of Okabe and Ito, which the colour-blind can tell apart, as far as they show on white."""
_APART = 16
"""The least distance of two names."""


class _Axis:
    """A logarithmic axis from one place of the picture to another."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.least, self.most = _nice(min(values), up=False), _nice(max(values), up=True)
        self._start, self._scale = start, (end - start) / math.log10(self.most / self.least)

    def at(self, value: float) -> float:
        return self._start + math.log10(value / self.least) * self._scale

    def ticks(self) -> Iterator[tuple[float, bool]]:
        """Yield the values that have a line, and whether it has a number: 1, 2 and 5 in each power of ten."""
        power = 10 ** math.floor(math.log10(self.least))
        while power <= self.most:
            for digit in range(1, 10):
                value = digit * power
                if self.least * 0.999 <= value <= self.most * 1.001:
                    yield value, digit in (1, 2, 5)
            power *= 10


def _nice(value: float, *, up: bool) -> float:
    """Return the next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = [power, 2 * power, 5 * power, 10 * power]
    return next(step for step in steps if step >= value * 0.999) if up else max(s for s in steps if s <= value * 1.001)


def plot(title: str, across: str, upwards: str, lines: Mapping[str, Points]) -> str:
    """Return a picture of lines. ``across`` and ``upwards`` name the axes; a line without points is left out."""
    lines = {name: points for name, points in lines.items() if points}
    every = [point for points in lines.values() for point in points]
    x = _Axis([at for at, _ in every], _LEFT, _WIDTH - _RIGHT)
    y = _Axis([value for _, value in every], _HEIGHT - _BOTTOM, _TOP)
    body = [*_grid(x, y), *_titles(title, across, upwards)]
    names = _spread({name: y.at(points[-1][1]) for name, points in lines.items()})
    for (name, points), colour in zip(lines.items(), _COLOURS, strict=False):
        body += _line(name, [(x.at(at), y.at(value)) for at, value in points], colour, names[name])
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
    style = 'font-family="system-ui, sans-serif" font-size="12"'
    return "\n".join([f'{head} aria-label="{escape(title)}" {style}>', *body, "</svg>", ""])


def _grid(x: _Axis, y: _Axis) -> Iterator[str]:
    yield f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>'
    top, bottom, left, right = _TOP, _HEIGHT - _BOTTOM, _LEFT, _WIDTH - _RIGHT
    for value, numbered in x.ticks():
        yield _rule(x.at(value), top, x.at(value), bottom, numbered)
        if numbered:
            yield _text(x.at(value), bottom + 18, number(value), "middle")
    for value, numbered in y.ticks():
        yield _rule(left, y.at(value), right, y.at(value), numbered)
        if numbered:
            yield _text(left - 8, y.at(value) + 4, number(value), "end")


def _rule(x1: float, y1: float, x2: float, y2: float, numbered: bool) -> str:
    colour = "#cccccc" if numbered else "#eeeeee"
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222222"{more}>{escape(text)}</text>'


def _titles(title: str, across: str, upwards: str) -> Iterator[str]:
    middle, centre = (_LEFT + _WIDTH - _RIGHT) / 2, (_TOP + _HEIGHT - _BOTTOM) / 2
    yield _text(_LEFT, 26, title, "start", ' font-size="15" font-weight="600"')
    yield _text(middle, _HEIGHT - 18, across, "middle")
    yield _text(20, centre, upwards, "middle", f' transform="rotate(-90 20 {centre:.1f})"')


def _line(name: str, points: Points, colour: str, named_at: float) -> Iterator[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
    (x, y), start = points[-1], _WIDTH - _RIGHT + 12
    yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{start - 3}" y2="{named_at:.1f}" stroke="{colour}" stroke-width="0.7"/>'
    yield f'<text x="{start}" y="{named_at + 4:.1f}" fill="{colour}">{escape(name)}</text>'


def _spread(places: Mapping[str, float]) -> dict[str, float]:
    """Return places that are far enough apart to be read, in the same order."""
    made: dict[str, float] = {}
    last = -math.inf
    for name, place in sorted(places.items(), key=lambda pair: pair[1]):
        last = made[name] = max(place, last + _APART)
    over = max(made.values()) - (_HEIGHT - _BOTTOM)
    return {name: place - max(0.0, over) for name, place in made.items()}


def number(value: float) -> str:
    """Return a number as it stands at an axis: ``0.2``, ``50``, ``20k``, ``5M``."""
    for size, sign in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{sign}"
    return f"{value:g}"
