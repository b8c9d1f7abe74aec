import { Chip, Stack } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import type { StaffFundingRunRow, StaffInsuranceRow } from '../../../contracts/contract.staff.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { formatMilliseconds, formatShare } from '../../lib/format';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { Section } from '../../ui/page';
import { ResourceList } from '../../ui/resource-list';
import { Facts } from '../../ui/facts';
import { GuardedLink, OwnerLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Amount, Count, Instant, RealmChip } from '../../ui/values';

const realmFilter = selectFilter('realm', 'console.realm', ['demo', 'real'], true);
const symbolFilter = textFilter('symbol', true);
const fixed = { fixedOrder: true } as const;
const right = { fixedOrder: true, align: 'right' } as const;

function EventInstant({ id, at }: { id: string; at: number }) {
  return (
    <GuardedLink resource="events" to={`/events/${encodeURIComponent(id)}/show`}>
      <Instant short at={at} />
    </GuardedLink>
  );
}

/** What a grant has none of. */
const ofLiquidation = (source: 'price' | 'markPrice'): Column<StaffInsuranceRow> => ({
  source,
  ...right,
  render: (row) => <Amount value={row.symbol === '' ? null : row[source]} />,
});

function Cause({ row: { symbol, side, causeId } }: { row: StaffInsuranceRow }) {
  const translate = useTranslate();
  if (symbol === '' || side === '') return <>{translate('console.contract.grant')}</>;
  const text = `${symbol} ${translate(`console.held_side.${side}`)}`;
  if (causeId === null) return <>{text}</>;
  return (
    <GuardedLink resource="events" to={`/events/${encodeURIComponent(causeId)}/show`}>
      {text}
    </GuardedLink>
  );
}

const insuranceColumns: Column<StaffInsuranceRow>[] = [
  { source: 'at', render: ({ id, at }) => <EventInstant id={id} at={at} /> },
  { source: 'realm', ...fixed, phone: 'corner', render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'causeId', ...fixed, phone: 'title', render: (row) => <Cause row={row} /> },
  { source: 'amount', ...right, render: ({ amount }) => <Amount signed value={amount} /> },
  { source: 'balance', ...right, render: ({ balance }) => <Amount value={balance} /> },
  { source: 'lots', ...right, render: ({ lots, symbol }) => (symbol === '' ? '–' : <Count value={lots} />) },
  ofLiquidation('price'),
  ofLiquidation('markPrice'),
  { source: 'userId', ...fixed, render: ({ userId }) => (userId === null ? '–' : <OwnerLink ownerId={userId} />) },
];

/** What the fund of a realm has now: what it had after its newest movement. */
function useBalance(realm: TradingRealm): string {
  const { data } = useGetList<StaffInsuranceRow>('insurance-fund', {
    filter: { realm },
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'at', order: 'DESC' },
  });
  return data?.[0]?.balance ?? '0';
}

function Balances() {
  const translate = useTranslate();
  const balances = { real: useBalance('real'), demo: useBalance('demo') };
  return (
    <Stack sx={{ marginBlockEnd: 1.5 }}>
      <Section title={translate('resources.insurance-fund.fields.balance')}>
        <Facts
          facts={(['real', 'demo'] as const).map((realm) => ({
            label: translate(`console.realm.${realm}`),
            value: <Amount value={balances[realm]} asset="USDT" />,
          }))}
        />
      </Section>
    </Stack>
  );
}

/** The insurance fund of contracts: its balance, and each liquidation that it paid or gained from. */
export function InsuranceFundList() {
  const filters = [realmFilter, symbolFilter, selectFilter('side', 'console.held_side', ['long', 'short'])];
  return (
    <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }} lead={<Balances />}>
      <ListTable columns={insuranceColumns} rowLink={false} />
    </ResourceList>
  );
}

function Done({ row: { postedAt } }: { row: StaffFundingRunRow }) {
  const label = useTranslate()(postedAt === null ? 'console.contract.running' : 'console.contract.complete');
  return <Chip size="small" variant="outlined" color={postedAt === null ? 'warning' : 'success'} label={label} />;
}

/** Rates have six digits that count. */
function Rate({ value }: { value: string }) {
  return <>{formatShare(useTag(), value, 6)}</>;
}

function Duration({ ms }: { ms: number | null }) {
  const tag = useTag();
  return <>{ms === null ? '–' : formatMilliseconds(tag, ms)}</>;
}

type Figure = 'markPrice' | 'charge' | 'index' | 'paid' | 'received' | 'shortfall' | 'rounding';
const figure = (source: Figure, more: Partial<Column<StaffFundingRunRow>> = right): Column<StaffFundingRunRow> => ({
  source,
  align: 'right',
  render: (row) => <Amount value={row[source]} />,
  ...more,
});

const runColumns: Column<StaffFundingRunRow>[] = [
  { source: 'dueAt', render: ({ id, dueAt }) => <EventInstant id={id} at={dueAt} /> },
  { source: 'realm', ...fixed, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'symbol', ...fixed, phone: 'title', render: ({ symbol }) => <b>{symbol}</b> },
  { source: 'postedAt', ...fixed, phone: 'corner', render: (row) => <Done row={row} /> },
  { source: 'rate', ...right, render: ({ rate }) => <Rate value={rate} /> },
  { source: 'premium', ...right, render: ({ premium }) => <Rate value={premium} /> },
  figure('markPrice'),
  figure('charge', { ...right, optional: true }),
  figure('index', { ...right, optional: true }),
  { source: 'positions', align: 'right', render: ({ positions }) => <Count value={positions} /> },
  figure('paid', {}),
  figure('received', {}),
  { source: 'house', ...right, render: ({ house }) => <Amount signed value={house} /> },
  figure('shortfall'),
  figure('rounding'),
  { source: 'durationMs', ...right, render: ({ durationMs }) => <Duration ms={durationMs} /> },
];

/** Fundings of contracts, with what their rates follow from and what positions paid and received. */
export function FundingRunList() {
  const filters = [realmFilter, symbolFilter, yesFilter('open')];
  return (
    <ResourceList filters={filters} sort={{ field: 'dueAt', order: 'DESC' }}>
      <ListTable columns={runColumns} rowLink={false} />
    </ResourceList>
  );
}
