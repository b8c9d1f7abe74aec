import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getContentList } from '../../../contracts/content.calls';
import { api } from '../../lib/api';
import type { ContentItem } from '../../../contracts/content.contract';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { Icon } from '../../ui/icons';
import { contentKeys } from '../content/content.feature';
import styles from './News.module.css';

const BANNERS = 3;
const NOTICES = 4;

function useContent(kind: 'banner' | 'notice', limit: number) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: contentKeys.newest(language, kind, limit),
    queryFn: () => api.call(getContentList, { kind, limit }),
    staleTime: 300_000,
  });
}

/** Banners side by side. They do not move by themselves; on a phone one swipes. Nothing published: nothing there. */
export function Banners() {
  const { t } = useTranslation('home');
  const { data, isPending } = useContent('banner', BANNERS);
  if (isPending) return <div className={styles.waiting} aria-hidden="true" />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={styles.banners} aria-label={t('banners.title')}>
      <ul>
        {data.items.map((banner) => (
          <li key={banner.slug}>
            <BannerLink banner={banner}>
              <b>{banner.title}</b>
              <span>{banner.summary}</span>
              <Icon name="right" size={18} />
            </BannerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A banner opens its editors' link or its own text; other sites open in a new tab. */
function BannerLink({ banner, children }: { banner: ContentItem; children: React.ReactNode }) {
  const { link, slug } = banner;
  if (link !== null && !link.startsWith('/')) {
    return (
      <a href={link} target="_blank" rel="noreferrer" className={styles.banner}>
        {children}
      </a>
    );
  }
  return (
    <Link to={link ?? `/bannerDetail?slug=${slug}`} className={styles.banner}>
      {children}
    </Link>
  );
}

/** The newest announcements. */
export function Notices() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { data } = useContent('notice', NOTICES);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="notices" className={styles.notices}>
      <header>
        <h2 id="notices">{t('notices.title')}</h2>
        <Link to="/notice">{t('notices.all')}</Link>
      </header>
      <ul>
        {data.items.map((notice) => (
          <li key={notice.slug}>
            <Link to={`/notice?slug=${notice.slug}`}>
              <time dateTime={new Date(notice.publishedAt).toISOString()}>{format.date(notice.publishedAt)}</time>
              <b>{notice.title}</b>
              <span>{notice.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
