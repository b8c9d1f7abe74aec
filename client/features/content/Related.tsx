import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { ContentView } from '../../../contracts/content.contract';
import { pathOf } from './address';
import { useEntries } from './use-content';
import styles from './Article.module.css';

const SHOWN_MAX = 5;

/** Other texts of the same category, or of the same kind. A page that stands alone has none. */
export function Related({ to: { kind, slug, category } }: { to: ContentView }) {
  return kind === 'page' || kind === 'rule' || kind === 'banner' ? null : (
    <RelatedList kind={kind} slug={slug} category={category} />
  );
}

function RelatedList({ kind, slug, category }: Pick<ContentView, 'kind' | 'slug' | 'category'>) {
  const { t } = useTranslation('content');
  const { pathname } = useLocation();
  const { data } = useEntries(kind, category ?? undefined);
  const others = data?.filter((each) => each.slug !== slug).slice(0, SHOWN_MAX) ?? [];
  if (others.length === 0) return null;
  return (
    <nav className={styles.related} aria-labelledby="related-title">
      <h2 id="related-title">{t(kind === 'help' ? 'related.help' : 'related.other')}</h2>
      <ul>
        {others.map((each) => (
          <li key={each.slug}>
            <Link to={pathOf(each, pathname)}>{each.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
