"""Makes www/style/springlab-math.woff2, the part of STIX Math (SIL Open Font License 1.1) that the pages' formulas use.

    python3 -m pip install fonttools brotli
    python3 tools/math-font.py /usr/share/fonts/opentype/stix-word/STIXMath-Regular.otf    # Debian: fonts-stix

Only needed when a formula takes a new character: add it below. The licence reserves the font's name, so this part has
one of its own.
"""

import sys
from pathlib import Path

from fontTools import subset

OUTPUT = Path(__file__).parent.parent / "www/style/springlab-math.woff2"

UPRIGHT = "aceijklmnoprstuvwxyJNCDEd" "0123456789" "()+,./=[]|<>&;:" "Δγζμωλαβθπρκ" "¨¬·×˙‖…′←→∂∇∈∑−√∞∫≈≤≥⋅ "
BOLD = "ADFIJKLMR" "abcdfgknpqsuvx"
ITALIC = "CDEFIJKLMNRTVW" "abcdefgijklmnopqrstuvwxyz"
ITALIC_GREEK = "γζμωλαβθπρκ"
OTHER = "\u210e\U0001d5b3"  # italic h, sans-serif T of a transpose
LINE = (800, -230, 0)  # ascent, descent and gap of a line, in thousandths of the font size


def letters(text: str, capital: int, small: int) -> set[int]:
    """Code points of mathematical letters, from those of A and a."""
    return {ord(c) - ord("a") + small if c.islower() else ord(c) - ord("A") + capital for c in text}


def main(source: str) -> None:
    wanted = set(map(ord, UPRIGHT + OTHER))
    wanted |= letters(BOLD, 0x1D400, 0x1D41A) | letters(ITALIC, 0x1D434, 0x1D44E)
    wanted |= {ord(c) - 0x3B1 + 0x1D6FC for c in ITALIC_GREEK}
    options = subset.Options(flavor="woff2", layout_features=[], hinting=False, desubroutinize=True)
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
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
    subset.save_font(font, OUTPUT, options)


main(sys.argv[1])
