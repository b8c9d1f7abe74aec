import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import styles from '../transfer/Money.module.css';
import { Afterwards, Problem, useShort } from './BuyParts';
import { OfferStanding, Result } from './OfferStanding';
import { useAccept } from './use-accept';
import { useQuote } from './use-quote';

/** Buys at a quoted price: the offer, the time that it stands, and what was bought. */
export function BuyByOffer({ coin, spend }: { coin: string; spend: string }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const quote = useQuote({ from: 'USDT', to: coin, amount: spend });
  const accepting = useAccept(quote, () => undefined);
  const short = useShort(spend);
  const problem = quote.refused ?? short;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) void accepting.go();
  };
  if (accepting.done) {
    const again = () => {
      accepting.forget();
      void quote.refresh();
    };
    return (
      <section className={styles.card} aria-label={t('buy.convert')}>
        <Result done={accepting.done} />
        <Afterwards coin={coin} again={again} />
      </section>
    );
  }
  return (
    <form className={styles.card} aria-label={t('buy.convert')} noValidate onSubmit={submit}>
      <Problem text={problem} />
      {quote.offer && (
        <dl className={styles.facts}>
          <div>
            <dt>{t('buy')}</dt>
            <dd>
              <b>
                {format.amountDown(quote.offer.from.receives, 8)} {coin}
              </b>
            </dd>
          </div>
        </dl>
      )}
      <OfferStanding quote={quote} accepting={accepting} />
    </form>
  );
}
