import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';
import styles from './ProductSwitch.module.css';

const PRODUCTS = [
  { product: 'spot', path: '/currencyTrade' },
  { product: 'contracts', path: '/preciousMetal' },
  { product: 'options', path: '/optionTrade' },
] as const;

interface ProductSwitchProps {
  symbol: string;
  current: (typeof PRODUCTS)[number]['product'];
  /** Over the whole width, on phones. */
  wide?: boolean;
}

/** The products that an instrument is traded as: one click leads to the other terminal with the same instrument. */
export function ProductSwitch({ symbol, current, wide = false }: ProductSwitchProps) {
  const { t } = useTranslation('common');
  return (
    <nav className={cx(styles.switch, wide && styles.wide)} aria-label={t('product.title')}>
      {PRODUCTS.map(({ product, path }) => (
        <Link
          key={product}
          to={`${path}?symbol=${encodeURIComponent(symbol)}`}
          aria-current={product === current ? 'page' : undefined}
        >
          {t(`product.${product}`)}
        </Link>
      ))}
    </nav>
  );
}
