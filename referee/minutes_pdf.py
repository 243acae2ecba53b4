"""The minutes as a PDF (A4), made by fpdf2 with fonts of our own embedded."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

from referee.minutes import Minutes
from referee.public_log import in_groups

FONTS = settings.BASE_DIR / "cagli_oca" / "fonts"
TEXT, FALLBACK, MONO = "Garamond", "DejaVu", "Mono"

MARGIN = 18.0
INK, FAINT, RED, PAPER = (34, 23, 15), (90, 70, 50), (116, 27, 34), (239, 224, 188)
SIZE, SMALL = 10.5, 9.0
LINE = 1.25
"""A line is this many times as high as its letters."""
POINT = 0.3528
"""Millimetres."""
LONGEST_TITLE = 90
LONGEST_CELL = 1200
"""Letters: what is longer goes on in another row, since a row has to fit on a page."""


class Sheet(FPDF):
    """A4 with our fonts, a running title and the page's number."""

    def __init__(self, minutes: Minutes) -> None:
        super().__init__(format="A4")
        self.minutes = minutes
        for style, name in (("", "regular"), ("B", "bold"), ("I", "italic")):
            self.add_font(TEXT, style, FONTS / f"eb-garamond-{name}.ttf")
        self.add_font(FALLBACK, "", FONTS / "dejavu-serif.ttf")
        self.add_font(MONO, "", FONTS / "dejavu-mono.ttf")
        # Any letter that people type: in another face rather than not at all.
        self.set_fallback_fonts([FALLBACK], exact_match=False)
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, MARGIN + 4)
        self.set_title(_("Minutes of %(title)s") % {"title": minutes.title})
        self.set_text_color(*INK)
        self.set_draw_color(*FAINT)

    def header(self) -> None:
        if self.page_no() == 1:
            return
        self.set_font(TEXT, "I", SMALL)
        self.set_text_color(*FAINT)
        title = _printable(self.minutes.title)[:LONGEST_TITLE]
        self.cell(0, 5, title, align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(*INK)
        self.ln(2)

    def footer(self) -> None:
        self.set_y(-MARGIN)
        self.set_font(TEXT, "", SMALL)
        self.set_text_color(*FAINT)
        short = in_groups(self.minutes.digest)
        told = _("Head of the log, row %(seq)s: %(head)s") % {
            "seq": self.minutes.head,
            "head": short,
        }
        self.cell(0, 5, told, align=Align.L)
        self.set_x(MARGIN)
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align=Align.R)
        self.set_text_color(*INK)

    def heading(self, text: str, *, room: float = 40) -> None:
        """A heading, on a new page if less than *room* is left below."""
        if self.get_y() + room > self.h - self.b_margin:
            self.add_page()
        self.ln(4)
        self.set_font(TEXT, "B", 14)
        self.set_text_color(*RED)
        self.multi_cell(0, 7, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(*INK)
        self.ln(1)

    def words(
        self, text: str, style: str = "", size: float = SIZE, *, markdown: bool = False
    ) -> None:
        """Running text over the whole width."""
        self.set_font(TEXT, style, size)
        below = {"new_x": XPos.LMARGIN, "new_y": YPos.NEXT}
        high = size * LINE * POINT
        self.multi_cell(0, high, _printable(text), align=Align.L, markdown=markdown, **below)

    def print(self, label: str, digits: str) -> None:
        """A fingerprint in groups, below its label."""
        self.words(label, "B")
        self.set_font(MONO, "", 8.5)
        self.multi_cell(0, 4.6, digits, align=Align.L, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1.5)

    def grid(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[float]
    ) -> None:
        """A table whose heads come again on every page."""
        self.set_font(TEXT, "", SMALL)
        with self.table(
            col_widths=tuple(widths),
            line_height=SMALL * LINE * POINT,
            padding=(0.7, 1.2),
            text_align=Align.L,
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="B", fill_color=PAPER, color=INK),
        ) as table:
            for cells in (heads, *(part for row in rows for part in _torn(row))):
                row = table.row()
                for cell in cells:
                    row.cell(cell)


