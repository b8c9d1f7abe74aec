import {
  memo,
  useCallback,
  useEffect,
  useId,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import type { BookRow } from '../../market/book';
import type { Pointed } from './BookPanel';
import { pickLevel, pickPrice } from './form-store';
import styles from './BookPanel.module.css';

interface BookSideProps {
  side: 'ask' | 'bid';
  /** The best first; asks are drawn from the bottom up. */
  rows: readonly BookRow[];
  own: ReadonlyMap<string, string>;
  instrument: InstrumentView;
  power: number;
  pointed: number | null;
  onPoint: (pointed: Pointed | null) => void;
}

/**
 * One side as a list box: a single tab stop, arrow keys walk the prices, Enter takes the price and Shift+Enter the size up to
 * it. The keyboard's place is a rank and not a price, so that it stays while prices come and go.
 */
export function BookSide(props: BookSideProps) {
  const { side, rows, pointed, onPoint } = props;
  const { t } = useTranslation('spot');
  const id = useId();
  const take = (rank: number, whole: boolean) => {
    const row = rows[rank];
    if (row === undefined) return;
    if (whole) pickLevel(row, side);
    else pickPrice(row.price);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return (event.preventDefault(), take(pointed ?? 0, event.shiftKey));
    const rank = walked(event.key, side, pointed ?? 0, rows.length - 1);
    if (rank === undefined) return;
    event.preventDefault();
    onPoint({ side, rank });
  };
  const onClick = (event: MouseEvent) => {
    const rank = rankAt(event);
    if (rank !== undefined) take(rank, (event.target as HTMLElement).closest('[data-size]') !== null);
  };
  return (
    <ul
      className={cx(styles.side, styles[side])}
      role="listbox"
      tabIndex={0}
      aria-label={t(side === 'ask' ? 'book.asks' : 'book.bids')}
      aria-description={t('book.keys')}
      aria-activedescendant={pointed !== null && rows[pointed] ? `${id}-${pointed}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => pointed === null && onPoint({ side, rank: 0 })}
      onBlur={() => onPoint(null)}
      onClick={onClick}
      onMouseMove={(event) => {
        const rank = rankAt(event);
        if (rank !== undefined && rank !== pointed) onPoint({ side, rank });
      }}
      onMouseLeave={() => onPoint(null)}
    >
      <Levels id={id} {...props} />
    </ul>
  );
}

function Levels({ id, side, rows, own, instrument, power, pointed }: BookSideProps & { id: string }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const decimals = Math.max(0, instrument.priceDecimals - power);
  const mineText = useCallback(
    (mine: string) => t('book.mine', { quantity: format.amount(mine, instrument.quantityDecimals) }),
    [t, format, instrument.quantityDecimals],
  );
  const shown = side === 'ask' ? [...rows].reverse() : rows;
  return shown.map((row, at) => {
    const rank = side === 'ask' ? rows.length - 1 - at : at;
    return (
      <Level
        key={rank}
        id={`${id}-${rank}`}
        rank={rank}
        row={row}
        decimals={decimals}
        quantityDecimals={instrument.quantityDecimals}
        mine={own.get(row.price) ?? ''}
        format={format}
        mineText={mineText}
        within={pointed !== null && rank <= pointed}
        active={rank === pointed}
      />
    );
  });
}

function rankAt(event: MouseEvent): number | undefined {
  const rank = (event.target as HTMLElement).closest<HTMLElement>('[data-rank]')?.dataset['rank'];
  return rank === undefined ? undefined : Number(rank);
}

/** Where a key leads: up is a higher price on both sides, so away from the middle among the asks. */
function walked(key: string, side: 'ask' | 'bid', rank: number, last: number): number | undefined {
  const up = side === 'ask' ? 1 : -1;
  const next = { ArrowUp: rank + up, ArrowDown: rank - up, Home: 0, End: last }[key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}

interface LevelProps {
  id: string;
  rank: number;
  row: BookRow;
  decimals: number;
  quantityDecimals: number;
  /** The quantity of own orders that rests here; empty for none. */
  mine: string;
  format: Formatter;
  mineText: (mine: string) => string;
  within: boolean;
  active: boolean;
}

/** Drawn again only when its own figures change, and without a hook of its own but the glow: there are a hundred of them. */
const Level = memo(
  function Level(props: LevelProps) {
    const { id, rank, row, decimals, quantityDecimals, mine, format, mineText, within, active } = props;
    const element = useFlash(row);
    const size = (text: string) => quantityText(format, text, quantityDecimals);
    const own = mine && mineText(mine);
    return (
      <li
        ref={element}
        id={id}
        role="option"
        aria-selected={active}
        data-rank={rank}
        className={cx(styles.level, within && styles.within, active && styles.active)}
        style={{ '--share': row.share } as CSSProperties}
        title={own || undefined}
      >
        <span className={styles.price}>
          {mine && <span className={styles.mine}>{size(mine)}</span>}
          {format.decimal(row.price, decimals)}
          {own && <span className="hidden-visually">{own}</span>}
        </span>
        <span data-size="">{size(row.quantity)}</span>
        <span data-size="" className={styles.sum}>
          {size(row.sum)}
        </span>
      </li>
    );
  },
  (a, b) =>
    a.row.price === b.row.price &&
    a.row.quantity === b.row.quantity &&
    a.row.sum === b.row.sum &&
    a.row.share === b.row.share &&
    a.decimals === b.decimals &&
    a.mine === b.mine &&
    a.mineText === b.mineText &&
    a.within === b.within &&
    a.active === b.active,
);

const calm = matchMedia('(prefers-reduced-motion: reduce)');

const GLOW_MS = 300;
const GLOW_APART_MS = 600;

/**
 * A short glow where the quantity of the same price changed; a row that now shows another price does not glow. At most one in
 * six tenths of a second a row: more cannot be told apart, and starting animations is the dearest part of a racing book.
 */
function useFlash({ price, quantity }: BookRow) {
  const element = useRef<HTMLLIElement>(null);
  const before = useRef({ price, quantity });
  const glow = useRef<{ animation: Animation; at: number } | null>(null);
  useEffect(() => {
    const changed = before.current.price === price && before.current.quantity !== quantity;
    before.current = { price, quantity };
    const now = performance.now();
    if (!changed || calm.matches || (glow.current && now - glow.current.at < GLOW_APART_MS)) return;
    if (glow.current) glow.current.animation.play();
    const options = { duration: GLOW_MS, pseudoElement: '::after' };
    const animation = glow.current?.animation ?? element.current?.animate([{ opacity: 0.55 }, { opacity: 0 }], options);
    glow.current = animation ? { animation, at: now } : null;
  }, [price, quantity]);
  return element;
}

/** Long quantities are shortened, so that columns never run into each other. */
function quantityText(format: Formatter, text: string, decimals: number): string {
  const whole = text.split('.')[0]?.length ?? 0;
  return whole > 6 ? format.compact(text) : format.decimal(text, Math.max(0, Math.min(decimals, 7 - whole)));
}
