import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffUserBalances } from '../../../contracts/staff-lists.calls.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { BalanceTable } from './balance-table';

/** What the person holds now, by purse and asset. */
export function UserBalances({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ['user-balances', user.id],
    queryFn: ({ signal }) => api.call(staffUserBalances, { id: user.id }, { signal }),
    refetchInterval: 5000,
  });
  const title = translate('console.user.balances');
  return (
    <Section title={title} flush>
      <Loaded query={query} empty={translate('console.user.no_balance')} compact>
        {(rows) => <BalanceTable rows={rows} />}
      </Loaded>
    </Section>
  );
}
