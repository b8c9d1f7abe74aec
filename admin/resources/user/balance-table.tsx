import { useTranslate } from 'react-admin';
import type { StaffBalanceRow } from '../../../contracts/staff-lists.contract.js';
import { PlainTable } from '../../ui/plain-table';
import { Amount } from '../../ui/values';

/** What a user holds, by account and asset: available and on hold. */
export function BalanceTable({ rows }: { rows: readonly StaffBalanceRow[] }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.balance.${key}`);
  return (
    <PlainTable
      label={translate('console.user.balances')}
      rows={rows}
      rowKey={({ id }) => id}
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
  );
}
