import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportWithdrawals } from '../../../contracts/withdrawal.calls';
import { WITHDRAWAL_LABELS, type WithdrawalKind, type WithdrawalView } from '../../../contracts/withdrawal.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import ModalPanel from '../../ui/ModalPanel';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { useRecordFilters } from '../asset/record-filters';
import { RealOnly } from '../payee/PayeePage';
import { useWithdrawalRules, useWithdrawals } from './use-withdrawal';
import { LabelChip, WithdrawalDetail } from './WithdrawalDetail';
import styles from './Withdrawal.module.css';

const FIELDS = ['label', 'currency', 'network', 'from', 'to', 'search'] as const;

/** The records of one kind: narrowed, searched, exported, and each opened into its way. */
export function WithdrawalRecords({ kind }: { kind: WithdrawalKind }) {
  const { t } = useTranslation('withdrawal');
  const demo = useSession((state) => state.session?.realm === 'demo');
  const title = t(`records.title.${kind}`);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {!demo && <ButtonLink to={`${pathOf('withdrawal')}?kind=${kind}`}>{t('records.new')}</ButtonLink>}
      </div>
      {demo ? (
        <RealOnly />
      ) : (
        <section className={styles.records} aria-label={title}>
          <Records kind={kind} />
        </section>
      )}
    </div>
  );
}

function Records({ kind }: { kind: WithdrawalKind }) {
  const { t } = useTranslation('withdrawal');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const [open, setOpen] = useState<string | null>(null);
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={setFilters}
        fixed={{ kind }}
        search={t('records.search')}
        exportCall={exportWithdrawals}
        choices={useChoices(kind)}
      />
      <PagedTable
        query={useWithdrawals(kind, filters)}
        columns={useColumns(kind, setOpen)}
        rowKey={({ withdrawalId }) => withdrawalId}
        skeleton={<Skeleton rows={6} height={30} />}
        empty={<Empty text={t(narrowed ? 'records.noMatch' : `records.empty.${kind}`)} />}
      />
      {open !== null && (
        <ModalPanel title={t('result.title')} size={620} onClose={() => setOpen(null)}>
          <WithdrawalDetail withdrawalId={open} />
        </ModalPanel>
      )}
    </>
  );
}

function useChoices(kind: WithdrawalKind) {
  const { t } = useTranslation('withdrawal');
  const currencies = useWithdrawalRules().data?.currencies ?? [];
  const networks = [...new Set(currencies.flatMap((each) => each.networks))];
  const label = {
    name: 'label',
    label: t('records.label'),
    all: t('records.allLabels'),
    options: WITHDRAWAL_LABELS.map((each) => [each, t(`label.${each}`)] as const),
  };
  if (kind === 'bank') return [label];
  return [
    label,
    {
      name: 'currency',
      label: t('form.currency'),
      all: t('records.allCurrencies'),
      options: currencies.map(({ currency }) => [currency, currency] as const),
    },
    {
      name: 'network',
      label: t('detail.network'),
      all: t('records.allNetworks'),
      options: networks.map((network) => [network, network] as const),
    },
  ];
}

function useColumns(kind: WithdrawalKind, onOpen: (id: string) => void): PagedColumn<WithdrawalView>[] {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const sum = (text: string, currency: string) => `${format.amountDown(text, 8)} ${currency}`;
  return [
    { key: 'at', label: t('records.at'), cell: (row) => format.dateTime(row.requestedAt) },
    {
      key: 'amount',
      label: t('form.amount'),
      number: true,
      cell: (row) => (
        <button type="button" className={styles.open} onClick={() => onOpen(row.withdrawalId)}>
          {sum(row.amount, row.currency)}
        </button>
      ),
    },
    { key: 'fee', label: t('form.fee'), number: true, cell: (row) => sum(row.fee, row.currency) },
    { key: 'credited', label: t('form.credited'), number: true, cell: (row) => sum(row.credited, row.currency) },
    ...(kind === 'crypto'
      ? [{ key: 'network', label: t('detail.network'), cell: (row: WithdrawalView) => row.network ?? '–' }]
      : []),
    { key: 'to', label: t('detail.to'), cell: (row) => row.payee?.label ?? t('detail.payeeGone') },
    {
      key: 'label',
      label: t('records.label'),
      cell: (row) => (
        <span className={styles.standingCell}>
          <LabelChip label={row.label} />
          <small>{t(`status.${row.status}`)}</small>
        </span>
      ),
    },
  ];
}
