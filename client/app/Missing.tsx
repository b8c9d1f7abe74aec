import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../ui/icons';
import { pathOf } from './routes';
import styles from './Missing.module.css';

interface MissingProps {
  title: string;
  problems: readonly { readonly refusal: string; readonly message: string }[];
  /** The screen on which each refusal is put right, for those that one puts right. */
  screens: Readonly<Record<string, string>>;
}

/** Everything that stands against an order now, before it is written. Nothing where nothing does. */
export function Missing({ title, problems, screens }: MissingProps) {
  const { t } = useTranslation('common');
  if (problems.length === 0) return null;
  return (
    <section className={styles.missing} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {problems.map(({ refusal, message }) => {
          const screen = screens[refusal];
          return (
            <li key={refusal}>
              <Icon name="info" size={16} />
              <span>
                {message} {screen && <Link to={pathOf(screen)}>{t(`screen.${screen}`)}</Link>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
