import { useTranslation } from 'react-i18next';
import { isBuilt } from './routes';
import styles from './ScreenName.module.css';

/** A screen as menus and lists name it: its title, marked where it is not open yet. */
export function ScreenName({ screen }: { screen: string }) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.name}>
      {t(`screen.${screen}`)} <NotOpen screen={screen} />
    </span>
  );
}

/** The one mark of a way to something that is not open yet; nothing where it is. `tight`: a ring where words have no room. */
export function NotOpen({ screen, tight = false }: { screen: string; tight?: boolean }) {
  const { t } = useTranslation('common');
  if (isBuilt(screen)) return null;
  const text = t('coming.kicker');
  return tight ? (
    <i className={styles.ring} title={text}>
      <span className="hidden-visually">{text}</span>
    </i>
  ) : (
    <i className={styles.mark}>{text}</i>
  );
}
