import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { pathOf } from './address';
import { useEntries } from './use-content';
import styles from './News.module.css';

/** What the platform gives, each with its conditions one link away. */
export function BenefitList() {
  const { t } = useTranslation('content');
  return (
    <Loadable
      query={useEntries('benefit')}
      skeleton={<Skeleton rows={4} height={120} />}
      isEmpty={(entries) => entries.length === 0}
      empty={<Empty text={t('benefits.none')} />}
    >
      {(entries) => (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.slug} className={styles.card}>
              <h3>
                <Link to={pathOf(entry)}>{entry.title}</Link>
              </h3>
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
  );
}
