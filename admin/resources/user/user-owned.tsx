import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffUserOwned } from '../../../contracts/owned.calls.js';
import type { OwnedView } from '../../../contracts/owned.contract.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Loaded } from '../../ui/states';
import { Amount, Count, YesNo } from '../../ui/values';

/** Net assets of the person over all products, as "What I own" shows them. */
export function UserOwned({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ['user-owned', user.id],
    queryFn: ({ signal }) => api.call(staffUserOwned, { id: user.id }, { signal }),
    refetchInterval: 15_000,
  });
  return (
    <Section title={translate('console.owned.title')}>
      <Loaded query={query} compact>
        {(view) => <Owned view={view} />}
      </Loaded>
    </Section>
  );
}

function Owned({ view }: { view: OwnedView }) {
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
    </>
  );
}
