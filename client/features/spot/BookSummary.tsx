import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { overOrZero, toAmount, format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { ladder } from '../../market/book';
import { useBook } from '../../market/book-store';
import type { Pointed } from './book-levels';
import styles from './BookPanel.module.css';

interface BookSummaryProps {
  pointed: Pointed;
  step: bigint;
  limit: number;
  instrument: InstrumentView;
}

/** What taking everything up to the pointed price would come to: average price and sums in both assets. */
export function BookSummary({ pointed, step, limit, instrument }: BookSummaryProps) {
  const { t } = useTranslation(['spot', 'order']);
  const format = useFormat();
  const levels = useBook(({ book }) => (pointed.side === 'ask' ? book?.asks : book?.bids));
  const rows = useMemo(() => levels && ladder(levels, pointed.side, step, limit), [levels, pointed.side, step, limit]);
  const row = rows?.[pointed.rank];
  if (row === undefined) return null;
  const { base, quote, priceDecimals, quantityDecimals } = instrument;
  const average = textOf(overOrZero(toAmount(row.notional), toAmount(row.sum), 'down'));
  const figures = [
    [t('order:column.average'), format.decimal(average, priceDecimals), quote],
    [t('book.sum'), format.amount(row.sum, quantityDecimals), base],
    [t('book.sum'), format.amount(row.notional, 2, 2), quote],
  ] as const;
  return (
    <dl className={styles.summary} data-side={pointed.side} data-testid="book-summary">
      {figures.map(([name, value, asset]) => (
        <div key={asset + name}>
          <dt>{name}</dt>
          <dd>
            {value} <small>{asset}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
