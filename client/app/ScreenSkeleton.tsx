import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PARTS, shapeOf } from './screen-shapes';
import styles from './ScreenSkeleton.module.css';

/** The shape of the screen that is coming: where its head, panels, cards and rows will stand. */
export function ScreenSkeleton() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const shape = shapeOf(pathname);
  return (
    <div className={styles[shape]} role="status" aria-label={t('state.loading')} data-loading data-shape={shape}>
      {PARTS[shape].map((part, at) => (
        <div key={at} className={styles[part]} />
      ))}
    </div>
  );
}
