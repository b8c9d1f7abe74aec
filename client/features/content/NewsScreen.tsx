import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ContentItem } from '../../../contracts/content.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { pathOf } from './address';
import { useEntryPages } from './use-content';
import styles from './News.module.css';

const PER_PAGE = 13;

/** News, newest first; the newest one larger. */
export default function NewsScreen() {
  const { t } = useTranslation(['content', 'common']);
  const query = useEntryPages('news', PER_PAGE);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('common:screen.news')}</h1>
        <p>{t('news.lead')}</p>
      </header>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={6} height={120} />}
        isEmpty={(data) => data.pages.every((page) => page.items.length === 0)}
        empty={<Empty text={t('news.none')} />}
      >
        {(data) => (
          <ol className={styles.list}>
            {data.pages
              .flatMap((page) => page.items)
              .map((entry, index) => (
                <NewsCard key={entry.slug} entry={entry} newest={index === 0} />
              ))}
          </ol>
        )}
      </Loadable>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button kind="plain" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('common:action.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function NewsCard({ entry, newest }: { entry: ContentItem; newest: boolean }) {
  const format = useFormat();
  return (
    <li className={cx(styles.card, newest && styles.lead)}>
      <time dateTime={new Date(entry.publishedAt).toISOString()}>{format.day(entry.publishedAt)}</time>
      <h2>
        <Link to={pathOf(entry)}>{entry.title}</Link>
      </h2>
      <p>{entry.summary}</p>
    </li>
  );
}
