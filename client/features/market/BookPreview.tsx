import { useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { ladder, spreadOf, type BookRow } from '../../market/book';
import { useBook } from '../../market/book-store';
import { Empty, Skeleton } from '../../ui/states';
import { tradeOf } from './market-cells';
import styles from './InstrumentPage.module.css';

const LEVELS = 6;

/** The best prices of either side, live; the whole book is in the terminal. */
export function BookPreview({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const book = useBook((state) => state.book);
  const sides = useMemo(() => {
    if (book === null) return null;
    const step = toAmount(instrument.tickSize);
    return {
      asks: ladder(book.asks, 'ask', step, LEVELS).reverse(),
      bids: ladder(book.bids, 'bid', step, LEVELS),
      spread: spreadOf(book),
    };
  }, [book, instrument.tickSize]);
  const empty = sides !== null && sides.asks.length + sides.bids.length === 0;
  return (
    <section className={styles.card} aria-labelledby="book-preview">
      <h2 id="book-preview">
        {t('book.title')} <Link to={tradeOf(instrument.symbol, 'coins')}>{t('book.all')}</Link>
      </h2>
      {sides === null && (
        <div className={styles.book}>
          <Skeleton rows={10} height={14} />
        </div>
      )}
      {empty && <Empty text={t('book.empty')} />}
      {sides !== null && !empty && (
        <div className={styles.book}>
          <Side rows={sides.asks} side="ask" instrument={instrument} />
          <p className={styles.spread}>
            {sides.spread && `${t('book.spread')} ${format.decimal(sides.spread.absolute, instrument.priceDecimals)}`}
          </p>
          <Side rows={sides.bids} side="bid" instrument={instrument} />
        </div>
      )}
    </section>
  );
}

function Side({ rows, side, instrument }: { rows: BookRow[]; side: 'ask' | 'bid'; instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  return (
    <ul aria-label={t(`book.${side}s`)} className={styles[side]}>
      {rows.map((row) => (
        <li key={row.price} style={{ '--share': row.share } as CSSProperties}>
          <span className={cx(side === 'ask' ? 'down' : 'up')}>
            {format.decimal(row.price, instrument.priceDecimals)}
          </span>
          <span>{format.amount(row.quantity, instrument.quantityDecimals)}</span>
        </li>
      ))}
    </ul>
  );
}
