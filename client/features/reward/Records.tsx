import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REWARD_KINDS, type RewardKind, type RewardRecord } from '../../../contracts/reward.contract';
import { useFormat } from '../../lib/format';
import { SelectField } from '../../ui/fields';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { useUtcDay } from '../../lib/use-utc-day';
import { useRewardRecords } from './use-reward';
import styles from './Reward.module.css';

/** Every sign-in, and every voucher issued, used and ended. */
export function Records() {
  const { t } = useTranslation('reward');
  const [kind, setKind] = useState<RewardKind | ''>('');
  const options = ['all', ...REWARD_KINDS].map((each) => ({ value: each, label: t(`kind.${each}`) }));
  return (
    <section className={styles.card} aria-labelledby="reward-records">
      <h2 id="reward-records">{t('records.title')}</h2>
      <div className={styles.filter}>
        <SelectField
          label={t('records.show')}
          name="kind"
          value={kind === '' ? 'all' : kind}
          onChange={(value) => setKind(REWARD_KINDS.find((each) => each === value) ?? '')}
          options={options}
        />
      </div>
      <PagedTable
        query={useRewardRecords(kind)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        skeleton={<Skeleton rows={4} height={30} />}
        empty={<Empty text={t(kind === '' ? 'records.none' : 'records.noMatch')} />}
      />
    </section>
  );
}

function useColumns(): PagedColumn<RewardRecord>[] {
  const { t } = useTranslation('reward');
  const format = useFormat();
  const day = useUtcDay();
  return [
    { key: 'at', label: t('column.at'), cell: ({ at }) => format.dateTime(at) },
    { key: 'kind', label: t('column.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
    { key: 'date', label: t('column.date'), cell: ({ date }) => day(date) },
    { key: 'points', label: t('column.points'), number: true, cell: ({ points }) => pointsOf(points, format.count) },
    {
      key: 'amount',
      label: t('column.amount'),
      number: true,
      cell: ({ amount }) => (amount === null ? '–' : format.amount(amount, 8, 2)),
    },
    {
      key: 'fees',
      label: t('column.fees'),
      number: true,
      cell: ({ fees }) => (fees === null ? '–' : format.amount(fees, 8, 2)),
    },
  ];
}

function pointsOf(points: number, count: (value: number) => string): string {
  if (points === 0) return '–';
  return points > 0 ? `+${count(points)}` : `−${count(-points)}`;
}
