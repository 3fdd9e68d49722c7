/** A text on a paper: where it begins and ends on its line, in points, characters or columns. */
export interface PaperCell {
  x: number;
  end: number;
  text: string;
}

/** What stands on one line of a paper, from left to right. */
export type PaperRow = readonly PaperCell[];

/** Rows and cells beyond are not read: papers that say totals are shorter. */
export const PAPER_ROWS = 5_000;
const ROW_CELLS = 60;
const PAPER_CELLS = 20_000;
const CELL_LENGTH = 300;

/** As labels are compared: full-width signs are plain ones, one space between words. */
const plainText = (text: string): string =>
  text.slice(0, CELL_LENGTH).normalize("NFKC").replace(/\s+/g, " ").trim();

/** Rows without what is empty, from the left; none of a paper that is too long to be read. */
export function paperRows(rows: readonly PaperRow[]): PaperRow[] {
  const known = rows.slice(0, PAPER_ROWS).flatMap((cells) => {
    const filled = cells
      .slice(0, ROW_CELLS)
      .map((cell) => ({ ...cell, text: plainText(cell.text) }))
      .filter(({ text }) => text !== "")
      .sort((one, other) => one.x - other.x);
    return filled.length > 0 ? [filled] : [];
  });
  const count = known.reduce((sum, cells) => sum + cells.length, 0);
  return count > PAPER_CELLS ? [] : known;
}

/** Of a text, whose cells tabs or wide gaps part. */
export const rowsOfText = (text: string): PaperRow[] =>
  text.split(/\r?\n/, PAPER_ROWS).map((line) =>
    [...line.slice(0, 4_000).matchAll(/[^\t ]+(?: [^\t ]+)*/g)].map(({ 0: cell, index }) => ({
      x: index,
      end: index + cell.length,
      text: cell,
    })),
  );

/** Of a table, whose columns are one unit wide. */
export const rowsOfCells = (lines: readonly (readonly string[])[]): PaperRow[] =>
  lines.map((cells) => cells.map((text, column) => ({ x: column, end: column + 0.9, text })));

/** A text of a PDF with the matrix that places it, in points from the lower left corner. */
interface Piece {
  str: string;
  transform: readonly number[];
  width: number;
}
/** Of the height of the letters: texts this close are on one line, and in one cell. */
const LINE = 0.4;
const WORD_GAP = 0.15;
const CELL_GAP = 0.8;

/** The lines of a page, from the top; turned texts are left out. */
export function rowsOfPieces(pieces: readonly Piece[]): PaperRow[] {
  const placed = pieces.flatMap(({ str, transform: [, skew = 0, , height = 0, x = 0, y = 0], width }) =>
    str.trim() === "" || skew !== 0 || height <= 0 ? [] : [{ x, y, end: x + width, height, text: str }],
  );
  const lines: (typeof placed)[] = [];
  for (const piece of placed.sort((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && first.y - piece.y <= LINE * Math.max(first.height, piece.height)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => {
    const cells: PaperCell[] = [];
    for (const { x, end, height, text } of line.sort((one, other) => one.x - other.x)) {
      const last = cells.at(-1);
      if (last && x - last.end < CELL_GAP * height) {
        last.text += (x - last.end > WORD_GAP * height ? " " : "") + text;
        last.end = Math.max(last.end, end);
      } else cells.push({ x, end, text });
    }
    return cells;
  });
}

/** Rows under a cell in which its column may pause. */
const NEAR_ROWS = 4;

export const overlaps = (one: PaperCell, other: PaperCell): boolean => one.x < other.end && other.x < one.end;

/** What stands next under a cell. */
export function below(
  rows: readonly PaperRow[],
  row: number,
  cell: PaperCell,
): { row: number; cell: PaperCell } | undefined {
  for (let at = row + 1; at <= row + NEAR_ROWS && at < rows.length; at++) {
    const cellBelow = rows[at]!.find((each) => overlaps(each, cell));
    if (cellBelow) return { row: at, cell: cellBelow };
  }
  return undefined;
}

/** Whether one of the last rows has such a text above the cell. */
export const isUnder = (
  rows: readonly PaperRow[],
  row: number,
  cell: PaperCell,
  pattern: RegExp,
  count: number,
): boolean =>
  rows
    .slice(Math.max(0, row - count), row)
    .some((cells) => cells.some((each) => pattern.test(each.text) && overlaps(each, cell)));

/** The head of a column to which a cell below it belongs: the nearest, no further than one and a half of its width. */
export function nearest<Head extends PaperCell>(heads: readonly Head[], cell: PaperCell): Head | undefined {
  const gap = (head: Head) => Math.max(0, head.x - cell.end, cell.x - head.end);
  const middle = (one: PaperCell) => (one.x + one.end) / 2;
  const away = (head: Head) => Math.abs(middle(head) - middle(cell));
  const [closest] = [...heads].sort((one, other) => gap(one) - gap(other) || away(one) - away(other));
  return closest && gap(closest) <= (closest.end - closest.x) * 1.5 ? closest : undefined;
}
