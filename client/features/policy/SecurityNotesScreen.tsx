import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPolicies } from '../../../contracts/policy-change.calls';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { Loadable, Skeleton } from '../../ui/states';
import ArticleScreen from '../content/ArticleScreen';
import { policyKeys } from './policy.feature';
import { Rule } from './Rule';
import { useRuleTexts } from './rule-texts';
import styles from './policy.module.css';

/** `/security`: the notes that staff write, and under them every rule in force with its values. */
export default function SecurityNotesScreen() {
  return (
    <>
      <ArticleScreen />
      <RulesInForce />
    </>
  );
}

function RulesInForce() {
  const { t } = useTranslation('policy');
  const texts = useRuleTexts();
  const query = useQuery({ queryKey: policyKeys.inForce(), queryFn: () => api.call(getPolicies) });
  return (
    <section className={cx(styles.section, styles.below)} aria-labelledby="rules">
      <h2 id="rules">{t('rules.title')}</h2>
      <p className={styles.lead}>{t('rules.lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={8} height={40} />}>
        {(policies) => (
          <div className={styles.box}>
            {policies.map((policy) => (
              <details key={policy.name} className={styles.entry}>
                <summary>{texts.name(policy.name)}</summary>
                <Rule policy={policy} />
              </details>
            ))}
          </div>
        )}
      </Loadable>
    </section>
  );
}
