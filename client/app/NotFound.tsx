import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '../ui/Button';
import { Icon } from '../ui/icons';
import { useBrand } from './brand';
import { openPalette } from './palette/palette-store';
import { pathOf } from './routes';
import styles from './NotFound.module.css';

const ONWARD = ['home', 'market', 'spot', 'assets', 'help'];

/** The page for unknown addresses: it suggests screens that match the words. */
export default function NotFound() {
  const { t } = useTranslation('common');
  const { name } = useBrand();
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${name}`;
  }, [t, name]);
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>404</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.body')}</p>
      <div>
        <Button size="l" aria-haspopup="dialog" onClick={() => openPalette(wordsOf(pathname))}>
          <Icon name="search" />
          {t('palette.label')}
        </Button>
      </div>
      <nav className={styles.onward} aria-label={t('notFound.onward')}>
        {ONWARD.map((screen) => (
          <ButtonLink key={screen} to={pathOf(screen)} kind="plain">
            {t(`screen.${screen}`)}
          </ButtonLink>
        ))}
      </nav>
    </section>
  );
}

/** `/spot-trading/btc` as typed text. */
function wordsOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .replace(/[/_-]+/g, ' ')
      .trim()
      .slice(0, 40);
  } catch {
    return '';
  }
}
