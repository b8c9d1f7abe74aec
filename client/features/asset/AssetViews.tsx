import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './AssetPage.module.css';

const VIEWS = [
  ['coins', '/table1', 'asset:byCoin'],
  ['spaces', '/table2', 'asset:bySpace'],
  ['owned', '/netAssets', 'common:screen.netAssets'],
] as const;

/** The ways between the views of the assets. */
export function AssetViews({ view }: { view: (typeof VIEWS)[number][0] }) {
  const { t } = useTranslation(['asset', 'common']);
  return (
    <nav className={styles.views} aria-label={t('asset:views')}>
      {VIEWS.map(([name, path, text]) => (
        <Link key={name} to={path} aria-current={view === name ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
      <Link to="/record">{t('common:screen.assetRecords')}</Link>
    </nav>
  );
}
