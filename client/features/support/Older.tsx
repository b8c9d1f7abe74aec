import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { useConversations } from './use-support';
import styles from './Support.module.css';

/** Every conversation but the one that is shown, newest first. */
export function Older({ shown }: { shown: string | undefined }) {
  const { t } = useTranslation('support');
  const format = useFormat();
  const query = useConversations();
  return (
    <section className={styles.card} aria-labelledby="support-older">
      <h2 id="support-older">{t('older.title')}</h2>
      <Loadable query={query} skeleton={<Skeleton rows={2} height={30} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items).filter(({ conversationId }) => conversationId !== shown);
          if (rows.length === 0) return <p className={styles.quiet}>{t('older.none')}</p>;
          return (
            <ul className={styles.older}>
              {rows.map(({ conversationId, topic, status, openedAt, unread }) => (
                <li key={conversationId}>
                  <Link to={`/service?id=${conversationId}`}>
                    <b>{t(`topic.${topic}`)}</b>
                    <span className={styles.label} data-status={status}>
                      {t(`status.${status}`)}
                    </span>
                    {unread > 0 && <span className={styles.label}>{t('unread', { n: unread })}</span>}
                    <time dateTime={new Date(openedAt).toISOString()}>{format.dateTime(openedAt)}</time>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loadable>
      {query.hasNextPage && (
        <p className={styles.actions}>
          <Button kind="plain" size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('older.more')}
          </Button>
        </p>
      )}
    </section>
  );
}
