import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getFigures } from '../../../contracts/account.calls';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { homeKeys } from '../home/home.feature';
import { Prose } from './Article';
import { useEntry, useWindowTitle } from './use-content';
import styles from './About.module.css';

const ABOUT = { slug: 'about' };

/** Who and what this is in the editors' words, counted figures, how it can be checked, and whose work it stands on. */
export default function AboutScreen() {
  const query = useEntry(ABOUT);
  useWindowTitle(query.data?.title);
  return (
    <div className={styles.page}>
      <div className={styles.columns}>
        <div className={styles.text}>
          <Loadable query={query} skeleton={<Skeleton rows={9} height={20} />}>
            {(entry) => (
              <article>
                <h1>{entry.title}</h1>
                {entry.summary && <p className={styles.summary}>{entry.summary}</p>}
                <Prose text={entry.body} />
              </article>
            )}
          </Loadable>
        </div>
        <Figures />
      </div>
      <Checks />
      <Licences />
    </div>
  );
}

/** Counted from the system on each request; unavailable figures are not shown. */
function Figures() {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { data } = useQuery({
    queryKey: homeKeys.figures(),
    queryFn: () => api.call(getFigures),
    refetchInterval: 15_000,
  });
  if (data === undefined) return null;
  const shown = [
    ['instruments', data.instruments],
    ['languages', data.languages],
    ['countries', data.countries],
    ['paymentMethods', data.paymentMethods],
    ['accountsDemo', data.accountsDemo],
    ['accountsReal', data.accountsReal],
    ['tradesToday', data.tradesToday],
    ['events', data.events],
  ] as const;
  return (
    <section className={styles.figures} aria-labelledby="figures-title">
      <h2 id="figures-title">{t('figures.title')}</h2>
      <dl>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd>{format.count(value)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('figures.note')}</p>
    </section>
  );
}

const CHECKS = ['prices', 'balances', 'history'] as const;

function Checks() {
  const { t } = useTranslation('content');
  return (
    <section className={styles.checks} aria-labelledby="checks-title">
      <h2 id="checks-title">{t('checks.title')}</h2>
      <ol>
        {CHECKS.map((check) => (
          <li key={check}>
            <h3>{t(`checks.${check}.title`)}</h3>
            <p>{t(`checks.${check}.body`)}</p>
          </li>
        ))}
      </ol>
      <p className={styles.ways}>
        <a href="/docs">
          {t('checks.api')} <Icon name="right" size={14} />
        </a>
        <Link to="/help?category=proof">
          {t('checks.help')} <Icon name="right" size={14} />
        </Link>
      </p>
    </section>
  );
}

function Licences() {
  const { t } = useTranslation('content');
  return (
    <section className={styles.licences} aria-labelledby="licences-title">
      <h2 id="licences-title">{t('licences.title')}</h2>
      <p>{t('licences.body')}</p>
      <p>
        <a href="/licences.txt">{t('licences.all')}</a>
      </p>
    </section>
  );
}
