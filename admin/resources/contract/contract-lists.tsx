import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { POSITION_LABELS, type PositionLabel } from '../../../contracts/contract.contract.js';
import {
  LIQUIDATION_STEPS,
  type StaffLiquidationRow,
  type StaffPositionRow,
} from '../../../contracts/contract.staff.contract.js';
import { selectFilter, textFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { positionLink } from '../../lib/addresses';
import { GuardedLink, OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Count, Instant, RealmChip } from '../../ui/values';

const realmFilter = selectFilter('realm', 'console.realm', ['demo', 'real'], true);
const symbolFilter = textFilter('symbol', true);
const sideFilter = selectFilter('side', 'console.held_side', ['long', 'short']);

const COLOURS: Partial<Record<PositionLabel, 'info' | 'error'>> = { open: 'info', liquidated: 'error' };

function LabelChip({ label }: { label: PositionLabel }) {
  const text = useTranslate()(`console.position_label.${label}`);
  return <Chip size="small" variant="outlined" color={COLOURS[label] ?? 'default'} label={text} />;
}

function Code({ text }: { text: string }) {
  return <>{useTranslate()(text)}</>;
}

type AmountOf<Row> = { readonly [Key in keyof Row]: Row[Key] extends string | null ? Key : never }[keyof Row] & string;

/** A column of amounts that the list can be sorted by, or not. */
function amountColumn<Row>(source: AmountOf<Row>, more: Partial<Column<Row>> = {}): Column<Row> {
  return { source, align: 'right', render: (row) => <Amount value={row[source] as string | null} />, ...more };
}

const placeColumns = <Row extends { readonly realm: string; readonly symbol: string }>(): Column<Row>[] => [
  { source: 'realm', fixedOrder: true, phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  { source: 'symbol', fixedOrder: true, phone: 'title', render: ({ symbol }) => <b>{symbol}</b> },
];

const sideColumn = <Row extends { readonly side: string }>(): Column<Row> => ({
  source: 'side',
  fixedOrder: true,
  render: ({ side }) => <Code text={`console.held_side.${side}`} />,
});

const userColumn = <Row extends { readonly userId: string }>(): Column<Row> => ({
  source: 'userId',
  fixedOrder: true,
  render: ({ userId }) => <OwnerLink ownerId={userId} />,
});

const positionColumns: Column<StaffPositionRow>[] = [
  { source: 'openedAt', render: ({ openedAt }) => <Instant short at={openedAt} /> },
  { source: 'realm', fixedOrder: true, phoneOnly: true, render: ({ realm }) => <RealmChip realm={realm} /> },
  {
    source: 'symbol',
    fixedOrder: true,
    phone: 'title',
    render: ({ userId, symbol, side }) => (
      <GuardedLink resource="users" to={positionLink(userId, symbol, side)}>
        <b>{symbol}</b>
      </GuardedLink>
    ),
  },
  sideColumn(),
  { source: 'label', fixedOrder: true, phone: 'corner', render: ({ label }) => <LabelChip label={label} /> },
  amountColumn('quantity', { fixedOrder: true }),
  amountColumn('entryNotional'),
  amountColumn('margin'),
  amountColumn('realised'),
  amountColumn('fees'),
  amountColumn('funding'),
  { source: 'closedAt', optional: true, render: ({ closedAt }) => <Instant short at={closedAt} /> },
  userColumn(),
];

/** Positions in contracts of all accounts. */
export function PositionList() {
  const filters = [
    realmFilter,
    symbolFilter,
    selectFilter('label', 'console.position_label', POSITION_LABELS, true),
    sideFilter,
    textFilter('userId'),
  ];
  return (
    <ResourceList filters={filters} sort={{ field: 'openedAt', order: 'DESC' }}>
      <ListTable columns={positionColumns} rowLink={false} />
    </ResourceList>
  );
}

const fixed = { fixedOrder: true } as const;
const lots = (source: 'filledLots' | 'insuredLots' | 'agentLots' | 'deleveragedLots' | 'place') =>
  ({
    source,
    fixedOrder: true,
    align: 'right',
    render: (row) => {
      const value = row[source];
      return value === null ? null : <Count value={value} />;
    },
  }) satisfies Column<StaffLiquidationRow>;

const liquidationColumns: Column<StaffLiquidationRow>[] = [
  {
    source: 'at',
    render: ({ at, id }) => (
      <TextLink to={`/events/${encodeURIComponent(id)}/show`}>
        <Instant short at={at} />
      </TextLink>
    ),
  },
  ...placeColumns<StaffLiquidationRow>(),
  sideColumn(),
  {
    source: 'step',
    ...fixed,
    phone: 'corner',
    render: ({ step }) => <Code text={`console.liquidation_step.${step}`} />,
  },
  amountColumn('markPrice', fixed),
  amountColumn('price', fixed),
  { source: 'lots', ...fixed, align: 'right', render: ({ lots: all }) => <Count value={all} /> },
  amountColumn('notional', { ...fixed, optional: true }),
  amountColumn('marginBalance', fixed),
  amountColumn('maintenanceMargin', fixed),
  lots('filledLots'),
  lots('insuredLots'),
  lots('agentLots'),
  lots('deleveragedLots'),
  amountColumn('fundGain', fixed),
  { ...lots('place'), optional: true },
  userColumn(),
];

/** Steps of liquidations and deleveraging; each leads to its event with all figures. */
export function LiquidationList() {
  const filters = [
    realmFilter,
    symbolFilter,
    selectFilter('step', 'console.liquidation_step', LIQUIDATION_STEPS, true),
    sideFilter,
    textFilter('userId'),
  ];
  return (
    <ResourceList filters={filters} sort={{ field: 'at', order: 'DESC' }}>
      <ListTable columns={liquidationColumns} rowLink={false} />
    </ResourceList>
  );
}
