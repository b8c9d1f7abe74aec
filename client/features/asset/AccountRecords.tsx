import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getAccountRecords } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import type { AccountRecordRow } from '../../../contracts/asset.contract';
import { queryOf, type Filters } from '../../lib/filters';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { OrderLink } from '../../orders/OrderLink';
import { assetKeys } from './asset.feature';
import { useAmounts } from './use-amounts';
import { postingsOf } from './record-filters';
import { useEventName } from './use-event-name';
import styles from './AssetPage.module.css';

const PAGE = 50;
const FEW = 8;

interface AccountRecordsProps {
  filters: Filters;
  /** For an overview: the newest few and no more of them. */
  brief?: boolean;
}

/** What changed in the user's own accounts, newest first, with its order and event; on request every posting, holds included. */
export function AccountRecords({ filters, brief = false }: AccountRecordsProps) {
  const { t } = useTranslation('asset');
  const params = { ...filters, postings: postingsOf(filters) };
  const query = useInfiniteQuery({
    queryKey: assetKeys.records({ ...params, brief }),
    queryFn: ({ pageParam }) =>
      api.call(getAccountRecords, {
        ...queryOf(params),
        limit: brief ? FEW : PAGE,
        ...(pageParam && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (brief ? null : page.nextCursor),
  });
  return (
    <PagedTable
      query={query}
      columns={useColumns()}
      rowKey={(row) => `${row.position}/${row.space}/${row.bucket}/${row.currency}/${row.amount}`}
      skeleton={<Skeleton rows={6} height={28} />}
      empty={<Empty text={t(!brief && Object.values(filters).some(Boolean) ? 'records.noMatch' : 'records.empty')} />}
    />
  );
}

function useColumns(): PagedColumn<AccountRecordRow>[] {
  const { t } = useTranslation('asset');
  const eventName = useEventName();
  const format = useFormat();
  const amounts = useAmounts();
  return [
    { key: 'at', label: t('records.at'), cell: (row) => format.dateTime(row.at) },
    { key: 'event', label: t('records.event'), cell: (row) => eventName(row.event) },
    {
      key: 'account',
      label: t('records.account'),
      cell: (row) => [t(`space.${row.space}`), ...(row.bucket ? [t(`column.${row.bucket}`)] : [])].join(' · '),
    },
    {
      key: 'amount',
      label: t('records.amount'),
      number: true,
      cell: (row) => (
        <span className={toAmount(row.amount) < 0n ? 'down' : 'up'}>
          {toAmount(row.amount) > 0n && '+'}
          {amounts(format.amount(row.amount, 8, 2))} {row.currency}
        </span>
      ),
    },
    {
      key: 'reference',
      label: t('records.reference'),
      cell: (row) =>
        row.orderId !== null && row.symbol !== null ? (
          <OrderLink order={{ symbol: row.symbol, orderId: row.orderId }}>
            <code className={styles.code}>{row.orderId}</code>
          </OrderLink>
        ) : (
          <code className={styles.code}>{row.reference}</code>
        ),
    },
    {
      key: 'position',
      label: t('records.position'),
      number: true,
      cell: (row) => <span title={t('records.hash', { hash: row.hash })}>{format.count(row.position)}</span>,
    },
  ];
}
