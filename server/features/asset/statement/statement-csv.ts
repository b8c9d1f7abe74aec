import { kindOfEvent } from '../../../../contracts/asset.contract.js';
import type { StatementBalance, StatementView } from '../../../../contracts/statement.contract.js';
import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import { csvInstant, csvRow } from '../../../edge/http/csv.js';
import { balanceKey, type Movement, type Statement } from './statement.query.js';

const HEADINGS = [
  ...['position', 'time', 'event', 'kind', 'account', 'currency', 'amount', 'balance', 'reference', 'eventHash'],
];

/** What needs no quotes and begins no formula. Everything else in a line is letters, digits and signs of our own. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;

/**
 * The statement as lines: what each balance began with, every posting with the balance after it, and what each balance ended with.
 * The result follows with kind `result`. Beginning and end carry number and hash of the last event before them, so that a file can be held against the history.
 */
export async function* csvPieces(
  { view, openings }: Statement,
  movements: AsyncIterable<Movement[]>,
): AsyncGenerator<string> {
  yield csvRow(HEADINGS) + ends('opening').join('');
  const running = new Map<string, { balance: Amount; account: string }>();
  const kinds = new Map<string, string>();
  let [last, time] = [0, ''];
  for await (const page of movements) {
    let piece = '';
    for (const [position, , at, event, space, bucket, currency, changed, reference, hash] of page) {
      const key = balanceKey(space, bucket, currency);
      let of = running.get(key);
      if (of === undefined) {
        of = { balance: openings.get(key) ?? ZERO, account: `${space}/${bucket},${currency}` };
        running.set(key, of);
      }
      of.balance += amount(changed);
      let kind = kinds.get(event);
      if (kind === undefined) kinds.set(event, (kind = kindOfEvent(event)));
      // The postings of one event share their instant.
      if (at !== last) [last, time] = [at, csvInstant(at)];
      const cell = PLAIN.test(reference) ? reference : csvRow([reference]).trimEnd();
      piece += `${position},${time},${event},${kind},${of.account},${changed},${format(of.balance)},${cell},${hash}\r\n`;
    }
    yield piece;
  }
  yield ends('closing').join('') + results(view).join('');

  function ends(end: 'opening' | 'closing'): string[] {
    const { position, hash } = view[end];
    const at = end === 'opening' ? view.from : view.to;
    const buckets: readonly (keyof StatementBalance & ('available' | 'frozen'))[] = ['available', 'frozen'];
    return view.rows.flatMap((row) =>
      buckets.map((bucket) => {
        const account = `${row.space}/${bucket}`;
        const cells = [position, csvInstant(at), end, '', account, row.currency, '', row[end][bucket]];
        return csvRow([...cells, '', hash]);
      }),
    );
  }
}

/** The period's result in USDT, and the average cost of a unit of what is held at its end. */
function results({ to, closing, result, holdings }: StatementView): string[] {
  const line = (name: string, currency: string, figure: string) =>
    csvRow([closing.position, csvInstant(to), name, 'result', '', currency, figure, '', '', closing.hash]);
  const { pnlUsdt, realisedUsdt, feesUsdt, netFlowsUsdt } = result;
  return [
    line('netFlows', 'USDT', netFlowsUsdt),
    line('pnl', 'USDT', pnlUsdt),
    line('realised', 'USDT', realisedUsdt),
    line('fees', 'USDT', feesUsdt),
    ...holdings.flatMap(({ currency, averageCostUsdt, unrealisedUsdt }) => [
      line('averageCostUsdt', currency, averageCostUsdt),
      line('unrealisedUsdt', currency, unrealisedUsdt),
    ]),
  ];
}
