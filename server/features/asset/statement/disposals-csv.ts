import type { Language } from '../../../../shared/language.js';
import { format } from '../../../../shared/money.js';
import { csvInstant, csvRow } from '../../../edge/http/csv.js';
import type { Disposal } from '../performance/cost-book.js';
import { wordsOf } from './pdf/statement-texts.js';

/** In the order of the columns; each is a text `tax.<name>` in every language. */
const COLUMNS = [
  'coin',
  'quantity',
  'acquired',
  'disposed',
  'proceeds',
  'cost',
  'fees',
  'gain',
  'reference',
  'event',
  'kind',
] as const;

/** A line for each disposal, income and charge, as tax returns need them; amounts in USDT. */
export async function* disposalPieces(
  disposals: AsyncIterable<Disposal>,
  language: Language,
  timeZone: string,
): AsyncGenerator<string> {
  const words = wordsOf(language, timeZone);
  yield csvRow(COLUMNS.map((column) => words.t(`tax.${column}`)));
  for await (const disposal of disposals) {
    const { kind, asset, quantity, acquiredAt, disposedAt, proceeds, cost, fee, gain, reference, position } = disposal;
    const figures = [proceeds, cost, fee, gain].map(format);
    yield csvRow([
      ...[asset, format(quantity), csvInstant(acquiredAt), csvInstant(disposedAt)],
      ...[...figures, reference, position, words.t(`tax.kind.${kind}`)],
    ]);
  }
}
