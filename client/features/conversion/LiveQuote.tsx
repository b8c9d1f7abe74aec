import { useTranslation } from 'react-i18next';
import type { ConversionView } from '../../../contracts/conversion.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from '../transfer/Money.module.css';
import { Problem } from './BuyParts';
import { Countdown } from './Countdown';
import { OfferFacts } from './OfferFacts';
import type { LiveOffer, LiveQuote as Quote } from './use-live-quote';

/** What became of the quote that was here: converted, refused, expired, or ended elsewhere. */
export function QuoteNews({ quote }: { quote: Quote }) {
  const { t } = useTranslation('conversion');
  const { done, refused, ending } = quote;
  return (
    <>
      {done && <Result done={done} />}
      <Problem text={refused ?? (ending && t(`ended.${ending}`))} />
    </>
  );
}

/** A live quote of one coin: what is on hold and what comes for it, the time that it stands, and the two ways to end it. */
export function LiveQuote({ quote, offer }: { quote: Quote; offer: LiveOffer }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const [leg] = offer.legs;
  if (leg === undefined) return null;
  return (
    <>
      <Standing quote={quote} offer={offer} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('sell')}</dt>
          <dd>
            <b>
              {format.amountDown(leg.amount, 8)} {leg.currency}
            </b>
            <br />
            <small>{t('onHold')}</small>
          </dd>
        </div>
        <div>
          <dt>{t('buy')}</dt>
          <dd>
            <b>
              {format.amountDown(offer.receives, 8)} {offer.to.currency}
            </b>
          </dd>
        </div>
      </dl>
      <OfferFacts from={leg} to={offer.to} terms={offer} />
      <p className={styles.note}>{t('holds', { share: format.share(offer.moveToleranceRate) })}</p>
      <Button type="submit" wide busy={quote.busy}>
        {t('accept')}
      </Button>
    </>
  );
}

/** The countdown, and the button that gives the quote up. */
export function Standing({ quote, offer }: { quote: Quote; offer: LiveOffer }) {
  const { t } = useTranslation('conversion');
  return (
    <div className={styles.standing}>
      <Countdown leftMs={quote.left} validMs={Math.max(offer.validMs, 1)} />
      <Button kind="plain" size="s" busy={quote.busy} onClick={() => void quote.cancel(offer.quoteId)}>
        {t('cancel')}
      </Button>
    </div>
  );
}

/** What was given and what was got. */
function Result({ done }: { done: ConversionView }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const bought = `${format.amountDown(done.received, 8)} ${done.to.currency}`;
  const [leg, ...more] = done.legs;
  if (leg === undefined) return null;
  const sold = more.length === 0 ? `${format.amountDown(leg.amount, 8)} ${leg.currency}` : t('tab.dust');
  return (
    <p className={styles.result} role="status">
      <Icon name="check" size={18} />
      <span>{t('done', { sold, bought })}</span>
    </p>
  );
}
