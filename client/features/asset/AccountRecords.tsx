import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountRecordRow } from '../../../contracts/asset.contract';
import { calls } from '../../lib/calls';
import { fixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { keys } from '../../lib/query';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { useAmounts } from './AssetHead';
import styles from './AssetPage.module.css';

const PAGE = 25;

/** Every posting to the user's own accounts, newest first. */
export function AccountRecords({ currency }: { currency: string | undefined }) {
  const { t } = useTranslation('asset');
  const query = useInfiniteQuery({
    queryKey: keys.accountRecords(currency),
    queryFn: ({ pageParam }) =>
      calls.accountRecords({ limit: PAGE, ...(currency && { currency }), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  return (
    <PagedTable
      query={query}
      columns={useColumns()}
      rowKey={(row) => `${row.position}/${row.space}/${row.bucket}/${row.currency}/${row.amount}`}
      skeleton={<Skeleton rows={6} height={28} />}
      empty={<Empty text={t('records.empty')} />}
    />
  );
}

function useColumns(): PagedColumn<AccountRecordRow>[] {
  const { t, i18n } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  // An event of a later release has no words here yet; its own name is better than nothing.
  const eventName = (event: string) => (i18n.exists(`asset:event.${event}`) ? t(`event.${event}`) : event);
  return [
    { key: 'at', label: t('records.at'), cell: (row) => format.dateTime(row.at) },
    { key: 'event', label: t('records.event'), cell: (row) => eventName(row.event) },
    {
      key: 'account',
      label: t('records.account'),
      cell: (row) => `${t(`space.${row.space}`)} · ${t(`column.${row.bucket}`)}`,
    },
    {
      key: 'amount',
      label: t('records.amount'),
      number: true,
      cell: (row) => (
        <span className={fixed(row.amount) < 0n ? 'down' : 'up'}>
          {fixed(row.amount) > 0n && '+'}
          {amounts(format.amount(row.amount, 8, 2))} {row.currency}
        </span>
      ),
    },
    {
      key: 'reference',
      label: t('records.reference'),
      cell: (row) => <code className={styles.code}>{row.reference}</code>,
    },
    { key: 'position', label: t('records.position'), number: true, cell: (row) => format.count(row.position) },
  ];
}
