import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AssetsView } from '../../../contracts/asset.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Available, MoneyBox, Swap } from '../transfer/MoneyBox';
import { availableIn } from '../transfer/transfer-form';
import { useShortage } from '../transfer/use-shortage';
import styles from '../transfer/Money.module.css';
import { coinGroups, wholeOf, type ConversionRuleValues } from './conversion-form';
import { OfferStanding } from './OfferStanding';
import { useAccept, type Accepting } from './use-accept';
import { useQuote, type Quote, type QuoteRequest } from './use-quote';

interface ConvertFormProps {
  assets: AssetsView;
  rules: { values: ConversionRuleValues };
  currencies: readonly CurrencyView[];
}

/** What is given, what is got for it, and the offer between them with the time that it stands. */
export function ConvertForm({ assets, rules, currencies }: ConvertFormProps) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const [request, setRequest] = useRequest(currencies);
  const quote = useQuote(request);
  // What was given is gone: the next conversion begins with an empty amount.
  const accepting = useAccept(quote, () => setRequest((now) => ({ ...now, amount: '' })));
  const change = (changes: Partial<QuoteRequest>) => {
    accepting.forget();
    setRequest({ ...request, ...changes });
  };
  const coins = coinGroups(currencies, assets.rows, { held: t('held'), others: t('others') });
  const available = availableIn(assets.rows, 'spot', request.from);
  const { form, wrong, submit } = useChecked(request, available, quote, accepting);
  const { minUsdt, maxUsdt } = rules.values;
  return (
    <form ref={form} className={styles.card} aria-label={t('tab.convert')} noValidate onSubmit={submit}>
      <MoneyBox
        name="amount"
        label={t('sell')}
        coinLabel={t('coinSell')}
        currency={request.from}
        coins={coins}
        onCurrency={(from) => change({ from, ...(from === request.to && { to: request.from }), amount: '' })}
        value={request.amount}
        onChange={(amount) => change({ amount })}
        error={wrong}
        aside={
          <Available amount={available} currency={request.from} onMax={() => change({ amount: wholeOf(available) })} />
        }
      />
      <div className={styles.between}>
        <Swap label={t('swap')} onClick={() => change({ from: request.to, to: request.from, amount: '' })} />
      </div>
      <MoneyBox
        name="receives"
        label={t('buy')}
        coinLabel={t('coinBuy')}
        currency={request.to}
        coins={coins}
        onCurrency={(to) => change({ to, ...(to === request.from && { from: request.to, amount: '' }) })}
        value={quote.offer?.from.receives ?? ''}
      />
      <OfferStanding quote={quote} accepting={accepting} />
      <p className={styles.note}>
        {t('limits', { min: format.amount(minUsdt, 8), max: format.amount(maxUsdt, 8) })} {t('why')}
      </p>
      <p className={styles.links}>
        <Link to={`/currencyTrade?symbol=${request.from === 'USDT' ? request.to : request.from}USDT`}>{t('book')}</Link>
        <Link to="/accountRecord?kind=conversions">{t('records')}</Link>
      </p>
    </form>
  );
}

/**
 * What stands against the request, at the amount: nothing before the button was pressed for an empty one. The button is never off: it
 * leads to what is wrong.
 */
function useChecked(request: QuoteRequest, available: string, quote: Quote, accepting: Accepting) {
  const { t } = useTranslation('refusal');
  const shortage = useShortage();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const amount = toAmount(request.amount || '0');
  const missing = amount === 0n ? t('asset.amount-zero') : undefined;
  const short = shortage(request.amount, available, request.from);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ((missing ?? short ?? quote.refused) === undefined) return void accepting.go();
    setTried(true);
    form.current?.querySelector<HTMLElement>('[name=amount]')?.focus();
  };
  return { form, submit, wrong: quote.refused ?? short ?? (tried ? missing : undefined) };
}

/** The coins of the link, if they exist; else USDT for BTC. */
function useRequest(currencies: readonly CurrencyView[]) {
  const [wanted] = useSearchParams();
  return useState<QuoteRequest>(() => {
    const known = (text: string | null, otherwise: string) =>
      currencies.some(({ currency }) => currency === text) ? (text as string) : otherwise;
    const from = known(wanted.get('from'), 'USDT');
    const to = known(wanted.get('to'), from === 'BTC' ? 'USDT' : 'BTC');
    return { from, to, amount: /^\d{1,18}(\.\d{1,8})?$/.exec(wanted.get('amount') ?? '')?.[0] ?? '' };
  });
}
