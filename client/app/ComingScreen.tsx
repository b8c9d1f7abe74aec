import { useTranslation } from 'react-i18next';
import type { Area } from '../lib/feature';
import { ButtonLink } from '../ui/Button';
import { pathOf } from './routes';
import { NEXT_STEPS } from './next-steps';
import styles from './ComingScreen.module.css';

/** A screen that is not open yet: what it will be in one sentence of its own, and ways onward. */
export default function ComingScreen({ screen, area }: { screen: string; area: Area }) {
  const { t } = useTranslation('common');
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>{t('coming.kicker')}</p>
      <h1>{t(`screen.${screen}`)}</h1>
      <p>{t(`coming.${screen}`)}</p>
      <Onward screens={NEXT_STEPS[area]} />
    </section>
  );
}

export function Onward({ screens }: { screens: readonly string[] }) {
  const { t } = useTranslation('common');
  return (
    <nav className={styles.onward} aria-label={t('coming.onward')}>
      {screens.map((screen) => (
        <ButtonLink key={screen} to={pathOf(screen)} kind="plain">
          {t(`screen.${screen}`)}
        </ButtonLink>
      ))}
    </nav>
  );
}
