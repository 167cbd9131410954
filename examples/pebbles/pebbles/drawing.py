"""Pebbles: the game in a terminal."""

from collections.abc import Iterator

from rich.text import Text

from formicarium.core import drawing

# A shape and a colour for each kind of stone, so that nothing depends on colours alone.
STONES = {
    "white": ("○", "bold"),
    "yellow": ("◆", "yellow"),
    "red": ("▲", "red"),
    "black": ("■", "bright_black"),
}


class Picture(drawing.Picture):
    """The bag, the brook, what is carried, and every nest."""

    def lines(self, width: int) -> Iterator[Text]:
        """The whole picture."""
        view, say = self.view, self.say
        for place in ("bag", "brook", "carried"):
            yield self.line(say(f"names.{place}"), view[place])
        yield Text()
        for seat, nest in enumerate(view["nests"]):
            points = say.count("score", view["points"][seat])
            line = self.line(say("names.seat", n=seat + 1), nest) + Text(f"  {points}")
            if favourite := view["favourites"][seat]:
                line += Text("  ") + Text(say("names.favourite") + " ") + Text(*STONES[favourite])
            if seat in view["to_act"]:
                line.stylize("bold")
            yield line

    def line(self, name: str, stones: dict[str, int]) -> Text:
        """A place and the stones in it."""
        found = [Text(sign * stones[colour], style) for colour, (sign, style) in STONES.items()]
        return Text(f"{name}: ") + Text(" ").join(filter(None, found))
