import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './Content.module.css';

export interface Crumb {
  label: string;
  to: string;
}

/** Where one is: the ways back, and the page itself last. */
export function Crumbs({ ways, here }: { ways: readonly Crumb[]; here: string | undefined }) {
  const { t } = useTranslation('content');
  return (
    <nav className={styles.crumbs} aria-label={t('crumbs')}>
      <ol>
        {ways.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {here !== undefined && (
          <li>
            <span aria-current="page">{here}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
