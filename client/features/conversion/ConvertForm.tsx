import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AssetsView } from '../../../contracts/asset.contract';
import type { ConversionView } from '../../../contracts/conversion.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { requestToken, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { fixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { useAmounts } from '../asset/use-amounts';
import { onceUnlocked } from '../security/unlock-trading';
import { Available, MoneyBox, Swap } from '../transfer/MoneyBox';
import { availableIn } from '../transfer/transfer-form';
import styles from '../transfer/Money.module.css';
import { coinGroups, wholeOf, type ConversionRuleValues } from './conversion-form';
import { Countdown, leftOf, useLeft } from './Countdown';
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
  // What was given is gone: the next conversion begins with an empty amount.
  const accepting = useAccept(quote, () => setWish((now) => ({ ...now, amount: '' })));
  const change = (changes: Partial<Wish>) => {
    accepting.forgetDone();
    setWish({ ...wish, ...changes });
  };
  const coins = coinGroups(currencies, assets.rows, { held: t('held'), others: t('others') });
  const available = availableIn(assets.rows, 'spot', wish.from);
  const { form, wrong, submit } = useChecked(wish, available, quote, accepting);
  const { minUsdt, maxUsdt } = rules.values;
  return (
    <form ref={form} className={styles.card} aria-label={t('tab.convert')} noValidate onSubmit={submit}>
      <MoneyBox
        name="amount"
        label={t('sell')}
        coinLabel={t('coinSell')}
        currency={wish.from}
        coins={coins}
        onCurrency={(from) => change({ from, ...(from === wish.to && { to: wish.from }), amount: '' })}
        value={wish.amount}
        onChange={(amount) => change({ amount })}
        error={wrong}
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
    </form>
  );
}

/**
 * What stands against the wish, at the amount: nothing before the button was pressed for an empty one. The button is never off: it
 * leads to what is wrong.
 */
function useChecked(wish: Wish, available: string, quote: Quote, accepting: ReturnType<typeof useAccept>) {
  const { t } = useTranslation('refusal');
  const format = useFormat();
  const amounts = useAmounts();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const amount = fixed(wish.amount || '0');
  const held = { needed: format.amount(wish.amount, 8), available: amounts(format.amountDown(available, 8)) };
  const missing = amount === 0n ? t('asset.amount-zero') : undefined;
  const short = amount > fixed(available) ? t('asset.insufficient', { ...held, currency: wish.from }) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ((missing ?? short ?? quote.refused) === undefined) return void accepting.go();
    setTried(true);
    form.current?.querySelector<HTMLElement>('[name=amount]')?.focus();
  };
  return { form, submit, wrong: quote.refused ?? short ?? (tried ? missing : undefined) };
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
  const { done, busy } = accepting;
  const left = useLeft(offer);
  const asks = asksAnew(quote, left);
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
      <Button type="submit" wide busy={busy || (quote.busy && (asks || offer === undefined))}>
        {t(asks ? 'refresh' : 'accept')}
      </Button>
    </>
  );
}

/** The offer is over, or no answer came: the person can ask again, although nothing that was typed changes. */
const asksAnew = ({ offer, error, refused }: Quote, leftMs: number): boolean =>
  (offer !== undefined && leftMs === 0) || (error !== null && refused === undefined);

/** Accepts the offer once: a click that is repeated, or sent again on a bad line, carries the same request token. */
function useAccept(quote: Quote, onDone: () => void) {
  const [done, setDone] = useState<ConversionView>();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    const { offer } = quote;
    if (busy || (quote.busy && offer === undefined)) return;
    if (offer === undefined || asksAnew(quote, leftOf(offer))) return quote.refresh();
    setBusy(true);
    try {
      const token = requestToken();
      const view = await onceUnlocked(() => calls.convert(offer.quote, token));
      setDone(view);
      quote.forget();
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { done, busy, go, forgetDone: () => setDone(undefined) };
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
