import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentItem } from '../../../contracts/content.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { Prose } from './Article';
import { useEntry } from './use-content';
import styles from './Notices.module.css';

interface NoticeProps {
  notice: ContentItem;
  open: boolean;
  onToggle: () => void;
}

/** One notice: its heading opens the text below it. */
export function Notice({ notice, open, onToggle }: NoticeProps) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const element = useRef<HTMLLIElement>(null);
  const openAtFirst = useRef(open);
  useEffect(() => {
    if (openAtFirst.current) element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const unread = notice.read === false;
  return (
    <li ref={element} className={cx(styles.notice, open && styles.open)}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={`notice-${notice.slug}`} onClick={onToggle}>
          <span className={styles.dot} data-unread={unread || undefined} />
          <span className={styles.words}>
            <span className={cx(styles.title, unread && styles.unread)}>
              {unread && <span className="hidden-visually">{t('notice.isUnread')} </span>}
              {notice.title}
            </span>
            {notice.summary && <span className={styles.summary}>{notice.summary}</span>}
          </span>
          <time dateTime={new Date(notice.publishedAt).toISOString()}>{format.day(notice.publishedAt)}</time>
          <Icon name={open ? 'up' : 'down'} size={16} />
        </button>
      </h2>
      <div id={`notice-${notice.slug}`} hidden={!open}>
        {open && <NoticeText slug={notice.slug} />}
      </div>
    </li>
  );
}

function NoticeText({ slug }: { slug: string }) {
  return (
    <div className={styles.text}>
      <Loadable query={useEntry({ slug })} skeleton={<Skeleton rows={4} height={18} />}>
        {(entry) => <Prose text={entry.body} />}
      </Loadable>
    </div>
  );
}
