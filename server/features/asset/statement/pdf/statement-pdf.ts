import type { Language } from '../../../../../shared/language.js';
import type { StatementRow, StatementView } from '../../../../../contracts/statement.contract.js';
import { amount, format, ZERO } from '../../../../../shared/money.js';
import { balanceKey, type Movement, type Statement } from '../statement.query.js';
import { openDocument } from '../../../../edge/pdf/document.js';
import type { Column, Sheet } from '../../../../edge/pdf/sheet.js';
import { wordsOf, type StatementWords } from './statement-texts.js';

/** A statement with its holder: `null` without a known name. */
export type PrintedStatement = Statement & { readonly holder: string | null };

/**
 * The statement as a PDF document, a page at a time while it is sent. It names the holder, the simulation notice, the opening and
 * closing balances, the movements, and how to check them against the history.
 */
export async function pdfPieces(
  statement: PrintedStatement,
  movements: AsyncIterable<Movement[]>,
  language: Language,
): Promise<AsyncIterable<Buffer>> {
  const { view, holder } = statement;
  const words = wordsOf(language, view.timeZone);
  const listed = view.movements <= view.pdfMovementsMax ? await all(movements) : [];
  const { sheet, pieces } = await openDocument({
    language,
    title: words.t('pdf.title'),
    madeAt: view.madeAt,
    texts: [...textsOf(words, view, listed), holder ?? ''],
    foot: footOf(words, view),
  });
  head(sheet, words, statement);
  result(sheet, words, view);
  balances(sheet, words, view);
  holdings(sheet, words, view);
  kinds(sheet, words, view);
  await moves(sheet, words, statement, listed);
  proof(sheet, words, view);
  sheet.end();
  return pieces;
}

async function all(movements: AsyncIterable<Movement[]>): Promise<Movement[]> {
  const found: Movement[] = [];
  for await (const page of movements) found.push(...page);
  return found;
}

const footOf = (words: StatementWords, view: StatementView) => (page: number, pages: number) => ({
  start: words.t('pdf.foot', { account: view.account }),
  end: words.t('pdf.page', { page: words.count(page), pages: words.count(pages) }),
});

function head(sheet: Sheet, words: StatementWords, { view, holder }: PrintedStatement): void {
  sheet.title('Glassbook', words.t('pdf.title'));
  sheet.notice(words.t('pdf.simulation'));
  sheet.facts([
    ...(holder === null ? [] : [[words.t('pdf.holder'), holder] as const]),
    [words.t('pdf.account'), view.account],
    [words.t('pdf.realm'), words.t(`realm.${view.realm}`)],
    [words.t('pdf.period'), periodOf(words, view)],
    [words.t('pdf.timeZone'), view.timeZone],
    [words.t('pdf.madeAt'), words.instant(view.madeAt)],
  ]);
}

const periodOf = (words: StatementWords, { from, to }: StatementView): string =>
  words.t('pdf.fromTo', { from: words.instant(from), to: words.instant(to) });

function result(sheet: Sheet, words: StatementWords, { result: found }: StatementView): void {
  const usdt = (text: string, signed = false) => `${words.amount(text, signed)} USDT`;
  sheet.heading(words.t('result'));
  sheet.facts([
    [words.t('result.openingValue'), `≈ ${usdt(found.openingValueUsdt)}`],
    [words.t('result.closingValue'), `≈ ${usdt(found.closingValueUsdt)}`],
    [words.t('result.netFlows'), `≈ ${usdt(found.netFlowsUsdt, true)}`],
    [words.t('result.pnl'), `≈ ${usdt(found.pnlUsdt, true)}`],
    [words.t('result.realised'), usdt(found.realisedUsdt, true)],
    [words.t('result.fees'), usdt(found.feesUsdt)],
  ]);
}

function holdings(sheet: Sheet, words: StatementWords, { holdings: held }: StatementView): void {
  if (held.length === 0) return;
  sheet.heading(words.t('holdings'));
  sheet.table([
    { label: words.t('column.currency'), share: 12, holds: 'code' },
    { label: words.t('asset:column.total'), share: 22, holds: 'number' },
    { label: `${words.t('asset:column.averageCost')} (USDT)`, share: 24, holds: 'number' },
    { label: words.t('asset:column.value'), share: 22, holds: 'number' },
    { label: `${words.t('asset:column.unrealised')} (USDT)`, share: 24, holds: 'number' },
  ]);
  for (const { currency, quantity, averageCostUsdt, valueUsdt, unrealisedUsdt } of held)
    sheet.row([
      ...[currency, words.amount(quantity), words.amount(averageCostUsdt), `≈ ${words.amount(valueUsdt)}`],
      `≈ ${words.amount(unrealisedUsdt, true)}`,
    ]);
}

function balances(sheet: Sheet, words: StatementWords, view: StatementView): void {
  sheet.heading(words.t('balances'));
  if (view.rows.length === 0) return sheet.text(words.t('pdf.nothing'));
  const columns: Column[] = [
    { label: words.t('asset:records.account'), share: 24, holds: 'words' },
    { label: words.t('column.currency'), share: 10, holds: 'code' },
    { label: words.t('column.opening'), share: 22, holds: 'number' },
    { label: words.t('column.change'), share: 22, holds: 'number' },
    { label: words.t('column.closing'), share: 22, holds: 'number' },
    { label: words.t('column.onHold'), share: 22, holds: 'number' },
  ];
  const cells = (row: StatementRow) => [
    words.t(`asset:space.${row.space}`),
    row.currency,
    words.amount(row.opening.total),
    words.amount(row.change, true),
    words.amount(row.closing.total),
    words.amount(row.closing.frozen),
  ];
  sheet.table(columns);
  for (const row of view.rows) sheet.row(cells(row));
}

