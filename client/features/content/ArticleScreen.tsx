import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useShownTitle } from '../../lib/shown-title';
import { ButtonLink } from '../../ui/Button';
import { Failed } from '../../ui/states';
import { Article, ArticleSkeleton } from './Article';
import { entryOf, homeOf, listOf, pathOf } from './address';
import { Related } from './Related';
import { isUnknown, useEntry, useWindowTitle } from './use-content';
import styles from './Content.module.css';

/** Every page that is one text: help, news, banners, benefits, rules, agreements. Its address says which. */
export default function ArticleScreen() {
  const { pathname, search } = useLocation();
  const key = entryOf(pathname, search);
  const query = useEntry(key);
  const entry = query.data;
  const title = entry?.title;
  useWindowTitle(title);
  useEffect(() => {
    if (title !== undefined) useShownTitle.setState({ address: pathname + search, title });
  }, [title, pathname, search]);
  if (key === null) return <Navigate to={listOf(pathname)} replace />;
  if (query.error && isUnknown(query.error)) return <Unknown />;
  return (
    <div className={styles.page}>
      {entry ? (
        <Article entry={entry} after={<Related to={entry} />} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ArticleSkeleton />
      )}
    </div>
  );
}

/** The address names a text that is not there, or is not published any more. */
function Unknown() {
  const { t } = useTranslation(['content', 'common']);
  const { pathname } = useLocation();
  const home = homeOf(pathname);
  useWindowTitle(t('unknown.title'));
  return (
    <section className={styles.unknown}>
      <h1>{t('unknown.title')}</h1>
      <p>{t('unknown.body')}</p>
      <div className={styles.onward}>
        {home && <ButtonLink to={home.path}>{t(`common:screen.${home.screen}`)}</ButtonLink>}
        {home?.screen !== 'help' && (
          <ButtonLink to="/help" kind={home ? 'plain' : 'primary'}>
            {t('common:screen.help')}
          </ButtonLink>
        )}
        <ButtonLink to={pathOf({ kind: 'page', slug: 'company-profile' })} kind="plain">
          {t('common:footer.company')}
        </ButtonLink>
      </div>
    </section>
  );
}
