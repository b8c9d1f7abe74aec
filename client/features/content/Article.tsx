import { Suspense, lazy, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { ContentView } from '../../../contracts/content.contract';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { Skeleton } from '../../ui/states';
import { homeOf } from './address';
import { outlineOf, type Heading } from './outline';
import styles from './Article.module.css';

const loadMarkdown = () => import('./Markdown');
const Markdown = lazy(loadMarkdown);

/** Fewer headings than this need no table of contents. */
const HEADINGS_MIN = 3;

interface ArticleProps {
  entry: ContentView;
  /** What comes after the text, beside it where there is room. */
  after?: ReactNode;
}

/** A text with its title, its dates and version, and its table of contents. */
export function Article({ entry, after }: ArticleProps) {
  const headings = useMemo(() => outlineOf(entry.body), [entry.body]);
  const outlined = headings.length >= HEADINGS_MIN;
  const { t } = useTranslation('content');
  return (
    <div className={styles.layout}>
      <article className={styles.article} aria-labelledby="article-title">
        <header className={styles.head}>
          <Category entry={entry} />
          <h1 id="article-title">{entry.title}</h1>
          {entry.summary && <p className={styles.summary}>{entry.summary}</p>}
          <Dates entry={entry} />
          {entry.sourceNewer && <p className={styles.dates}>{t('sourceNewer')}</p>}
        </header>
        {outlined && <FoldedOutline headings={headings} />}
        <Prose text={entry.body} />
        {entry.link && <Onward link={entry.link} />}
      </article>
      <div className={styles.side}>
        {outlined && <Outline headings={headings} />}
        {after}
      </div>
    </div>
  );
}

/** The text itself, as wide as lines read well. */
export function Prose({ text }: { text: string }) {
  const { t } = useTranslation('content');
  return (
    <div className={styles.prose}>
      <Suspense fallback={<Skeleton rows={8} height={18} />}>
        <Markdown text={text} newTab={t('newTab')} />
      </Suspense>
    </div>
  );
}

/** What a help article is sorted under leads to its neighbours. */
function Category({ entry: { category } }: { entry: ContentView }) {
  const { t } = useTranslation('content');
  const home = homeOf(useLocation().pathname);
  if (category === null || home === null) return null;
  return (
    <Link to={`${home.path}?category=${category}`} className={styles.category}>
      {t(`category.${category}`)}
    </Link>
  );
}

/** Publication date, last change and version: readers see what applied when. */
function Dates({ entry }: { entry: ContentView }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const dated = entry.kind === 'news' || entry.kind === 'notice';
  return (
    <p className={styles.dates}>
      {dated && <span>{t('published', { date: format.day(entry.publishedAt) })}</span>}
      {(!dated || entry.version > 1) && <span>{t('updated', { date: format.day(entry.updatedAt) })}</span>}
      <span>{t('version', { version: entry.version })}</span>
    </p>
  );
}

function Outline({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation('content');
  return (
    <nav className={styles.outline} aria-labelledby="outline-title">
      <h2 id="outline-title">{t('outline')}</h2>
      <OutlineList headings={headings} />
    </nav>
  );
}

/** The same on phones, folded so that the text begins on the first screen. */
function FoldedOutline({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation('content');
  return (
    <details className={styles.folded}>
      <summary>
        {t('outline')}
        <Icon name="down" size={16} />
      </summary>
      <OutlineList headings={headings} />
    </details>
  );
}

function OutlineList({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol>
      {headings.map(({ id, text, depth }) => (
        <li key={id} data-depth={depth}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
}

/** Where a banner or a piece of news leads: a screen of ours, or an address elsewhere. */
function Onward({ link }: { link: string }) {
  const { t } = useTranslation('content');
  const words = (
    <>
      {t('onward')}
      <Icon name="right" size={16} />
    </>
  );
  return link.startsWith('/') ? (
    <Link to={link} className={styles.onward}>
      {words}
    </Link>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer" className={styles.onward}>
      {words}
      <span className="hidden-visually"> {t('newTab')}</span>
    </a>
  );
}

/** While the text is on its way, what draws it comes too. */
export function ArticleSkeleton() {
  useEffect(() => {
    loadMarkdown().catch(() => undefined);
  }, []);
  return (
    <div className={styles.layout}>
      <div className={styles.article}>
        <Skeleton rows={1} height={40} />
        <Skeleton rows={9} height={18} />
      </div>
    </div>
  );
}
