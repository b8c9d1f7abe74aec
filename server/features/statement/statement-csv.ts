import { kindOfEvent } from '../../../contracts/asset.contract.js';
import type { StatementBalance } from '../../../contracts/statement.contract.js';
import { amount, format, ZERO } from '../../core/money.js';
import { csvInstant, csvRow } from '../../edge/http/csv.js';
import { balanceKey, type Movement, type Statement } from './statement.query.js';

const HEADINGS = [
  ...['position', 'time', 'event', 'kind', 'account', 'currency', 'amount', 'balance', 'reference', 'eventHash'],
];

/**
 * The statement as lines: what each balance began with, every posting with the balance after it, and what each balance ended with.
 * Beginning and end carry number and hash of the last event before them, so that a file can be held against the history.
 */
export async function* csvPieces(
  { view, openings }: Statement,
  movements: AsyncIterable<Movement[]>,
): AsyncGenerator<string> {
  yield csvRow(HEADINGS) + ends('opening').join('');
  const running = new Map(openings);
  for await (const page of movements) {
    let piece = '';
    for (const [position, , at, event, space, bucket, currency, changed, reference, hash] of page) {
      const key = balanceKey(space, bucket, currency);
      const balance = (running.get(key) ?? ZERO) + amount(changed);
      running.set(key, balance);
      const account = `${space}/${bucket}`;
      const told = [position, csvInstant(at), event, kindOfEvent(event), account, currency, changed, format(balance)];
      // Everything before is made of letters, digits and signs of our own that mean nothing in CSV.
      piece += `${told.join(',')},${csvRow([reference, hash])}`;
    }
    yield piece;
  }
  yield ends('closing').join('');

  function ends(end: 'opening' | 'closing'): string[] {
    const { position, hash } = view[end];
    const at = end === 'opening' ? view.from : view.to;
    const buckets: readonly (keyof StatementBalance & ('available' | 'frozen'))[] = ['available', 'frozen'];
    return view.rows.flatMap((row) =>
      buckets.map((bucket) => {
        const account = `${row.space}/${bucket}`;
        const told = [position, csvInstant(at), end, '', account, row.currency, '', row[end][bucket]];
        return csvRow([...told, '', hash]);
      }),
    );
  }
}
