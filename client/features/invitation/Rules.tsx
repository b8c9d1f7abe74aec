import { useTranslation } from 'react-i18next';
import { MEDIAN_FROM_INVITERS, type InvitationTerms } from '../../../contracts/invitation.contract';
import { useFormat } from '../../lib/format';
import styles from './Invitation.module.css';

const RULES = ['fees', 'options', 'never', 'paid', 'review'] as const;

/** The published rules in sentences, and what inviters really earned. */
export function Rules({ terms }: { terms: InvitationTerms }) {
  const { t } = useTranslation('invitation');
  return (
    <section className={styles.levels} aria-labelledby="invitation-rules">
      <Median terms={terms} />
      <h2 id="invitation-rules">{t('rules.title')}</h2>
      <ul className={styles.rules}>
        {RULES.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`)}</li>
        ))}
      </ul>
      <p className={styles.small}>{t('rules.version', { version: terms.version })}</p>
    </section>
  );
}

/** Counted live; of few inviters it would say what one of them has. */
export function Median({ terms: { medianUsdt, inviters } }: { terms: InvitationTerms }) {
  const { t } = useTranslation('invitation');
  const format = useFormat();
  return (
    <dl className={styles.median}>
      <dt>{t('median.title')}</dt>
      <dd data-testid="invitation-median">
        {medianUsdt === null
          ? t('median.few', { from: format.count(MEDIAN_FROM_INVITERS) })
          : t('median.value', { usdt: format.amount(medianUsdt, 4) })}
      </dd>
      <dd className={styles.small}>{t('median.of', { count: inviters })}</dd>
    </dl>
  );
}
