import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView, PublicTradeView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { largePrint } from '../../market/tape';
import { useTape } from '../../market/tape-store';
import { Empty, Skeleton } from '../../ui/states';
import { pickPrice } from '../../orders/form-store';
import { StaleMark } from './StaleMark';
import styles from './TapePanel.module.css';

/** The last public trades, newest first. The taker's side gives the colour; prints far above the usual size stand out. */
export function TapePanel({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const state = useTape(({ trades }) => (trades === null ? 'loading' : trades.length === 0 ? 'empty' : 'ready'));
  return (
    <section className={styles.panel} aria-label={t('tape.title')} data-testid="tape">
      <h2>
        {t('tape.title')} <StaleMark />
      </h2>
      {state === 'loading' && <Skeleton rows={8} height={12} />}
      {state === 'empty' && <Empty text={t('tape.empty')} />}
      {state === 'ready' && <Prints instrument={instrument} />}
    </section>
  );
}

const ROW_HEIGHT = 20;

/**
 * Renders the trades that fit, and all kept ones once the panel is focused: each trade moves every row, and rows below the edge
 * cost as much as visible ones.
 */
function Prints({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation(['spot', 'order']);
  const [box, { height }] = useSize<HTMLDivElement>();
  const [watched, setWatched] = useState(false);
  const texts = useMemo(() => ({ buy: t('order:side.buy'), sell: t('order:side.sell'), large: t('tape.large') }), [t]);
  const leave = (event: { currentTarget: HTMLElement }) => setWatched(event.currentTarget.scrollTop > 0);
  return (
    <div
      className={styles.scroll}
      ref={box}
      tabIndex={0}
      role="group"
      aria-label={t('tape.title')}
      onPointerEnter={() => setWatched(true)}
      onFocus={() => setWatched(true)}
      onPointerLeave={leave}
      onBlur={leave}
    >
      <div role="table" aria-label={t('tape.title')}>
        <Heads instrument={instrument} />
        <Rows instrument={instrument} texts={texts} limit={watched ? Infinity : Math.ceil(height / ROW_HEIGHT)} />
      </div>
    </div>
  );
}

interface RowsProps {
  instrument: InstrumentView;
  texts: Record<'buy' | 'sell' | 'large', string>;
  limit: number;
}

function Rows({ instrument, texts, limit }: RowsProps) {
  const format = useFormat();
  const trades = useTape((state) => state.trades);
  const large = useMemo(() => largePrint(trades ?? []), [trades]);
  return (
    <div role="rowgroup">
      {trades?.slice(0, limit).map((trade) => (
        <Print
          key={trade.id}
          trade={trade}
          instrument={instrument}
          format={format}
          side={texts[trade.side]}
          large={Number(trade.quantity) >= large ? texts.large : ''}
        />
      ))}
    </div>
  );
}

const Heads = memo(function Heads({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  return (
    <div role="rowgroup" className={styles.heads}>
      <div role="row" className={styles.row}>
        <span role="columnheader">{t('book.price', { asset: instrument.quote })}</span>
        <span role="columnheader" className={styles.end}>
          {t('book.quantity', { asset: instrument.base })}
        </span>
        <span role="columnheader" className={styles.end}>
          {t('tape.time')}
        </span>
      </div>
    </div>
  );
});

interface PrintProps {
  trade: PublicTradeView;
  instrument: InstrumentView;
  format: Formatter;
  /** What its side is called. */
  side: string;
  /** What a large one is called; empty for the others. */
  large: string;
}

/** Drawn once: a trade never changes, only what counts as large does. */
const Print = memo(function Print({ trade, instrument, format, side, large }: PrintProps) {
  const buy = trade.side === 'buy';
  const price = format.decimal(trade.price, instrument.priceDecimals);
  return (
    <div
      role="row"
      className={cx(styles.row, styles.print, large && cx(styles.large, buy ? styles.bought : styles.sold))}
      title={large || undefined}
      onClick={() => pickPrice(trade.price)}
    >
      <span role="cell" className={buy ? 'up' : 'down'} aria-label={`${price} ${side}`}>
        {price}
      </span>
      <span role="cell" className={styles.end}>
        {format.decimal(trade.quantity, instrument.quantityDecimals)}
      </span>
      <span role="cell" className={cx(styles.end, styles.at)}>
        {format.time(trade.at)}
      </span>
    </div>
  );
});
