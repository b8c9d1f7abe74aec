import type { Language } from '../../../shared/language.js';
import { openDocument } from './document.js';
import type { Column, Sheet } from './sheet.js';

type Part =
  | { readonly heading: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly text: string }
  | { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] };

/** A short document, written out before it is drawn. */
export interface Printed {
  readonly title: string;
  readonly notice: string;
  readonly parts: readonly Part[];
  readonly foot: string;
  readonly page: (page: number, pages: number) => string;
  readonly madeAt: number;
}

export async function printedPieces(printed: Printed, language: Language): Promise<AsyncIterable<Buffer>> {
  const { title, notice, parts, foot, page, madeAt } = printed;
  const texts = [title, notice, foot, page(1, 1), ...parts.flatMap(textsOf)];
  const { sheet, pieces } = await openDocument({
    language,
    title,
    madeAt,
    texts,
    foot: (number, pages) => ({ start: foot, end: page(number, pages) }),
  });
  sheet.title('Glassbook', title);
  sheet.notice(notice);
  for (const part of parts) draw(sheet, part);
  sheet.end();
  return pieces;
}

function draw(sheet: Sheet, part: Part): void {
  if ('heading' in part) return sheet.heading(part.heading);
  if ('facts' in part) return sheet.facts(part.facts);
  if ('text' in part) return sheet.text(part.text);
  sheet.table(part.columns);
  for (const row of part.rows) sheet.row(row);
}

function textsOf(part: Part): readonly string[] {
  if ('heading' in part) return [part.heading];
  if ('facts' in part) return part.facts.flat();
  if ('text' in part) return [part.text];
  return [...part.columns.map(({ label }) => label), ...part.rows.flat()];
}
