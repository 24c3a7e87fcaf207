"""`quadrangle cards`: every piece of a game's box at true size, edge to edge, guesses marked as such."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from command import one_line_error, run
from paper_cases import faults, labels, placed_labels, refused, said, texts

from quadrangle.engines import names
from quadrangle.engines.academy.components import standard as academy
from quadrangle.engines.campus.components import standard as campus
from quadrangle.engines.components import Components
from quadrangle.engines.leaves.components import standard as leaves
from quadrangle.generators.cards import document, sheets
from quadrangle.generators.cards.campus import sheets as campus_sheets
from quadrangle.render.pages import MM, Block, Document, sideways
from quadrangle.render.pdf import pdf
from quadrangle.render.shapes import Path as Line
from quadrangle.solvers.leaves.cards import CARDS

GAMES: dict[str, Components] = {"leaves": leaves(), "campus": campus(), "academy": academy()}
FURNITURE = {"head", "foot", "number", "cuts", "marks"}


def printed(game: str, paper: str = "A4") -> Document:
    return document(game, sheets(game), paper)


def pieces(found: Document) -> list[Block]:
    return [block for page in found.pages for block in page.blocks if block.name not in FURNITURE]


def test_every_game_has_cards() -> None:
    assert set(names()) == set(GAMES)


@pytest.mark.parametrize("paper", ["A4", "A5", "Letter"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_or_leaves_its_page(game: str, paper: str) -> None:
    found = printed(game, paper)
    assert faults(found) == []
    assert len(pieces(found)) == sum(len(sheet.cards) for sheet in sheets(game))


@pytest.mark.parametrize("game", GAMES)
def test_pieces_have_their_true_size_whatever_the_paper(game: str) -> None:
    wanted = Counter(
        (round(sheet.width_mm, 1), round(sheet.height_mm, 1)) for sheet in sheets(game) for _ in sheet.cards
    )
    for paper in ("A4", "A5", "Letter"):
        sizes = Counter(
            (round(b.piece.width / MM, 1), round(b.piece.height / MM, 1))
            for b in pieces(printed(game, paper))
        )
        assert sizes == wanted


def test_all_leaf_cards_and_breezes_are_there() -> None:
    found = [block.name for block in pieces(printed("leaves"))]
    assert found == [*map(str, CARDS), *["Breeze"] * 4]
    for block in pieces(printed("leaves"))[:27]:
        words = [label.text for label in placed_labels(block)]
        assert block.name == f"{words[0]}{words[1]}"
        assert words[2] == {"r": "red", "y": "yellow", "g": "green"}[block.name[1]] or " " in words[2]


def test_all_tiles_of_both_sets_are_there_and_a_board_for_each() -> None:
    counts = Counter(block.name for block in pieces(printed("campus")))
    for entry in campus().tile:
        face = "star" if entry.face == "s" else entry.face
        for letter, count in zip("AB", entry.counts, strict=True):
            assert counts.pop(f"{face} of set {letter}") == count
    assert counts == {"board A": 1, "board B": 1}


def test_all_cards_of_the_academy_are_there() -> None:
    counts = Counter(block.name for block in pieces(printed("academy")))
    box = academy()
    for card in box.canvas:
        assert counts.pop(card.card) == card.count
    for goal in (*box.assignment, *box.instructor):
        assert counts.pop(goal.goal) == 1
    for inspiration in box.inspiration:
        assert counts.pop(f"Inspiration {inspiration.name}") == 1
    assert counts == {"Teacher's Pet": 1}


def test_goals_say_in_words_what_counts() -> None:
    found = {
        block.name: " ".join(label.text for label in placed_labels(block))
        for block in pieces(printed("academy"))
    }
    assert "The largest blue area. The most wins. 3 points" in found["largest_area:B"]
    assert found["balanced_composition"].count("wins") == 1
    assert "lowest wins" in found["balanced_composition"]
    assert "5 points" in found["balanced_composition"]


def test_a_canvas_card_shows_its_quadrants() -> None:
    (block,) = [block for block in pieces(printed("academy")) if block.name == "BY/RR"]
    shown = sorted(placed_labels(block)[:4], key=lambda label: (label.y, label.x))
    assert [label.text for label in shown] == ["B", "Y", "R", "R"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_a_guess_is_marked_as_one(game: str) -> None:
    found = printed(game)
    for number, page in enumerate(found.pages, 1):
        names_of = [block.name for block in page.blocks if block.name not in FURNITURE]
        guesses = [card for sheet in sheets(game) for card in sheet.cards if card.reconstructed]
        here = sum(any(card.name == name for card in guesses) for name in names_of)
        note = re.search(r"(\d+) of the (\d+) pieces here are reconstructions", said(found, number))
        assert (note is not None) == bool(here)
        if note is not None:
            assert (int(note[1]), int(note[2])) == (here, len(names_of))
    if game == "academy":
        for block in pieces(found):
            marked = any(label.text == "reconstructed" for label in placed_labels(block))
            assert marked == any(card.name == block.name for card in guesses), block.name
    assert not any(card.reconstructed for sheet in sheets("leaves") for card in sheet.cards)


def test_pages_say_the_games_names_are_not_ours_and_how_to_print() -> None:
    found = printed("leaves")
    for number in range(1, len(found.pages) + 1):
        text = said(found, number)
        assert "names belong to their owners" in text
        assert "50 mm: print at 100 %" in text
        assert f"{number} of {len(found.pages)}" in labels(found, number)


def test_the_line_to_measure_is_fifty_millimetres_long() -> None:
    (foot,) = [block for block in printed("leaves").pages[0].blocks if block.name == "foot"]
    lines = [shape for part in foot.piece.parts for shape in part.shapes if isinstance(shape, Line)]
    assert len(lines) == 1
    points = [point for outline in lines[0].outlines for point in outline]
    assert max(x for x, _ in points) - min(x for x, _ in points) == pytest.approx(50 * MM)


def test_cuts_go_round_every_piece_and_marks_lie_outside() -> None:
    for page in printed("leaves").pages:
        cards = [block for block in page.blocks if block.name not in FURNITURE]
        (cuts,) = [block for block in page.blocks if block.name == "cuts"]
        (marks,) = [block for block in page.blocks if block.name == "marks"]
        (path,) = cuts.piece.parts[0].shapes
        assert isinstance(path, Line)
        corners = {(round(cuts.x + x), round(cuts.y + y)) for line in path.outlines for x, y in line}
        for card in cards:
            assert {(round(card.x), round(card.y)), (round(card.right), round(card.bottom))} <= corners
        (path,) = marks.piece.parts[0].shapes
        assert isinstance(path, Line)
        right, bottom = max(card.right for card in cards), max(card.bottom for card in cards)
        for line in path.outlines:
            for x, y in line:
                x, y = marks.x + x, marks.y + y
                inside = cards[0].x - 1 < x < right + 1 and cards[0].y - 1 < y < bottom + 1
                assert not inside


def test_marks_stay_on_the_page() -> None:
    for game in GAMES:
        for paper in ("A4", "A5", "Letter"):
            found = printed(game, paper)
            for page in found.pages:
                size = sideways(found.paper) if page.sideways else found.paper
                (marks,) = [block for block in page.blocks if block.name == "marks"]
                (path,) = marks.piece.parts[0].shapes
                assert isinstance(path, Line)
                for x, y in (point for line in path.outlines for point in line):
                    assert 0 < marks.x + x < size.width
                    assert 0 < marks.y + y < size.height


def test_paper_is_turned_where_that_saves_pages() -> None:
    assert [page.sideways for page in printed("leaves", "Letter").pages] == [True] * 4
    assert [page.sideways for page in printed("leaves", "A4").pages] == [False] * 4
    data = pdf(printed("leaves", "Letter"))
    assert len(re.findall(rb"/MediaBox \[0 0 792.00 612.00\]", data)) == 4


def test_what_is_larger_than_the_paper_is_refused() -> None:
    box = campus()
    wide = msgspec.structs.replace(box, board=msgspec.structs.replace(box.board, columns=20))
    found = tuple(campus_sheets(wide))
    why = refused(lambda: document("campus", found, "A4"))
    assert why == "board A of 427 x 133 mm on A4; expected larger paper"
    assert "paper A3" in refused(lambda: document("campus", sheets("campus"), "A3"))


def test_the_command_says_what_is_on_the_pages(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    ran = run("cards", "campus", str(out))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"{out}: {len(texts(out.read_bytes()))} pages. Print at 100 %, not fitted to the page."
    assert lines[1] == "   44 tiles of set A, 20 x 20 mm"
    assert lines[-1] == "88 of 90 pieces are reconstructions, not what is printed: the box may differ."


def test_the_json_document_counts_the_pieces(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    found = run("cards", "academy", str(out), "--paper", "letter", "--json").json
    assert (found["format"], found["game"], found["paper"]) == ("quadrangle cards", "academy", "Letter")
    assert found["components"] == academy().digest
    assert [(sheet["name"], sheet["pieces"], sheet["reconstructed"]) for sheet in found["sheets"]] == [
        ("canvas cards", 54, 54),
        ("Assignments", 15, 9),
        ("Instructors", 7, 5),
        ("Inspirations", 12, 12),
        ("Teacher's Pet", 1, 0),
    ]
    assert found["files"] == [{"file": str(out), "pages": 12, "bytes": out.stat().st_size}]


def test_own_components_are_printed(tmp_path: Path) -> None:
    out, own = tmp_path / "cards.pdf", tmp_path / "own.toml"
    assert run("components", "export", "leaves", "--out", str(own)).code == 0
    own.write_text(own.read_text().replace("count = 4", "count = 6"))
    ran = run("cards", "leaves", str(out), "--components", str(own))
    assert "    6 Breezes, 63 x 88 mm" in ran.out.splitlines()
    own.write_text("nonsense")
    assert "own.toml" in one_line_error(run("cards", "leaves", str(out), "--components", str(own)))


def test_the_same_box_makes_the_same_bytes() -> None:
    assert pdf(printed("leaves", "A5")) == pdf(printed("leaves", "A5"))


def test_bad_input_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = str(tmp_path / "cards.pdf")
    assert "chess" in one_line_error(run("cards", "chess", out))
    assert "'A3' is not one of" in one_line_error(run("cards", "leaves", out, "--paper", "A3"))
    assert "ends in .pdf" in one_line_error(run("cards", "leaves", str(tmp_path / "cards.svg")))
    assert "in a folder there is" in one_line_error(run("cards", "leaves", str(tmp_path / "no" / "a.pdf")))
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert "pip install 'quadrangle[print]'" in one_line_error(run("cards", "leaves", out))
    assert not Path(out).exists()
