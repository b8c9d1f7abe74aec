import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { availableIn } from '../transfer/transfer-form';
import { useShortage } from '../transfer/use-shortage';
import styles from '../transfer/Money.module.css';

/** That there are fewer USDT than are to be spent; `undefined` where there are enough, and until it is known. */
export function useShort(spend: string): string | undefined {
  const { data } = useFreshAssets();
  const shortage = useShortage();
  return data && shortage(spend, availableIn(data.rows, 'spot', 'USDT'), 'USDT');
}

export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={styles.error} role="alert">
      <Icon name="info" size={14} />
      {text}
    </p>
  );
}

/** What can follow a purchase. */
export function Afterwards({ coin, again }: { coin: string; again: () => void }) {
  const { t } = useTranslation(['conversion', 'common']);
  return (
    <>
      <Button kind="plain" wide onClick={again}>
        {t('buy.again')}
      </Button>
      <p className={styles.links}>
        <Link to={pathOf('assets')}>{t('common:screen.assets')}</Link>
        <Link to={`${pathOf('spot')}?symbol=${coin}USDT`}>{t('book')}</Link>
      </p>
    </>
  );
}
