import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDecisions } from '../../../contracts/policy-change.calls';
import { api } from '../../lib/api';
import type { DecisionView } from '../../../contracts/policy-change.contract';
import { useFormat } from '../../lib/format';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Skeleton } from '../../ui/states';
import { policyKeys } from './policy.feature';
import { useRuleTexts } from './rule-texts';
import { WhyButton } from './WhyButton';
import styles from './policy.module.css';

/** All rule decisions about the logged-in person, the newest first. */
export function Decisions() {
  const { t } = useTranslation('policy');
  const format = useFormat();
  const texts = useRuleTexts();
  const query = useInfiniteQuery({
    queryKey: policyKeys.decisions(),
    queryFn: ({ pageParam }) => api.call(getDecisions, { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const columns: PagedColumn<DecisionView>[] = [
    { key: 'when', label: t('column.when'), cell: ({ at }) => <time>{format.dateTime(at)}</time> },
    { key: 'decided', label: t('column.decided'), cell: ({ event }) => texts.event(event) },
    {
      key: 'rule',
      label: t('column.rule'),
      cell: ({ policy, version, inputs }) => (
        <span className={styles.cell}>
          {texts.name(policy)} · {t('version', { version: format.count(version) })}
          <WhyButton policy={policy} version={version} inputs={inputs} />
        </span>
      ),
    },
  ];
  return (
    <section className={styles.section} aria-labelledby="decisions">
      <h2 id="decisions">{t('decisions.title')}</h2>
      <p className={styles.lead}>{t('decisions.lead')}</p>
      <div className={styles.box}>
        <PagedTable
          query={query}
          columns={columns}
          rowKey={({ id }) => id}
          skeleton={<Skeleton rows={3} height={32} />}
          empty={<Empty text={t('decisions.empty')} />}
        />
      </div>
    </section>
  );
}
