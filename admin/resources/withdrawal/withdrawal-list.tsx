import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  WITHDRAWAL_KINDS,
  WITHDRAWAL_LABELS,
  WITHDRAWAL_STATUSES,
  type WithdrawalLabel,
} from '../../../contracts/withdrawal.contract.js';
import type { StaffWithdrawalRow } from '../../../contracts/withdrawal.staff.contract.js';
import { showLink } from '../../lib/addresses';
import { instantFilter, selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Instant, YesNo } from '../../ui/values';
import { PauseBanner } from './pause-banner';

const filters = [
  selectFilter('label', 'console.withdrawal.label', WITHDRAWAL_LABELS, true),
  selectFilter('kind', 'console.withdrawal.kind', WITHDRAWAL_KINDS, true),
  selectFilter('status', 'console.withdrawal.status', WITHDRAWAL_STATUSES),
  yesFilter('fourEyes'),
  textFilter('userId'),
  textFilter('currency'),
  textFilter('hash'),
  textFilter('reference'),
  instantFilter('requestedFrom'),
  instantFilter('requestedTo'),
];

const COLOURS = { failed: 'error', waiting: 'warning', success: 'success' } as const satisfies Record<
  WithdrawalLabel,
  string
>;

/** The specification's label as a colour, and how it stands in words. */
function StatusChip({ label, status }: Pick<StaffWithdrawalRow, 'label' | 'status'>) {
  const translate = useTranslate();
  const text = translate(`console.withdrawal.status.${status}`);
  const title = translate(`console.withdrawal.label.${label}`);
  return <Chip size="small" variant="outlined" color={COLOURS[label]} label={text} title={title} data-label={label} />;
}

function KindText({ kind, network }: Pick<StaffWithdrawalRow, 'kind' | 'network'>) {
  const translate = useTranslate();
  return (
    <>
      {translate(`console.withdrawal.kind.${kind}`)}
      {network === null ? '' : ` · ${network}`}
    </>
  );
}

const columns: Column<StaffWithdrawalRow>[] = [
  {
    source: 'id',
    phone: 'title',
    render: ({ id }) => (
      <TextLink to={showLink('reviews', id)}>
        <Mono>{id}</Mono>
      </TextLink>
    ),
  },
  { source: 'status', fixedOrder: true, phone: 'corner', render: (row) => <StatusChip {...row} /> },
  {
    source: 'amount',
    align: 'right',
    fixedOrder: true,
    render: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  { source: 'kind', fixedOrder: true, render: (row) => <KindText {...row} /> },
  { source: 'credited', align: 'right', fixedOrder: true, render: ({ credited }) => <Amount value={credited} /> },
  { source: 'valueUsdt', align: 'right', render: ({ valueUsdt }) => <Amount value={valueUsdt} />, optional: true },
  {
    source: 'fourEyes',
    fixedOrder: true,
    optional: true,
    render: ({ fourEyes }) => <YesNo value={fourEyes} />,
  },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  { source: 'requestedAt', render: ({ requestedAt }) => <Instant short at={requestedAt} /> },
  { source: 'updatedAt', render: ({ updatedAt }) => <Instant short at={updatedAt} /> },
  {
    source: 'hash',
    fixedOrder: true,
    optional: true,
    render: ({ hash, reference }) => <Mono>{hash ?? reference ?? '–'}</Mono>,
  },
];

/** Withdrawals of everybody; they are decided in the review room, where a row leads. */
export function WithdrawalList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'requestedAt', order: 'DESC' }} lead={<PauseBanner />}>
      <ListTable columns={columns} rowLink={({ id }) => showLink('reviews', id)} />
    </ResourceList>
  );
}
