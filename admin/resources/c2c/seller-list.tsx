import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffSellerRow } from '../../../contracts/c2c.seller.contract.js';
import { showLink } from '../../lib/addresses';
import { textFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';
import { SellerButton } from './seller-form';

const filters = [textFilter('currency', true), yesFilter('enabled')];

export function EnabledChip({ enabled }: { enabled: boolean }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={enabled ? 'success' : 'default'}
      label={translate(enabled ? 'console.seller.on' : 'console.seller.off')}
    />
  );
}

const columns: Column<StaffSellerRow>[] = [
  {
    source: 'label',
    phone: 'title',
    render: ({ id, label }) => <TextLink to={showLink('sellers', id)}>{label}</TextLink>,
  },
  { source: 'enabled', fixedOrder: true, phone: 'corner', render: ({ enabled }) => <EnabledChip enabled={enabled} /> },
  { source: 'currency', fixedOrder: true, render: ({ currency }) => currency },
  { source: 'min', align: 'right', fixedOrder: true, render: ({ min }) => <Amount value={min} /> },
  { source: 'max', align: 'right', fixedOrder: true, render: ({ max }) => <Amount value={max} /> },
  { source: 'dayMax', align: 'right', fixedOrder: true, render: ({ dayMax }) => <Amount value={dayMax} /> },
  { source: 'version', align: 'right', fixedOrder: true, render: ({ version }) => <Count value={version} /> },
  { source: 'changedAt', render: ({ changedAt }) => <Instant short at={changedAt} /> },
  { source: 'changedBy', fixedOrder: true, render: ({ changedBy }) => changedBy || '–' },
];

/** The accounts that C2C orders are matched with. */
export function SellerList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'label', order: 'ASC' }} action={<SellerButton />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
