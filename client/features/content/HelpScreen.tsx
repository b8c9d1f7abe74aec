import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { ContentItem, HelpCategory } from '../../../contracts/content.contract';
import { ButtonLink } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { SearchBox, SearchHits } from './HelpSearch';
import { pathOf } from './address';
import { useEntries, useWindowTitle } from './use-content';
import styles from './Help.module.css';

const ICONS: Record<HelpCategory, IconName> = {
  'getting-started': 'star',
  trading: 'trade',
  market: 'market',
  account: 'user',
  security: 'lock',
  proof: 'check',
};
const CATEGORIES = Object.keys(ICONS) as HelpCategory[];
const TITLES_PER_CARD = 4;

/** The help centre: search, categories, and all articles of one. `?q=` searches, `?category=` opens a category. */
export default function HelpScreen() {
  const { t } = useTranslation(['content', 'common']);
  const [search] = useSearchParams();
  const words = search.get('q')?.trim() ?? '';
  const category = CATEGORIES.find((each) => each === search.get('category'));
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <h1>{t('help.title')}</h1>
        <p>{t('help.lead')}</p>
        <SearchBox />
      </header>
      {words !== '' ? <SearchHits words={words} /> : category ? <Category category={category} /> : <Overview />}
      <aside className={styles.more}>
        <div>
          <h2>{t('help.moreTitle')}</h2>
          <p>{t('help.moreBody')}</p>
        </div>
        <ButtonLink to="/notice" kind="plain">
          {t('common:screen.notices')}
        </ButtonLink>
        <ButtonLink to="/service" kind="plain">
          {t('common:screen.service')}
        </ButtonLink>
      </aside>
    </div>
  );
}

function Overview() {
  const { t } = useTranslation('content');
  const query = useEntries('help');
  return (
    <Loadable
      query={query}
      skeleton={<Skeleton rows={6} height={96} />}
      isEmpty={(entries) => entries.length === 0}
      empty={<Empty text={t('help.empty')} />}
    >
      {(entries) => (
        <div className={styles.categories}>
          {CATEGORIES.map((category) => (
            <CategoryCard
              key={category}
              category={category}
              entries={entries.filter((entry) => entry.category === category)}
            />
          ))}
        </div>
      )}
    </Loadable>
  );
}

/** A category with its first articles; one without articles is left out. */
function CategoryCard({ category, entries }: { category: HelpCategory; entries: readonly ContentItem[] }) {
  const { t } = useTranslation('content');
  const { pathname } = useLocation();
  if (entries.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby={`help-${category}`}>
      <h2 id={`help-${category}`}>
        <span className={styles.icon}>
          <Icon name={ICONS[category]} size={20} />
        </span>
        {t(`category.${category}`)}
      </h2>
      <ul>
        {entries.slice(0, TITLES_PER_CARD).map((entry) => (
          <li key={entry.slug}>
            <Link to={pathOf(entry, pathname)}>{entry.title}</Link>
          </li>
        ))}
      </ul>
      {entries.length > TITLES_PER_CARD && (
        <Link to={`?category=${category}`} className={styles.all}>
          {t('help.all', { count: entries.length })}
          <Icon name="right" size={14} />
        </Link>
      )}
    </section>
  );
}

function Category({ category }: { category: HelpCategory }) {
  const { t } = useTranslation('content');
  const { pathname } = useLocation();
  const query = useEntries('help', category);
  useWindowTitle(t(`category.${category}`));
  return (
    <section className={styles.list} aria-labelledby="category-title">
      <Link to={pathname} className={styles.back}>
        <Icon name="right" size={14} />
        {t('search.browse')}
      </Link>
      <h2 id="category-title">{t(`category.${category}`)}</h2>
      <Loadable
        query={query}
        isEmpty={(entries) => entries.length === 0}
        empty={<Empty text={t('help.emptyCategory')} />}
      >
        {(entries) => (
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.slug}>
                <Link to={pathOf(entry, pathname)}>
                  <strong>{entry.title}</strong>
                  <span>{entry.summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
    </section>
  );
}
