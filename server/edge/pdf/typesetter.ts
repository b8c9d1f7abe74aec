import type PDFDocument from 'pdfkit';
import { LANGUAGES, type Language } from '../../../shared/language.js';
import { fontOf, pieceOf, type Piece, type Weight } from './fonts.js';

interface Ink {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

interface Line extends Ink {
  readonly x: number;
  /** The line that letters stand on. */
  readonly y: number;
  readonly width?: number;
  readonly align?: 'start' | 'end';
}

interface Run {
  readonly piece: Piece;
  text: string;
}

const BLACK = '#14161a';
const UNKNOWN = '\u{25a1}';

/**
 * Sets text of any of the nine languages: every letter from the piece of a font that holds it, runs of one piece shaped
 * together, so that Thai vowels stand where they belong. Lines break where the language breaks words.
 */
export class Typesetter {
  private readonly ready = new Set<string>();
  private readonly words: Intl.Segmenter;

  constructor(
    private readonly document: InstanceType<typeof PDFDocument>,
    private readonly language: Language,
  ) {
    this.words = new Intl.Segmenter(LANGUAGES[language], { granularity: 'word' });
  }

  /** Makes the fonts of all these texts; what is drawn afterwards must consist of their letters. */
  async prepare(texts: Iterable<string>, weights: readonly Weight[]): Promise<void> {
    const wanted = new Set<Piece>();
    for (const text of texts) for (const { piece } of this.runs(text)) wanted.add(piece);
    for (const piece of wanted) {
      for (const weight of weights) {
        const name = `${piece.name} ${weight}`;
        if (this.ready.has(name)) continue;
        this.document.registerFont(name, await fontOf(piece, weight));
        this.ready.add(name);
      }
    }
  }

  width(text: string, ink: Ink): number {
    return this.runs(text).reduce((sum, run) => sum + this.runWidth(run, ink), 0);
  }

  /** One line; what does not fit its width is set smaller, because a part of a number reads like a number. */
  line(text: string, { x, y, width, align = 'start', ...wanted }: Line): void {
    const needed = this.width(text, wanted);
    const ink = width === undefined || needed <= width ? wanted : { ...wanted, size: (wanted.size * width) / needed };
    let at = align === 'end' && width !== undefined ? x + width - this.width(text, ink) : x;
    for (const run of this.runs(text)) {
      const runWidth = this.runWidth(run, ink);
      this.document.fillColor(ink.colour ?? BLACK);
      this.document.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += runWidth;
    }
  }

  /** A paragraph as lines no wider than `width`. */
  wrapped(text: string, width: number, ink: Ink): string[] {
    const lines: string[] = [];
    let line = '';
    for (const part of this.parts(text)) {
      if (line !== '' && this.width((line + part).trimEnd(), ink) > width) {
        lines.push(line.trimEnd());
        line = part.trimStart();
      } else line += part;
      // A hash has no words: it breaks where the line ends.
      while (this.width(line, ink) > width && line.length > 1) {
        let most = line.length - 1;
        while (most > 1 && this.width(line.slice(0, most), ink) > width) most -= 1;
        lines.push(line.slice(0, most));
        line = line.slice(most);
      }
    }
    return line.trim() === '' ? lines : [...lines, line.trimEnd()];
  }

  /** Words, each with the signs that follow it: no line begins with a full stop. */
  private parts(text: string): string[] {
    const parts: string[] = [];
    let glue = false;
    for (const { segment, isWordLike } of this.words.segment(text)) {
      const opens = /^[([{«“‘「『（【]$/.test(segment);
      const closes = isWordLike !== true && !opens;
      if (parts.length > 0 && (closes || glue)) parts[parts.length - 1] += segment;
      else parts.push(segment);
      // Without a blank between them, Latin letters, digits and signs are one word: `2026-11-21`, `c1`.
      glue = opens || (closes && !/\s/.test(segment) && /^[\u0021-\u007e]+$/.test(segment));
    }
    return parts;
  }

  private runs(text: string): Run[] {
    const runs: Run[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      const found = pieceOf(this.language, letter.codePointAt(0) ?? 0);
      // A mark belongs to the letter that it stands on, whichever piece that one is in.
      if (last !== undefined && (last.piece === found || /\p{M}/u.test(letter))) last.text += letter;
      else if (found !== undefined) runs.push({ piece: found, text: letter });
      else if (last !== undefined) last.text += UNKNOWN;
    }
    return runs;
  }

  private runWidth({ piece, text }: Run, { size, weight = 'regular' }: Ink): number {
    return this.document.font(`${piece.name} ${weight}`).fontSize(size).widthOfString(text);
  }
}
