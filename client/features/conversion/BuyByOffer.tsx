import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import styles from '../transfer/Money.module.css';
import { Afterwards, Problem, useShort } from './BuyParts';
import { LiveQuote, QuoteNews } from './LiveQuote';
import { PreviewFacts } from './PreviewFacts';
import { useLiveQuote } from './use-live-quote';
import { usePreview } from './use-preview';

/** Buys at a quoted price: what it would be now, the live quote, and what was bought. */
export function BuyByOffer({ coin, spend }: { coin: string; spend: string }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const request = { from: 'USDT', to: coin, amount: spend };
  const quote = useLiveQuote();
  const looked = usePreview(request);
  const short = useShort(spend);
  const live = quote.live?.kind === 'single' ? quote.live : undefined;
  const problem = live === undefined && quote.done === undefined ? (looked.refused ?? short) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (live !== undefined) void quote.accept(live.quoteId);
    else if (problem === undefined) void quote.get(request);
  };
  if (quote.done) {
    return (
      <section className={styles.card} aria-label={t('buy.convert')}>
        <QuoteNews quote={quote} />
        <Afterwards coin={coin} again={quote.forget} />
      </section>
    );
  }
  return (
    <form className={styles.card} aria-label={t('buy.convert')} noValidate onSubmit={submit}>
      <QuoteNews quote={quote} />
      <Problem text={problem} />
      {live !== undefined ? (
        <LiveQuote quote={quote} offer={live} />
      ) : (
        <>
          {looked.preview && (
            <dl className={styles.facts}>
              <div>
                <dt>{t('buy')}</dt>
                <dd>
                  <b>
                    ≈ {format.amountDown(looked.preview.from.receives, 8)} {coin}
                  </b>
                </dd>
              </div>
            </dl>
          )}
          <PreviewFacts from={looked} getting={quote.busy} />
        </>
      )}
    </form>
  );
}
