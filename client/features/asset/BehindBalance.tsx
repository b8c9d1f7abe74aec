import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getBalancePostings } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import type { AccountSpace, BalancePostingsView } from '../../../contracts/asset.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import ModalPanel from '../../ui/ModalPanel';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { OrderLink } from '../../orders/OrderLink';
import { assetKeys } from './asset.feature';
import { useAmounts } from './use-amounts';
import { Holds } from './Holds';
import { useEventName } from './use-event-name';
import styles from './AssetPage.module.css';

type Row = BalancePostingsView['items'][number];
const BUCKETS = ['all', 'available', 'frozen'] as const;
export type BalancePart = (typeof BUCKETS)[number];

interface BehindBalanceProps {
  currency: string;
  /** Of one account space; without it of all of them together. */
  space?: AccountSpace;
  part?: BalancePart;
  /** As it was at this instant; without it as it is. */
  at: number | undefined;
  onClose: () => void;
}

/** What a balance consists of: every posting with the balance after it, each by its event, down to the first one. */
export default function BehindBalance({ currency, space, part = 'all', at, onClose }: BehindBalanceProps) {
  const { t } = useTranslation('asset');
  const [bucket, setBucket] = useState<BalancePart>(part);
  const params = { currency, space, at, bucket: bucket === 'all' ? undefined : bucket };
  const query = useInfiniteQuery({
    queryKey: assetKeys.postings(params),
    queryFn: ({ pageParam }) =>
      api.call(getBalancePostings, { ...params, limit: 50, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  const where = space ? ` · ${t(`space.${space}`)}` : '';
  return (
    <ModalPanel title={`${currency}${where}`} onClose={onClose} size={920} tall>
      <Figure currency={currency} view={query.data?.pages[0]} />
      <Tabs
        label={t('behind.bucket')}
        controls="behind"
        value={bucket}
        onChange={setBucket}
        tabs={BUCKETS.map((value) => ({ value, label: t(value === 'all' ? 'behind.all' : `column.${value}`) }))}
      />
      <div id="behind" role="tabpanel" aria-label={t('records.title')}>
        {bucket === 'frozen' && at === undefined && <Holds currency={currency} space={space} />}
        <PagedTable
          query={query}
          columns={useColumns()}
          rowKey={(row) => `${row.position}/${row.space}/${row.bucket}/${row.amount}/${row.balance}`}
          skeleton={<Skeleton rows={6} height={28} />}
          empty={<Empty text={t('behind.empty')} />}
        />
      </div>
      <details className={styles.proof}>
        <summary>{t('check')}</summary>
        <p>{t('check.sum')}</p>
        <p>{t('check.hash')}</p>
      </details>
    </ModalPanel>
  );
}

function Figure({ currency, view }: { currency: string; view: BalancePostingsView | undefined }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  return (
    <p className={styles.figure}>
      <span>{t('behind.balance')}</span>
      <b data-testid="behind-balance">
        {view ? amounts(format.amount(view.balance, 8, 2)) : '–'} {currency}
      </b>
      <small>{view && format.dateTime(view.at)}</small>
    </p>
  );
}

function useColumns(): PagedColumn<Row>[] {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const eventName = useEventName();
  return [
    { key: 'at', label: t('records.at'), cell: (row) => format.dateTime(row.at) },
    {
      key: 'event',
      label: t('records.event'),
      cell: (row) => (
        <>
          {row.orderId !== null && row.symbol !== null ? (
            <OrderLink order={{ symbol: row.symbol, orderId: row.orderId }}>{eventName(row.event)}</OrderLink>
          ) : (
            eventName(row.event)
          )}
          <small>{`${t(`space.${row.space}`)} · ${t(`column.${row.bucket}`)}`}</small>
        </>
      ),
    },
    {
      key: 'amount',
      label: t('records.amount'),
      number: true,
      cell: (row) => (
        <span className={toAmount(row.amount) < 0n ? 'down' : 'up'}>
          {toAmount(row.amount) > 0n && '+'}
          {amounts(format.amount(row.amount, 8, 2))}
        </span>
      ),
    },
    {
      key: 'balance',
      label: t('behind.after'),
      number: true,
      cell: (row) => <b>{amounts(format.amount(row.balance, 8, 2))}</b>,
    },
    {
      key: 'hash',
      label: t('behind.event'),
      number: true,
      cell: (row) => (
        <CopyText value={row.hash} label={t('records.hash', { hash: row.hash })}>
          <code className={styles.code}>
            {format.count(row.position)} · {row.hash.slice(0, 8)}
          </code>
        </CopyText>
      ),
    },
  ];
}
