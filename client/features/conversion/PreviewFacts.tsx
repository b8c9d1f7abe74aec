import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import styles from '../transfer/Money.module.css';
import { OfferFacts } from './OfferFacts';
import type { Preview } from './use-preview';

/** What a quote would say now, and the button that gets it. */
export function PreviewFacts({ from: { preview, busy, error }, getting }: { from: Preview; getting: boolean }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const waiting = busy ? t('asking') : error === null ? t('ask') : '';
  return (
    <>
      {preview === undefined ? (
        waiting !== '' && <p className={styles.note}>{waiting}</p>
      ) : (
        <>
          <OfferFacts from={preview.from} to={preview.to} terms={preview} />
          <p className={styles.note}>{t('previewed', { seconds: format.count(preview.validMs / 1000) })}</p>
        </>
      )}
      <Button type="submit" wide busy={getting}>
        {t('getQuote')}
      </Button>
    </>
  );
}
