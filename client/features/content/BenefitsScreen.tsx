import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { pathOf } from './address';
import { useEntries } from './use-content';
import styles from './News.module.css';

/** What the platform gives, each with its conditions; the rules are one link away. */
export default function BenefitsScreen() {
  const { t } = useTranslation(['content', 'common']);
  const query = useEntries('benefit');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('common:screen.benefits')}</h1>
        <p>{t('benefits.lead')}</p>
      </header>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={6} height={120} />}
        isEmpty={(entries) => entries.length === 0}
        empty={<Empty text={t('benefits.none')} />}
      >
        {(entries) => (
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.slug} className={styles.card}>
                <h2>
                  <Link to={pathOf(entry)}>{entry.title}</Link>
                </h2>
                <p>{entry.summary}</p>
                <span className={styles.onward} aria-hidden="true">
                  {t('benefits.conditions')}
                  <Icon name="right" size={14} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
      <p className={styles.rules}>
        <Link to="/signRule">{t('common:screen.signInRules')}</Link>
      </p>
    </div>
  );
}
