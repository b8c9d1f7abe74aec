import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import { useFormat } from '../lib/format';
import { preloaded } from '../lib/preloaded';
import { marketKeys } from './keys';
import { Logo } from './Logo';
import { useStar } from './watchlists';
import { useBook } from './book-store';
import { useTicker } from './tickers';
import { cx } from '../lib/cx';
import { Icon } from '../ui/icons';
import { Change, Price, directionOf } from '../ui/numbers';
import styles from './SymbolBar.module.css';

const usePicker = preloaded(() => import('./SymbolPicker'), 'market');

interface SymbolBarProps {
  instrument: InstrumentView;
  /** The terminal that another instrument is looked at in. */
  path: string;
  /** Price and figures; the last 24 hours of the instrument where it is left out. */
  day?: ReactNode;
  children?: ReactNode;
}

/** Which instrument this is, what it costs, and its last 24 hours. */
export function SymbolBar({ instrument, path, day, children }: SymbolBarProps) {
  const { t } = useTranslation('spot');
  const [SymbolPicker, picking, setPicking] = usePicker();
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
          <Logo base={instrument.base} size={22} />
          <span>
            {instrument.base}
            <small>/{instrument.quote}</small>
          </span>
          <Icon name="down" size={16} />
        </button>
        <span className={styles.full}>{instrument.name}</span>
      </h1>
      {day ?? <Day instrument={instrument} />}
      {children}
      {picking && SymbolPicker && (
        <SymbolPicker path={path} onClose={() => setPicking(false)} current={instrument.symbol} />
      )}
    </header>
  );
}

function Star({ symbol }: { symbol: string }) {
  const { starred, label, toggle } = useStar(symbol);
  return (
    <button
      type="button"
      className={cx(styles.star, starred && styles.starred)}
      aria-pressed={starred}
      aria-label={label}
      onClick={toggle}
    >
      <Icon name="star" size={17} filled={starred} />
    </button>
  );
}

function Day({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { symbol, priceDecimals, base, quote, session } = instrument;
  useFreshSession(session.phase);
  return (
    <>
      <Last instrument={instrument} />
      {/* Scrolls in a narrow window, by keys too. */}
      <dl className={styles.day} tabIndex={0}>
        <Indicative decimals={priceDecimals} />
        <Figure name={t('day.high')} symbol={symbol} of="high24h" decimals={priceDecimals} />
        <Figure name={t('day.low')} symbol={symbol} of="low24h" decimals={priceDecimals} />
        <div className={styles.session}>
          <dt>{t('day.session')}</dt>
          <dd className={session.open ? styles.open : undefined}>
            {t(session.pause === null ? `day.${session.phase}` : 'day.paused')}
            {session.nextChangeAt !== null && ` · ${format.shortDateTime(session.nextChangeAt)}`}
          </dd>
        </div>
        <Figure name={t('day.volume', { asset: base })} symbol={symbol} of="volume24h" />
        <Figure name={t('day.volume', { asset: quote })} symbol={symbol} of="quoteVolume24h" />
      </dl>
    </>
  );
}

function Last({ instrument }: { instrument: InstrumentView }) {
  const last = useTicker(instrument.symbol, 'last');
  const changePct = useTicker(instrument.symbol, 'changePct');
  return (
    <div className={styles.price}>
      <b className={changePct && directionOf(changePct)} data-testid="last-price">
        {last ? <Price value={last} decimals={instrument.priceDecimals} /> : '–'}
      </b>
      <span className={styles.change}>{changePct ? <Change value={changePct} /> : '–'}</span>
    </div>
  );
}

/** A pause begins without notice: the book shows its call before the session's state is read again. */
function useFreshSession(phase: InstrumentView['session']['phase']): void {
  const queries = useQueryClient();
  const isCall = useBook(({ book }) => (book === null ? null : book.auction?.kind === 'opening'));
  useEffect(() => {
    if (isCall !== null && isCall !== (phase === 'call'))
      void queries.invalidateQueries({ queryKey: marketKeys.sessions() });
  }, [queries, isCall, phase]);
}

/** What the auction that is gathered would trade at. */
function Indicative({ decimals }: { decimals: number }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const isGathered = useBook(({ book }) => (book?.auction ?? null) !== null);
  const price = useBook(({ book }) => book?.auction?.price ?? null);
  if (!isGathered) return null;
  return (
    <div>
      <dt>{t('auction.price')}</dt>
      <dd data-testid="indicative-price">{price === null ? '–' : format.decimal(price, decimals)}</dd>
    </div>
  );
}

interface FigureProps {
  name: string;
  symbol: string;
  of: 'high24h' | 'low24h' | 'volume24h' | 'quoteVolume24h';
  /** A price has so many; a volume is shortened. */
  decimals?: number;
}

/** Each figure hears its own part of the ticker: a new price draws no volumes again. */
function Figure({ name, symbol, of, decimals }: FigureProps) {
  const format = useFormat();
  const value = useTicker(symbol, of);
  const text = value && (decimals === undefined ? format.compact(value) : format.decimal(value, decimals));
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text ?? '–'}</dd>
    </div>
  );
}
