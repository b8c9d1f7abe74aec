import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { StaffBalanceRow } from '../../../contracts/staff-desk.contract.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { readStaff } from '../../lib/http';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { Amount } from '../../ui/values';

/** What the person holds now, by purse and asset. */
export function UserBalances({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['user-balances', user.id],
    queryFn: ({ signal }) => readStaff<StaffBalanceRow[]>(`users/${encodeURIComponent(user.id)}/balances`, signal),
    refetchInterval: 5000,
  });
  const title = translate('console.user.balances');
  const label = (key: string) => translate(`console.balance.${key}`);
  return (
    <Section title={title} flush>
      {data !== undefined && data.length > 0 ? (
        <PlainTable
          label={title}
          rows={data}
          rowKey={(row) => row.id}
          columns={[
            { key: 'space', label: label('space'), render: ({ space }) => translate(`console.space.${space}`) },
            { key: 'asset', label: label('asset'), render: ({ asset }) => <b>{asset}</b> },
            {
              key: 'available',
              label: label('available'),
              align: 'right',
              render: ({ available }) => <Amount value={available} />,
            },
            {
              key: 'frozen',
              label: label('frozen'),
              align: 'right',
              render: ({ frozen }) => <Amount value={frozen} />,
            },
          ]}
        />
      ) : data !== undefined ? (
        <Nothing compact text={translate('console.user.no_balance')} />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </Section>
  );
}
