"""Makes www/math/: for each page the part of STIX Math (SIL Open Font License 1.1) that its formulas use, with a style sheet.

    python3 -m pip install fonttools brotli
    python3 tools/math-font.py /usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf    # Debian: fonts-stix

Only needed when a formula takes a new character, after `npm run build`; a test says so. The licence reserves the font's
name, so these parts have one of their own.
"""

import html
import re
import sys
from pathlib import Path

from fontTools import subset

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "dist/site/www").glob("*.html"))
OUTPUT = ROOT / "www/math"

# what formulas hardly do without, and the space: a font without it does not say how they are laid out
ALWAYS = " 0123456789()[]+−=.,|√"

# a browser asks the font for no other character
STYLE = """@font-face {{
  font-family: "Springlab Math";
  src: url("./{name}.woff2") format("woff2");
  unicode-range: {ranges};
}}
"""

LINE = (800, -230, 0)  # ascent, descent and gap of a line, in thousandths of the font size


def characters(page: Path) -> set[int]:
    """Code points in the formulas of a built page, as they are drawn."""
    formulas = "".join(re.findall(r"<math.*?</math>", page.read_text(), re.S))
    text = re.sub(r"<mi>(&?[^<]|&\w+;)</mi>", lambda name: italic(html.unescape(name[1])), formulas)
    return {ord(c) for c in html.unescape(re.sub(r"<[^>]*>", "", text)) if not c.isspace()}


def italic(letter: str) -> str:
    """A variable's name is drawn in italics if it is one letter."""
    for first, last, capital in [("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC)]:
        if first <= letter <= last:
            return "\u210e" if letter == "h" else chr(ord(letter) - ord(first) + capital)
    return letter


def ranges(points: set[int]) -> str:
    """As CSS writes them: U+28-29, U+2b, …"""
    ordered = sorted(points)
    starts = [p for p in ordered if p - 1 not in points]
    ends = [p for p in ordered if p + 1 not in points]
    return ", ".join(f"U+{a:x}" if a == b else f"U+{a:x}-{b:x}" for a, b in zip(starts, ends))


def make(source: str, page: Path) -> None:
    wanted = characters(page) | set(map(ord, ALWAYS))
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, desubroutinize=True)
    options.name_IDs = [0, 1, 2, 4, 6, 14]
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = "Springlab Math"
        elif record.nameID == 6:
            record.string = "SpringlabMath"
    # the source makes room for its tallest integral in every line of text
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = LINE
    font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender, font["OS/2"].sTypoLineGap = LINE
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = LINE[0], -LINE[1]
    subset.save_font(font, OUTPUT / f"{page.stem}.woff2", options)
    (OUTPUT / f"{page.stem}.css").write_text(STYLE.format(name=page.stem, ranges=ranges(wanted)))


for page in PAGES:
    make(sys.argv[1], page)
