"""Print and play: the sheets, cards and boards of a game as a PDF.

fpdf2 is the typesetter: pure Python and small, it draws the symbols of the table as vectors and its
built-in fonts have the letters of Spanish and English, so no font is embedded. It comes with the
extra `print`; only `canvas.py` and `symbols.py` import it.
"""
