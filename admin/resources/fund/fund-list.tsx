import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FUND_SIDES, FUND_STATUSES, type FundStatus } from '../../../contracts/fund.contract.js';
import type { StaffFundNavRow, StaffFundRequestRow } from '../../../contracts/fund.staff.contract.js';
import { FUND_LEVELS } from '../../../shared/fund.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink } from '../../ui/text-link';
import { Amount, Instant } from '../../ui/values';

const byLevel = selectFilter('level', 'console.fund_level', FUND_LEVELS, true);
const filters = [
  byLevel,
  selectFilter('side', 'console.fund_side', FUND_SIDES, true),
  selectFilter('status', 'console.fund_status', FUND_STATUSES, true),
  textFilter('userId'),
];

const COLOURS: Partial<Record<FundStatus, 'success' | 'warning' | 'error'>> = {
  pending: 'warning',
  success: 'success',
  failed: 'error',
};

function StatusChip({ status }: { status: FundStatus }) {
  const label = useTranslate()(`console.fund_status.${status}`);
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={label} />;
}

function Word({ of, value }: { of: 'fund_level' | 'fund_side'; value: string }) {
  return <>{useTranslate()(`console.${of}.${value}`)}</>;
}

const columns: Column<StaffFundRequestRow>[] = [
  { source: 'requestedAt', render: ({ requestedAt }) => <Instant short at={requestedAt} /> },
  { source: 'id', fixedOrder: true, phone: 'title', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'level', fixedOrder: true, render: ({ level }) => <Word of="fund_level" value={level} /> },
  { source: 'side', fixedOrder: true, render: ({ side }) => <Word of="fund_side" value={side} /> },
  { source: 'status', fixedOrder: true, phone: 'corner', render: ({ status }) => <StatusChip status={status} /> },
  { source: 'amount', fixedOrder: true, align: 'right', render: ({ amount }) => <Amount value={amount} /> },
  { source: 'units', fixedOrder: true, align: 'right', render: ({ units }) => <Amount value={units} /> },
  { source: 'navDate', fixedOrder: true, render: ({ navDate }) => navDate },
  { source: 'nav', fixedOrder: true, align: 'right', render: ({ nav }) => <Amount value={nav} /> },
  { source: 'paid', fixedOrder: true, optional: true, align: 'right', render: ({ paid }) => <Amount value={paid} /> },
  {
    source: 'endedAt',
    optional: true,
    render: ({ endedAt }) => (endedAt === null ? null : <Instant short at={endedAt} />),
  },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
];

/** Purchases and redemptions of funds of all accounts. */
export function FundRequestList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'requestedAt', order: 'DESC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}

const figure = (source: 'nav' | 'gross' | 'fee' | 'units' | 'cash'): Column<StaffFundNavRow> => ({
  source,
  fixedOrder: true,
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
});

interface Line {
  readonly asset: string;
  readonly quantity: string;
  readonly price: string;
  readonly fair?: object;
}

/** `1.5 SPY @ 500.37`, a line each, and which prices two people set. */
function Lines({ text }: { text: string }) {
  const translate = useTranslate();
  return (
    <>
      {(JSON.parse(text) as Line[]).map(({ asset, quantity, price, fair }) => (
        <div key={asset}>
          <Mono>
            {quantity} {asset} @ {price}
          </Mono>
          {fair !== undefined && ` ${translate('console.fund_fair')}`}
        </div>
      ))}
    </>
  );
}

function YesNo({ value }: { value: boolean }) {
  return <>{useTranslate()(value ? 'ra.boolean.true' : 'ra.boolean.false')}</>;
}

const navColumns: Column<StaffFundNavRow>[] = [
  { source: 'at', render: ({ at }) => <Instant short at={at} /> },
  { source: 'level', fixedOrder: true, phone: 'title', render: ({ level }) => <Word of="fund_level" value={level} /> },
  { source: 'date', fixedOrder: true, phone: 'corner', render: ({ date }) => date },
  ...(['nav', 'gross', 'fee', 'units', 'cash'] as const).map(figure),
  { source: 'closes', fixedOrder: true, render: ({ closes }) => <Lines text={closes} /> },
  { source: 'trades', fixedOrder: true, optional: true, render: ({ trades }) => <Lines text={trades} /> },
  { source: 'rebalanced', fixedOrder: true, render: ({ rebalanced }) => <YesNo value={rebalanced} /> },
  { source: 'policyVersion', fixedOrder: true, optional: true, render: ({ policyVersion }) => policyVersion },
];

/** Net asset values with their inputs: anybody on the staff can compute them again. */
export function FundNavList() {
  return (
    <ResourceList filters={[byLevel]} sort={{ field: 'at', order: 'DESC' }}>
      <ListTable columns={navColumns} rowLink={false} />
    </ResourceList>
  );
}
