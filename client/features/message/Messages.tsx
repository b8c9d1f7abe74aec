import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MessageView } from '../../../contracts/message.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useUnreadCounts } from '../../lib/unread';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import type { NoticeView } from '../content/notice-list';
import { useMarkMessages, useMessages } from './use-messages';
import styles from '../content/Notices.module.css';

/** One's own messages; one opens in place and is read from then on. */
export function Messages({ view }: { view: NoticeView }) {
  const { t } = useTranslation(['inbox', 'common']);
  const query = useMessages();
  const [open, setOpen] = useState<string | null>(null);
  const mark = useMarkMessages().mutate;
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  // The open one stays in sight although opening it made it read.
  const shown = loaded.filter(({ id, read }) => view === 'all' || !read || id === open);
  const toggle = ({ id, read }: MessageView) => {
    setOpen(open === id ? null : id);
    if (!read) mark({ messageId: id });
  };
  return (
    <div id="notices" role="tabpanel" aria-label={t('mine')}>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={6} height={64} />}
        isEmpty={() => shown.length === 0}
        empty={<Empty text={t(view === 'unread' ? 'noneUnread' : 'none')} />}
      >
        {() => (
          <ol className={styles.list}>
            {shown.map((message) => (
              <Message key={message.id} message={message} open={message.id === open} onToggle={() => toggle(message)} />
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

export function ReadAllMessages() {
  const { t } = useTranslation('inbox');
  const { messages } = useUnreadCounts();
  const mark = useMarkMessages();
  if (messages === 0) return null;
  return (
    <Button kind="plain" size="s" busy={mark.isPending} onClick={() => mark.mutate({ all: 'true' })}>
      {t('readAll')}
    </Button>
  );
}

function Message({ message, open, onToggle }: { message: MessageView; open: boolean; onToggle: () => void }) {
  const { t } = useTranslation('inbox');
  const format = useFormat();
  const { id, at, title, body, note, link, read } = message;
  return (
    <li className={cx(styles.notice, open && styles.open)}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={`message-${id}`} onClick={onToggle}>
          <span className={styles.dot} data-unread={!read || undefined} />
          <span className={styles.words}>
            <span className={cx(styles.title, !read && styles.unread)}>
              {!read && <span className="hidden-visually">{t('isUnread')} </span>}
              {title}
            </span>
          </span>
          <time dateTime={new Date(at).toISOString()}>{`${format.day(at)} ${format.time(at)}`}</time>
          <Icon name={open ? 'up' : 'down'} size={16} />
        </button>
      </h2>
      <div id={`message-${id}`} hidden={!open}>
        <div className={styles.text}>
          <p>{body}</p>
          {note !== null && (
            <blockquote className={styles.note}>
              <b>{t('note')}</b> {note}
            </blockquote>
          )}
          {link !== null && (
            <Link to={link} className={styles.onward}>
              {t('open')}
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}
