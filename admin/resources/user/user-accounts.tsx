import { useGetList, useTranslate } from 'react-admin';
import type { LedgerAccountRow, StaffUserRow } from '../../../contracts/staff.contract.js';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { AccountLink } from '../../ui/text-link';
import { Amount, Count } from '../../ui/values';

/** The person's ledger accounts, each with its balance. */
export function UserAccounts({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList<LedgerAccountRow>('ledger-accounts', {
    filter: { realm: user.realm, account: `user/${user.id}.${user.generation}/` },
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'account', order: 'ASC' },
  });
  const title = translate('resources.ledger-accounts.name', { smart_count: 2 });
  const field = (name: string) => translate(`resources.ledger-accounts.fields.${name}`);
  return (
    <Section title={title} flush>
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.length === 0 ? (
        <Nothing text={translate('console.empty.ledger-accounts')} />
      ) : (
        <PlainTable
          label={title}
          rows={data}
          rowKey={(row) => row.id}
          columns={[
            { key: 'account', label: field('account'), render: (row) => <AccountLink {...row} /> },
            {
              key: 'balance',
              label: field('balance'),
              align: 'right',
              render: (row) => <Amount value={row.balance} asset={row.asset} />,
            },
            {
              key: 'postings',
              label: field('postings'),
              align: 'right',
              render: (row) => <Count value={row.postings} />,
            },
          ]}
        />
      )}
    </Section>
  );
}
