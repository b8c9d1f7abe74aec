import { useTranslation } from 'react-i18next';
import type { AuctionView } from '../../../contracts/auction.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useBook } from '../../market/book-store';
import { countdownText } from '../../market/chart/countdown';
import styles from './AuctionStrip.module.css';

/** While orders are gathered for an auction: what it would do with those in the book, and how long it is until then. */
export function AuctionStrip({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const auction = useBook(({ book }) => book?.auction ?? null);
  if (auction === null) return null;
  const { base, quote, priceDecimals, quantityDecimals } = instrument;
  const { kind, at, price, quantity, imbalance, imbalanceSide } = auction;
  const lots = (text: string): string => `${format.amount(text, quantityDecimals)} ${base}`;
  return (
    <section className={styles.strip} aria-label={t(`auction.title.${kind}`)} data-testid="auction">
      <h3>
        {t(`auction.title.${kind}`)}
        <Left kind={kind} at={at} />
      </h3>
      <dl>
        <dt>{t('auction.price')}</dt>
        <dd>{price === null ? t('auction.none') : `${format.decimal(price, priceDecimals)} ${quote}`}</dd>
        <dt>{t('auction.quantity')}</dt>
        <dd>{lots(quantity)}</dd>
        {imbalanceSide !== null && (
          <>
            <dt>{t('auction.imbalance')}</dt>
            <dd data-side={imbalanceSide}>{t(`auction.${imbalanceSide}`, { quantity: lots(imbalance) })}</dd>
          </>
        )}
      </dl>
      <p>{t(`auction.note.${kind}`)}</p>
    </section>
  );
}

/** By the server's clock; it is not read out every second. */
function Left({ kind, at }: Pick<AuctionView, 'kind' | 'at'>) {
  const { t } = useTranslation('spot');
  const now = useNow(1000);
  return (
    <span role="timer" aria-live="off">
      {t(`auction.left.${kind}`, { left: countdownText(at - now) })}
    </span>
  );
}
