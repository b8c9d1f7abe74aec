import { useTranslate } from 'react-admin';
import type { ReviewOwnedView } from '../../contracts/review.contract.js';
import { Facts } from './facts';
import { PlainTable } from './plain-table';
import { Amount, Count, Instant, YesNo } from './values';

/** What an account owns over all products, less what it owes, and each debt. */
export function NetAssets({ view }: { view: ReviewOwnedView }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.owned.${key}`);
  const sums = [
    ['net', view.netUsdt],
    ['spaces', view.spacesUsdt],
    ['beyond', view.beyondUsdt],
    ['debts', view.debtsUsdt],
  ] as const;
  return (
    <>
      <Facts facts={sums.map(([key, usdt]) => ({ label: label(key), value: <Amount value={usdt} /> }))} />
      <PlainTable
        label={label('title')}
        rows={view.products}
        rowKey={({ product }) => product}
        columns={[
          { key: 'product', label: label('product'), render: ({ product }) => label(`of.${product}`) },
          { key: 'count', label: label('count'), align: 'right', render: ({ count }) => <Count value={count} /> },
          {
            key: 'value',
            label: label('value'),
            align: 'right',
            render: ({ valueUsdt }) => <Amount value={valueUsdt} />,
          },
          { key: 'estimate', label: label('estimate'), render: ({ isEstimate }) => <YesNo value={isEstimate} /> },
        ]}
      />
      {view.debts.length > 0 && <Debts rows={view.debts} />}
    </>
  );
}

function Debts({ rows }: { rows: ReviewOwnedView['debts'] }) {
  const translate = useTranslate();
  return (
    <PlainTable
      label={translate('console.owned.debts')}
      rows={rows}
      rowKey={({ product, id }) => `${product}:${id}`}
      columns={[
        {
          key: 'product',
          label: translate('console.owned.product'),
          // A label is an id or a symbol; what was written off of all loans has a word.
          render: ({ product, label }) =>
            `${translate(`console.owned.of.${product}`)} · ${translate(`console.owned.debt.${label}`, { _: label })}`,
        },
        {
          key: 'usdt',
          label: translate('console.owned.debts'),
          align: 'right',
          render: ({ usdt }) => <Amount value={usdt} />,
        },
        {
          key: 'due',
          label: translate('console.owned.due'),
          align: 'right',
          render: ({ dueAt }) => (dueAt === null ? null : <Instant short at={dueAt} />),
        },
      ]}
    />
  );
}
