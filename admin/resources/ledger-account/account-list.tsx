import type { LedgerAccountRow } from '../../../contracts/staff-history.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { AccountLink, ownerLinkOfAccount } from '../../ui/text-link';
import { Amount, Count, RealmChip } from '../../ui/values';
import { ZeroSums } from './zero-sums';

const filters = [
  selectFilter('realm', 'console.realm', ['house', 'demo', 'real'], true),
  textFilter('account', true),
  textFilter('asset', true),
];

const columns: Column<LedgerAccountRow>[] = [
  { source: 'account', phone: 'title', render: (row) => <AccountLink {...row} /> },
  { source: 'realm', phone: 'corner', render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'asset', render: ({ asset }) => asset },
  { source: 'balance', align: 'right', render: ({ balance, asset }) => <Amount value={balance} asset={asset} /> },
  { source: 'postings', align: 'right', render: ({ postings }) => <Count value={postings} /> },
  { source: 'owner', fixedOrder: true, render: ({ account }) => ownerLinkOfAccount(account) },
];

export function AccountList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'account', order: 'ASC' }} lead={<ZeroSums />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
