import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { yearly } from '../../../shared/custody';
import styles from './Custody.module.css';

interface HonestProps {
  /** The lowest and the highest daily rate, as shares. */
  rateMin: string;
  rateMax: string;
}

/** What this is, before any figure that could tempt: no AI, and an offer that would be a fraud elsewhere. */
export function Honest({ rateMin, rateMax }: HonestProps) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const figures = {
    least: format.share(rateMin),
    most: format.share(rateMax),
    leastYear: format.share(yearly(rateMin), 0),
    mostYear: format.share(yearly(rateMax), 0),
  };
  return (
    <section className={styles.honest} aria-labelledby="custody-honest">
      <Icon name="warning" size={24} />
      <div>
        <h2 id="custody-honest">{t('honest.title')}</h2>
        <p>{t('honest.yearly', figures)}</p>
        <p>{t('honest.fraud')}</p>
        <p>{t('honest.here')}</p>
        <Link className={styles.link} to="/text?slug=signs-of-a-fraud">
          {t('honest.signs')}
        </Link>
      </div>
    </section>
  );
}
