import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ContentItem } from '../../../contracts/content.contract';
import { useLoggedIn } from '../../lib/session';
import { useUnreadCounts } from '../../lib/unread';
import { Button } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { Messages, ReadAllMessages } from '../message/Messages';
import { Notice } from './Notice';
import { isUnknown, useEntry, useEntryPages, useWindowTitle } from './use-content';
import { useReadNotices } from './use-read-notices';
import { shownNotices, type NoticeView } from './notice-list';
import styles from './Notices.module.css';

const PER_PAGE = 30;

type Box = 'notices' | 'mine';

/**
 * Announcements to everybody, and beside them one's own messages (`?box=mine`). Newest first; one opens in place, a notice
 * also by its address (`?slug=`).
 */
export default function NoticesScreen() {
  const { t } = useTranslation(['content', 'common']);
  const loggedIn = useLoggedIn();
  const [view, setView] = useState<NoticeView>('all');
  const [search, setSearch] = useSearchParams();
  const slug = search.get('slug');
  const box: Box = loggedIn && search.get('box') === 'mine' ? 'mine' : 'notices';
  const open = (next: string | null) => setSearch(next === null ? {} : { slug: next }, { replace: true });
  const show = (next: Box) => setSearch(next === 'mine' ? { box: 'mine' } : {}, { replace: true });
  const choose = (next: NoticeView) => {
    setView(next);
    if (box === 'notices') open(null);
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('common:screen.notices')}</h1>
        {loggedIn && (box === 'mine' ? <ReadAllMessages /> : <ReadAll />)}
      </header>
      {loggedIn && <Boxes box={box} onChange={show} />}
      {loggedIn && <Views view={view} onChange={choose} />}
      {box === 'mine' ? (
        <Messages view={view} />
      ) : (
        <NoticeList view={loggedIn ? view : 'all'} slug={slug} onOpen={open} />
      )}
    </div>
  );
}

function Boxes({ box, onChange }: { box: Box; onChange: (box: Box) => void }) {
  const { t } = useTranslation('inbox');
  const { notices, messages } = useUnreadCounts();
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('boxes')}
        value={box}
        onChange={onChange}
        controls="notices"
        tabs={[
          { value: 'notices', label: <Counted text={t('notices')} count={notices} /> },
          { value: 'mine', label: <Counted text={t('mine')} count={messages} /> },
        ]}
      />
    </div>
  );
}

function Counted({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
}

function Views({ view, onChange }: { view: NoticeView; onChange: (view: NoticeView) => void }) {
  const { t } = useTranslation('content');
  return (
    <div className={styles.views}>
      <Tabs
        label={t('notice.views')}
        value={view}
        onChange={onChange}
        controls="notices"
        look="pills"
        tabs={[
          { value: 'all', label: t('notice.all') },
          { value: 'unread', label: t('notice.unread') },
        ]}
      />
    </div>
  );
}

function ReadAll() {
  const { t } = useTranslation('content');
  const { notices } = useUnreadCounts();
  const read = useReadNotices();
  if (notices === 0) return null;
  return (
    <Button kind="plain" size="s" busy={read.isPending} onClick={() => read.mutate({ all: 'true' })}>
      {t('notice.readAll')}
    </Button>
  );
}

interface NoticeListProps {
  view: NoticeView;
  slug: string | null;
  onOpen: (slug: string | null) => void;
}

function NoticeList({ view, slug, onOpen }: NoticeListProps) {
  const { t } = useTranslation(['content', 'common']);
  const query = useEntryPages('notice', PER_PAGE);
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const linked = useLinked(slug, loaded);
  return (
    <div id="notices" role={view === 'all' ? undefined : 'tabpanel'} aria-label={t('common:screen.notices')}>
      {linked.unknown && <p className={styles.gone}>{t('notice.gone')}</p>}
      <Loadable
        query={query}
        skeleton={<Skeleton rows={6} height={64} />}
        isEmpty={() => shownNotices(loaded, view, linked.entry, slug).length === 0}
        empty={<Empty text={t(view === 'unread' ? 'notice.noneUnread' : 'notice.none')} />}
      >
        {() => (
          <ol className={styles.list}>
            {shownNotices(loaded, view, linked.entry, slug).map((notice) => (
              <Notice
                key={notice.slug}
                notice={notice}
                open={notice.slug === slug}
                onToggle={() => onOpen(notice.slug === slug ? null : notice.slug)}
              />
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

/** The notice in the address: fetched separately when no loaded page has it. */
function useLinked(slug: string | null, loaded: readonly ContentItem[]) {
  const { data, error } = useEntry(slug === null ? null : { slug });
  const entry = data?.kind === 'notice' ? data : undefined;
  const unread = loaded.find((notice) => notice.slug === slug)?.read ?? entry?.read;
  const read = useReadNotices().mutate;
  useWindowTitle(entry?.title);
  // It counts as read once its text is on the screen, not on the click.
  const seen = slug !== null && entry?.slug === slug && unread === false;
  useEffect(() => {
    if (seen) read({ slug });
  }, [seen, slug, read]);
  return { entry, unknown: slug !== null && ((error !== null && isUnknown(error)) || (data && !entry)) };
}
