import { Suspense, lazy, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useFavourites } from '../../market/favourites';
import { useTicker } from '../../market/tickers';
import { cx } from '../../lib/cx';
import { Icon } from '../../ui/icons';
import { Change, Price, directionOf } from '../../ui/numbers';
import styles from './SymbolBar.module.css';

const SymbolPicker = lazy(() => import('./SymbolPicker'));

/** Which instrument this is, what it costs, and its last 24 hours. */
export function SymbolBar({ instrument, children }: { instrument: InstrumentView; children?: ReactNode }) {
  const { t } = useTranslation('spot');
  const [picking, setPicking] = useState(false);
  return (
    <header className={styles.bar}>
      <Star symbol={instrument.symbol} />
      <h1 className={styles.name}>
        <button
          type="button"
          aria-haspopup="dialog"
          data-shortcut="instrument"
          onClick={() => setPicking(true)}
          title={t('picker.title')}
        >
          <span>
            {instrument.base}
            <small>/{instrument.quote}</small>
          </span>
          <Icon name="down" size={16} />
        </button>
        <span className={styles.full}>{instrument.name}</span>
      </h1>
      <Day instrument={instrument} />
      {children}
      {picking && (
        <Suspense fallback={null}>
          <SymbolPicker onClose={() => setPicking(false)} current={instrument.symbol} />
        </Suspense>
      )}
    </header>
  );
}

function Star({ symbol }: { symbol: string }) {
  const { t } = useTranslation('spot');
  const { symbols, toggle } = useFavourites();
  const starred = symbols.includes(symbol);
  return (
    <button
      type="button"
      className={cx(styles.star, starred && styles.starred)}
      aria-pressed={starred}
      aria-label={t('favourite', { symbol })}
      onClick={() => toggle(symbol)}
    >
      <Icon name="star" size={17} filled={starred} />
    </button>
  );
}

function Day({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const ticker = useTicker(instrument.symbol);
  const { priceDecimals, base, quote, session } = instrument;
  const price = (text: string | undefined) => (text === undefined ? '–' : format.decimal(text, priceDecimals));
  const figures = [
    [t('day.high'), price(ticker?.high24h)],
    [t('day.low'), price(ticker?.low24h)],
    [t('day.volume', { asset: base }), ticker ? format.compact(ticker.volume24h) : '–'],
    [t('day.volume', { asset: quote }), ticker ? format.compact(ticker.quoteVolume24h) : '–'],
  ];
  return (
    <>
      <div className={styles.price}>
        <b className={ticker && directionOf(ticker.changePct)} data-testid="last-price">
          {ticker ? <Price value={ticker.last} decimals={priceDecimals} /> : '–'}
        </b>
        <span className={styles.change}>{ticker ? <Change value={ticker.changePct} /> : '–'}</span>
      </div>
      <dl className={styles.day}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.session}>
          <dt>{t('day.session')}</dt>
          <dd className={session.open ? styles.open : undefined}>
            {t(session.open ? 'day.open' : 'day.closed')}
            {session.nextChangeAt !== null && ` · ${format.shortDateTime(session.nextChangeAt)}`}
          </dd>
        </div>
      </dl>
    </>
  );
}
