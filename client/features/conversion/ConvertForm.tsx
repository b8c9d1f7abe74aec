import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AssetsView } from '../../../contracts/asset.contract';
import type { ConversionView } from '../../../contracts/conversion.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { requestToken, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { onceUnlocked } from '../security/unlock-trading';
import { Available, MoneyBox, Swap } from '../transfer/MoneyBox';
import { availableIn } from '../transfer/transfer-form';
import styles from '../transfer/Money.module.css';
import { coinGroups, wholeOf, type ConversionRuleValues } from './conversion-form';
import { Countdown, useLeft } from './Countdown';
import { OfferFacts } from './OfferFacts';
import { useQuote, type Wish } from './use-quote';

type Quote = ReturnType<typeof useQuote>;

interface ConvertFormProps {
  assets: AssetsView;
  rules: { values: ConversionRuleValues };
  currencies: readonly CurrencyView[];
}

/** What is given, what is got for it, and the offer between them with the time that it stands. */
export function ConvertForm({ assets, rules, currencies }: ConvertFormProps) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const [wish, setWish] = useWish(currencies);
  const quote = useQuote(wish);
  const accepting = useAccept(quote);
  const change = (changes: Partial<Wish>) => {
    accepting.forgetDone();
    setWish({ ...wish, ...changes });
  };
  const coins = coinGroups(currencies, assets.rows, { held: t('held'), others: t('others') });
  const available = availableIn(assets.rows, 'spot', wish.from);
  const { minUsdt, maxUsdt } = rules.values;
  return (
    <section className={styles.card} aria-label={t('tab.convert')}>
      <MoneyBox
        name="amount"
        label={t('sell')}
        coinLabel={t('coinSell')}
        currency={wish.from}
        coins={coins}
        onCurrency={(from) => change({ from, ...(from === wish.to && { to: wish.from }), amount: '' })}
        value={wish.amount}
        onChange={(amount) => change({ amount })}
        error={quote.refused}
        aside={
          <Available amount={available} currency={wish.from} onMax={() => change({ amount: wholeOf(available) })} />
        }
      />
      <div className={styles.between}>
        <Swap label={t('swap')} onClick={() => change({ from: wish.to, to: wish.from, amount: '' })} />
      </div>
      <MoneyBox
        name="receives"
        label={t('buy')}
        coinLabel={t('coinBuy')}
        currency={wish.to}
        coins={coins}
        onCurrency={(to) => change({ to, ...(to === wish.from && { from: wish.to, amount: '' }) })}
        value={quote.offer?.from.receives ?? ''}
      />
      <Standing quote={quote} accepting={accepting} />
      <p className={styles.note}>
        {t('limits', { min: format.amount(minUsdt, 8), max: format.amount(maxUsdt, 8) })} {t('why')}
      </p>
      <p className={styles.links}>
        <Link to={`/currencyTrade?symbol=${wish.from === 'USDT' ? wish.to : wish.from}USDT`}>{t('book')}</Link>
        <Link to="/accountRecord?kind=conversions">{t('records')}</Link>
      </p>
    </section>
  );
}

/** What a link asks for, where it names coins that there are; else USDT for BTC. */
function useWish(currencies: readonly CurrencyView[]) {
  const [wanted] = useSearchParams();
  return useState<Wish>(() => {
    const known = (text: string | null, otherwise: string) =>
      currencies.some(({ currency }) => currency === text) ? (text as string) : otherwise;
    const from = known(wanted.get('from'), 'USDT');
    const to = known(wanted.get('to'), from === 'BTC' ? 'USDT' : 'BTC');
    return { from, to, amount: /^\d{1,18}(\.\d{1,8})?$/.exec(wanted.get('amount') ?? '')?.[0] ?? '' };
  });
}

/** The offer and how long it stands; the one button accepts it, or asks for another once it is over. */
function Standing({ quote, accepting }: { quote: Quote; accepting: ReturnType<typeof useAccept> }) {
  const { t } = useTranslation('conversion');
  const { offer, refresh } = quote;
  const { done, busy, accept } = accepting;
  const left = useLeft(offer);
  const over = offer !== undefined && left === 0;
  // No answer came: the person can ask again, although nothing that was typed changes.
  const lost = quote.error !== null && quote.refused === undefined;
  const asks = over || lost;
  const waiting = quote.busy ? t('asking') : quote.error === null ? t('ask') : '';
  return (
    <>
      {done && <Result done={done} />}
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
        </>
      )}
      <Button
        wide
        disabled={offer === undefined && !lost}
        busy={busy || (asks && quote.busy)}
        onClick={() => void (asks ? refresh() : accept())}
      >
        {t(asks ? 'refresh' : 'accept')}
      </Button>
    </>
  );
}

/** Accepts the offer once: a click that is repeated, or sent again on a bad line, carries the same request token. */
function useAccept(quote: Quote) {
  const [done, setDone] = useState<ConversionView>();
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    const { offer } = quote;
    if (offer === undefined) return;
    setBusy(true);
    try {
      const token = requestToken();
      const view = await onceUnlocked(() => calls.convert(offer.quote, token));
      setDone(view);
      quote.forget();
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { done, busy, accept, forgetDone: () => setDone(undefined) };
}

function Result({ done }: { done: ConversionView }) {
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
