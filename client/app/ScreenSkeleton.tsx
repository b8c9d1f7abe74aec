import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ROUTES } from './routes';
import styles from './ScreenSkeleton.module.css';

/** The shape of the screen that is coming: where its head, panels, cards and rows will stand. */
export function ScreenSkeleton() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const screen = ROUTES.find(({ path }) => path === pathname)?.screen ?? '';
  const shape = SHAPES[screen] ?? 'page';
  return (
    <div className={styles[shape]} role="status" aria-label={t('state.loading')} data-loading data-shape={shape}>
      {PARTS[shape].map((part, at) => (
        <div key={at} className={styles[part]} />
      ))}
    </div>
  );
}

type Shape = 'terminal' | 'assets' | 'market' | 'page';

const SHAPES: Readonly<Record<string, Shape>> = { spot: 'terminal', assets: 'assets', market: 'market' };

const ROWS = Array.from({ length: 10 }, () => 'row');
const PARTS: Readonly<Record<Shape, readonly string[]>> = {
  terminal: ['bar', 'chart', 'book', 'side', 'orders'],
  assets: ['title', 'total', 'card', 'card', 'card', ...ROWS],
  market: ['title', 'tabs', ...ROWS],
  page: ['title', 'card', 'card', 'card'],
};
