import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import type { Area } from './routes';
import styles from './ComingScreen.module.css';

/** A screen whose feature is still to come: what will be there in one honest line, and ways onward. */
export function ComingScreen({ screen, area }: { screen: string; area: Area }) {
  const { t } = useTranslation('common');
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>{t('coming.kicker')}</p>
      <h1>{t(`screen.${screen}`)}</h1>
      <p>{t(`coming.${area}`)}</p>
      <Onward />
    </section>
  );
}

export function Onward() {
  const { t } = useTranslation('common');
  return (
    <nav className={styles.onward} aria-label={t('coming.onward')}>
      <ButtonLink to="/market">{t('screen.market')}</ButtonLink>
      <ButtonLink to="/currencyTrade?symbol=BTCUSDT" kind="plain">
        {t('screen.spot')}
      </ButtonLink>
      <ButtonLink to="/table1" kind="plain">
        {t('screen.assets')}
      </ButtonLink>
    </nav>
  );
}
