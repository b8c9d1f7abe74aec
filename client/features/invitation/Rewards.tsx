import { useTranslation } from 'react-i18next';
import { exportInvitationRewards } from '../../../contracts/invitation.calls';
import { INVITATION_STATUSES, type InvitationReward } from '../../../contracts/invitation.contract';
import { amount, format as written, ZERO } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { useRecordFilters } from '../asset/record-filters';
import { useRewards } from './use-invitation';
import styles from './Invitation.module.css';

const FIELDS = ['status', 'from', 'to'] as const;

/** What each UTC date earned, with the file of it. */
export function Rewards() {
  const { t } = useTranslation('invitation');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <section className={styles.levels} aria-labelledby="invitation-rewards">
      <h2 id="invitation-rewards">{t('rewards.title')}</h2>
      <FilterBar
        filters={filters}
        onChange={setFilters}
        exportCall={exportInvitationRewards}
        choices={[
          {
            name: 'status',
            label: t('column.status'),
            all: t('filter.status'),
            options: INVITATION_STATUSES.map((each) => [each, t(`status.${each}`)] as const),
          },
        ]}
      />
      <PagedTable
        query={useRewards(filters)}
        columns={useColumns()}
        rowKey={({ date }) => date}
        skeleton={<Skeleton rows={5} height={30} />}
        empty={<Empty text={t(narrowed ? 'rewards.noMatch' : 'rewards.none')} />}
      />
    </section>
  );
}

function useColumns(): PagedColumn<InvitationReward>[] {
  const { t } = useTranslation('invitation');
  const format = useFormat();
  return [
    { key: 'date', label: t('column.date'), cell: ({ date }) => date },
    { key: 'status', label: t('column.status'), cell: ({ status }) => t(`status.${status}`) },
    {
      key: 'people',
      label: t('column.people'),
      number: true,
      cell: ({ levels }) => format.count(levels.reduce((sum, { people }) => sum + people, 0)),
    },
    {
      key: 'fees',
      label: t('column.fees'),
      number: true,
      cell: ({ levels }) => (
        <Amount value={written(levels.reduce((sum, { fees }) => sum + amount(fees), ZERO))} decimals={4} />
      ),
    },
    {
      key: 'reward',
      label: t('column.reward'),
      number: true,
      cell: ({ reward }) => <Amount value={reward} decimals={4} />,
    },
    { key: 'levels', label: t('column.levels'), number: true, cell: ({ levels }) => <Levels levels={levels} /> },
  ];
}

/** What the reward follows from, exact, so that it can be computed again. */
function Levels({ levels }: Pick<InvitationReward, 'levels'>) {
  const { t } = useTranslation('invitation');
  const format = useFormat();
  const exact = (text: string) => format.amount(text, 8, 2);
  return (
    <ul className={styles.sums}>
      {levels.map(({ level, fees, share, reward }) => (
        <li key={level}>
          {t('rewards.level', {
            level: format.count(level),
            fees: exact(fees),
            share: format.share(share),
            reward: exact(reward),
          })}
        </li>
      ))}
    </ul>
  );
}
