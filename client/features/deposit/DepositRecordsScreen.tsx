import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportDeposits } from '../../../contracts/deposit.calls';
import { DEPOSIT_LABELS, type DepositView } from '../../../contracts/deposit.contract';
import { pathOf } from '../../app/routes';
import type { Filters } from '../../lib/filters';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import page from '../asset/AssetPage.module.css';
import DepositDetail, { Hash } from './DepositDetail';
import { RealOnly } from './RealOnly';
import { Confirmations, Label, useAmountOf } from './Standing';
import { useChannels, useDeposits, useIsDemo } from './use-deposits';
import styles from './Deposit.module.css';

const FIELDS = ['label', 'currency', 'network', 'hash', 'from', 'to'] as const;

/** `/cbjl` and `/rechargeRecord`: every deposit. What is looked at stands in the address; `?deposit=` opens one. */
export default function DepositRecordsScreen() {
  const { t } = useTranslation(['deposit', 'common']);
  const demo = useIsDemo();
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => Object.fromEntries(FIELDS.map((name) => [name, search.get(name) ?? ''])), [search]);
  const change = (wanted: Filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), { replace: true });
  const open = (depositId: string | null) => {
    const next = new URLSearchParams(search);
    if (depositId === null) next.delete('deposit');
    else next.set('deposit', depositId);
    setSearch(next, { replace: true });
  };
  const opened = search.get('deposit');
  return (
    <div className={page.page}>
      <div className={styles.head}>
        <h1>{t('common:screen.depositRecords')}</h1>
        {!demo && (
          <ButtonLink size="s" to={pathOf('deposit')}>
            {t('common:screen.deposit')}
          </ButtonLink>
        )}
      </div>
      {demo ? (
        <RealOnly />
      ) : (
        <section className={page.card}>
          <Narrowed filters={filters} onChange={change} />
          <Table filters={filters} onOpen={open} />
        </section>
      )}
      {!demo && opened !== null && <DepositDetail depositId={opened} onClose={() => open(null)} />}
    </div>
  );
}

function Narrowed({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation('deposit');
  const channels = useChannels().data?.channels ?? [];
  const values = (name: 'currency' | 'network') =>
    [...new Set(channels.map((channel) => channel[name]))].map((value) => [value, value] as const);
  return (
    <>
      <HashSearch value={filters['hash'] ?? ''} onChange={(hash) => onChange({ ...filters, hash })} />
      <FilterBar
        filters={filters}
        onChange={onChange}
        exportCall={exportDeposits}
        choices={[
          {
            name: 'label',
            label: t('column.status'),
            all: t('filter.label'),
            options: DEPOSIT_LABELS.map((label) => [label, t(`label.${label}`)] as const),
          },
          { name: 'currency', label: t('column.currency'), all: t('filter.currency'), options: values('currency') },
          { name: 'network', label: t('column.network'), all: t('filter.network'), options: values('network') },
        ]}
      />
    </>
  );
}

/** Searches on Enter or blur, so that no partial hash is searched. */
function HashSearch({ value, onChange }: { value: string; onChange: (hash: string) => void }) {
  const { t } = useTranslation('deposit');
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const search = () => typed.trim() !== value && onChange(typed.trim());
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <input
        type="search"
        aria-label={t('filter.hash')}
        placeholder={t('filter.hash')}
        value={typed}
        maxLength={128}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={search}
      />
    </form>
  );
}

function Table({ filters, onOpen }: { filters: Filters; onOpen: (depositId: string) => void }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const amountOf = useAmountOf();
  const columns: PagedColumn<DepositView>[] = [
    { key: 'at', label: t('column.at'), cell: ({ createdAt }) => format.dateTime(createdAt) },
    {
      key: 'amount',
      label: t('column.amount'),
      number: true,
      cell: (deposit) => (
        <button type="button" className={styles.open} onClick={() => onOpen(deposit.depositId)}>
          {amountOf(deposit)}
          <span className="hidden-visually">{t('detail.title')}</span>
        </button>
      ),
    },
    { key: 'network', label: t('column.network'), cell: ({ network }) => network },
    {
      key: 'hash',
      label: t('column.hash'),
      cell: ({ network, hash, status }) => (
        <Hash network={network} hash={hash} known={status !== 'review' && status !== 'rejected'} />
      ),
    },
    {
      key: 'status',
      label: t('column.status'),
      cell: (deposit) => (
        <div className={styles.state}>
          <Label deposit={deposit} />
          <Confirmations deposit={deposit} />
        </div>
      ),
    },
  ];
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <PagedTable
      query={useDeposits(filters)}
      columns={columns}
      rowKey={({ depositId }) => depositId}
      skeleton={<Skeleton rows={6} height={28} />}
      empty={<Empty text={t(narrowed ? 'records.noMatch' : 'records.empty')} />}
    />
  );
}
