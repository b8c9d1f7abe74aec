import {
  memo,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { ladder, type BookRow } from '../../market/book';
import { useBook } from '../../market/book-store';
import { isMenuKey } from '../../market/chart/use-offers';
import { LevelWriter, type LevelTexts, type Pointed } from './book-levels';
import { pickLevel, pickPrice } from '../../orders/form-store';
import styles from './BookPanel.module.css';

interface BookSideProps {
  side: 'ask' | 'bid';
  /** How many rows there is room for. */
  limit: number;
  /** The price step that levels are grouped by. */
  step: bigint;
  own: ReadonlyMap<string, string>;
  instrument: InstrumentView;
  power: number;
  pointed: number | null;
  onPoint: (pointed: Pointed | null) => void;
  onOffers: (price: string, at: { x: number; y: number }, opener: HTMLElement) => void;
}

/**
 * One side as a list box: a single tab stop, arrow keys walk the prices, Enter takes the price and Shift+Enter the size up to
 * it, the menu key offers orders there. The keyboard's place is a rank and not a price, so that it stays while prices come and go.
 */
export function BookSide(props: BookSideProps) {
  const { side, pointed, onPoint } = props;
  const { t } = useTranslation('spot');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { rows, count } = useLevels(list, props);
  const { onKeyDown, onClick, onContextMenu } = useTaking(list, rows, count, props);
  const ranks = Array.from({ length: count }, (_, at) => (side === 'ask' ? count - 1 - at : at));
  return (
    <ul
      ref={list}
      className={cx(styles.side, styles[side])}
      role="listbox"
      tabIndex={0}
      aria-label={t(side === 'ask' ? 'book.asks' : 'book.bids')}
      aria-description={t('book.keys')}
      aria-activedescendant={pointed !== null && pointed < count ? `${id}-${pointed}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => pointed === null && onPoint({ side, rank: 0 })}
      onBlur={() => onPoint(null)}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onMouseMove={(event) => {
        const rank = rankAt(event);
        if (rank !== undefined && rank !== pointed) onPoint({ side, rank });
      }}
      onMouseLeave={() => onPoint(null)}
    >
      {ranks.map((rank) => (
        <Level
          key={rank}
          id={`${id}-${rank}`}
          rank={rank}
          within={pointed !== null && rank <= pointed}
          active={rank === pointed}
        />
      ))}
    </ul>
  );
}

/** What clicks and keys on a side's rows take: a price, the size up to it, or an order at it from a menu. */
function useTaking(
  list: RefObject<HTMLUListElement | null>,
  rows: RefObject<BookRow[]>,
  count: number,
  { side, pointed, onPoint, onOffers }: BookSideProps,
) {
  const take = (rank: number, whole: boolean) => {
    const row = rows.current[rank];
    if (row === undefined) return;
    if (whole) pickLevel(row, side);
    else pickPrice(row.price);
  };
  const offer = (event: SyntheticEvent<HTMLElement>, rank: number, at: { x: number; y: number }) => {
    const row = rows.current[rank];
    event.preventDefault();
    if (row !== undefined) onOffers(row.price, at, event.currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isMenuKey(event))
      return offer(event, pointed ?? 0, middleOf(list.current?.querySelector(`[data-rank="${pointed ?? 0}"]`)));
    if (event.key === 'Enter') return (event.preventDefault(), take(pointed ?? 0, event.shiftKey));
    const rank = walked(event.key, side, pointed ?? 0, count - 1);
    if (rank === undefined) return;
    event.preventDefault();
    onPoint({ side, rank });
  };
  const onClick = (event: MouseEvent) => {
    const rank = rankAt(event);
    if (rank !== undefined) take(rank, event.shiftKey);
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) =>
    offer(event, rankAt(event) ?? pointed ?? 0, { x: event.clientX, y: event.clientY });
  return { onKeyDown, onClick, onContextMenu };
}

/** Writes the side's figures into its rows with every change of the book; React only hears when there are more or fewer. */
function useLevels(
  list: RefObject<HTMLUListElement | null>,
  { side, limit, step, own, instrument, power }: BookSideProps,
) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const rows = useRef<BookRow[]>([]);
  const [count, setCount] = useState(0);
  const texts = useMemo(
    (): LevelTexts => ({
      format,
      decimals: Math.max(0, instrument.priceDecimals - power),
      quantityDecimals: instrument.quantityDecimals,
      mine: (quantity) => t('book.mine', { quantity: format.amount(quantity, instrument.quantityDecimals) }),
    }),
    [format, instrument, power, t],
  );
  useLayoutEffect(() => {
    const writer = new LevelWriter(texts);
    const show = () => {
      const { book } = useBook.getState();
      rows.current = book ? ladder(side === 'ask' ? book.asks : book.bids, side, step, limit) : [];
      setCount(rows.current.length);
      if (list.current) writer.write(list.current, rows.current, own);
    };
    show();
    return useBook.subscribe(show);
  }, [list, side, limit, step, own, texts, count]);
  return { rows, count };
}

function middleOf(row: Element | null | undefined): { x: number; y: number } {
  const box = row?.getBoundingClientRect();
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + box.width / 2, y: box.bottom };
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
  within: boolean;
  active: boolean;
}

/** A row without its figures: those are written into it, twenty times a second, past React. */
const Level = memo(function Level({ id, rank, within, active }: LevelProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={active}
      data-rank={rank}
      className={cx(styles.level, within && styles.within, active && styles.active)}
    >
      <span className={styles.price} />
      <span className={styles.end} />
      <span className={cx(styles.end, styles.sum)} />
    </li>
  );
});
