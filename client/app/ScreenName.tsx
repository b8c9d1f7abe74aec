import { useTranslation } from 'react-i18next';
import styles from './ScreenName.module.css';

/** A screen as menus and lists name it. */
export function ScreenName({ screen }: { screen: string }) {
  const { t } = useTranslation('common');
  return <span className={styles.name}>{t(`screen.${screen}`)}</span>;
}
