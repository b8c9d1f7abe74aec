import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  OPTION_DELIVERIES,
  OPTION_DIRECTIONS,
  OPTION_STATUSES,
  type OptionStatus,
} from '../../../contracts/option.contract.js';
import type {
  StaffOptionExposureRow,
  StaffOptionHouseRow,
  StaffOptionRow,
} from '../../../contracts/option.staff.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Count, Instant, RealmChip } from '../../ui/values';

const realmFilter = selectFilter('realm', 'console.realm', ['demo', 'real'], true);

const filters = [
  realmFilter,
  textFilter('symbol', true),
  selectFilter('status', 'console.option_status', OPTION_STATUSES, true),
  selectFilter('direction', 'console.option_direction', OPTION_DIRECTIONS),
  selectFilter('delivery', 'console.option_delivery', OPTION_DELIVERIES),
  textFilter('userId'),
];

const COLOURS: Partial<Record<OptionStatus, 'success' | 'info' | 'error'>> = {
  open: 'info',
  won: 'success',
  lost: 'error',
};

function StatusChip({ status }: { status: OptionStatus }) {
  const label = useTranslate()(`console.option_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

function Code({ text }: { text: string }) {
  return <>{useTranslate()(text)}</>;
}

const columns: Column<StaffOptionRow>[] = [
  { source: 'boughtAt', render: ({ boughtAt }) => <Instant short at={boughtAt} /> },
  { source: 'realm', fixedOrder: true, phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'symbol', fixedOrder: true, phone: 'title', render: ({ symbol }) => <b>{symbol}</b> },
  {
    source: 'direction',
    fixedOrder: true,
    render: ({ direction }) => <Code text={`console.option_direction.${direction}`} />,
  },
  {
    source: 'delivery',
    fixedOrder: true,
    render: ({ delivery }) => <Code text={`console.option_delivery.${delivery}`} />,
  },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'stake', align: 'right', render: ({ stake }) => <Amount value={stake} /> },
  { source: 'payoutRate', fixedOrder: true, align: 'right', render: ({ payoutRate }) => <Amount value={payoutRate} /> },
  { source: 'cost', fixedOrder: true, optional: true, align: 'right', render: ({ cost }) => <Amount value={cost} /> },
  { source: 'entryPrice', fixedOrder: true, align: 'right', render: ({ entryPrice }) => <Amount value={entryPrice} /> },
  {
    source: 'settlementPrice',
    fixedOrder: true,
    align: 'right',
    render: ({ settlementPrice }) => <Amount value={settlementPrice} />,
  },
  { source: 'settlesAt', render: ({ settlesAt }) => <Instant short at={settlesAt} /> },
  { source: 'returned', fixedOrder: true, align: 'right', render: ({ returned }) => <Amount value={returned} /> },
  {
    source: 'returnReason',
    fixedOrder: true,
    optional: true,
    render: ({ returnReason }) =>
      returnReason === null ? null : <Code text={`console.option_return.${returnReason}`} />,
  },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** Options of all accounts. */
export function OptionList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'boughtAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}

const exposureColumns: Column<StaffOptionExposureRow>[] = [
  { source: 'settlesAt', render: ({ settlesAt }) => <Instant short at={settlesAt} /> },
  { source: 'realm', fixedOrder: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'symbol', fixedOrder: true, phone: 'title', render: ({ symbol }) => <b>{symbol}</b> },
  { source: 'openCount', align: 'right', render: ({ openCount }) => <Count value={openCount} /> },
  { source: 'riseUsdt', align: 'right', render: ({ riseUsdt }) => <Amount value={riseUsdt} /> },
  { source: 'fallUsdt', align: 'right', render: ({ fallUsdt }) => <Amount value={fallUsdt} /> },
  { source: 'payoutUsdt', align: 'right', render: ({ payoutUsdt }) => <Amount value={payoutUsdt} /> },
  { source: 'stakedUsdt', align: 'right', render: ({ stakedUsdt }) => <Amount value={stakedUsdt} /> },
  {
    source: 'returnedUsdt',
    fixedOrder: true,
    align: 'right',
    render: ({ returnedUsdt }) => <Amount value={returnedUsdt} />,
  },
];

/** What is open by symbol and minute of settlement. */
export function OptionExposureList() {
  return (
    <ResourceList filters={[realmFilter, textFilter('symbol', true)]} sort={{ field: 'settlesAt', order: 'DESC' }}>
      <ListTable columns={exposureColumns} rowLink={false} />
    </ResourceList>
  );
}

const houseColumns: Column<StaffOptionHouseRow>[] = [
  { source: 'realm', fixedOrder: true, phone: 'title', render: ({ realm }) => <RealmChip realm={realm} /> },
  {
    source: 'grantedUsdt',
    fixedOrder: true,
    align: 'right',
    render: ({ grantedUsdt }) => <Amount value={grantedUsdt} />,
  },
  {
    source: 'availableUsdt',
    fixedOrder: true,
    align: 'right',
    render: ({ availableUsdt }) => <Amount value={availableUsdt} />,
  },
  { source: 'heldUsdt', fixedOrder: true, align: 'right', render: ({ heldUsdt }) => <Amount value={heldUsdt} /> },
  { source: 'openCount', fixedOrder: true, align: 'right', render: ({ openCount }) => <Count value={openCount} /> },
  { source: 'openUsdt', fixedOrder: true, align: 'right', render: ({ openUsdt }) => <Amount value={openUsdt} /> },
  { source: 'count', fixedOrder: true, align: 'right', render: ({ count }) => <Count value={count} /> },
  { source: 'stakedUsdt', fixedOrder: true, align: 'right', render: ({ stakedUsdt }) => <Amount value={stakedUsdt} /> },
  {
    source: 'returnedUsdt',
    fixedOrder: true,
    align: 'right',
    render: ({ returnedUsdt }) => <Amount value={returnedUsdt} />,
  },
  {
    source: 'expectedUsdt',
    fixedOrder: true,
    align: 'right',
    render: ({ expectedUsdt }) => <Amount value={expectedUsdt} />,
  },
];

/** The account that pays options, a row a realm. */
export function OptionHouseList() {
  return (
    <ResourceList filters={[realmFilter]} sort={{ field: 'id', order: 'ASC' }}>
      <ListTable columns={houseColumns} rowLink={false} />
    </ResourceList>
  );
}