function kinds(sheet: Sheet, words: StatementWords, view: StatementView): void {
  if (view.kinds.length === 0) return;
  sheet.heading(words.t('kinds'));
  sheet.table([
    { label: words.t('asset:filter.kind'), share: 40, holds: 'words' },
    { label: words.t('column.currency'), share: 12, holds: 'code' },
    { label: words.t('column.movements'), share: 20, holds: 'number' },
    { label: words.t('column.change'), share: 28, holds: 'number' },
  ]);
  for (const { kind, currency, movements, change } of view.kinds)
    sheet.row([words.t(`asset:kind.${kind}`), currency, words.count(movements), words.amount(change, true)]);
}

async function moves(
  sheet: Sheet,
  words: StatementWords,
  { view, openings }: Statement,
  listed: readonly Movement[],
): Promise<void> {
  if (view.movements === 0) return;
  sheet.heading(words.t('movements'));
  if (view.movements > view.pdfMovementsMax) {
    const count = words.count(view.movements);
    return sheet.text(words.t('pdf.inCsv', { count, most: words.count(view.pdfMovementsMax) }));
  }
  sheet.table([
    { label: words.t('asset:records.at'), share: 82, holds: 'code' },
    { label: words.t('asset:records.event'), share: 86, holds: 'words' },
    { label: words.t('asset:records.account'), share: 98, holds: 'words' },
    { label: words.t('asset:records.amount'), share: 88, holds: 'number' },
    { label: words.t('column.currency'), share: 36, holds: 'code' },
    { label: words.t('column.balance'), share: 84, holds: 'number' },
    { label: words.t('asset:records.position'), share: 36, holds: 'number' },
  ]);
  const running = new Map(openings);
  for (const [position, , at, event, space, bucket, currency, changed] of listed) {
    const key = balanceKey(space, bucket, currency);
    const balance = (running.get(key) ?? ZERO) + amount(changed);
    running.set(key, balance);
    sheet.row([
      words.instant(at),
      words.event(event),
      accountOf(words, space, bucket),
      words.amount(changed, true),
      currency,
      words.amount(format(balance)),
      `${position}`,
    ]);
    // Orders of others are not to wait for a long document.
    if (sheet.pageIsNew) await new Promise((resolve) => setImmediate(resolve));
  }
}

const accountOf = (words: StatementWords, space: string, bucket: string): string =>
  `${words.t(`asset:space.${space}`)} · ${words.t(`asset:column.${bucket}`)}`;

function proof(sheet: Sheet, words: StatementWords, { opening, closing, realm }: StatementView): void {
  sheet.heading(words.t('proof'));
  sheet.facts([
    [words.t('proof.opening'), words.t('proof.event', { position: words.count(opening.position) })],
    ['', opening.hash],
    [words.t('proof.closing'), words.t('proof.event', { position: words.count(closing.position) })],
    ['', closing.hash],
  ]);
  sheet.text(words.t('proof.how', { realm }));
}

/** Everything that is not made of `SIGNS`, so that its letters are there when it is drawn. */
function textsOf(words: StatementWords, view: StatementView, listed: readonly Movement[]): string[] {
  const keys = [
    ...[
      'pdf.title',
      'pdf.simulation',
      'pdf.holder',
      'pdf.account',
      'pdf.realm',
      'realm.demo',
      'realm.real',
      'pdf.period',
      'pdf.fromTo',
    ],
    ...[
      'pdf.timeZone',
      'pdf.madeAt',
      'pdf.nothing',
      'pdf.inCsv',
      'pdf.foot',
      'pdf.page',
      'balances',
      'kinds',
      'movements',
    ],
    ...['column.currency', 'column.opening', 'column.change', 'column.closing', 'column.onHold', 'column.movements'],
    ...[
      'result',
      'result.openingValue',
      'result.closingValue',
      'result.netFlows',
      'result.pnl',
      'result.realised',
      'result.fees',
      'holdings',
      'asset:column.total',
      'asset:column.averageCost',
      'asset:column.value',
      'asset:column.unrealised',
      'column.balance',
      'proof',
      'proof.opening',
      'proof.closing',
      'proof.event',
      'proof.how',
      'asset:records.account',
    ],
    ...[
      'asset:records.at',
      'asset:records.event',
      'asset:records.amount',
      'asset:records.position',
      'asset:filter.kind',
    ],
    ...['asset:column.available', 'asset:column.frozen'],
    ...view.rows.map(({ space }) => `asset:space.${space}`),
    ...view.kinds.map(({ kind }) => `asset:kind.${kind}`),
  ];
  const events = [...new Set(listed.map(([, , , event]) => event))].map((event) => words.event(event));
  return [...keys.map((key) => words.t(key)), ...events, words.instant(view.madeAt), words.amount('-12345678.9', true)];
}
