import type PDFDocument from 'pdfkit';
import type { Typesetter } from './typesetter.js';

export interface Column {
  readonly label: string;
  /** Of the width, beside the other columns' shares. */
  readonly share: number;
  /** Words wrap. Numbers, instants and codes are set smaller until they fit, so that none is cut off. */
  readonly holds: 'words' | 'number' | 'code';
}

interface Placed extends Column {
  readonly x: number;
  readonly width: number;
}

/** A cell as it is set: its lines, and the size at which they fit. */
interface Cell {
  readonly column: Placed;
  readonly size: number;
  readonly lines: readonly string[];
  readonly colour?: string;
}

const [PAGE_WIDTH, PAGE_HEIGHT] = [595.28, 841.89];
const MARGIN = 42;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const BOTTOM = PAGE_HEIGHT - 56;
const GREY = '#5c6370';
const LINE = '#d9dde3';
const BAND = '#f2f4f7';
const ROW_HEIGHT = 15;
const LINE_HEIGHT = 9.5;
const TEXT_SIZE = 7.5;
/** Below this size text is unreadable: longer text continues in the next line. */
const SIZE_LEAST = 5;
const GAP = 6;

/** Pages that fill from top to bottom: headings, facts, paragraphs, and tables that say their columns again on every page. */
export class Sheet {
  private y = BOTTOM;
  private columns: readonly Placed[] = [];
  /** Whether the last row began a page. */
  pageIsNew = false;

  constructor(
    private readonly document: InstanceType<typeof PDFDocument>,
    private readonly type: Typesetter,
    private readonly foot: (page: number, pages: number) => { start: string; end: string },
  ) {
    this.page();
  }

  title(product: string, title: string): void {
    this.type.line(product, { x: MARGIN, y: this.y + 20, size: 20, weight: 'bold' });
    this.type.line(title, { x: MARGIN, y: this.y + 20, size: 13, width: WIDTH, align: 'end', weight: 'bold' });
    this.y += 32;
  }

  /** What must not be overlooked, on a band of its own. */
  notice(text: string): void {
    const lines = this.type.wrapped(text, WIDTH - 20, { size: 8.5 });
    const height = lines.length * 13 + 10;
    this.document.rect(MARGIN, this.y, WIDTH, height).fill(BAND);
    for (const [index, line] of lines.entries())
      this.type.line(line, { x: MARGIN + 10, y: this.y + 15.5 + index * 13, size: 8.5 });
    this.y += height + 12;
  }

  /** Names and values below one another. A value too long for its line goes on in the next. */
  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    const named = 150;
    for (const [name, value] of facts) {
      const lines = this.type.wrapped(value, WIDTH - named, { size: 8.5 });
      this.need(lines.length * 13);
      this.type.line(name, { x: MARGIN, y: this.y + 10, width: named - GAP, size: 8.5, colour: GREY });
      for (const line of lines) {
        this.type.line(line, { x: MARGIN + named, y: this.y + 10, size: 8.5 });
        this.y += 13;
      }
    }
    this.y += 4;
  }

  heading(text: string): void {
    this.columns = [];
    this.need(64);
    this.y += 14;
    this.type.line(text, { x: MARGIN, y: this.y + 11, size: 11, weight: 'bold' });
    this.y += 18;
  }

  text(text: string): void {
    for (const line of this.type.wrapped(text, WIDTH, { size: 8.5 })) {
      this.need(13);
      this.type.line(line, { x: MARGIN, y: this.y + 10, size: 8.5, colour: GREY });
      this.y += 13;
    }
  }

  table(columns: readonly Column[]): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    let x = MARGIN;
    this.columns = columns.map((column) => {
      const width = (WIDTH * column.share) / shares;
      const placed = { ...column, x, width };
      x += width;
      return placed;
    });
    this.headings();
  }

  row(cells: readonly string[]): void {
    const set = this.columns.map((column, index) => this.cell(cells[index] ?? '', column));
    const page = this.document.bufferedPageRange().count;
    this.need(heightOf(set));
    this.pageIsNew = this.document.bufferedPageRange().count > page;
    this.draw(set);
    this.rule(0.4);
  }

  /** Numbers the pages, now that their number is known, and closes the document. */
  end(): void {
    const { count } = this.document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.document.switchToPage(index);
      const { start, end } = this.foot(index + 1, count);
      const at = { x: MARGIN, y: PAGE_HEIGHT - 28, width: WIDTH, size: 7.5, colour: GREY };
      this.type.line(start, { ...at, width: WIDTH - 90 });
      this.type.line(end, { ...at, align: 'end' });
    }
    this.document.end();
  }

  private headings(): void {
    const set = this.columns.map((column) => ({ ...this.headed(column), colour: GREY }));
    const height = heightOf(set);
    this.need(height + ROW_HEIGHT);
    this.document.rect(MARGIN, this.y, WIDTH, height).fill(BAND);
    this.draw(set);
  }

  private cell(text: string, column: Placed): Cell {
    if (column.holds === 'words') return this.wrapped(text, column);
    const room = column.width - GAP;
    const size = Math.min(TEXT_SIZE, (TEXT_SIZE * room) / this.type.width(text, { size: TEXT_SIZE }));
    if (size >= SIZE_LEAST) return { column, size, lines: [text] };
    return { column, size: SIZE_LEAST, lines: this.type.wrapped(text, room, { size: SIZE_LEAST }) };
  }

  /** A heading that would break within a word is set smaller instead. */
  private headed(column: Placed): Cell {
    const set = this.wrapped(column.label, column);
    const words = column.label.split(/\s/);
    return words.length < set.lines.length ? this.cell(column.label, { ...column, holds: 'code' }) : set;
  }

  private wrapped(text: string, column: Placed): Cell {
    return { column, size: TEXT_SIZE, lines: this.type.wrapped(text, column.width - GAP, { size: TEXT_SIZE }) };
  }

  /** Line by line over all cells, in the order in which they are read. */
  private draw(cells: readonly Cell[]): void {
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length));
    for (let line = 0; line < most; line += 1) {
      for (const { column, size, lines, colour } of cells) {
        const text = lines[line];
        if (text === undefined) continue;
        const { x, width, holds } = column;
        const align = holds === 'number' ? 'end' : 'start';
        const ink = { size, align, ...(colour === undefined ? {} : { colour }) } as const;
        const y = this.y + 10.5 + line * LINE_HEIGHT;
        this.type.line(text, { x: x + GAP / 2, y, width: width - GAP, ...ink });
      }
    }
    this.y += ROW_HEIGHT + (most - 1) * LINE_HEIGHT;
  }

  private rule(thickness: number): void {
    this.document
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .lineWidth(thickness)
      .stroke(LINE);
  }

  private need(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.page();
    if (this.columns.length > 0) this.headings();
  }

  private page(): void {
    this.document.addPage({ size: 'A4', margin: 0 });
    this.y = MARGIN;
  }
}

const heightOf = (cells: readonly Cell[]): number =>
  ROW_HEIGHT + (Math.max(1, ...cells.map(({ lines }) => lines.length)) - 1) * LINE_HEIGHT;
