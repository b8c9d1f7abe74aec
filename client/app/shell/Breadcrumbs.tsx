import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useShownTitle } from '../../lib/shown-title';
import { Icon } from '../../ui/icons';
import { pathTo } from '../breadcrumbs';
import { ROUTES, pathOf } from '../routes';
import styles from './Shell.module.css';

/** Where an inner screen is, as links upward. */
export function Breadcrumbs() {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  const shown = useShownTitle();
  const screen = ROUTES.find((route) => route.path === pathname)?.screen;
  const path = screen === undefined ? [] : pathTo(screen);
  if (path.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={t('nav.path')}>
      <ol>
        {path.map((each) => (
          <li key={each}>
            <Link to={pathOf(each)}>{t(`screen.${each}`)}</Link>
            <Icon name="right" size={12} />
          </li>
        ))}
        <li aria-current="page">{shown.address === pathname + search ? shown.title : t(`screen.${screen}`)}</li>
      </ol>
    </nav>
  );
}
