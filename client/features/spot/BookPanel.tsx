import { memo, useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { fixed, formatFixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { ladder, spreadOf, type BookRow } from '../../market/book';
import { useBook } from '../../market/book-store';
import { useTicker } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { directionOf } from '../../ui/numbers';
import { Skeleton } from '../../ui/states';
import { pickPrice } from './form-store';
import styles from './BookPanel.module.css';

const ROW_HEIGHT = 20;
const MIDDLE_HEIGHT = 36;
const STEPS = 4;

interface BookPanelProps {
  instrument: InstrumentView;
  /** Prices at which the user's own orders rest. */
  own: ReadonlySet<string>;
  /** For a phone's narrow column: price and quantity only. */
  narrow?: boolean;
}

/** The order book: asks above, bids below, depth bars behind, a click takes the price. */
export function BookPanel({ instrument, own, narrow = false }: BookPanelProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const book = useBook((state) => state.book);
  const [power, setPower] = useState(0);
  const [box, { height }] = useSize<HTMLDivElement>();
  const step = fixed(instrument.tickSize) * 10n ** BigInt(power);
  const rows = Math.max(5, Math.floor((height - MIDDLE_HEIGHT) / 2 / ROW_HEIGHT));
  const sides = useMemo(
    () => book && { asks: ladder(book.asks, 'ask', step, rows).reverse(), bids: ladder(book.bids, 'bid', step, rows) },
    [book, step, rows],
  );
  return (
    <section className={cx(styles.panel, narrow && styles.narrow)} aria-label={t('book.title')} data-testid="book">
      <header className={styles.head}>
        {!narrow && <h2>{t('book.title')}</h2>}
        <select
          className={styles.step}
          aria-label={t('book.step')}
          value={power}
          onChange={(event) => setPower(Number(event.target.value))}
        >
          {Array.from({ length: STEPS }, (_, each) => (
            <option key={each} value={each}>
              {format.amount(formatFixed(fixed(instrument.tickSize) * 10n ** BigInt(each)), 12)}
            </option>
          ))}
        </select>
      </header>
      <div className={styles.columns} aria-hidden="true">
        <span>{narrow ? t('column.price') : t('book.price', { asset: instrument.quote })}</span>
        <span>{narrow ? t('column.quantity') : t('book.quantity', { asset: instrument.base })}</span>
        {!narrow && <span>{t('book.sum')}</span>}
      </div>
      <div className={styles.sides} ref={box}>
        {sides === null ? (
          <Skeleton rows={12} height={12} />
        ) : (
          <>
            <Side rows={sides.asks} side="ask" instrument={instrument} own={own} power={power} />
            <Middle instrument={instrument} />
            <Side rows={sides.bids} side="bid" instrument={instrument} own={own} power={power} />
          </>
        )}
      </div>
    </section>
  );
}

interface SideProps {
  rows: BookRow[];
  side: 'ask' | 'bid';
  instrument: InstrumentView;
  own: ReadonlySet<string>;
  power: number;
}

function Side({ rows, side, instrument, own, power }: SideProps) {
  const { t } = useTranslation('spot');
  const decimals = Math.max(0, instrument.priceDecimals - power);
  return (
    <ul className={cx(styles.side, styles[side])} aria-label={t(side === 'ask' ? 'book.asks' : 'book.bids')}>
      {rows.map((row) => (
        <Level
          key={row.price}
          row={row}
          decimals={decimals}
          quantityDecimals={instrument.quantityDecimals}
          mine={power === 0 && own.has(row.price)}
        />
      ))}
    </ul>
  );
}

interface LevelProps {
  row: BookRow;
  decimals: number;
  quantityDecimals: number;
  mine: boolean;
}

/** Drawn again only when its own figures change. Out of the tab order: the price field takes the same by keyboard. */
const Level = memo(
  function Level({ row, decimals, quantityDecimals, mine }: LevelProps) {
    const format = useFormat();
    return (
      <li>
        <button
          type="button"
          tabIndex={-1}
          className={styles.level}
          style={{ '--share': row.share } as CSSProperties}
          onClick={() => pickPrice(row.price)}
        >
          <span className={styles.price}>
            {mine && <span className={styles.mine} />}
            {format.decimal(row.price, decimals)}
          </span>
          <span>{quantityText(format, row.quantity, quantityDecimals)}</span>
          <span className={styles.sum}>{quantityText(format, row.sum, quantityDecimals)}</span>
        </button>
      </li>
    );
  },
  (a, b) =>
    a.row.price === b.row.price &&
    a.row.quantity === b.row.quantity &&
    a.row.sum === b.row.sum &&
    a.row.share === b.row.share &&
    a.decimals === b.decimals &&
    a.mine === b.mine,
);

/** Long quantities are shortened, so that columns never run into each other. */
function quantityText(format: ReturnType<typeof useFormat>, text: string, decimals: number): string {
  const whole = text.split('.')[0]?.length ?? 0;
  return whole > 6 ? format.compact(text) : format.decimal(text, Math.max(0, Math.min(decimals, 7 - whole)));
}

function Middle({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const ticker = useTicker(instrument.symbol);
  const spread = useBook((state) => state.book && spreadOf(state.book)?.absolute);
  const direction = ticker ? directionOf(ticker.changePct) : '';
  return (
    <div className={styles.middle}>
      <b className={direction} data-testid="book-last">
        {ticker ? format.decimal(ticker.last, instrument.priceDecimals) : '–'}
        {direction && <Icon name={direction} size={14} />}
      </b>
      {spread && (
        <span>
          {t('book.spread')} {format.decimal(spread, instrument.priceDecimals)}
        </span>
      )}
    </div>
  );
}
