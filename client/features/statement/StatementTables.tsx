import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPoint, StatementView } from '../../../contracts/statement.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import table from '../../ui/PagedTable.module.css';
import { useAmounts } from '../asset/use-amounts';
import styles from './Statements.module.css';

/** Balances before and after, sums by kind, and where both ends stand in the history. */
export function StatementTables({ view }: { view: StatementView }) {
  const { t } = useTranslation('statement');
  const { t: asset } = useTranslation('asset');
  const format = useFormat();
  return (
    <>
      <Result view={view} />
      <Table
        title={t('balances')}
        heads={[t('column.currency'), t('column.opening'), t('column.change'), t('column.closing')]}
        rows={view.rows.map((row) => ({
          key: `${row.space}/${row.currency}`,
          cells: [
            <>
              {row.currency} <small>{asset(`space.${row.space}`)}</small>
            </>,
            <Amount key="opening" text={row.opening.total} />,
            <Amount key="change" text={row.change} signed />,
            <Amount key="closing" text={row.closing.total} />,
          ],
        }))}
      />
      {view.kinds.length > 0 && (
        <Table
          title={t('kinds')}
          heads={[asset('filter.kind'), t('column.currency'), t('column.movements'), t('column.change')]}
          rows={view.kinds.map(({ kind, currency, movements, change }) => ({
            key: `${kind}/${currency}`,
            cells: [
              asset(`kind.${kind}`),
              currency,
              format.count(movements),
              <Amount key="change" text={change} signed />,
            ],
          }))}
        />
      )}
      <details className={styles.proof} open>
        <summary>{t('proof')}</summary>
        <dl>
          <End label={t('proof.opening')} point={view.opening} />
          <End label={t('proof.closing')} point={view.closing} />
        </dl>
        <p>{t('proof.how', { realm: view.realm })}</p>
      </details>
    </>
  );
}

/** What the period brought. What rests on market prices is an estimate. */
function Result({ view: { result } }: { view: StatementView }) {
  const { t } = useTranslation('statement');
  const lines = [
    ['openingValue', result.openingValueUsdt, false, true],
    ['closingValue', result.closingValueUsdt, false, true],
    ['netFlows', result.netFlowsUsdt, true, true],
    ['pnl', result.pnlUsdt, true, true],
    ['realised', result.realisedUsdt, true, false],
    ['fees', result.feesUsdt, false, false],
  ] as const;
  return (
    <section>
      <h3>{t('result')}</h3>
      <dl className={styles.result}>
        {lines.map(([name, text, signed, estimate]) => (
          <div key={name}>
            <dt>{t(`result.${name}`)}</dt>
            <dd>
              {estimate && '≈ '}
              <Amount text={text} signed={signed} /> USDT
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Amount({ text, signed = false }: { text: string; signed?: boolean }) {
  const format = useFormat();
  const amounts = useAmounts();
  const value = toAmount(text);
  const look = !signed || value === 0n ? undefined : value < 0n ? 'down' : 'up';
  return (
    <span className={look}>
      {signed && value > 0n && '+'}
      {amounts(format.amount(text, 8, 2))}
    </span>
  );
}

function End({ label, point }: { label: string; point: ChainPoint }) {
  const { t } = useTranslation('statement');
  const format = useFormat();
  const event = t('proof.event', { position: format.count(point.position) });
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {event} <CopyText value={point.hash} label={event} />
      </dd>
    </div>
  );
}

interface TableProps {
  title: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** First column words, the others figures; labelled cards on phones. */
function Table({ title, heads, rows }: TableProps) {
  return (
    <section>
      <h3>{title}</h3>
      <table role="table" className={table.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index > 0 ? table.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr role="row" key={key}>
              {cells.map((cell, index) => (
                <td
                  role="cell"
                  key={heads[index]}
                  data-label={heads[index]}
                  className={index > 0 ? table.number : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