def _printable(text: str) -> str:
    """What people typed, without what no printer can print."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _torn(cells: Sequence[str]) -> Iterable[list[str]]:
    """A row, or as many as its longest cell needs."""
    texts = [_printable(cell) for cell in cells]
    for at in range(0, max(map(len, texts)) or 1, LONGEST_CELL):
        yield [text[at : at + LONGEST_CELL] for text in texts]


def pdf_of(minutes: Minutes) -> bytes:
    """The PDF's bytes, in the active language."""
    sheet = Sheet(minutes)
    sheet.add_page()
    _opening(sheet, minutes)
    _actions(sheet, minutes)
    _end(sheet, minutes)
    return bytes(sheet.output())


def _opening(sheet: Sheet, minutes: Minutes) -> None:
    sheet.set_font(TEXT, "B", 24)
    sheet.set_text_color(*RED)
    sheet.multi_cell(0, 11, _("Minutes"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    sheet.set_text_color(*INK)
    sheet.words(minutes.title, "B", 15)
    sheet.words(minutes.about, "I", 12)
    sheet.ln(2)
    if minutes.rehearsal:
        sheet.words(_("Rehearsal"), "B", 12)
    if not minutes.over:
        sheet.words(_("Provisional: the evening is not over."), "B", 12)
    sheet.words(minutes.result, "B", 13)
    sheet.words(minutes.span)
    sheet.heading(_("Set-up in force at the end"))
    for label, text in minutes.set_up:
        sheet.words(f"**{label}** {text}", markdown=True)
        sheet.ln(0.8)
    sheet.heading(_("Who recorded"))
    rows = [[who.name, who.post, str(who.actions)] for who in minutes.people]
    sheet.grid([_("Name"), _("Post"), _("Actions")], rows, (40, 40, 20))
    sheet.heading(_("Rulings and reasons"))
    if minutes.rulings:
        rows = [[str(one.seq), f"{one.at:%H:%M}", one.told] for one in minutes.rulings]
        sheet.grid([_("No."), _("Time"), _("What happened")], rows, (8, 10, 82))
    else:
        sheet.words(_("None."))


def _actions(sheet: Sheet, minutes: Minutes) -> None:
    sheet.heading(_("All actions"))
    rows = [[str(one.seq), f"{one.at:%H:%M:%S}", one.by, one.told] for one in minutes.actions]
    heads = [_("No."), _("Time"), _("Recorded by"), _("What happened")]
    sheet.grid(heads, rows, (8, 12, 16, 64))


def _end(sheet: Sheet, minutes: Minutes) -> None:
    sheet.heading(_("Final state") if minutes.over else _("Present state"), room=60)
    sheet.grid(minutes.heads, minutes.standings, (22, 10, 10, 12, 12, 12, 22))
    sheet.heading(_("To check it"), room=60)
    sheet.words(minutes.proof)
    sheet.ln(2)
    label = _("Head of the log, row %(seq)s: %(head)s") % {"seq": minutes.head, "head": ""}
    sheet.print(label.rstrip(" :"), in_groups(minutes.digest, 64))
    if minutes.seal:
        sheet.print(_("Seal of the draws"), in_groups(minutes.seal, 64))
    if minutes.called:
        called = ", ".join(f"{name} {number}" for name, number in minutes.called)
        sheet.words(_("Called by the captains: %(numbers)s.") % {"numbers": called})
    _signatures(sheet, minutes)


def _signatures(sheet: Sheet, minutes: Minutes) -> None:
    """Two lines a row, with room to write; none is torn from the others."""
    high, gap = 17.0, 10.0
    wide = (sheet.epw - gap) / 2
    sheet.heading(_("Signatures"), room=20 + high * ((len(minutes.signatures) + 1) // 2))
    sheet.set_font(TEXT, "I", SIZE)
    top = sheet.get_y()
    for at, name in enumerate(minutes.signatures):
        x = MARGIN + 1 + (at % 2) * (wide + gap)
        y = top + (at // 2 + 1) * high - 5
        sheet.line(x, y, x + wide, y)
        sheet.text(x, y + 4.2, name)
    sheet.set_y(top + high * ((len(minutes.signatures) + 1) // 2) + 4)
    now = timezone.localtime()
    sheet.words(_("Printed on %(at)s.") % {"at": f"{now:%d/%m/%Y %H:%M}"}, "I", SMALL)
