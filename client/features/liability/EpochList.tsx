import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getLiabilityEpochs } from '../../../contracts/liability.calls';
import { api } from '../../lib/api';
import type { LiabilityEpochView } from '../../../contracts/liability.contract';
import { useFormat } from '../../lib/format';
import { useRealm } from '../../lib/session';
import { CopyText } from '../../ui/CopyText';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { liabilityKeys } from './liability.feature';
import styles from './BalanceProof.module.css';

const PAGE = 20;

/** The published roots of the realm, newest first, with what was owed of each asset. */
export function EpochList() {
  const { t } = useTranslation('liability');
  const realm = useRealm();
  const query = useInfiniteQuery({
    queryKey: liabilityKeys.epochs(realm),
    queryFn: ({ pageParam }) =>
      api.call(getLiabilityEpochs, { realm, limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
  return (
    <section className={styles.card} aria-labelledby="epochs">
      <h2 id="epochs">{t('epochs.title')}</h2>
      <p className={styles.note}>{t('epochs.body')}</p>
      <PagedTable
        query={query}
        columns={useColumns()}
        rowKey={({ epoch }) => `${epoch}`}
        skeleton={<Skeleton rows={4} height={44} />}
        empty={<Empty text={t('epochs.none')} />}
      />
    </section>
  );
}

function useColumns(): PagedColumn<LiabilityEpochView>[] {
  const { t } = useTranslation('liability');
  const format = useFormat();
  return [
    { key: 'at', label: t('column.at'), cell: ({ epoch }) => format.dateTime(epoch) },
    {
      key: 'sums',
      label: t('column.all'),
      cell: ({ sums }) => (
        <ul className={styles.list}>
          {sums.map(({ asset, amount }) => (
            <li key={asset}>
              {format.amountDown(amount, 8)} {asset}
            </li>
          ))}
        </ul>
      ),
    },
    { key: 'root', label: t('fact.root'), cell: ({ root }) => <CopyText value={root} label={t('fact.root')} /> },
    {
      key: 'event',
      label: t('column.event'),
      number: true,
      cell: ({ committedPosition }) => format.count(committedPosition),
    },
    { key: 'leaves', label: t('column.leaves'), number: true, cell: ({ leaves }) => format.count(leaves) },
  ];
}
