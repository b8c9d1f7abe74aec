import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useTicker } from '../../market/tickers';
import { Price } from '../../ui/numbers';
import styles from './InstrumentPage.module.css';

/** The prices that stops may watch, live, and what each of them is. */
export function IndexAndMark({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const ticker = useTicker(instrument.symbol);
  return (
    <section className={styles.card} aria-labelledby="index-and-mark">
      <h2 id="index-and-mark">{t('prices.title')}</h2>
      <dl className={styles.spec}>
        {(['index', 'mark', 'last'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`prices.${name}`)}</dt>
            <dd data-testid={`price-${name}`}>
              {ticker ? <Price value={ticker[name]} decimals={instrument.priceDecimals} /> : '–'}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>{t('prices.explained')}</p>
    </section>
  );
}
