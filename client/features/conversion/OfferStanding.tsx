import { useTranslation } from 'react-i18next';
import type { ConversionView } from '../../../contracts/conversion.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from '../transfer/Money.module.css';
import { Problem } from './BuyParts';
import { Countdown, useLeft } from './Countdown';
import { OfferFacts } from './OfferFacts';
import { needsNewQuote, type Accepting } from './use-accept';
import type { Quote } from './use-quote';

/** The quote and its countdown; the button accepts it, or gets a new quote once it has expired. */
export function OfferStanding({ quote, accepting }: { quote: Quote; accepting: Accepting }) {
  const { t } = useTranslation('conversion');
  const { offer } = quote;
  const format = useFormat();
  const { done, moved, busy, refresh } = accepting;
  const left = useLeft(offer);
  const mustRefresh = needsNewQuote(quote, left);
  const waiting = quote.busy ? t('asking') : quote.error === null ? t('ask') : '';
  return (
    <>
      {done && <Result done={done} />}
      <Problem text={moved} />
      {offer === undefined ? (
        !done && <p className={styles.note}>{waiting}</p>
      ) : (
        <>
          <div className={styles.standing}>
            <Countdown leftMs={left} validMs={offer.validMs} />
            <Button kind="plain" size="s" busy={quote.busy} onClick={() => void refresh()}>
              <Icon name="refresh" size={16} /> {t('refresh')}
            </Button>
          </div>
          <OfferFacts offer={offer} />
          <p className={styles.note}>{t('holds', { share: format.share(offer.moveToleranceRate) })}</p>
        </>
      )}
      <Button type="submit" wide busy={busy || (quote.busy && (mustRefresh || offer === undefined))}>
        {t(mustRefresh ? 'refresh' : 'accept')}
      </Button>
    </>
  );
}

/** What was given and what was got. */
export function Result({ done }: { done: ConversionView }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const [leg] = done.legs;
  if (leg === undefined) return null;
  const sold = `${format.amountDown(leg.amount, 8)} ${leg.currency}`;
  const bought = `${format.amountDown(done.received, 8)} ${done.to.currency}`;
  return (
    <p className={styles.result} role="status">
      <Icon name="check" size={18} />
      <span>{t('done', { sold, bought })}</span>
    </p>
  );
}
