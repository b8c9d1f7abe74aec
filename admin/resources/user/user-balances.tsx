import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { StaffBalanceRow } from '../../../contracts/staff-desk.contract.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { readStaff } from '../../lib/http';
import { Section } from '../../ui/page';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { BalanceTable } from './balance-table';

/** What the person holds now, by purse and asset. */
export function UserBalances({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: ['user-balances', user.id],
    queryFn: ({ signal }) => readStaff<StaffBalanceRow[]>(`users/${encodeURIComponent(user.id)}/balances`, signal),
    refetchInterval: 5000,
  });
  const title = translate('console.user.balances');
  return (
    <Section title={title} flush>
      {data !== undefined && data.length > 0 ? (
        <BalanceTable rows={data} />
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
